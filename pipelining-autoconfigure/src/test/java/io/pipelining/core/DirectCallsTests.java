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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.RecordId;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.pipelining.BatchExecution;
import io.pipelining.PipelineUsageException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What cannot wait, and what Spring does on a connection of its own: cursors, blocking
 * commands, scripts, transactions and pipelines of Spring's own.
 */
class DirectCallsTests {

	private static final RedisScript<Long> INCREMENT = RedisScript.of("return redis.call('INCR', KEYS[1])", Long.class);

	private final Observer observer = new Observer(RedisServers.standalone());

	private Redis redis;

	private StringRedisTemplate strings;

	private PipelineTemplate pipelines;

	void connect(Client client) {
		connect(client, Settings.of(RedisServers.standalone()));
	}

	void connect(Client client, Settings settings) {
		this.observer.flush();
		this.redis = new Redis(client.connect(settings), Results.AUTO);
		this.strings = this.redis.strings();
		this.pipelines = this.redis.pipelines();
	}

	@AfterEach
	void close() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		this.redis.close();
		this.observer.close();
	}

	private PipelineTemplate raw() {
		return this.pipelines.with((options) -> options.withResults(Results.RAW));
	}

	private List<Integer> sizes() {
		return this.redis.listener().batches().stream().map(BatchExecution::calls).toList();
	}

	// Cursors

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aLoopOfScanAndDeleteIsAsWithoutAPipeline(Client client) {
		connect(client);
		for (int i = 0; i < 500; i++) {
			this.observer.call("SET", "scanned:" + i, "1");
		}
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("scanned:first", "1");
			try (Cursor<String> cursor = this.strings
				.scan(ScanOptions.scanOptions().match("scanned:*").count(50).build())) {
				while (cursor.hasNext()) {
					this.strings.delete(cursor.next());
				}
			}
		});
		assertThat(this.observer.keyCount()).isZero();
		assertThat(sizes().get(0)).as("what waits comes before the first page").isOne();
		assertThat(sizes()).hasSizeLessThan(50);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aCursorThatFailsGivesItsConnectionBack(Client client) {
		connect(client, Settings.of(RedisServers.standalone()).withPoolSize(1));
		this.observer.call("SET", "text", "1");
		for (int i = 0; i < 3; i++) {
			assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.pipelines.executeWithoutResult(
					(pipeline) -> this.strings.opsForSet().scan("text", ScanOptions.NONE).forEachRemaining((member) -> {
					})))
				.withStackTraceContaining("WRONGTYPE");
		}
		assertThat(this.strings.opsForValue().get("text")).isEqualTo("1");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aCursorMayBeReadAfterThePipeline(Client client) {
		connect(client);
		for (int i = 0; i < 300; i++) {
			this.observer.call("SADD", "s", "m" + i);
		}
		Cursor<String> cursor = this.pipelines
			.execute((pipeline) -> this.strings.opsForSet().scan("s", ScanOptions.scanOptions().count(10).build()));
		Set<String> members = new TreeSet<>();
		cursor.forEachRemaining(members::add);
		cursor.close();
		assertThat(members).hasSize(300);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void manyCursorsLeaveThePipelineOpen(Client client) {
		connect(client);
		this.observer.call("HSET", "h", "f", "v");
		this.pipelines.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 20; i++) {
				try (Cursor<?> cursor = this.strings.opsForHash().scan("h", ScanOptions.NONE)) {
					assertThat(cursor.hasNext()).isTrue();
				}
			}
			this.strings.opsForValue().set("a", "1");
			assertThat(pipeline.size()).isOne();
		});
		assertThat(this.observer.get("a")).isEqualTo("1");
	}

	// Blocking commands (36, 37)

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aBlockingCommandRunsAfterWhatWaits(Client client) {
		connect(client);
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			this.strings.opsForList().rightPush("q", "x");
			String popped = this.strings.opsForList().leftPop("q", 1, TimeUnit.SECONDS);
			assertThat(popped).isEqualTo("x");
			assertThat(this.observer.get("a")).isEqualTo("1");
			assertThat(this.strings.opsForList().leftPop("q", Duration.ofSeconds(1))).isNull();
			this.strings.opsForValue().set("b", "1");
			assertThat(this.observer.get("b")).isNull();
		});
		assertThat(this.observer.get("b")).isEqualTo("1");
		assertThat(sizes()).containsExactly(2, 1);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aBlockingCommandIsRefusedByNameUnderRaw(Client client) {
		connect(client);
		raw().executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().increment("n");
			assertThatExceptionOfType(PipelineUsageException.class)
				.isThrownBy(() -> this.strings.opsForList().leftPop("q", Duration.ofSeconds(1)))
				.withMessageContaining("BLPOP");
			this.strings.opsForValue().increment("n");
		});
		assertThat(this.observer.get("n")).isEqualTo("2");
		assertThat(sizes()).containsExactly(2);
	}

	// Scripts (15)

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void scriptsGiveTheirValues(Client client) {
		connect(client);
		this.observer.call("SCRIPT", "FLUSH");
		List<Object> values = new ArrayList<>();
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			Long second = this.strings.execute(INCREMENT, List.of("a"));
			Long third = this.strings.execute(INCREMENT, List.of("a"));
			String text = this.strings.opsForValue().get("a");
			values.addAll(List.of(second, third, text));
		});
		assertThat(values).containsExactly(2L, 3L, "3");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void scriptsWhoseValuesAreDroppedWaitAndShipTheirTextOnce(Client client) {
		connect(client);
		this.observer.call("SCRIPT", "FLUSH");
		List<Observer.Seen> seen = this.observer
			.commandsDuring(() -> this.pipelines.executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("a", "1");
				this.strings.execute(INCREMENT, List.of("a"));
				this.strings.execute(INCREMENT, List.of("a"));
				this.strings.execute(INCREMENT, List.of("a"));
			}));
		assertThat(this.observer.get("a")).isEqualTo("4");
		assertThat(sizes()).containsExactly(4);
		assertThat(seen.stream().map(Observer.Seen::command)).filteredOn((command) -> command.startsWith("EVAL"))
			.containsExactly("EVAL", "EVALSHA", "EVALSHA");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void deferredScriptsHaveTheirDeclaredType(Client client) {
		connect(client);
		this.observer.call("SCRIPT", "FLUSH");
		for (PipelineTemplate template : List.of(this.pipelines, raw())) {
			this.redis.listener().clear();
			List<Reply<?>> replies = new ArrayList<>();
			template.executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("a", "1");
				replies.add(pipeline.defer(() -> this.strings.execute(INCREMENT, List.of("a"))));
				replies.add(pipeline.defer(() -> this.strings.execute(INCREMENT, List.of("a"))));
				replies.add(pipeline.defer(() -> this.strings.opsForValue().get("a")));
			});
			assertThat(replies).extracting((reply) -> (Object) reply.get()).containsExactly(2L, 3L, "3");
			assertThat(sizes()).containsExactly(4);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aScriptThatDoesNotCompileFailsEachTimeAsByTheDirectCall(Client client) {
		connect(client);
		RedisScript<Long> broken = RedisScript.of("return redis.call(", Long.class);
		String direct = catchThrowableOfType(DataAccessException.class,
				() -> this.strings.execute(broken, List.of("a")))
			.getMessage();
		List<Reply<?>> replies = new ArrayList<>();
		assertThatExceptionOfType(io.pipelining.PipelineExecutionException.class)
			.isThrownBy(() -> this.pipelines.executeWithoutResult((pipeline) -> {
				replies.add(pipeline.defer(() -> this.strings.execute(broken, List.of("a"))));
				replies.add(pipeline.defer(() -> this.strings.execute(broken, List.of("a"))));
			}));
		for (Reply<?> reply : replies) {
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(reply::get).withMessage(direct);
		}
	}

	// Transactions and pipelines of Spring's own (38, rule 9)

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aTransactionOfTheCodeGivesItsOwnResults(Client client) {
		connect(client);
		for (PipelineTemplate template : List.of(this.pipelines, raw())) {
			template.executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("m0", "0");
				List<Object> results = this.strings.execute(new SessionCallback<List<Object>>() {

					@Override
					@SuppressWarnings("unchecked")
					public <K, V> List<Object> execute(RedisOperations<K, V> operations) {
						operations.multi();
						operations.opsForValue().set((K) "m1", (V) "1");
						operations.opsForValue().get("m1");
						return operations.exec();
					}

				});
				assertThat(results).containsExactly(true, "1");
				Reply<String> m0 = pipeline.defer(() -> this.strings.opsForValue().get("m0"));
				assertThat(m0.get()).isEqualTo("0");
			});
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void multiWithoutExecIsAnErrorAndLeavesTheKeyUnset(Client client) {
		connect(client);
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(() -> this.pipelines
			.executeWithoutResult((pipeline) -> this.strings.execute((RedisCallback<Object>) (connection) -> {
				connection.multi();
				connection.stringCommands().set(bytes("unset"), bytes("1"));
				return null;
			}))).withMessageContaining("EXEC");
		assertThat(this.observer.exists("unset")).isFalse();
		this.pipelines.executeWithoutResult((pipeline) -> this.strings.opsForValue().set("next", "1"));
		assertThat(this.observer.get("next")).isEqualTo("1");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aWatchedKeyThatChangesStopsTheTransaction(Client client) {
		connect(client);
		this.observer.call("SET", "w", "1");
		List<Object> results = this.pipelines.execute((pipeline) -> {
			this.strings.opsForValue().set("before", "1");
			return this.strings.execute(new SessionCallback<List<Object>>() {

				@Override
				@SuppressWarnings("unchecked")
				public <K, V> List<Object> execute(RedisOperations<K, V> operations) {
					operations.watch((K) "w");
					assertThat(operations.opsForValue().get("w")).isEqualTo("1");
					assertThat(DirectCallsTests.this.observer.get("before")).isEqualTo("1");
					DirectCallsTests.this.observer.call("SET", "w", "2");
					operations.multi();
					operations.opsForValue().set((K) "w", (V) "3");
					return operations.exec();
				}

			});
		});
		assertThat(results).isNullOrEmpty();
		assertThat(this.observer.get("w")).isEqualTo("2");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aPipelineOfSpringsOwnGivesItsOwnResults(Client client) {
		connect(client);
		for (PipelineTemplate template : List.of(this.pipelines, raw())) {
			this.redis.listener().clear();
			List<Object> results = template.execute((pipeline) -> {
				this.strings.opsForValue().set("a", "1");
				List<Object> own = this.strings.executePipelined((RedisCallback<Object>) (connection) -> {
					connection.stringCommands().get(bytes("a"));
					connection.stringCommands().incr(bytes("a"));
					return null;
				});
				this.strings.opsForValue().set("b", "1");
				assertThat(pipeline.size()).isOne();
				return own;
			});
			assertThat(results).containsExactly("1", 2L);
			assertThat(sizes()).containsExactly(1, 1);
		}
	}

	// Streams and expiry (40, 41)

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void streamsGiveTheirValues(Client client) {
		connect(client);
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForStream().createGroup("x", ReadOffset.from("0"), "g");
			RecordId first = this.strings.opsForStream().add("x", Map.of("f", "1"));
			RecordId second = this.strings.opsForStream().add("x", Map.of("f", "2"));
			assertThat(second.getValue()).isGreaterThan(first.getValue());
			assertThat(this.strings.opsForStream().size("x")).isEqualTo(2);
			List<MapRecord<String, Object, Object>> records = this.strings.opsForStream()
				.read(Consumer.from("g", "c"), StreamOffset.create("x", ReadOffset.lastConsumed()));
			assertThat(records).extracting((entry) -> entry.getValue().get("f")).containsExactly("1", "2");
			assertThat(this.strings.opsForStream().acknowledge("x", "g", first)).isOne();
		});
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void expiryGivesItsValues(Client client) {
		connect(client);
		this.pipelines.executeWithoutResult((pipeline) -> {
			assertThat(this.strings.opsForValue().increment("rl")).isOne();
			assertThat(this.strings.expire("rl", 60, TimeUnit.SECONDS)).isTrue();
			assertThat(this.strings.getExpire("rl", TimeUnit.MILLISECONDS)).isBetween(1L, 60_000L);
			assertThat(this.strings.expire("rl", 3_000_000_000L, TimeUnit.SECONDS)).isTrue();
		});
	}

	// A value that is not there yet under RAW

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aNullPointerExceptionUnderRawNamesTheCall(Client client) {
		connect(client);
		NullPointerException thrown = catchThrowableOfType(NullPointerException.class,
				() -> raw().executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("a", "1");
					Long count = this.strings.opsForValue().increment("a");
					this.strings.opsForValue().set("b", "1");
					this.strings.opsForValue().set("c", String.valueOf(count + 1));
				}));
		assertThat(thrown.getSuppressed()).singleElement()
			.satisfies((note) -> assertThat(note).hasMessageContaining("ValueOperations.increment")
				.hasMessageContaining(getClass().getName())
				.hasMessageMatching("(?s).*:\\d+ was not there yet.*")
				.hasMessageContaining("discarded 3 waiting calls"));
	}

	// Statistics

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void statisticsSayWhereValuesAreUsed(Client client) {
		connect(client);
		this.pipelines.with((options) -> options.withName("counted")).executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			this.strings.delete("b");
			assertThat(this.strings.opsForValue().get("a")).isEqualTo("1");
		});
		PipelineStatistics statistics = this.pipelines.statistics()
			.stream()
			.filter((candidate) -> candidate.pipeline().equals("counted"))
			.findFirst()
			.orElseThrow();
		assertThat(statistics.calls()).isEqualTo(3);
		assertThat(statistics.batches()).isOne();
		assertThat(statistics.valuesUsed()).isOne();
		assertThat(statistics.valuesUsedAt()).hasSize(1)
			.allSatisfy((place, count) -> assertThat(place).startsWith(getClass().getName()).matches(".*:\\d+"));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
