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

package io.pipelining.benchmark;

import java.util.ArrayList;
import java.util.List;

import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.resource.ClientResources;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.autoconfigure.PipeliningAutoConfiguration;
import io.pipelining.core.PipelineTemplate;

/**
 * An application as users have it: Boot configures the client, the starter does the rest.
 * It has meters, but no observation of each command by Lettuce, which the drivers used by
 * hand do not make either.
 */
final class Application implements AutoCloseable {

	/** The path of a Unix socket, for which Boot has no property. */
	static final String SOCKET = "benchmark.socket";

	/** What TCP_NODELAY of the client is. */
	static final String NO_DELAY = "benchmark.no-delay";

	private static final String POOL = "spring.data.redis.lettuce.pool.enabled";

	private static final int CONNECTIONS = 64;

	/** The default of spring.data.redis.lettuce.pool.max-active and max-idle. */
	private static final int BOOTS_CONNECTIONS = 8;

	private final ConfigurableApplicationContext context;

	private Application(ConfigurableApplicationContext context) {
		this.context = context;
	}

	/**
	 * Start an application on Lettuce without a pool, which is Boot's default.
	 */
	static Application onLettuce(String... properties) {
		return start(List.of("spring.data.redis.client-type=lettuce", POOL + "=false"), properties);
	}

	/**
	 * Start an application on Lettuce with a pool as Boot configures it as soon as
	 * commons-pool2 is there: of eight connections. Its pipelines take a connection of
	 * the pool for each batch.
	 */
	static Application onPooledLettuce(String... properties) {
		return onPooledLettuce(BOOTS_CONNECTIONS, properties);
	}

	/**
	 * Start an application on Lettuce with a pool that has a connection for each thread
	 * of the benchmarks.
	 */
	static Application onLargePoolOfLettuce(String... properties) {
		return onPooledLettuce(CONNECTIONS, properties);
	}

	private static Application onPooledLettuce(int connections, String... properties) {
		return start(List.of("spring.data.redis.client-type=lettuce", POOL + "=true",
				"spring.data.redis.lettuce.pool.max-active=" + connections,
				"spring.data.redis.lettuce.pool.max-idle=" + connections, "pipelining.connection=dedicated"),
				properties);
	}

	/**
	 * Start an application on Jedis with a pool, which is Boot's default.
	 */
	static Application onJedis(String... properties) {
		return start(
				List.of("spring.data.redis.client-type=jedis",
						"spring.data.redis.jedis.pool.max-active=" + CONNECTIONS,
						"spring.data.redis.jedis.pool.max-idle=" + CONNECTIONS),
				properties);
	}

	private static Application start(List<String> client, String... properties) {
		List<String> all = new ArrayList<>(client);
		all.add("logging.level.root=warn");
		all.add("pipelining.pipelines." + AnnotatedCalls.ATOMIC + ".max-batch-size=0");
		all.addAll(List.of(properties));
		return new Application(new SpringApplicationBuilder(Beans.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(all.toArray(String[]::new))
			.run());
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	StringRedisTemplate redis() {
		return bean(StringRedisTemplate.class);
	}

	PipelineTemplate pipelines() {
		return bean(PipelineTemplate.class);
	}

	AnnotatedCalls annotated() {
		return bean(AnnotatedCalls.class);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, PipeliningAutoConfiguration.class,
			MetricsAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class,
			ObservationAutoConfiguration.class })
	static class Beans {

		@Bean
		AnnotatedCalls annotatedCalls(StringRedisTemplate redis) {
			return new AnnotatedCalls(redis);
		}

		@Bean
		@ConditionalOnProperty(SOCKET)
		LettuceConnectionFactory redisConnectionFactory(@Value("${" + SOCKET + "}") String socket,
				@Value("${" + POOL + "}") boolean pooled, ClientResources resources) {
			return new LettuceConnectionFactory(new RedisSocketConfiguration(socket),
					(pooled ? pooled() : LettuceClientConfiguration.builder()).clientResources(resources).build());
		}

		private static LettuceClientConfiguration.LettuceClientConfigurationBuilder pooled() {
			GenericObjectPoolConfig<StatefulConnection<?, ?>> pool = new GenericObjectPoolConfig<>();
			pool.setMaxTotal(CONNECTIONS);
			pool.setMaxIdle(CONNECTIONS);
			return LettucePoolingClientConfiguration.builder().poolConfig(pool);
		}

		@Bean
		@ConditionalOnProperty(name = NO_DELAY, havingValue = "false")
		LettuceClientOptionsBuilderCustomizer delay() {
			return (options) -> options.socketOptions(SocketOptions.builder().tcpNoDelay(false).build());
		}

	}

}
