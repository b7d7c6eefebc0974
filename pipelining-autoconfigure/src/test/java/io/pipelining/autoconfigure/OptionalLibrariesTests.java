/*
 * Copyright 2026 the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.pipelining.autoconfigure;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.util.ClassUtils;

import io.pipelining.annotation.Pipelined;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs an application in a class loader that lacks an optional library for good: a
 * filtered class loader would not show where our own classes link to it.
 */
class OptionalLibrariesTests {

	@Test
	void runsWithoutMicrometerAndJedis() throws Exception {
		assertThat(runWithout(LettuceApplication.class, "redis.clients.jedis.Jedis", "micrometer-core", "jedis",
				"commons-pool2", "spring-boot-micrometer", "spring-boot-actuator"))
			.isEqualTo("v");
	}

	@Test
	void runsWithoutMicrometerAndLettuce() throws Exception {
		assertThat(runWithout(JedisApplication.class, "io.lettuce.core.RedisClient", "micrometer-core", "lettuce-core",
				"netty", "reactor", "reactive", "spring-boot-micrometer", "spring-boot-actuator"))
			.isEqualTo("v");
	}

	private static Object runWithout(Class<? extends Callable<Object>> application, String absent, String... libraries)
			throws Exception {
		URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(Path::of)
			.filter((entry) -> Arrays.stream(libraries).noneMatch(entry.getFileName().toString()::startsWith))
			.map(OptionalLibrariesTests::url)
			.toArray(URL[]::new);
		ClassLoader testLoader = Thread.currentThread().getContextClassLoader();
		try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
			Thread.currentThread().setContextClassLoader(loader);
			assertThat(ClassUtils.isPresent("io.micrometer.core.instrument.MeterRegistry", loader)).isFalse();
			assertThat(ClassUtils.isPresent(absent, loader)).isFalse();
			Class<?> isolated = loader.loadClass(application.getName());
			assertThat(isolated).isNotSameAs(application);
			return ((Callable<?>) isolated.getDeclaredConstructor(int.class).newInstance(RedisServers.standalone()))
				.call();
		}
		finally {
			Thread.currentThread().setContextClassLoader(testLoader);
		}
	}

	private static URL url(Path entry) {
		try {
			return entry.toUri().toURL();
		}
		catch (MalformedURLException ex) {
			throw new IllegalArgumentException(ex);
		}
	}

	public static class LettuceApplication implements Callable<Object> {

		private final int port;

		public LettuceApplication(int port) {
			this.port = port;
		}

		@Override
		public Object call() {
			return run(LettuceConfiguration.class, this.port);
		}

	}

	public static class JedisApplication implements Callable<Object> {

		private final int port;

		public JedisApplication(int port) {
			this.port = port;
		}

		@Override
		public Object call() {
			return run(JedisConfiguration.class, this.port);
		}

	}

	static Object run(Class<?> configuration, int port) {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(configuration)
			.web(WebApplicationType.NONE)
			.run("--spring.main.banner-mode=off", "--port=" + port)) {
			if (context.containsBean("pipelineMetrics")) {
				throw new IllegalStateException("There are metrics");
			}
			context.getBean(Catalog.class).warm();
			return context.getBean(StringRedisTemplate.class).opsForValue().get("isolated");
		}
	}

	public static class Catalog {

		private final StringRedisTemplate redis;

		Catalog(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		public void warm() {
			this.redis.opsForValue().set("other", "v");
			this.redis.opsForValue().set("isolated", "v");
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(PipeliningAutoConfiguration.class)
	static class CatalogConfiguration {

		@Bean
		StringRedisTemplate redis(RedisConnectionFactory connectionFactory) {
			return new StringRedisTemplate(connectionFactory);
		}

		@Bean
		Catalog catalog(StringRedisTemplate redis) {
			return new Catalog(redis);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LettuceConfiguration extends CatalogConfiguration {

		@Bean
		LettuceConnectionFactory connectionFactory(Environment environment) {
			return new LettuceConnectionFactory("127.0.0.1", environment.getRequiredProperty("port", Integer.class));
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class JedisConfiguration extends CatalogConfiguration {

		@Bean
		JedisConnectionFactory connectionFactory(Environment environment) {
			return new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1",
					environment.getRequiredProperty("port", Integer.class)));
		}

	}

}
