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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.pipelining.PipelineUsageException;
import io.pipelining.Results;
import io.pipelining.SendPhase;
import io.pipelining.PipelinePropagation;
import io.pipelining.annotation.Pipelined;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.BootLine;
import io.pipelining.support.RecordingListener;
import io.pipelining.support.RedisCluster;
import io.pipelining.support.RedisCluster.Node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Annotated methods on a cluster by Jedis, which cannot pipeline there: the first use
 * says what to do, and as a look at each node shows, nothing is sent by halves.
 */
@TestInstance(Lifecycle.PER_CLASS)
class JedisClusterTests {

	/** Each master has one of them. */
	private static final List<String> KEYS = List.of("a", "b", "c");

	private ApplicationContextRunner contextRunner;

	private RedisCluster cluster;

	@BeforeAll
	void start() {
		this.cluster = RedisCluster.start(3, 0);
		assertThat(KEYS.stream().map(this.cluster::masterOf).distinct()).hasSize(3);
		this.contextRunner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
			.withConfiguration(BootLine.redis())
			.withPropertyValues("spring.data.redis.client-type=jedis",
					"spring.data.redis.cluster.nodes=127.0.0.1:" + this.cluster.ports().get(0))
			.withBean(RecordingListener.class)
			.withBean(Shop.class);
	}

	@AfterAll
	void stop() {
		this.cluster.close();
	}

	@BeforeEach
	void clean() {
		this.cluster.flush();
		this.cluster.masters().forEach((node) -> node.call("CONFIG", "RESETSTAT"));
	}

	@ParameterizedTest // 32
	@EnumSource
	void theFirstUseSaysWhatToDoAndNothingIsSent(Use use) {
		this.contextRunner.run((context) -> {
			assertThat(context.getBean(RedisConnectionFactory.class)).isInstanceOf(JedisConnectionFactory.class);
			Shop shop = context.getBean(Shop.class);
			for (int attempt = 0; attempt < 2; attempt++) {
				PipelineUsageException refused = catchThrowableOfType(PipelineUsageException.class,
						() -> use.code.accept(shop));
				assertThat(refused).hasMessageContaining("Jedis cannot pipeline on a Redis cluster")
					.hasMessageContaining("Use Lettuce for it, or leave these calls out of a pipeline");
				assertThatNothingWasSent();
				assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
			}
			assertThat(context.getBean(RecordingListener.class).batches()).isEmpty();
			// Without a pipeline it works as ever
			shop.plain();
			assertThatAllIsThere();
		});
	}

	@Test
	void whoOverlooksItSendsNothingEither() {
		this.contextRunner.run((context) -> {
			assertThat(catchThrowable(context.getBean(Shop.class)::stubborn)).isNull();
			assertThatNothingWasSent();
			assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		});
	}

	@Test
	void aMethodThatCallsNothingIsNotRefused() {
		this.contextRunner.run((context) -> assertThat(context.getBean(Shop.class).empty()).isEqualTo("done"));
	}

	@Test
	void isToBeHadWithoutPipelines() {
		this.contextRunner.run((context) -> {
			context.getBean(Shop.class).aside();
			assertThatAllIsThere();
		});
		this.cluster.flush();
		this.contextRunner.withPropertyValues("pipelining.enabled=false").run((context) -> {
			context.getBean(Shop.class).dropped();
			assertThatAllIsThere();
		});
		this.cluster.flush();
		this.contextRunner.withPropertyValues("pipelining.pipelines.dropped.enabled=false").run((context) -> {
			context.getBean(Shop.class).dropped();
			assertThatAllIsThere();
		});
	}

	private void assertThatNothingWasSent() {
		for (Node node : this.cluster.masters()) {
			assertThat(node.observer().keyCount()).isZero();
			assertThat(node.observer().commandCalls("set")).isZero();
		}
	}

	private void assertThatAllIsThere() {
		assertThat(this.cluster.masters()).allSatisfy((node) -> assertThat(node.observer().keyCount()).isOne());
	}

	/**
	 * What the annotated method does.
	 */
	enum Use {

		DROPPED(Shop::dropped), USED(Shop::used), RAW(Shop::raw), ATOMIC(Shop::atomic), DEFERRED(Shop::deferred),
		AFTER_COMMIT(Shop::afterCommit), BLOCKING(Shop::blocking), OF_SEVERAL_SLOTS(Shop::ofSeveralSlots),
		SPLIT(Shop::split), BY_TEMPLATE(Shop::byTemplate);

		private final Consumer<Shop> code;

		Use(Consumer<Shop> code) {
			this.code = code;
		}

	}

	static class Shop {

		private final StringRedisTemplate redis;

		private final PipelineTemplate pipelines;

		Shop(StringRedisTemplate redis, PipelineTemplate pipelines) {
			this.redis = redis;
			this.pipelines = pipelines;
		}

		void plain() {
			KEYS.forEach((key) -> this.redis.opsForValue().set(key, "1"));
		}

		@Pipelined("dropped")
		void dropped() {
			plain();
		}

		@Pipelined
		void used() {
			for (String key : KEYS) {
				this.redis.opsForValue().set(key, "1");
				if (!"1".equals(this.redis.opsForValue().get(key))) {
					throw new IllegalStateException();
				}
			}
		}

		@Pipelined(results = Results.RAW)
		void raw() {
			plain();
		}

		@Pipelined(atomic = true)
		void atomic() {
			this.redis.opsForValue().set("{a}1", "1");
			this.redis.opsForValue().set("{a}2", "1");
		}

		@Pipelined
		void deferred() {
			KEYS.forEach((key) -> this.pipelines.defer(() -> this.redis.opsForValue().setIfAbsent(key, "1")));
		}

		@Pipelined(phase = SendPhase.AFTER_COMMIT)
		void afterCommit() {
			plain();
		}

		@Pipelined
		void blocking() {
			this.redis.opsForList().leftPop("a", 10, TimeUnit.MILLISECONDS);
			plain();
		}

		@Pipelined
		void ofSeveralSlots() {
			this.redis.opsForSet().unionAndStore("a", "b", "c");
			plain();
		}

		@Pipelined
		void split() {
			this.redis.execute((RedisCallback<?>) (connection) -> connection.keyCommands()
				.del("a".getBytes(), "b".getBytes(), "c".getBytes()));
			plain();
		}

		void byTemplate() {
			this.pipelines.executeWithoutResult((pipeline) -> plain());
		}

		@Pipelined
		void stubborn() {
			for (String key : KEYS) {
				try {
					this.redis.opsForValue().set(key, "1");
				}
				catch (PipelineUsageException ex) {
					// Overlooked
				}
			}
		}

		@Pipelined
		String empty() {
			return "done";
		}

		@Pipelined(propagation = PipelinePropagation.NOT_SUPPORTED)
		void aside() {
			plain();
		}

	}

}
