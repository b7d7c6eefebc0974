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
import java.io.IOException;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.util.ClassUtils;

import io.pipelining.BatchExecution;
import io.pipelining.PipelineListener;
import io.pipelining.annotation.Pipelined;
import io.pipelining.annotation.PipelinedBeanPostProcessor;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs an application in a class loader that lacks an optional library for good: a
 * filtered class loader would not show where our own classes link to it.
 */
class OptionalLibrariesTests {

	private static final String METRICS = "pipelineMetrics";

	private static final String ENDPOINT = "pipelinesEndpoint";

	private static final Pattern OPTIONAL = Pattern
		.compile("<artifactId>([^<]+)</artifactId>\\s*<optional>true</optional>");

	@ParameterizedTest
	@EnumSource
	void linksToNoLibraryThatIsAbsent(Absent absent) throws Exception {
		String seen = run(absent);
		assertThat(seen).startsWith("v [2]");
		assertThat(seen.contains(METRICS)).as(METRICS).isEqualTo(absent.leavesMetrics);
		assertThat(seen.contains(ENDPOINT)).as(ENDPOINT).isEqualTo(absent.leavesEndpoint);
	}

	@Test
	void everyOptionalLibraryOfTheBuildIsAbsentOnce() throws IOException {
		List<String> optional = OPTIONAL.matcher(Files.readString(Path.of("pom.xml")))
			.results()
			.map((dependency) -> dependency.group(1))
			.toList();
		assertThat(optional).hasSizeGreaterThanOrEqualTo(6)
			.allSatisfy((library) -> assertThat(Arrays.stream(Absent.values())
				.filter((absent) -> absent.jars.stream().anyMatch((library + "-")::startsWith))).as(library)
				.isNotEmpty());
	}

	@SuppressWarnings("unchecked")
	private static String run(Absent absent) throws Exception {
		URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(Path::of)
			.filter((entry) -> absent.jars.stream().noneMatch(entry.getFileName().toString()::startsWith))
			.map(OptionalLibrariesTests::url)
			.toArray(URL[]::new);
		ClassLoader testLoader = Thread.currentThread().getContextClassLoader();
		try (LackingClassLoader loader = new LackingClassLoader(classPath)) {
			Thread.currentThread().setContextClassLoader(loader);
			assertThat(absent.classes).allSatisfy((name) -> {
				assertThat(ClassUtils.isPresent(name, testLoader)).as(name).isTrue();
				assertThat(ClassUtils.isPresent(name, loader)).as(name).isFalse();
			});
			Class<?> isolated = loader.loadClass(absent.application.getName());
			assertThat(isolated).isNotSameAs(absent.application);
			String seen = ((Function<Integer, String>) isolated.getDeclaredConstructor().newInstance())
				.apply(RedisServers.standalone());
			assertThat(loader.missed).as("what our classes link to and is not there").isEmpty();
			return seen;
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

	/**
	 * What is not there, and a class of it that is there otherwise.
	 */
	enum Absent {

		MICROMETER(LettuceApplication.class, false, true, List.of("io.micrometer.core.instrument.MeterRegistry"),
				"micrometer-core-", "spring-boot-micrometer-"),

		ACTUATOR(LettuceApplication.class, true, false,
				List.of("org.springframework.boot.actuate.endpoint.annotation.Endpoint"), "spring-boot-actuator-"),

		LETTUCE(JedisApplication.class, true, true,
				List.of("io.lettuce.core.RedisClient", "io.netty.channel.Channel", "reactor.core.publisher.Flux"),
				"lettuce-core-", "netty-", "reactor-", "reactive-"),

		ALL_BUT_LETTUCE(LettuceApplication.class, false, false,
				List.of("io.micrometer.core.instrument.MeterRegistry", "redis.clients.jedis.Jedis",
						"org.apache.commons.pool2.ObjectPool"),
				"micrometer-core-", "jedis-", "commons-pool2-", "spring-boot-micrometer-", "spring-boot-actuator-"),

		ALL_BUT_JEDIS(JedisApplication.class, false, false,
				List.of("io.micrometer.core.instrument.MeterRegistry", "io.lettuce.core.RedisClient"),
				"micrometer-core-", "lettuce-core-", "netty-", "reactor-", "reactive-", "spring-boot-micrometer-",
				"spring-boot-actuator-"),

		BOOT(PlainApplication.class, false, false, List.of("org.springframework.boot.SpringApplication"),
				"spring-boot-");

		private final Class<? extends Function<Integer, String>> application;

		private final boolean leavesMetrics;

		private final boolean leavesEndpoint;

		private final List<String> classes;

		private final List<String> jars;

		Absent(Class<? extends Function<Integer, String>> application, boolean leavesMetrics, boolean leavesEndpoint,
				List<String> classes, String... jars) {
			this.application = application;
			this.leavesMetrics = leavesMetrics;
			this.leavesEndpoint = leavesEndpoint;
			this.classes = classes;
			this.jars = List.of(jars);
		}

	}

	/**
	 * Notes which classes of optional libraries ours needed, and did not get. To ask by
	 * name whether a class is there is no need.
	 */
	private static final class LackingClassLoader extends URLClassLoader {

		private static final StackWalker WALKER = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

		private final Set<String> missed = new ConcurrentSkipListSet<>();

		LackingClassLoader(URL[] classPath) {
			super(classPath, ClassLoader.getPlatformClassLoader());
		}

		@Override
		protected Class<?> findClass(String name) throws ClassNotFoundException {
			try {
				return super.findClass(name);
			}
			catch (ClassNotFoundException ex) {
				String needed = WALKER.walk((frames) -> frames
					.dropWhile((frame) -> ClassLoader.class.isAssignableFrom(frame.getDeclaringClass()))
					.findFirst()
					.map(StackFrame::getClassName)
					.orElse(""));
				if (needed.startsWith("io.pipelining.")) {
					this.missed.add(needed + " needs " + name);
				}
				throw ex;
			}
		}

	}

	/**
	 * Runs with Spring Boot, and says what the starter made there.
	 */
	abstract static class BootApplication implements Function<Integer, String> {

		private final Class<?> configuration;

		BootApplication(Class<?> configuration) {
			this.configuration = configuration;
		}

		@Override
		public String apply(Integer port) {
			try (ConfigurableApplicationContext context = new SpringApplicationBuilder(this.configuration,
					StarterConfiguration.class)
				.web(WebApplicationType.NONE)
				.run("--spring.main.banner-mode=off", "--management.endpoints.web.exposure.include=pipelines",
						"--port=" + port)) {
				return use(context);
			}
		}

	}

	public static class LettuceApplication extends BootApplication {

		public LettuceApplication() {
			super(LettuceConfiguration.class);
		}

	}

	public static class JedisApplication extends BootApplication {

		public JedisApplication() {
			super(JedisConfiguration.class);
		}

	}

	/**
	 * Runs without Spring Boot.
	 */
	public static class PlainApplication implements Function<Integer, String> {

		@Override
		public String apply(Integer port) {
			try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
				context.getEnvironment()
					.getPropertySources()
					.addFirst(new MapPropertySource("port", Map.of("port", port)));
				context.register(LettuceConfiguration.class, PlainConfiguration.class);
				context.refresh();
				return use(context);
			}
		}

	}

	static String use(ConfigurableApplicationContext context) {
		context.getBean(Catalog.class).warm();
		return context.getBean(StringRedisTemplate.class).opsForValue().get("isolated") + " "
				+ context.getBean(Sizes.class).sizes + " " + String.join(" ", context.getBeanDefinitionNames());
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

	static class Sizes implements PipelineListener {

		private final List<Integer> sizes = new CopyOnWriteArrayList<>();

		@Override
		public void batchSent(BatchExecution batch) {
			this.sizes.add(batch.calls());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class CatalogConfiguration {

		@Bean
		StringRedisTemplate redis(RedisConnectionFactory connectionFactory) {
			return new StringRedisTemplate(connectionFactory);
		}

		@Bean
		Catalog catalog(StringRedisTemplate redis) {
			return new Catalog(redis);
		}

		@Bean
		Sizes sizes() {
			return new Sizes();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(PipeliningAutoConfiguration.class)
	static class StarterConfiguration {

	}

	@Configuration(proxyBeanMethods = false)
	static class PlainConfiguration {

		@Bean
		PipelineTemplate pipelineTemplate(RedisConnectionFactory connectionFactory, Sizes sizes) {
			return PipelineTemplate.builder(connectionFactory).listeners(() -> List.of(sizes)).build();
		}

		@Bean
		static PipelinedBeanPostProcessor pipelinedBeanPostProcessor() {
			PipelinedBeanPostProcessor postProcessor = new PipelinedBeanPostProcessor();
			postProcessor.setProxyTargetClass(true);
			return postProcessor;
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
