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

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.BatchExecution;
import io.pipelining.CallFailure;
import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineOptions;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.SendTrigger;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * The limits of a batch (rule 10), and bad input.
 */
class LimitsTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private Redis redis;

	private StringRedisTemplate strings;

	private void connect(Client client, int port) {
		this.redis = new Redis(client.connect(Settings.of(port)), Results.RAW);
		this.strings = this.redis.strings();
	}

	private void connect(Client client) {
		this.observer.flush();
		connect(client, RedisServers.standalone());
	}

	@AfterEach
	void close() {
		if (this.redis != null) {
			this.redis.close();
		}
		this.observer.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_WITHOUT_CARRIER", "JEDIS", "REDISSON" })
	void sendsAtTheLimitWhileCollectingGoesOn(Client client) {
		connect(client);
		Reply<String> last = this.redis.pipelines().execute((pipeline) -> {
			for (int i = 0; i < 2500; i++) {
				this.strings.opsForValue().set("k" + i, "v" + i);
			}
			assertThat(pipeline.size()).isEqualTo(500);
			return pipeline.defer(() -> this.strings.opsForValue().get("k2499"));
		});
		assertThat(last.get()).isEqualTo("v2499");
		assertThat(this.redis.listener().sizes()).containsExactly(1000, 1000, 501);
		assertThat(this.redis.listener().batches()).extracting(BatchExecution::trigger)
			.containsExactly(SendTrigger.SIZE, SendTrigger.SIZE, SendTrigger.RETURN);
		assertThat(this.observer.keyCount()).isEqualTo(2500);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_WITHOUT_CARRIER", "JEDIS", "REDISSON" })
	void keepsTheOrder(Client client) {
		connect(client);
		this.redis.pipelines()
			.with((options) -> options.withMaxBatchSize(7).withMaxInFlight(3))
			.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < 1000; i++) {
					this.strings.opsForList().rightPush("l", String.valueOf(i));
				}
			});
		List<String> pushed = this.strings.opsForList().range("l", 0, -1);
		assertThat(pushed).hasSize(1000);
		for (int i = 0; i < 1000; i++) {
			assertThat(pushed.get(i)).isEqualTo(String.valueOf(i));
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void sendsAtTheLimitOfBytes(Client client) {
		connect(client);
		String value = "v".repeat(1000);
		this.redis.pipelines().with((options) -> options.withMaxBatchBytes(10_000)).executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 25; i++) {
				this.strings.opsForValue().set("k" + i, value);
			}
		});
		assertThat(this.redis.listener().sizes()).containsExactly(10, 10, 5);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void deferredSuppliersOfEarlierBatchesAreCompletedToo(Client client) {
		connect(client);
		List<Reply<String>> replies = this.redis.pipelines()
			.with((options) -> options.withMaxBatchSize(10))
			.execute((pipeline) -> java.util.stream.IntStream.range(0, 95).mapToObj((i) -> pipeline.defer(() -> {
				Long length = this.strings.opsForList().rightPush("l" + i, "x");
				return length + this.strings.opsForList().index("l" + i, 0);
			})).toList());
		assertThat(replies).allSatisfy((reply) -> assertThat(reply.get()).isEqualTo("1x"));
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void everyFailureOfEveryBatchIsReported(Client client) {
		int port = RedisServers.withSettings("maxmemory 1mb", "maxmemory-policy noeviction");
		connect(client, port);
		String value = "v".repeat(1024);
		try (Observer full = new Observer(port)) {
			full.flush();
			countFailures(value, full);
		}
	}

	private void countFailures(String value, Observer full) {
		PipelineExecutionException failure = catchThrowableOfType(PipelineExecutionException.class,
				() -> this.redis.pipelines().executeWithoutResult((pipeline) -> {
					for (int i = 0; i < 5000; i++) {
						this.strings.opsForValue().set("oom" + i, value);
					}
				}));
		assertThat(failure.getCallCount()).isEqualTo(5000);
		assertThat(failure).hasMessageContaining(failure.getFailures().size() + " of 5000 calls failed")
			.hasMessageContaining("OOM");
		assertThat(failure.getFailures()).hasSize(5000 - (int) full.keyCount())
			.extracting(CallFailure::index)
			.isSorted();
	}

	@Tag("slow")
	@ParameterizedTest
	@CsvSource({ "LETTUCE", "JEDIS" })
	void aMillionCallsRunInASmallHeap(String client) throws IOException, InterruptedException {
		this.observer.flush();
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx128m", "-cp", System.getProperty("java.class.path"), ManyCalls.class.getName(), client,
				String.valueOf(RedisServers.standalone()), "1000000")
			.inheritIO()
			.start();
		try {
			assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
			assertThat(process.exitValue()).isZero();
		}
		finally {
			process.destroyForcibly();
		}
		assertThat(this.observer.keyCount()).isEqualTo(1_000_000);
		this.observer.flush();
	}

	// Bad input

	@Test
	void refusesLimitsThatMakeNoSense() {
		PipelineOptions options = PipelineOptions.defaults();
		assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxBatchSize(-1))
			.withMessage("'maxBatchSize' must be 0 (no limit) or more, not -1");
		assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxBatchBytes(-1))
			.withMessage("'maxBatchBytes' must be 0 (no limit) or more, not -1");
		assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxInFlight(0))
			.withMessage("'maxInFlight' must be 1 or more, not 0");
		assertThatIllegalArgumentException().isThrownBy(() -> options.withTimeout(Duration.ofSeconds(-1)))
			.withMessage("'timeout' must be from 1 ms to 24 days, not PT-1S");
		assertThatIllegalArgumentException().isThrownBy(() -> options.withTimeout(Duration.ofDays(10_000)));
		assertThatIllegalArgumentException().isThrownBy(() -> options.withName(" "));
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void takesAnArgumentOfAHundredMegabytes(Client client) {
		connect(client);
		String huge = "v".repeat(100 * 1024 * 1024);
		this.redis.pipelines().executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			this.strings.opsForValue().set("huge", huge);
			this.strings.opsForValue().set("b", "1");
		});
		assertThat(this.observer.call("STRLEN", "huge")).isEqualTo((long) huge.length());
		assertThat(this.redis.listener().sizes()).containsExactly(2, 1);
		this.observer.flush();
	}

	@Tag("slow")
	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void takesAMillionCallsAsOneBatchUnderRaw(Client client) {
		connect(client);
		PipelineTemplate unlimited = this.redis.pipelines()
			.with((options) -> options.withResults(Results.RAW)
				.withMaxBatchSize(0)
				.withMaxBatchBytes(0)
				.withTimeout(Duration.ofMinutes(3)));
		Reply<Long> last = unlimited.execute((pipeline) -> {
			for (int i = 1; i < 1_000_000; i++) {
				this.strings.opsForValue().increment("million");
			}
			return pipeline.defer(() -> this.strings.opsForValue().increment("million"));
		});
		assertThat(last.get()).isEqualTo(1_000_000);
		assertThat(this.observer.get("million")).isEqualTo("1000000");
		assertThat(this.redis.listener().sizes()).containsExactly(1_000_000);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void takesAKeyWithoutBytes(Client client) {
		connect(client);
		Reply<String> reply = this.redis.pipelines().execute((pipeline) -> {
			this.strings.opsForValue().set("", "empty");
			return pipeline.defer(() -> this.strings.opsForValue().get(""));
		});
		assertThat(reply.get()).isEqualTo("empty");
		assertThat(this.observer.get("")).isEqualTo("empty");
	}

	/**
	 * Makes many calls in one pipeline, in a JVM of its own.
	 */
	static final class ManyCalls {

		private ManyCalls() {
		}

		public static void main(String[] arguments) {
			int calls = Integer.parseInt(arguments[2]);
			String value = "v".repeat(100);
			try (Redis redis = new Redis(
					Client.valueOf(arguments[0]).connect(Settings.of(Integer.parseInt(arguments[1]))), Results.AUTO)) {
				redis.pipelines().executeWithoutResult((pipeline) -> {
					for (int i = 0; i < calls; i++) {
						redis.strings().opsForValue().set("k" + i, value);
					}
				});
			}
		}

	}

}
