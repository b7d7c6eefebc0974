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

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.PipelineOperations;
import io.pipelining.PipelinePropagation;
import io.pipelining.PipelineSetupException;
import io.pipelining.Results;
import io.pipelining.annotation.Pipelined;
import io.pipelining.support.BootLine;
import io.pipelining.support.RedisCluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for annotated methods on a cluster by Jedis, which has no pipeline there: the
 * first use says what to do, and nothing is sent by halves.
 */
class JedisClusterTests {

	private static RedisCluster cluster;

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
		.withConfiguration(BootLine.redis())
		.withPropertyValues("spring.data.redis.client-type=jedis",
				"spring.data.redis.cluster.nodes="
						+ cluster.ports().stream().map((port) -> "127.0.0.1:" + port).collect(Collectors.joining(",")))
		.withBean(Service.class);

	@BeforeAll
	static void start() {
		cluster = RedisCluster.start(3, 0);
	}

	@AfterAll
	static void stop() {
		cluster.close();
	}

	static List<Consumer<Service>> ways() {
		return List.of(Service::auto, Service::raw, Service::atomic, Service::used, Service::deferred, Service::inCode);
	}

	@ParameterizedTest // 32
	@MethodSource("ways")
	void theFirstUseSaysWhatToDoAndNothingIsSent(Consumer<Service> way) {
		this.contextRunner.run((context) -> {
			assertThat(context.getBean(JedisConnectionFactory.class).isRedisClusterAware()).isTrue();
			assertThatExceptionOfType(PipelineSetupException.class)
				.isThrownBy(() -> way.accept(context.getBean(Service.class)))
				.withMessageContaining("Jedis cannot pipeline on a Redis cluster")
				.satisfies((ex) -> assertThat(ex.getAction()).contains("Use Lettuce"));
			assertThat(keys()).isZero();
			context.getBean(StringRedisTemplate.class).opsForValue().set("afterwards", "1");
			assertThat(context.getBean(StringRedisTemplate.class).delete("afterwards")).isTrue();
		});
	}

	@Test // 32
	void whatIsNotCollectedWorks() {
		this.contextRunner.run((context) -> {
			context.getBean(Service.class).left();
			assertThat(keys()).isEqualTo(2);
		});
		this.contextRunner.withPropertyValues("pipelining.enabled=false").run((context) -> {
			context.getBean(Service.class).used();
			assertThat(keys()).isEqualTo(2);
			context.getBean(StringRedisTemplate.class).delete(List.of("a", "b"));
		});
	}

	private static long keys() {
		return cluster.masters().stream().mapToLong((node) -> (Long) node.call("DBSIZE")).sum();
	}

	static class Service {

		private final StringRedisTemplate redis;

		private final PipelineOperations pipelines;

		Service(StringRedisTemplate redis, PipelineOperations pipelines) {
			this.redis = redis;
			this.pipelines = pipelines;
		}

		@Pipelined
		public void auto() {
			write();
		}

		@Pipelined(results = Results.RAW)
		public void raw() {
			write();
		}

		@Pipelined(atomic = true)
		public void atomic() {
			write();
		}

		@Pipelined
		public void used() {
			write();
			assertThat(this.redis.hasKey("a")).isTrue();
		}

		@Pipelined
		public void deferred() {
			this.pipelines.defer(() -> this.redis.opsForValue().increment("a"));
			write();
		}

		void inCode() {
			this.pipelines.executeWithoutResult((pipeline) -> write());
		}

		@Pipelined(propagation = PipelinePropagation.NOT_SUPPORTED)
		public void left() {
			write();
		}

		/** To several nodes. */
		private void write() {
			this.redis.opsForValue().set("a", "1");
			this.redis.opsForValue().set("b", "1");
		}

	}

}
