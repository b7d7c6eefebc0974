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

package io.pipelining.test;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.BatchExecution;
import io.pipelining.OnException;
import io.pipelining.SendTrigger;
import io.pipelining.annotation.Pipelined;
import io.pipelining.autoconfigure.PipeliningAutoConfiguration;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.BootLine;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link BatchRecorder}.
 */
class BatchRecorderTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private final BatchRecorder recorder = new BatchRecorder();

	private Redis redis;

	private StringRedisTemplate strings;

	private PipelineTemplate pipelines;

	@BeforeEach
	void connect() {
		this.observer.flush();
		this.redis = new Redis(Client.LETTUCE.connect(RedisServers.standalone()));
		this.strings = this.redis.strings();
		this.pipelines = PipelineTemplate.builder(this.redis.factory()).listeners(() -> List.of(this.recorder)).build();
	}

	@AfterEach
	void close() {
		this.redis.close();
		this.observer.close();
	}

	@Test
	void saysInOneLineWhatAMethodSent() {
		this.recorder.during(() -> warm(12)).assertOneBatchOf(12, "SET");
	}

	@Test
	void worksAsABeanOfAnApplication() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
			.withConfiguration(BootLine.redis())
			.withPropertyValues("spring.data.redis.host=127.0.0.1",
					"spring.data.redis.port=" + RedisServers.standalone())
			.withBean(BatchRecorder.class)
			.withBean(Catalog.class)
			.run((context) -> context.getBean(BatchRecorder.class)
				.during(() -> context.getBean(Catalog.class).warm())
				.of("catalog-warm")
				.assertOneBatchOf(2, "SET", "RPUSH")
				.assertNoFailure());
	}

	@Test
	void recordsFromTheStartOrSinceItWasCleared() {
		warm(2);
		warm(3);
		this.recorder.recorded().assertBatchesOf(2, 3).assertCommands(Map.of("SET", 5));
		this.recorder.clear();
		this.recorder.recorded().assertNoBatch();
		this.recorder.during(() -> warm(1)).assertOneBatchOf(1);
		this.recorder.during(() -> {
			warm(4);
			this.recorder.clear();
			warm(5);
		}).assertNoBatch();
	}

	@Test
	void showsWhatThereIs() {
		RecordedBatches recorded = this.recorder.during(() -> {
			warm(2);
			this.pipelines.with((options) -> options.withName("other")).executeWithoutResult((pipeline) -> {
				this.strings.opsForList().rightPush("l", "v");
				this.strings.opsForList().size("l");
				pipeline.send();
				this.strings.opsForValue().set("k", "v");
			});
		});
		assertThat(recorded.toList()).extracting(BatchExecution::pipeline).containsExactly("default", "other", "other");
		assertThat(recorded.sizes()).containsExactly(2, 2, 1);
		assertThat(recorded.calls()).isEqualTo(5);
		assertThat(recorded.commands()).isEqualTo(Map.of("SET", 3, "RPUSH", 1, "LLEN", 1));
		assertThat(recorded.of("other").sizes()).containsExactly(2, 1);
		recorded.of("other")
			.assertTriggers(SendTrigger.EXPLICIT, SendTrigger.RETURN)
			.assertCommands("LLEN", "SET", "RPUSH");
		recorded.of("nobody").assertNoBatch();
	}

	@Test
	void showsWhatWasDiscarded() {
		RecordedBatches recorded = this.recorder.during(() -> assertThat(
				catchThrowable(() -> this.pipelines.with((options) -> options.withOnException(OnException.DISCARD))
					.executeWithoutResult((pipeline) -> {
						this.strings.opsForValue().set("k", "v");
						throw new IllegalStateException();
					})))
			.isNotNull());
		recorded.assertNoBatch().assertDiscarded(1).of("default").assertDiscarded(1);
		recorded.of("other").assertDiscarded(0);
		assertThat(recorded.discarded()).isEqualTo(1);
		assertThat(recorded).hasToString("nothing was sent\n  1 calls were discarded");
	}

	@Test
	void eachAssertionFailsWithWhatWasSent() {
		this.strings.opsForValue().set("text", "secret");
		RecordedBatches recorded = this.recorder.during(() -> {
			warm(3);
			catchThrowable(() -> this.pipelines
				.executeWithoutResult((pipeline) -> this.strings.opsForList().rightPush("text", "v")));
		});
		fails("batches of [4] calls", () -> recorded.assertOneBatchOf(4));
		fails("batches of [3] calls", () -> recorded.assertOneBatchOf(3));
		fails("batches of [1, 3] calls", () -> recorded.assertBatchesOf(1, 3));
		fails("no batch", recorded::assertNoBatch);
		fails("the commands [SET]", () -> recorded.assertCommands("SET"));
		fails("the commands [GET, RPUSH, SET]", () -> recorded.assertCommands("SET", "RPUSH", "GET"));
		fails("the commands {SET=3}", () -> recorded.assertCommands(Map.of("SET", 3)));
		fails("the commands {RPUSH=2, SET=3}", () -> recorded.assertCommands(Map.of("SET", 3, "RPUSH", 2)));
		fails("batches triggered by [VALUE]", () -> recorded.assertTriggers(SendTrigger.VALUE));
		fails("no failure", recorded::assertNoFailure);
		fails("1 discarded calls", () -> recorded.assertDiscarded(1));
		fails("the commands [GET]", () -> this.recorder.during(() -> warm(2)).assertOneBatchOf(2, "GET"));
	}

	private static void fails(String expected, Runnable assertion) {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion::run)
			.withMessageStartingWith("Expected " + expected + ", but there were ")
			.withMessageContaining("\n  Batch of ")
			.withMessageNotContainingAny("text", "secret");
	}

	@Test
	void throwsWhatTheCodeThrows() {
		assertThatIOException().isThrownBy(() -> this.recorder.during(() -> {
			throw new IOException();
		}));
		assertThatIllegalStateException().isThrownBy(() -> this.recorder.during(() -> {
			throw new IllegalStateException();
		}));
	}

	private void warm(int count) {
		this.pipelines.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < count; i++) {
				this.strings.opsForValue().set("k" + i, "v");
			}
		});
	}

	static class Catalog {

		private final StringRedisTemplate redis;

		Catalog(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		void warm() {
			this.redis.opsForValue().set("k", "v");
			this.redis.opsForList().rightPush("l", "v");
		}

	}

}
