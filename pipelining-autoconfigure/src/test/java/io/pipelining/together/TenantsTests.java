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

package io.pipelining.together;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConnection;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.PipelinePropagation;
import io.pipelining.annotation.Pipelined;
import io.pipelining.autoconfigure.PipeliningAutoConfiguration;
import io.pipelining.support.BootLine;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.RedisServers;
import io.pipelining.test.BatchRecorder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link Pipelined @Pipelined} on a connection factory that routes by the tenant of the
 * thread, to a server for each.
 */
class TenantsTests {

	private final Observer first = new Observer(RedisServers.standalone());

	private final Observer second = new Observer(RedisServers.withSettings("databases 4"));

	@BeforeEach
	void flush() {
		this.first.flush();
		this.second.flush();
	}

	@AfterEach
	void close() {
		this.first.close();
		this.second.close();
	}

	private static ApplicationContextRunner application(Client client) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
			.withConfiguration(BootLine.redis())
			.withBean(TenantConnectionFactory.class, client)
			.withBean(BatchRecorder.class)
			.withBean(Catalog.class);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void eachTenantsCallsGoToItsServer(Client client) {
		application(client).run((context) -> {
			Catalog catalog = context.getBean(Catalog.class);
			BatchRecorder batches = context.getBean(BatchRecorder.class);
			batches.during(() -> as("first", () -> catalog.warm("a"))).assertBatchesOf(3, 1);
			batches.during(() -> as("second", () -> catalog.warm("b"))).assertBatchesOf(3, 1);
			assertThat(this.first.contents()).containsOnlyKeys("a0", "a1", "count", "last");
			assertThat(this.second.contents()).containsOnlyKeys("b0", "b1", "count", "last");
		});
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void tenantsOfManyThreadsAreKeptApart(Client client) {
		int runs = 50;
		application(client).run((context) -> {
			Catalog catalog = context.getBean(Catalog.class);
			ExecutorService threads = Executors.newFixedThreadPool(4);
			try {
				List<Future<List<Long>>> counts = new ArrayList<>();
				for (int thread = 0; thread < 4; thread++) {
					String tenant = (thread % 2 == 0) ? "first" : "second";
					counts.add(threads.submit(() -> IntStream.range(0, runs)
						.mapToObj((run) -> as(tenant, () -> catalog.warm(tenant)))
						.toList()));
				}
				for (Future<List<Long>> values : counts) {
					assertThat(values.get(60, TimeUnit.SECONDS)).isSorted().doesNotHaveDuplicates();
				}
			}
			finally {
				threads.shutdownNow();
			}
			assertThat(this.first.contents()).containsOnlyKeys("first0", "first1", "count", "last");
			assertThat(this.second.contents()).containsOnlyKeys("second0", "second1", "count", "last");
			assertThat(this.first.get("count")).isEqualTo("100");
			assertThat(this.second.get("count")).isEqualTo("100");
		});
	}

	@Test
	void aPipelineOfAnotherTenantInsideIsOneOfItsOwn() {
		application(Client.LETTUCE).run((context) -> {
			Catalog catalog = context.getBean(Catalog.class);
			context.getBean(BatchRecorder.class)
				.during(() -> as("first", () -> catalog.outer(() -> as("second", catalog::inner))))
				.assertBatchesOf(1, 2);
			assertThat(this.first.contents()).containsOnlyKeys("before", "after");
			assertThat(this.second.contents()).containsOnlyKeys("inner");
		});
	}

	private static <T> T as(String tenant, Callable<T> action) {
		TenantConnectionFactory.TENANT.set(tenant);
		try {
			return action.call();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			TenantConnectionFactory.TENANT.remove();
		}
	}

	static class Catalog {

		private final StringRedisTemplate redis;

		Catalog(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		long warm(String prefix) {
			this.redis.opsForValue().set(prefix + 0, "v");
			this.redis.opsForValue().set(prefix + 1, "v");
			Long count = this.redis.opsForValue().increment("count");
			this.redis.opsForValue().set("last", prefix);
			return count;
		}

		@Pipelined
		boolean outer(Runnable inner) {
			this.redis.opsForValue().set("before", "v");
			inner.run();
			TenantConnectionFactory.TENANT.set("first");
			this.redis.opsForValue().set("after", "v");
			return true;
		}

		@Pipelined(propagation = PipelinePropagation.REQUIRES_NEW)
		boolean inner() {
			this.redis.opsForValue().set("inner", "v");
			return true;
		}

	}

	static class TenantConnectionFactory implements RedisConnectionFactory, DisposableBean {

		static final ThreadLocal<String> TENANT = new ThreadLocal<>();

		private final Map<String, RedisConnectionFactory> factories;

		TenantConnectionFactory(Client client) {
			this.factories = Map.of("first", client.connect(RedisServers.standalone()), "second",
					client.connect(RedisServers.withSettings("databases 4")));
		}

		private RedisConnectionFactory factory() {
			String tenant = TENANT.get();
			assertThat(tenant).as("tenant of the thread").isNotNull();
			return this.factories.get(tenant);
		}

		@Override
		public RedisConnection getConnection() {
			return factory().getConnection();
		}

		@Override
		public RedisClusterConnection getClusterConnection() {
			return factory().getClusterConnection();
		}

		@Override
		public RedisSentinelConnection getSentinelConnection() {
			return factory().getSentinelConnection();
		}

		@Override
		public boolean getConvertPipelineAndTxResults() {
			return true;
		}

		@Override
		public DataAccessException translateExceptionIfPossible(RuntimeException ex) {
			return this.factories.get("first").translateExceptionIfPossible(ex);
		}

		@Override
		public void destroy() {
			this.factories.values().forEach(Client::close);
		}

	}

}
