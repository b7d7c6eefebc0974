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

package io.pipelining.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.BatchExecution;
import io.pipelining.BatchObservation;
import io.pipelining.BatchObserver;
import io.pipelining.OutgoingBatch;
import io.pipelining.PipelineExecutionException;
import io.pipelining.SendTrigger;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What goes along with each batch.
 */
@ExtendWith(OutputCaptureExtension.class)
class ObserversTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private final List<String> events = new ArrayList<>();

	private Redis redis;

	private StringRedisTemplate strings;

	private void connect(Client client) {
		this.observer.flush();
		this.redis = new Redis(client.connect(RedisServers.standalone()));
		this.strings = this.redis.strings();
	}

	@AfterEach
	void close() {
		if (this.redis != null) {
			this.redis.close();
		}
		this.observer.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS", "REDISSON" })
	void goesAlongWithEachBatch(Client client) {
		connect(client);
		List<OutgoingBatch> begun = new ArrayList<>();
		PipelineTemplate pipelines = observedBy((batch) -> {
			begun.add(batch);
			assertThat(this.observer.exists("a")).as("written already").isFalse();
			return new Recording("1");
		});
		pipelines.with((options) -> options.withName("watched")).executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			this.strings.opsForValue().set("b", "1");
			this.strings.opsForList().size("l");
			assertThat(begun).isEmpty();
		});
		assertThat(begun).singleElement().satisfies((batch) -> {
			assertThat(batch.pipeline()).isEqualTo("watched");
			assertThat(batch.calls()).isEqualTo(3);
			assertThat(batch.commands()).containsOnly(Map.entry("SET", 2), Map.entry("LLEN", 1));
			assertThat(batch.trigger()).isEqualTo(SendTrigger.RETURN);
			assertThat(batch.atomic()).isFalse();
		});
		assertThat(this.events).containsExactly("1 sent", "1 ended with 3, 0 failed");
	}

	@Test
	void severalEndInTheReverseOrder() {
		connect(Client.LETTUCE);
		observedBy((batch) -> new Recording("1"), (batch) -> null, (batch) -> new Recording("2"))
			.executeWithoutResult((pipeline) -> this.strings.opsForValue().set("a", "1"));
		assertThat(this.events).containsExactly("2 sent", "1 sent", "2 ended with 1, 0 failed",
				"1 ended with 1, 0 failed");
	}

	@Test
	void batchesOverlap() {
		connect(Client.LETTUCE);
		observedBy((batch) -> new Recording(batch.trigger() + " " + batch.calls()))
			.with((options) -> options.withMaxBatchSize(2).withMaxInFlight(2))
			.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < 5; i++) {
					this.strings.opsForValue().set("a" + i, "1");
				}
			});
		assertThat(this.events).containsExactly("SIZE 2 sent", "SIZE 2 sent", "SIZE 2 ended with 2, 0 failed",
				"RETURN 1 sent", "SIZE 2 ended with 2, 0 failed", "RETURN 1 ended with 1, 0 failed");
	}

	@Test
	void learnsOfFailures() {
		connect(Client.LETTUCE);
		this.strings.opsForValue().set("text", "t");
		PipelineTemplate pipelines = observedBy((batch) -> new Recording("1"));
		assertThatExceptionOfType(PipelineExecutionException.class)
			.isThrownBy(() -> pipelines.executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("a", "1");
				this.strings.opsForList().rightPush("text", "1");
			}));
		assertThat(this.events).containsExactly("1 sent", "1 ended with 2, 1 failed");
	}

	@Test
	void learnsThatNothingCouldBeSent() {
		this.redis = new Redis(Client.LETTUCE.connect(RedisServers.freePort()));
		this.strings = this.redis.strings();
		PipelineTemplate pipelines = observedBy((batch) -> new Recording("1"));
		assertThat(catchThrowable(
				() -> pipelines.executeWithoutResult((pipeline) -> this.strings.opsForValue().set("a", "1"))))
			.isNotNull();
		assertThat(this.events).first().isEqualTo("1 sent");
		assertThat(this.events).last().asString().startsWith("1 ended with 1, 0 failed, ");
		assertThat(this.events).hasSize(2);
	}

	@Test // 54
	void thereIsNothingToGoAlongWithWhereNothingIsSent() {
		connect(Client.LETTUCE);
		observedBy((batch) -> new Recording("1")).executeWithoutResult((pipeline) -> {
		});
		assertThat(this.events).isEmpty();
	}

	@ParameterizedTest // 62
	@EnumSource(names = { "LETTUCE", "JEDIS", "REDISSON" })
	void mayUseTheTemplate(Client client) {
		connect(client);
		List<@Nullable Object> values = new ArrayList<>();
		List<OutgoingBatch> begun = new ArrayList<>();
		PipelineTemplate pipelines = this.redis.builder().observers(() -> List.of((batch) -> {
			begun.add(batch);
			values.add(this.strings.opsForValue().increment("begun"));
			values.add(this.strings.opsForValue().get("a"));
			return new BatchObservation() {

				@Override
				public void sent() {
					values.add(ObserversTests.this.strings.opsForValue().increment("sent"));
				}

				@Override
				public void ended(BatchExecution batch) {
					values.add(ObserversTests.this.strings.opsForValue().get("a"));
					ObserversTests.this.redis.pipelines()
						.executeWithoutResult((own) -> ObserversTests.this.strings.opsForValue().set("own", "1"));
					values.add(ObserversTests.this.strings.opsForValue().get("own"));
				}

			};
		})).build();
		String value = pipelines.execute((pipeline) -> {
			this.strings.opsForList().rightPush("l", "1");
			this.strings.opsForList().rightPush("l", "2");
			this.strings.opsForValue().set("a", "real");
			return this.strings.opsForValue().get("a");
		});
		assertThat(value).isEqualTo("real");
		assertThat(values).containsExactly(1L, null, 1L, "real", "1");
		assertThat(begun).hasSize(1);
		assertThat(this.redis.listener().sizes()).containsExactly(4);
		assertThat(this.observer.call("LRANGE", "l", "0", "-1")).isEqualTo(List.of("1", "2"));
	}

	@Test
	void oneThatThrowsHarmsNobody(CapturedOutput output) {
		connect(Client.LETTUCE);
		observedBy((batch) -> {
			throw new IllegalStateException("cannot begin");
		}, (batch) -> new BatchObservation() {

			@Override
			public void sent() {
				throw new AssertionError("cannot be sent");
			}

			@Override
			public void ended(BatchExecution batch) {
				throw new IllegalStateException("cannot end");
			}

		}, (batch) -> new Recording("1")).executeWithoutResult((pipeline) -> this.strings.opsForValue().set("a", "1"));
		assertThat(this.observer.exists("a")).isTrue();
		assertThat(this.events).containsExactly("1 sent", "1 ended with 1, 0 failed");
		assertThat(output).contains("cannot begin", "cannot be sent", "cannot end");
	}

	@Test
	void thoseThatCannotBeMadeHarmNobody() {
		connect(Client.LETTUCE);
		this.redis.builder().observers(() -> {
			throw new IllegalStateException("not there");
		}).build().executeWithoutResult((pipeline) -> this.strings.opsForValue().set("a", "1"));
		assertThat(this.observer.exists("a")).isTrue();
	}

	private PipelineTemplate observedBy(BatchObserver... observers) {
		return this.redis.builder().observers(() -> List.of(observers)).build();
	}

	private final class Recording implements BatchObservation {

		private final String name;

		Recording(String name) {
			this.name = name;
		}

		@Override
		public void sent() {
			ObserversTests.this.events.add(this.name + " sent");
		}

		@Override
		public void ended(BatchExecution batch) {
			ObserversTests.this.events.add(this.name + " ended with " + batch.calls() + ", " + batch.failures().size()
					+ " failed" + ((batch.error() != null) ? ", " + batch.error() : ""));
		}

	}

}
