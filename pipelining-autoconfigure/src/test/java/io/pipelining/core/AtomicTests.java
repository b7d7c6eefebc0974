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

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.domain.Range;
import org.springframework.data.geo.Point;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

import io.pipelining.BatchExecution;
import io.pipelining.CallFailure;
import io.pipelining.OnException;
import io.pipelining.Pipeline;
import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.PipelinePropagation;
import io.pipelining.PipelineUsageException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.SendTrigger;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.Observer.Seen;
import io.pipelining.support.RecordingListener.Discard;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * Atomic pipelines (rule 11), on drivers that have them.
 */
class AtomicTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private Redis redis;

	private StringRedisTemplate strings;

	private PipelineTemplate atomic;

	private PipelineTemplate raw;

	@BeforeEach
	void clean() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		if (this.redis != null) {
			this.redis.close();
		}
		this.observer.close();
	}

	private void connect(Client client) {
		connect(client, Settings.of(RedisServers.standalone()));
	}

	private void connect(Client client, Settings settings) {
		this.redis = new Redis(client.connect(settings));
		this.strings = this.redis.strings();
		this.atomic = this.redis.pipelines().with((options) -> options.withName("atomic").withAtomic(true));
		this.raw = this.atomic.with((options) -> options.withResults(Results.RAW));
		this.strings.hasKey("connect");
	}

	// One batch between MULTI and EXEC

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_WITHOUT_CARRIER", "JEDIS" })
	void runsBetweenMultiAndExecOnOneConnection(Client client) {
		connect(client);
		List<Seen> seen = this.observer.commandsDuring(() -> this.atomic.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			this.strings.opsForValue().increment("a");
			this.strings.opsForList().rightPush("l", "x");
			assertThat(pipeline.size()).isEqualTo(3);
			assertThat(this.observer.keyCount()).isZero();
		}));
		List<Seen> transaction = seen.stream().dropWhile((command) -> !command.command().equals("MULTI")).toList();
		assertThat(transaction).extracting(Seen::text)
			.startsWith("MULTI", "SET a 1", "INCR a", "RPUSH l x", "EXEC")
			.hasSize(5);
		assertThat(transaction).extracting(Seen::client).containsOnly(transaction.get(0).client());
		assertThat(this.observer.get("a")).isEqualTo("2");
		BatchExecution batch = onlyBatch();
		assertThat(batch.atomic()).isTrue();
		assertThat(batch.calls()).isEqualTo(3);
		assertThat(batch.commands()).isEqualTo(Map.of("SET", 1, "INCR", 1, "RPUSH", 1));
		assertThat(batch.trigger()).isEqualTo(SendTrigger.RETURN);
		assertThat(batch.failures()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_WITHOUT_CARRIER", "JEDIS" })
	void nobodysCommandsAreInBetween(Client client) {
		connect(client);
		AtomicBoolean done = new AtomicBoolean();
		List<CompletableFuture<Void>> others = IntStream.range(0, 3)
			.mapToObj((other) -> CompletableFuture.runAsync(() -> {
				while (!done.get()) {
					this.strings.opsForValue().get("other");
					this.redis.pipelines().executeWithoutResult((pipeline) -> {
						this.strings.opsForValue().set("other", "1");
						this.strings.opsForValue().set("other", "2");
					});
				}
			}))
			.toList();
		try {
			for (int i = 0; i < 300; i++) {
				String value = String.valueOf(i);
				List<Reply<Long>> lengths = this.raw.execute((pipeline) -> {
					this.strings.delete("list");
					List<Reply<Long>> replies = new ArrayList<>();
					for (int j = 0; j < 20; j++) {
						replies.add(pipeline.defer(() -> this.strings.opsForList().rightPush("list", value)));
					}
					return replies;
				});
				for (int j = 0; j < 20; j++) {
					assertThat(lengths.get(j).get()).isEqualTo(j + 1);
				}
			}
		}
		finally {
			done.set(true);
			others.forEach(CompletableFuture::join);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_WITHOUT_CARRIER", "JEDIS" })
	void transactionsOfManyThreadsDoNotMix(Client client) {
		connect(client);
		List<CompletableFuture<Void>> threads = IntStream.range(0, 16)
			.mapToObj((thread) -> CompletableFuture.runAsync(() -> {
				for (int i = 0; i < 50; i++) {
					Reply<String> own = this.raw.execute((pipeline) -> {
						this.strings.opsForValue().set("mine", "t" + thread);
						this.strings.opsForValue().append("mine", "-" + thread);
						return pipeline.defer(() -> this.strings.opsForValue().get("mine"));
					});
					assertThat(own.get()).isEqualTo("t" + thread + "-" + thread);
				}
			}))
			.toList();
		threads.forEach(CompletableFuture::join);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void withoutCallsNothingIsSent(Client client) {
		connect(client);
		List<Seen> seen = this.observer.commandsDuring(() -> {
			this.atomic.executeWithoutResult((pipeline) -> {
			});
			this.raw.executeWithoutResult((pipeline) -> this.strings.opsForValue().multiGet(List.of()));
		});
		assertThat(seen).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void repliesAreThoseOfTheDirectCalls(Client client) {
		connect(client);
		this.strings.opsForValue().set("text", "value");
		this.strings.opsForZSet().add("z", "a", 1);
		this.strings.opsForZSet().add("z", "b", 2);
		this.strings.opsForHash().put("h", "f", "v");
		this.strings.opsForSet().add("s", "m");
		this.strings.opsForGeo().add("g", new Point(13.36, 38.11), "Palermo");
		this.strings.opsForStream().add("x", Map.of("k", "v"));
		this.redis.objects().opsForValue().set("object", List.of(1L, "two"));
		List<Supplier<Object>> reads = List.of(() -> this.strings.opsForValue().get("text"),
				() -> this.strings.opsForValue().get("missing"),
				() -> this.strings.opsForValue().multiGet(List.of("text", "missing")),
				() -> this.strings.opsForZSet().rangeWithScores("z", 0, -1),
				() -> this.strings.opsForHash().entries("h"), () -> this.strings.opsForSet().isMember("s", "m", "no"),
				() -> this.strings.opsForGeo().position("g", "Palermo", "no"),
				() -> this.strings.opsForStream().range("x", Range.unbounded()),
				() -> this.redis.objects().opsForValue().get("object"), () -> this.strings.hasKey("text"),
				() -> this.strings.getExpire("text", TimeUnit.SECONDS), () -> this.strings.type("z"),
				() -> this.strings.opsForZSet().score("z", "a"),
				() -> this.strings.opsForValue().setIfAbsent("text", "no"),
				() -> this.strings.opsForGeo().distance("g", "Palermo", "Palermo"),
				() -> this.strings.opsForZSet().popMin("nothing", 2), () -> this.strings.dump("text"),
				() -> this.strings.keys("te*"));
		List<Object> direct = reads.stream().map(Supplier::get).toList();
		List<Reply<Object>> replies = this.atomic
			.execute((pipeline) -> reads.stream().map((read) -> pipeline.defer(read)).toList());
		for (int i = 0; i < direct.size(); i++) {
			assertThat(replies.get(i).get()).as("read " + i).usingRecursiveComparison().isEqualTo(direct.get(i));
		}
		assertThat(onlyBatch().calls()).isEqualTo(direct.size());
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void scriptsRun(Client client) {
		connect(client);
		this.observer.call("SCRIPT", "FLUSH");
		RedisScript<Long> script = RedisScript.of("return redis.call('INCRBY', KEYS[1], ARGV[1])", Long.class);
		Reply<Long> second = this.atomic.execute((pipeline) -> {
			this.strings.execute(script, List.of("n"), "5");
			this.strings.opsForValue().increment("n");
			return pipeline.defer(() -> this.strings.execute(script, List.of("n"), "7"));
		});
		assertThat(second.get()).isEqualTo(13);
		assertThat(this.observer.get("n")).isEqualTo("13");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS", "REDISSON" })
	void valuesAreThere(Client client) {
		connect(client);
		List<Reply<?>> replies = this.raw.execute((pipeline) -> {
			List<Reply<?>> deferred = new ArrayList<>();
			this.strings.opsForValue().set("a", "1");
			deferred.add(pipeline.defer(() -> this.strings.opsForValue().increment("a")));
			this.strings.rename("a", "b");
			deferred.add(pipeline.defer(() -> this.strings.opsForList().rightPushAll("l", "x", "y")));
			this.strings.opsForList().trim("l", 1, -1);
			deferred.add(pipeline.defer(() -> this.strings.opsForList().range("l", 0, -1)));
			deferred.add(pipeline.defer(() -> this.strings.opsForValue().get("missing")));
			return deferred;
		});
		assertThat(replies.stream().map(Reply::get).toList()).isEqualTo(Arrays.asList(2L, 2L, List.of("y"), null));
		assertThat(onlyBatch().atomic()).isTrue();
		assertThat(onlyBatch().calls()).isEqualTo(7);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS", "REDISSON" })
	void runsOrDoesNotRunAsAWhole(Client client) {
		connect(client);
		List<Seen> seen = this.observer.commandsDuring(() -> this.raw.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			this.strings.opsForValue().increment("a");
		}));
		List<Seen> transaction = seen.stream().dropWhile((command) -> !command.command().equals("MULTI")).toList();
		assertThat(transaction).extracting(Seen::command).containsSubsequence("MULTI", "SET", "INCR", "EXEC");
		assertThat(transaction).extracting(Seen::client).containsOnly(transaction.get(0).client());
	}

	// Failures

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aCallThatFailsAsItRunsFailsAlone(Client client) {
		connect(client);
		this.strings.opsForValue().set("text", "value");
		PipelineExecutionException failure = catchThrowableOfType(PipelineExecutionException.class,
				() -> this.raw.executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("a", "1");
					this.strings.opsForList().rightPush("text", "no list");
					this.strings.opsForValue().set("b", "1");
				}));
		assertThat(failure.getCallCount()).isEqualTo(3);
		assertThat(failure.getFailures()).singleElement().satisfies((call) -> {
			assertThat(call.index()).isEqualTo(1);
			assertThat(call.command()).isEqualTo("RPUSH");
			assertThat(call.cause()).isInstanceOf(direct(() -> this.strings.opsForList().rightPush("text", "x")))
				.rootCause()
				.hasMessageContaining("WRONGTYPE");
		});
		assertThat(this.observer.get("a")).isEqualTo("1");
		assertThat(this.observer.get("b")).isEqualTo("1");
		assertThat(onlyBatch().failures()).hasSize(1);
		assertThatTheNextBatchWorks();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aReplyThrowsItsOwnCallsFailure(Client client) {
		connect(client);
		this.strings.opsForValue().set("text", "value");
		List<Reply<Long>> replies = new ArrayList<>();
		assertThatExceptionOfType(PipelineExecutionException.class)
			.isThrownBy(() -> this.atomic.executeWithoutResult((pipeline) -> {
				replies.add(pipeline.defer(() -> this.strings.opsForList().size("text")));
				replies.add(pipeline.defer(() -> this.strings.opsForValue().increment("n")));
			}))
			.withMessageContaining("1 of 2 calls failed: #0 LLEN WRONGTYPE");
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> replies.get(0).get());
		assertThat(replies.get(1).get()).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_WITHOUT_CARRIER", "JEDIS" })
	void aCallThatTheServerDoesNotQueueFailsThemAll(Client client) {
		connect(client);
		PipelineExecutionException failure = catchThrowableOfType(PipelineExecutionException.class,
				() -> this.raw.executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("a", "1");
					this.strings.execute((RedisCallback<Object>) (connection) -> connection.execute("NOSUCHCOMMAND"));
					this.strings.opsForValue().set("b", "1");
				}));
		assertThat(failure.getFailures()).extracting(CallFailure::index).containsExactly(0, 1, 2);
		assertThat(failure.getFailures().get(0).cause()).rootCause().hasMessageContaining("EXECABORT");
		assertThat(failure.getFailures().get(1).cause()).rootCause().hasMessageContaining("unknown command");
		assertThat(failure.getFailures().get(2).cause()).rootCause().hasMessageContaining("EXECABORT");
		assertThat(this.observer.keyCount()).isZero();
		assertThat(onlyBatch().failures()).hasSize(3);
		assertThatTheNextBatchWorks();
	}

	/** Its list of results does not tell which call failed. */
	@Test
	void aFailureWithRedissonIsNotGuessed() {
		connect(Client.REDISSON);
		this.strings.opsForValue().set("text", "value");
		PipelineOutcomeUnknownException unknown = catchThrowableOfType(PipelineOutcomeUnknownException.class,
				() -> this.raw.executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("a", "1");
					this.strings.opsForList().rightPush("text", "no list");
				}));
		assertThat(unknown.getUnanswered()).isEqualTo(2);
		assertThat(unknown).rootCause().hasMessageContaining("WRONGTYPE");
		// Redisson closes the connection of such a transaction, but may hand it out once
		// more
		await().ignoreExceptions().untilAsserted(this::assertThatTheNextBatchWorks);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void nothingRunsWhereTheMemoryOfTheServerIsFull(Client client) {
		int port = RedisServers.withSettings("maxmemory 4mb", "maxmemory-policy noeviction");
		try (Observer full = new Observer(port)) {
			full.flush();
			connect(client, Settings.of(port));
			this.strings.opsForValue().set("n", "0");
			String value = "v".repeat(64 * 1024);
			fill(full, value);
			PipelineExecutionException failure = catchThrowableOfType(PipelineExecutionException.class,
					() -> this.raw.executeWithoutResult((pipeline) -> {
						this.strings.delete("fill0");
						this.strings.opsForValue().set("more", value);
					}));
			assertThat(failure.getFailures()).hasSize(2);
			assertThat(failure.getFailures().get(1).cause()).rootCause().hasMessageContaining("OOM");
			assertThat(full.exists("fill0")).isTrue();
			full.flush();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aUserWhoMayNotMultiIsToldThatItWasNoTransaction(Client client) {
		this.observer.call("ACL", "SETUSER", "default", "-multi");
		try {
			connect(client);
			PipelineOutcomeUnknownException unknown = catchThrowableOfType(PipelineOutcomeUnknownException.class,
					() -> this.raw.executeWithoutResult((pipeline) -> {
						this.strings.opsForValue().set("a", "1");
						this.strings.opsForValue().set("b", "1");
					}));
			assertThat(unknown.getUnanswered()).isEqualTo(2);
			assertThat(unknown).cause().hasMessageContaining("MULTI was refused");
		}
		finally {
			this.observer.call("ACL", "SETUSER", "default", "+multi");
		}
		assertThatTheNextBatchWorks();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_WITHOUT_CARRIER", "JEDIS" })
	void aCutBeforeTheReplyToExecLeavesEveryCallUnknown(Client client) {
		try (Relay relay = new Relay(RedisServers.standalone())) {
			connect(client, Settings.of(relay.port()));
			for (int attempt = 1; attempt <= 3; attempt++) {
				warmUp();
				this.redis.listener().clear();
				// Within the replies of the calls that were queued, before that of EXEC
				relay.cutAfterReplyBytes(5 + 9 * attempt);
				PipelineOutcomeUnknownException unknown = catchThrowableOfType(PipelineOutcomeUnknownException.class,
						() -> this.raw.executeWithoutResult((pipeline) -> {
							for (int i = 0; i < 5; i++) {
								this.strings.opsForValue().increment("c");
							}
						}));
				assertThat(unknown.getAnswered()).isZero();
				assertThat(unknown.getUnanswered()).isEqualTo(5);
				assertThat(onlyBatch().error()).isSameAs(unknown);
			}
			warmUp();
			long ran = Long.parseLong(Objects.requireNonNullElse(this.observer.get("c"), "0"));
			assertThat(ran % 5).isZero();
			assertThat(ran).isLessThanOrEqualTo(15);
			assertThatTheNextBatchWorks();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_WITHOUT_CARRIER", "JEDIS" })
	void aTimeoutLeavesNothingForTheNextBatch(Client client) {
		connect(client);
		PipelineTemplate impatient = this.raw.with((options) -> options.withTimeout(Duration.ofMillis(200)));
		warmUp();
		this.observer.call("CLIENT", "PAUSE", "1000", "WRITE");
		PipelineOutcomeUnknownException unknown = catchThrowableOfType(PipelineOutcomeUnknownException.class,
				() -> impatient.executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("late", "1");
					this.strings.opsForValue().increment("c");
				}));
		assertThat(unknown.getUnanswered()).isEqualTo(2);
		for (int i = 0; i < 5; i++) {
			Reply<String> reply = this.raw.execute((pipeline) -> {
				this.strings.opsForValue().set("next", "value");
				return pipeline.defer(() -> this.strings.opsForValue().get("next"));
			});
			assertThat(reply.get()).isEqualTo("value");
		}
	}

	// Refusals: never early, never split

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void refusesAValueThatTheCodeUses(Client client) {
		connect(client);
		assertRefused(this.atomic, (pipeline) -> assertThat(this.strings.opsForValue().get("a")).isNull(),
				"The value of GET is used at " + AtomicTests.class.getName(), "sends nothing before it ends");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void refusesToSendOnDemand(Client client) {
		connect(client);
		assertRefused(this.atomic, Pipeline::send, "send() in atomic pipeline 'atomic'");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void refusesToReadAReplyBeforeTheEnd(Client client) {
		connect(client);
		assertRefused(this.raw, (pipeline) -> pipeline.defer(() -> this.strings.opsForValue().get("a")).get(),
				"deferred GET of atomic pipeline 'atomic'", "read the reply after it");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void refusesACallBeyondALimit(Client client) {
		connect(client);
		assertRefused(this.raw.with((options) -> options.withMaxBatchSize(3)), (pipeline) -> {
			this.strings.opsForValue().set("b", "1");
			this.strings.opsForValue().set("c", "1");
			this.strings.opsForValue().set("d", "1");
		}, "SET goes over the limit of atomic pipeline 'atomic'", "max-batch-size is 3 calls, and 3 calls wait");
		assertRefused(this.raw.with((options) -> options.withMaxBatchBytes(100)), (pipeline) -> {
			this.strings.opsForValue().set("b", "v".repeat(100));
			this.strings.opsForValue().set("c", "1");
		}, "max-batch-bytes is 100 bytes");
		this.raw.with((options) -> options.withMaxBatchSize(0).withMaxBatchBytes(0))
			.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < 3000; i++) {
					this.strings.opsForValue().increment("n");
				}
			});
		assertThat(this.observer.get("n")).isEqualTo("3000");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void refusesWhatCannotWait(Client client) {
		connect(client);
		for (PipelineTemplate template : List.of(this.atomic, this.raw)) {
			assertRefused(template, (pipeline) -> this.strings.opsForList().leftPop("q", Duration.ofSeconds(1)),
					"BLPOP cannot wait in atomic pipeline 'atomic'");
			assertRefused(template, (pipeline) -> this.strings.scan(ScanOptions.NONE).close(), "SCAN");
			assertRefused(template, (pipeline) -> this.strings.watch("w"), "WATCH");
			assertRefused(template, (pipeline) -> this.strings.multi(), "MULTI");
			assertRefused(template,
					(pipeline) -> this.strings.executePipelined((RedisCallback<Object>) (connection) -> null),
					"executePipelined");
			assertRefused(template,
					(pipeline) -> this.strings.execute((RedisCallback<Object>) RedisConnection::getNativeConnection),
					"GETNATIVECONNECTION");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aSecondStageOfASupplierFailsByName(Client client) {
		connect(client);
		this.strings.opsForValue().set("id", "7");
		List<Reply<String>> reply = new ArrayList<>();
		PipelineUsageException refused = catchThrowableOfType(PipelineUsageException.class,
				() -> this.atomic.executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("a", "1");
					reply.add(pipeline
						.defer(() -> this.strings.opsForValue().get("name" + this.strings.opsForValue().get("id"))));
				}));
		assertThat(refused).hasMessageContaining("GET in a deferred supplier of atomic pipeline 'atomic'");
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(() -> reply.get(0).get());
		assertThat(this.observer.get("a")).isEqualTo("1");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void whereADeferredCallWasRefusedTheOthersAreNotSent(Client client) {
		connect(client);
		PipelineUsageException refused = catchThrowableOfType(PipelineUsageException.class,
				() -> this.atomic.executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("a", "1");
					pipeline.defer(() -> this.strings.opsForList().leftPop("q", Duration.ofSeconds(1)));
				}));
		assertThat(refused).hasMessageContaining("BLPOP");
		assertThat(refused.getSuppressed()).singleElement()
			.satisfies((note) -> assertThat(note).hasMessageContaining("discarded 1 waiting calls"));
		assertThat(this.redis.listener().discards()).containsExactly(new Discard("atomic", 1, 0));
		assertThat(this.observer.keyCount()).isZero();
	}

	private void assertRefused(PipelineTemplate template, Consumer<Pipeline> use, String... message) {
		this.observer.flush();
		this.redis.listener().clear();
		PipelineUsageException refused = catchThrowableOfType(PipelineUsageException.class,
				() -> template.executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("first", "1");
					use.accept(pipeline);
				}));
		assertThat(refused).hasMessageContainingAll(message);
		assertThat(this.observer.keyCount()).isZero();
		assertThat(this.redis.listener().sizes()).isEmpty();
		assertThat(this.redis.listener().discards()).hasSize(1);
		assertThatTheNextBatchWorks();
	}

	// Exceptions and nesting

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void isDiscardedWhenTheCodeThrows(Client client) {
		connect(client);
		IllegalStateException thrown = new IllegalStateException("no");
		IllegalStateException caught = catchThrowableOfType(IllegalStateException.class,
				() -> this.atomic.executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("a", "1");
					throw thrown;
				}));
		assertThat(caught).isSameAs(thrown);
		assertThat(this.observer.keyCount()).isZero();
		assertThat(this.redis.listener().discards()).containsExactly(new Discard("atomic", 1, 0));
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(
				() -> this.atomic.with((options) -> options.withOnException(OnException.SEND)).execute((pipeline) -> {
					this.strings.opsForValue().set("a", "1");
					throw thrown;
				}));
		assertThat(this.observer.get("a")).isEqualTo("1");
		assertThat(onlyBatch().trigger()).isEqualTo(SendTrigger.EXCEPTION);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void doesNotJoinAPipelineThatIsNot(Client client) {
		connect(client);
		AtomicBoolean ran = new AtomicBoolean();
		PipelineUsageException refused = catchThrowableOfType(PipelineUsageException.class, () -> this.redis.pipelines()
			.executeWithoutResult((outer) -> this.atomic.executeWithoutResult((inner) -> ran.set(true))));
		assertThat(refused).hasMessageContaining("'atomic' cannot join pipeline 'default'")
			.hasMessageContaining("REQUIRES_NEW");
		assertThat(ran).isFalse();
		this.redis.pipelines().executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("outer", "1");
			this.atomic.with((options) -> options.withPropagation(PipelinePropagation.REQUIRES_NEW))
				.executeWithoutResult((inner) -> this.strings.opsForValue().set("inner", "1"));
			assertThat(this.observer.exists("inner")).isTrue();
			assertThat(this.observer.exists("outer")).isFalse();
		});
		assertThat(this.redis.listener().batches()).extracting(BatchExecution::atomic).containsExactly(true, false);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aPlainOneJoinsIt(Client client) {
		connect(client);
		this.atomic.executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("outer", "1");
			this.redis.pipelines().executeWithoutResult((inner) -> this.strings.opsForValue().set("inner", "1"));
			this.atomic.executeWithoutResult((inner) -> this.strings.opsForValue().set("inmost", "1"));
			assertThat(outer.size()).isEqualTo(3);
		});
		assertThat(onlyBatch().atomic()).isTrue();
		assertThat(onlyBatch().calls()).isEqualTo(3);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void holdsWherePipelinesAreSwitchedOff(Client client) {
		connect(client);
		PipelineTemplate off = this.redis.builder().enabled(false).build();
		PipelineTemplate atomicOff = off.with((options) -> options.withName("off").withAtomic(true));
		List<Seen> seen = this.observer.commandsDuring(() -> atomicOff.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			off.executeWithoutResult((inner) -> this.strings.opsForValue().increment("a"));
		}));
		assertThat(seen).extracting(Seen::text).containsSubsequence("MULTI", "SET a 1", "INCR a", "EXEC");
		assertThat(onlyBatch().calls()).isEqualTo(2);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void isRefusedWhereItsCallsWouldGoElsewhere(Client client) {
		connect(client);
		PipelineUsageException refused = catchThrowableOfType(PipelineUsageException.class,
				() -> this.strings.execute(new SessionCallback<Object>() {

					@Override
					public <K, V> Object execute(RedisOperations<K, V> operations) {
						AtomicTests.this.atomic.executeWithoutResult((pipeline) -> {
						});
						return null;
					}

				}));
		assertThat(refused).hasMessageContaining("'atomic' cannot be atomic");
		assertThatExceptionOfType(PipelineUsageException.class)
			.isThrownBy(() -> this.atomic.with((options) -> options.withPropagation(PipelinePropagation.NOT_SUPPORTED))
				.executeWithoutResult((pipeline) -> {
				}))
			.withMessageContaining("NOT_SUPPORTED");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void insideATransactionOfTheCodeItsCallsAreAPartOfThat(Client client) {
		connect(client);
		List<Object> results = this.strings.execute(new SessionCallback<List<Object>>() {

			@Override
			public <K, V> List<Object> execute(RedisOperations<K, V> operations) {
				operations.multi();
				AtomicTests.this.atomic
					.executeWithoutResult((pipeline) -> AtomicTests.this.strings.opsForValue().increment("n"));
				return operations.exec();
			}

		});
		assertThat(results).containsExactly(1L);
	}

	// Helpers

	private static void fill(Observer full, String value) {
		try {
			for (int i = 0; i < 100; i++) {
				full.call("SET", "fill" + i, value);
			}
		}
		catch (RuntimeException ex) {
			assertThat(ex).hasMessageContaining("OOM");
			return;
		}
		throw new AssertionError("The server is not full");
	}

	private void warmUp() {
		for (int i = 0; i < 20; i++) {
			try {
				this.raw.executeWithoutResult((pipeline) -> this.strings.hasKey("warm"));
				return;
			}
			catch (RuntimeException ex) {
				// Still connecting again
			}
		}
	}

	private static Class<? extends Throwable> direct(Runnable call) {
		return catchThrowableOfType(DataAccessException.class, call::run).getClass();
	}

	private void assertThatTheNextBatchWorks() {
		Reply<String> reply = this.raw.execute((pipeline) -> {
			this.strings.opsForValue().set("next", "value");
			return pipeline.defer(() -> this.strings.opsForValue().get("next"));
		});
		assertThat(reply.get()).isEqualTo("value");
	}

	private BatchExecution onlyBatch() {
		assertThat(this.redis.listener().batches()).hasSize(1);
		return this.redis.listener().batches().get(0);
	}

}
