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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.data.domain.Range;
import org.springframework.data.geo.Distance;
import org.springframework.data.geo.Point;
import org.springframework.data.redis.connection.BitFieldSubCommands;
import org.springframework.data.redis.connection.BitFieldSubCommands.BitFieldIncrBy.Overflow;
import org.springframework.data.redis.connection.BitFieldSubCommands.BitFieldType;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.RecordId;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StreamOperations;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.serializer.GenericToStringSerializer;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.pipelining.BatchExecution;
import io.pipelining.CallFailure;
import io.pipelining.OnException;
import io.pipelining.Pipeline;
import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineListener;
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
import io.pipelining.support.Outcomes;
import io.pipelining.support.RecordingListener.Discard;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;
import io.pipelining.support.Server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What pipelines promise, whatever the driver. A number in a comment is that of a case
 * from the field.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class PipelineContractTests {

	private static final RuntimeException SHARED = new IllegalStateException("one for all");

	private final Client client;

	private final Results results;

	private Server server;

	private Observer observer;

	private Redis redis;

	private StringRedisTemplate strings;

	private RedisTemplate<String, Object> objects;

	private PipelineTemplate pipelines;

	PipelineContractTests(Client client, Results results) {
		this.client = client;
		this.results = results;
	}

	@BeforeAll
	void start() {
		this.server = Server.start(this.client);
		this.observer = new Observer(port());
		this.redis = connect(settings());
		this.strings = this.redis.strings();
		this.objects = this.redis.objects();
		this.pipelines = this.redis.pipelines();
	}

	@AfterAll
	void stop() {
		this.redis.close();
		this.observer.close();
		this.server.close();
	}

	@BeforeEach
	void clean() {
		this.strings.delete("connect");
		this.observer.flush();
		this.redis.listener().clear();
	}

	@AfterEach
	void nothingIsLeftOnTheThread() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		assertThat(this.pipelines.current()).isEmpty();
	}

	private int port() {
		return this.server.port();
	}

	private Settings settings() {
		return Settings.of(port());
	}

	private Redis connect(Settings settings) {
		return new Redis(this.client.connect(settings), this.results);
	}

	// Rule 1: collecting

	@Test
	void collectsTheCallsOfAllTemplates() {
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			this.objects.opsForValue().set("b", 2L);
			this.strings.execute((RedisCallback<Object>) (connection) -> {
				connection.stringCommands().set(utf8("c"), utf8("3"));
				return null;
			});
			new StringRedisTemplate(this.redis.factory()).boundListOps("d").rightPush("4");
			assertThat(pipeline.size()).isEqualTo(4);
			assertThat(this.observer.keyCount()).isZero();
		});
		assertThat(this.observer.keyCount()).isEqualTo(4);
		BatchExecution batch = onlyBatch();
		assertThat(batch.calls()).isEqualTo(4);
		assertThat(batch.commands()).isEqualTo(Map.of("SET", 3, "RPUSH", 1));
		assertThat(batch.trigger()).isEqualTo(SendTrigger.RETURN);
		assertThat(batch.pipeline()).isEqualTo("default");
		assertThat(batch.failures()).isEmpty();
		assertThat(batch.error()).isNull();
		assertThat(batch.atomic()).isFalse();
		assertThat(batch.duration()).isPositive();
	}

	@Test // 4
	void needsOneConnectionOfAPoolOfOne() {
		for (boolean shared : sharing()) {
			this.observer.flush();
			try (Redis pooled = connect(settings().withPoolSize(1).withShared(shared))) {
				List<Seen> seen = this.observer
					.commandsDuring(() -> pooled.pipelines().executeWithoutResult((pipeline) -> {
						pooled.strings().opsForValue().set("a", "1");
						pooled.strings().opsForValue().set("b", "2");
						pooled.strings().opsForValue().set("c", "3");
					}));
				assertThat(pooled.listener().sizes()).containsExactly(3);
				List<Seen> sets = seen.stream().filter((command) -> command.command().equals("SET")).toList();
				assertThat(sets).extracting(Seen::text).containsExactly("SET a 1", "SET b 2", "SET c 3");
				assertThat(sets).extracting(Seen::client).containsOnly(sets.get(0).client());
			}
		}
	}

	@Test // 27
	void nobodySeesACallBeforeThePipelineReturns() {
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("vis", "1");
			for (int i = 0; i < 50; i++) {
				assertThat(this.observer.get("vis")).isNull();
			}
		});
		assertThat(this.observer.get("vis")).isEqualTo("1");
	}

	@Test // 29
	void writesToTheDatabaseOfTheFactory() {
		assumeDatabases();
		for (Settings settings : List.of(settings(), settings().withPoolSize(2),
				settings().withPoolSize(2).withShared(false))) {
			this.observer.flush();
			try (Redis third = connect(settings.withDatabase(3))) {
				third.pipelines().executeWithoutResult((pipeline) -> third.strings().opsForValue().set("d", "1"));
				PipelineUsageException refused = catchThrowableOfType(PipelineUsageException.class,
						() -> third.pipelines()
							.with((options) -> options.withOnException(OnException.DISCARD))
							.executeWithoutResult((pipeline) -> {
								third.strings().opsForValue().set("e", "1");
								third.strings().execute((RedisCallback<Object>) (connection) -> {
									connection.select(1);
									return null;
								});
							}));
				assertThat(refused).hasMessageContaining("SELECT");
				third.pipelines().executeWithoutResult((pipeline) -> third.strings().opsForValue().set("f", "1"));
			}
			assertThat(this.observer.info("keyspace").keySet()).containsExactly("db3");
			assertThat(this.observer.info("keyspace").get("db3")).startsWith("keys=2,");
		}
	}

	@Test // 57
	void copiesArgumentsWhenItCollectsThem() {
		byte[] buffer = new byte[1];
		this.pipelines.executeWithoutResult((pipeline) -> {
			for (char next : "abc".toCharArray()) {
				buffer[0] = (byte) next;
				this.redis.bytes().opsForList().rightPush(utf8("elements"), buffer);
			}
			buffer[0] = 'z';
		});
		assertThat(this.observer.call("LRANGE", "elements", "0", "-1")).isEqualTo(List.of("a", "b", "c"));
	}

	@Test
	void collectsOnlyTheCallsOfItsFactory() {
		try (Redis other = connect(settings().withDatabase(1))) {
			this.pipelines.executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("a", "1");
				other.strings().opsForValue().set("b", "2");
				assertThat(other.strings().opsForValue().get("b")).isEqualTo("2");
				assertThat(this.observer.exists("a")).isFalse();
			});
			assertThat(this.redis.listener().sizes()).containsExactly(1);
			assertThat(other.listener().batches()).isEmpty();
		}
	}

	@Test
	void collectsBesideSynchronizationsOfTransactions() {
		StringRedisTemplate transactional = new StringRedisTemplate(this.redis.factory());
		transactional.setEnableTransactionSupport(true);
		this.pipelines.executeWithoutResult((pipeline) -> {
			transactional.opsForValue().set("a", "1");
			assertThat(pipeline.size()).isOne();
		});
		TransactionSynchronizationManager.initSynchronization();
		try {
			this.pipelines.executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("b", "1");
				assertThat(pipeline.size()).isOne();
			});
			assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		}
		finally {
			TransactionSynchronizationManager.clearSynchronization();
		}
		assertThat(this.redis.listener().sizes()).containsExactly(1, 1);
	}

	@Test
	void worksThroughAFactoryThatDecorates() {
		RedisConnectionFactory real = this.redis.factory();
		ProxyFactory decorator = new ProxyFactory(RedisConnectionFactory.class, (MethodInterceptor) (call) -> AopUtils
			.invokeJoinpointUsingReflection(real, call.getMethod(), call.getArguments()));
		Redis decorated = new Redis((RedisConnectionFactory) decorator.getProxy(), this.results);
		Reply<String> reply = decorated.pipelines().execute((pipeline) -> {
			decorated.strings().opsForValue().set("a", "1");
			decorated.strings().opsForList().rightPush("l", "1");
			assertThat(this.observer.keyCount()).isZero();
			return read(decorated, pipeline, "a");
		});
		assertThat(reply.get()).isEqualTo("1");
		assertThat(decorated.listener().sizes()).containsExactly(3);
		assertThat(this.observer.keyCount()).isEqualTo(2);
	}

	@Test
	void carriesLargeValuesAndManyCalls() {
		String large = "0123456789abcdef".repeat(8 * 1024);
		List<Reply<String>> replies = this.pipelines.execute((pipeline) -> {
			for (int i = 0; i < 40; i++) {
				this.strings.opsForValue().set("large" + i, i + large);
			}
			for (int i = 0; i < 5000; i++) {
				this.strings.opsForValue().set("small" + i, "v" + i);
			}
			return Stream
				.concat(IntStream.range(0, 40).mapToObj((i) -> read(pipeline, "large" + i)),
						IntStream.range(0, 5000).mapToObj((i) -> read(pipeline, "small" + i)))
				.toList();
		});
		for (int i = 0; i < 40; i++) {
			assertThat(replies.get(i).get()).isEqualTo(i + large);
		}
		for (int i = 0; i < 5000; i++) {
			assertThat(replies.get(40 + i).get()).isEqualTo("v" + i);
		}
	}

	@Test
	void anArgumentErrorSurfacesAtItsLine() {
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			assertThatIllegalArgumentException()
				.isThrownBy(() -> this.strings.opsForValue().multiGet(Arrays.asList("a", null)));
			assertThat(pipeline.size()).isEqualTo(1);
		});
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	@Test
	void anArgumentErrorOfTheDriverSurfacesAtItsLine() {
		assumeFalse(this.client == Client.REDISSON, "Redisson checks no arguments");
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			assertThatIllegalArgumentException().isThrownBy(() -> this.strings
				.execute((RedisCallback<Object>) (connection) -> connection.stringCommands().get(null)));
			assertThat(pipeline.size()).isEqualTo(1);
		});
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	// Rule 2: one batch

	@Test
	void sendsOneWriteOnAConnectionThatIsOpen() {
		Runnable batch = () -> this.pipelines.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 50; i++) {
				this.strings.opsForValue().increment("n" + i);
			}
		});
		batch.run();
		assertThat(this.observer.connectionsDuring(batch)).isZero();
		if (this.client != Client.REDISSON && !this.client.readsFromReplica()) {
			assertThat(this.observer.readsDuring(batch)).isOne();
		}
		assertThat(this.redis.listener().sizes()).allMatch((size) -> size == 50);
		assertThat(this.observer.commandCalls("incrby") + this.observer.commandCalls("incr"))
			.isGreaterThanOrEqualTo(100);
	}

	@Test
	void packsABatchIntoOnePacket() {
		assumeFalse(this.client == Client.REDISSON, "Redisson decides by itself what it writes together");
		try (Relay relay = new Relay(port()); Redis relayed = connect(Settings.of(relay.port()))) {
			relayed.strings().delete("connect");
			long chunks = relay.requestChunks();
			long connections = relay.connections();
			relayed.pipelines()
				.executeWithoutResult((pipeline) -> IntStream.range(0, 100)
					.forEach((i) -> relayed.strings().opsForValue().set("k" + i, "v")));
			assertThat(relay.requestChunks() - chunks).isOne();
			assertThat(relay.connections()).isEqualTo(connections);
			assertThat(this.observer.keyCount()).isEqualTo(100);
		}
	}

	@Test
	void keepsTheOrderOfCalls() {
		List<String> expected = new ArrayList<>();
		List<Seen> seen = commandsDuring(() -> this.pipelines.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 20; i++) {
				int n = i;
				this.strings.opsForValue().set("k" + n, "v" + n);
				this.strings.opsForList().rightPush("l", "v" + n);
				pipeline.defer(() -> this.strings.opsForValue().get("k" + n));
				this.objects.opsForHash().delete("h", "f" + n);
				expected.addAll(List.of("SET k" + n + " v" + n, "RPUSH l v" + n, "GET k" + n, "HDEL h f" + n));
			}
		}));
		assertThat(seen).extracting(Seen::text).containsExactlyElementsOf(expected);
		assertThat(seen).extracting(Seen::client).containsOnly(seen.get(0).client());
	}

	@Test
	void noCallNoConnectionNoSample() {
		try (Redis fresh = connect(settings())) {
			assertThat(this.observer.connectionsDuring(() -> fresh.pipelines().executeWithoutResult((pipeline) -> {
				pipeline.send();
				assertThat(pipeline.size()).isZero();
			}))).isZero();
			if (!this.client.readsFromReplica()) {
				// Of replicas and sentinels the server reads now and then
				assertThat(this.observer.readsDuring(() -> fresh.pipelines().execute((pipeline) -> null))).isZero();
			}
			assertThat(fresh.listener().batches()).isEmpty();
			assertThat(fresh.listener().discards()).isEmpty();
		}
	}

	@Test
	void takesAConnectionOnlyWhenItSends() {
		try (Redis pooled = connect(settings().withPoolSize(1).withShared(false))) {
			pooled.pipelines().executeWithoutResult((pipeline) -> {
				pooled.strings().opsForValue().set("a", "1");
				String elsewhere = CompletableFuture.supplyAsync(() -> {
					pooled.strings().opsForValue().set("b", "2");
					return pooled.strings().opsForValue().get("b");
				}).orTimeout(10, TimeUnit.SECONDS).join();
				assertThat(elsewhere).isEqualTo("2");
			});
			assertThat(this.observer.get("a")).isEqualTo("1");
		}
	}

	@Test // 5
	void returnsWhatTheCodeReturns() {
		String returned = this.pipelines.execute((pipeline) -> {
			this.strings.opsForValue().set("nn", "1");
			return "done";
		});
		assertThat(returned).isEqualTo("done");
		assertThat(this.observer.get("nn")).isEqualTo("1");
		assertThat(this.pipelines.<Object>execute((pipeline) -> null)).isNull();
	}

	@Test
	void sendsOnDemand() {
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			Reply<String> reply = pipeline.defer(() -> this.strings.opsForValue().get("a"));
			pipeline.send();
			assertThat(pipeline.size()).isZero();
			assertThat(reply.isDone()).isTrue();
			assertThat(this.observer.get("a")).isEqualTo("1");
			this.strings.opsForValue().set("b", "1");
		});
		assertThat(this.redis.listener().sizes()).containsExactly(2, 1);
		assertThat(this.redis.listener().batches()).extracting(BatchExecution::trigger)
			.containsExactly(SendTrigger.EXPLICIT, SendTrigger.RETURN);
	}

	@Test
	void forgetsWhatIsDiscarded() {
		this.pipelines.with((options) -> options.withName("forgetful")).executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			pipeline.send();
			this.strings.opsForValue().set("b", "1");
			Reply<String> reply = pipeline.defer(() -> this.strings.opsForValue().get("a"));
			pipeline.discard();
			assertThat(pipeline.size()).isZero();
			assertThat(reply.isDone()).isTrue();
			assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(reply::get)
				.withMessageContaining("discard");
			this.strings.opsForValue().set("c", "1");
		});
		assertThat(this.observer.contents().keySet()).containsExactly("a", "c");
		assertThat(this.redis.listener().discards()).containsExactly(new Discard("forgetful", 2, 1));
	}

	// Rule 4: RAW

	@Test
	void aCallReturnsWhatItReturnsInExecutePipelined() {
		assumeRaw();
		List<Callable<?>> calls = List.of(() -> this.strings.opsForValue().get("a"),
				() -> this.strings.opsForValue().increment("n"), () -> this.strings.hasKey("a"),
				() -> this.strings.delete("a"), () -> this.strings.opsForSet().members("s"),
				() -> this.strings.opsForHash().entries("h"), () -> this.strings.opsForList().range("l", 0, -1),
				() -> this.strings.opsForZSet().rangeWithScores("z", 0, -1), () -> this.strings.type("a"),
				() -> this.strings.getExpire("a"), () -> this.strings.opsForValue().multiGet(List.of("a", "b")),
				() -> this.strings.opsForZSet().score("z", "a"), () -> this.strings.opsForValue().setIfAbsent("b", "1"),
				() -> this.objects.opsForValue().get("a"), () -> this.strings.opsForHash().keys("h"));
		List<String> springs = new ArrayList<>();
		this.strings.executePipelined(new SessionCallback<Object>() {

			@Override
			public <K, V> @Nullable Object execute(RedisOperations<K, V> operations) {
				calls.forEach((call) -> springs.add(Outcomes.of(call)));
				return null;
			}

		});
		List<String> ours = new ArrayList<>();
		this.pipelines.executeWithoutResult((pipeline) -> calls.forEach((call) -> ours.add(Outcomes.of(call))));
		assertThat(ours).isEqualTo(springs);
		assertThat(this.redis.listener().sizes()).containsExactly(calls.size());
	}

	// Rule 5: replies

	@Test
	void twentyDeferredReadsAreOneRoundTrip() {
		fill(20);
		this.pipelines.executeWithoutResult((pipeline) -> {
			List<Reply<String>> replies = IntStream.range(0, 20).mapToObj((i) -> read(pipeline, "k" + i)).toList();
			assertThat(replies).noneMatch(Reply::isDone);
			for (int i = 0; i < 20; i++) {
				assertThat(replies.get(i).get()).isEqualTo("v" + i);
			}
			assertThat(replies).allMatch(Reply::isDone);
		});
		assertThat(onlyBatch().calls()).isEqualTo(20);
		assertThat(onlyBatch().trigger()).isEqualTo(SendTrigger.VALUE);
	}

	@Test
	void aThousandSuppliersWithTwoDependentCallsAreTwoBatches() {
		Map<String, String> values = new HashMap<>();
		for (int i = 0; i < 1000; i++) {
			values.put("first" + i, "second" + i);
			values.put("second" + i, "value" + i);
		}
		this.strings.opsForValue().multiSet(values);
		List<Reply<String>> replies = this.pipelines.execute((pipeline) -> IntStream.range(0, 1000)
			.mapToObj((i) -> pipeline.<String>defer(() -> this.strings.opsForValue()
				.get(Objects.requireNonNull(this.strings.opsForValue().get("first" + i)))))
			.toList());
		assertThat(this.redis.listener().sizes()).containsExactly(1000, 1000);
		assertThat(replies).extracting(Reply::get)
			.containsExactlyElementsOf(IntStream.range(0, 1000).mapToObj((i) -> "value" + i).toList());
	}

	@Test
	void suppliersOfDifferentDepthShareTheirBatches() {
		fill(3);
		List<Reply<List<String>>> replies = this.pipelines.execute((pipeline) -> IntStream.range(0, 4)
			.mapToObj((depth) -> pipeline.<List<String>>defer(
					() -> IntStream.range(0, depth).mapToObj((i) -> this.strings.opsForValue().get("k" + i)).toList()))
			.toList());
		assertThat(this.redis.listener().sizes()).containsExactly(3, 2, 1);
		assertThat(replies).extracting(Reply::get)
			.containsExactly(List.of(), List.of("v0"), List.of("v0", "v1"), List.of("v0", "v1", "v2"));
	}

	@Test // 58
	void noNullReachesASupplier() {
		this.strings.opsForValue().set("k", "7");
		AtomicInteger computed = new AtomicInteger();
		List<Seen> seen = commandsDuring(() -> {
			List<Reply<?>> replies = this.pipelines.execute((pipeline) -> List.of(pipeline.defer(() -> {
				String id = this.strings.opsForValue().get("k");
				this.strings.opsForValue().set("user:" + id, "x");
				return id;
			}), pipeline.defer(() -> {
				long number = Long.parseLong(this.strings.opsForValue().get("k"));
				computed.incrementAndGet();
				return number;
			})));
			for (int i = 0; i < 2; i++) {
				assertThat(replies.get(0).get()).isEqualTo("7");
				assertThat(replies.get(1).get()).isEqualTo(7L);
			}
		});
		assertThat(seen).extracting(Seen::text).containsExactlyElementsOf(atMaster("GET k", "GET k", "SET user:7 x"));
		assertThat(computed).hasValue(1);
		assertThat(this.observer.contents().keySet()).containsExactly("k", "user:7");
		assertThat(this.redis.listener().sizes()).containsExactly(2, 1);
	}

	@Test
	void aSupplierRunsOncePerStage() {
		AtomicInteger runs = new AtomicInteger();
		Reply<Long> reply = this.pipelines.execute((pipeline) -> pipeline.defer(() -> {
			runs.incrementAndGet();
			return this.strings.opsForValue().increment("n") + this.strings.opsForValue().increment("n");
		}));
		assertThat(reply.get()).isEqualTo(3);
		assertThat(reply.get()).isEqualTo(3);
		assertThat(runs).hasValue(3);
		assertThat(this.observer.get("n")).isEqualTo("2");
	}

	/**
	 * Return what of some commands the master sees, where batches of reads go elsewhere.
	 */
	private List<String> atMaster(String... commands) {
		return Stream.of(commands)
			.filter((command) -> !this.client.readsFromReplica() || !command.startsWith("GET "))
			.toList();
	}

	@Test
	void catchAndFinallyOfASupplierAreHarmless() {
		fill(1);
		List<Seen> seen = commandsDuring(() -> {
			Reply<String> reply = this.pipelines.execute((pipeline) -> pipeline.defer(() -> {
				try {
					return this.strings.opsForValue().get("k0");
				}
				catch (Throwable ex) {
					this.strings.opsForValue().set("caught", "1");
					return "caught";
				}
				finally {
					this.strings.opsForValue().increment("finally");
				}
			}));
			assertThat(reply.get()).isEqualTo("v0");
		});
		assertThat(seen).extracting(Seen::text).containsExactlyElementsOf(atMaster("GET k0", "INCR finally"));
		assertThat(this.observer.contents().keySet()).containsExactly("finally", "k0");
		assertThat(this.observer.get("finally")).isEqualTo("1");
	}

	@Test
	void aSupplierWithoutACallIsDone() {
		this.pipelines.executeWithoutResult((pipeline) -> {
			Reply<Integer> reply = pipeline.defer(() -> 42);
			assertThat(reply.get()).isEqualTo(42);
			Reply<Object> nothing = pipeline.defer(() -> null);
			assertThat(nothing.get()).isNull();
		});
		assertThat(this.redis.listener().batches()).isEmpty();
	}

	@Test
	void whatASupplierThrowsLivesInItsReply() {
		fill(1);
		IllegalStateException thrown = new IllegalStateException("after the call");
		List<Reply<String>> replies = this.pipelines.execute((pipeline) -> List.of(pipeline.defer(() -> {
			this.strings.opsForValue().get("k0");
			throw thrown;
		}), pipeline.defer(() -> {
			throw thrown;
		}), read(pipeline, "k0")));
		assertThat(catchThrowable(replies.get(0)::get)).isSameAs(thrown);
		assertThat(catchThrowable(replies.get(1)::get)).isSameAs(thrown);
		assertThat(replies.get(2).get()).isEqualTo("v0");
	}

	@Test
	void aSupplierMayHandleTheFailureOfItsCall() {
		fill(1);
		Reply<Long> reply = this.pipelines.execute((pipeline) -> pipeline.defer(() -> {
			try {
				return this.strings.opsForList().size("k0");
			}
			catch (DataAccessException ex) {
				return -1L;
			}
		}));
		assertThat(reply.get()).isEqualTo(-1);
	}

	@Test
	void withoutAPipelineDeferRunsAtOnce() {
		AtomicInteger runs = new AtomicInteger();
		Reply<Long> reply = this.pipelines.defer(() -> {
			runs.incrementAndGet();
			return this.strings.opsForValue().increment("n");
		});
		assertThat(reply.isDone()).isTrue();
		assertThat(this.observer.get("n")).isEqualTo("1");
		assertThat(reply.get()).isOne();
		assertThat(reply.get()).isOne();
		assertThat(runs).hasValue(1);
		assertThat(this.redis.listener().batches()).isEmpty();
	}

	@Test
	void afterTheSendAReplyIsReadOnAnyThread() {
		fill(1);
		Reply<String> reply = this.pipelines.execute((pipeline) -> {
			Reply<String> early = read(pipeline, "k0");
			pipeline.send();
			assertThat(CompletableFuture.supplyAsync(early::get).join()).isEqualTo("v0");
			return read(pipeline, "k0");
		});
		assertThat(CompletableFuture.supplyAsync(reply::get).join()).isEqualTo("v0");
	}

	@Test
	void beforeTheSendAReplyIsReadOnTheCollectingThreadOnly() {
		fill(1);
		this.pipelines.executeWithoutResult((pipeline) -> {
			Reply<String> reply = read(pipeline, "k0");
			assertThat(elsewhere(reply::get)).isInstanceOf(PipelineUsageException.class);
			assertThat(elsewhere(pipeline::send)).isInstanceOf(PipelineUsageException.class);
			assertThat(elsewhere(pipeline::discard)).isInstanceOf(PipelineUsageException.class);
			assertThat(elsewhere(pipeline::size)).isInstanceOf(PipelineUsageException.class);
			assertThat(elsewhere(pipeline::name)).isNull();
			assertThat(elsewhere(() -> read(pipeline, "k0"))).isInstanceOf(PipelineUsageException.class);
			assertThat(reply.isDone()).isFalse();
			assertThat(reply.get()).isEqualTo("v0");
		});
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	@Test
	void anOuterReplyIsNotSentForFromAnInnerPipeline() {
		fill(1);
		this.pipelines.executeWithoutResult((pipeline) -> {
			Reply<String> reply = read(pipeline, "k0");
			requiresNew().executeWithoutResult((inner) -> {
				assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(reply::get);
				assertThat(reply.isDone()).isFalse();
			});
			assertThat(reply.get()).isEqualTo("v0");
		});
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	@Test
	void aPipelineIsNotUsedAfterItsEnd() {
		Pipeline ended = Objects.requireNonNull(this.pipelines.execute((pipeline) -> pipeline));
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(() -> read(ended, "a"));
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(ended::send);
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(ended::discard);
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(ended::size);
		assertThat(ended.name()).isEqualTo(this.redis.pipelines().options().name());
	}

	@Test
	void aMapperRunsOnceWhenAsked() {
		fill(1);
		AtomicInteger runs = new AtomicInteger();
		Reply<Integer> mapped = Objects
			.requireNonNull(this.pipelines.execute((pipeline) -> read(pipeline, "k0").map((value) -> {
				runs.incrementAndGet();
				return value + this.strings.opsForValue().get("k0");
			}).map(String::length)));
		assertThat(runs).hasValue(0);
		assertThat(mapped.get()).isEqualTo(4);
		assertThat(mapped.get()).isEqualTo(4);
		assertThat(runs).hasValue(1);
	}

	@Test
	void aMappedReplyThrowsWhatTheReplyThrows() {
		fill(1);
		AtomicReference<Reply<String>> mapped = new AtomicReference<>();
		catchThrowable(() -> this.pipelines.executeWithoutResult((pipeline) -> mapped
			.set(pipeline.defer(() -> this.strings.opsForList().size("k0")).map((size) -> "size " + size))));
		Throwable direct = catchThrowable(() -> this.strings.opsForList().size("k0"));
		assertThat(catchThrowable(() -> mapped.get().get())).hasSameClassAs(direct)
			.hasMessageStartingWith(direct.getMessage().substring(0, 5));
	}

	@Test
	void insideASupplierDeferRunsInline() {
		fill(2);
		Reply<String> reply = this.pipelines.execute((pipeline) -> pipeline.defer(() -> read(pipeline, "k0").get()
				+ this.pipelines.defer(() -> this.strings.opsForValue().get("k1")).get()));
		assertThat(reply.get()).isEqualTo("v0v1");
		assertThat(this.redis.listener().sizes()).containsExactly(1, 1);
	}

	@Test
	void aSupplierDoesNotSendDiscardOrOpen() {
		for (Consumer<Pipeline> use : List.<Consumer<Pipeline>>of(Pipeline::send, Pipeline::discard,
				(pipeline) -> requiresNew().executeWithoutResult((inner) -> {
				}))) {
			this.pipelines.executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("kept", "1");
				Reply<Object> reply = pipeline.defer(() -> {
					use.accept(pipeline);
					return null;
				});
				assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(reply::get);
			});
			assertThat(this.observer.get("kept")).isEqualTo("1");
			this.observer.flush();
		}
	}

	@Test
	void aSupplierCallsItsOwnFactoryOnly() {
		try (Redis other = connect(settings())) {
			this.pipelines.executeWithoutResult((outer) -> other.pipelines().executeWithoutResult((inner) -> {
				Reply<String> reply = inner.defer(() -> this.strings.opsForValue().get("a"));
				assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(reply::get);
			}));
		}
	}

	@Test
	void deferGoesToTheInnermostPipeline() {
		fill(1);
		this.pipelines.executeWithoutResult((outer) -> {
			requiresNew().executeWithoutResult((inner) -> {
				Reply<String> reply = this.pipelines.defer(() -> this.strings.opsForValue().get("k0"));
				assertThat(inner.size()).isOne();
				assertThat(outer.size()).isZero();
				assertThat(reply.get()).isEqualTo("v0");
				assertThat(this.pipelines.current()).contains(inner);
			});
			assertThat(this.pipelines.current()).contains(outer);
		});
	}

	@Test // 9
	void twentyMixedCommandsGiveTheSameOnEveryDriver() {
		List<Callable<?>> calls = List.of(() -> run(() -> this.strings.opsForValue().set("a", "1")),
				() -> this.strings.opsForValue().increment("a", 4), () -> this.strings.opsForValue().get("a"),
				() -> this.strings.opsForList().rightPushAll("l", "x", "y", "z"),
				() -> run(() -> this.strings.opsForList().trim("l", 1, -1)),
				() -> this.strings.opsForList().range("l", 0, -1),
				() -> this.strings.opsForHash().putIfAbsent("h", "f", "1"),
				() -> this.strings.opsForHash().multiGet("h", List.of("f", "none")),
				() -> this.strings.opsForHash().increment("h", "f", 2.5),
				() -> this.strings.opsForSet().add("s", "m", "m"), () -> this.strings.opsForSet().isMember("s", "m"),
				() -> this.strings.opsForZSet().add("z", "m", 1.5), () -> this.strings.opsForZSet().score("z", "m"),
				() -> this.strings.opsForZSet().rank("z", "none"), () -> run(() -> this.strings.rename("a", "{a}b")),
				() -> this.strings.hasKey("a"), () -> this.strings.expire("{a}b", Duration.ofHours(1)),
				() -> this.strings.type("{a}b").code(), () -> this.strings.delete(List.of("{a}b", "none")),
				() -> this.strings.opsForValue().get("{a}b"));
		List<@Nullable Object> outcomes = deferred(calls);
		assertThat(outcomes).containsExactly(null, 5L, "5", 3L, null, List.of("y", "z"), true, Arrays.asList("1", null),
				3.5, 1L, true, true, 1.5, null, null, false, true, "string", 1L, null);
		assertThat(this.redis.listener().sizes()).containsExactly(20);
	}

	@Test // 10
	void decodesWithTheSerializersOfTheTemplate() {
		RedisTemplate<String, Object> counts = new RedisTemplate<>();
		counts.setConnectionFactory(this.redis.factory());
		counts.setKeySerializer(RedisSerializer.string());
		counts.setHashKeySerializer(RedisSerializer.string());
		counts.setHashValueSerializer(new GenericToStringSerializer<>(Long.class));
		counts.afterPropertiesSet();
		this.observer.call("HSET", "h", "f", "41", "g", "42");
		List<@Nullable Object> outcomes = deferred(List.of(() -> counts.opsForHash().get("h", "f"),
				() -> counts.opsForHash().multiGet("h", List.of("f", "g")), () -> counts.opsForHash().values("h"),
				() -> counts.opsForHash().keys("h"), () -> counts.keys("h*")));
		assertThat(outcomes).containsExactly(41L, List.of(41L, 42L), List.of(41L, 42L), Set.of("f", "g"), Set.of("h"));
		assertThat(this.redis.listener().sizes()).containsExactly(5);
	}

	@Test
	void decodesEachCallWithItsOwnTemplate() {
		this.strings.opsForValue().set("text", "t");
		this.objects.opsForValue().set("object", 5L);
		List<@Nullable Object> outcomes = deferred(
				List.of(() -> this.strings.opsForValue().get("text"), () -> this.objects.opsForValue().get("object"),
						() -> this.redis.bytes().opsForValue().get(utf8("text")),
						() -> this.objects.opsForValue().multiGet(List.of("object", "none", "object"))));
		assertThat(outcomes).containsExactly("t", 5L, utf8("t"), Arrays.asList(5L, null, 5L));
	}

	@Test // 11
	void decodesStructuresAsTheDirectCallDoes() {
		Runnable data = () -> {
			this.strings.opsForGeo().add("geo", Map.of("here", new Point(13, 38), "there", new Point(15, 37)));
			this.strings.opsForZSet().add("z", "min", 1);
			this.strings.opsForZSet().add("z", "max", 2);
			this.strings.opsForHash().put("h", "f", "1");
			this.strings.opsForStream().add(MapRecord.create("x", Map.of("field", "value")).withId(RecordId.of("1-1")));
			this.strings.opsForValue().set("dumped", "contents");
		};
		List<Callable<?>> calls = List.of(() -> this.strings.opsForGeo().radius("geo", "here", new Distance(300_000)),
				() -> this.strings.opsForZSet().popMin("z"), () -> this.strings.opsForHash().randomEntries("h", 1),
				() -> this.strings.opsForStream().range("x", Range.unbounded()),
				() -> this.strings.opsForStream().read(StreamOffset.create("x", ReadOffset.from("0"))),
				() -> this.strings.dump("dumped"));
		assertSameAsDirect(data, calls);
		byte[] dump = (byte[]) Objects.requireNonNull(deferred(calls).get(5));
		this.strings.restore("restored", dump, 0, TimeUnit.MILLISECONDS);
		assertThat(this.observer.get("restored")).isEqualTo("contents");
	}

	@Test // 13
	void keepsTypesAndTheNullsInLists() {
		Runnable data = () -> {
			this.strings.opsForValue().set("a", "1");
			this.strings.opsForList().rightPushAll("l", "x", "y");
			this.strings.opsForSet().add("s", "a");
			this.strings.opsForZSet().add("z", "a", 1);
			this.strings.opsForGeo().add("geo", new Point(13, 38), "here");
		};
		BitFieldSubCommands overflow = BitFieldSubCommands.create()
			.incr(BitFieldType.unsigned(2))
			.valueAt(0)
			.overflow(Overflow.FAIL)
			.by(9)
			.get(BitFieldType.unsigned(8))
			.valueAt(0);
		List<Callable<?>> calls = List.of(() -> this.strings.delete("a"), () -> this.strings.delete("a"),
				() -> this.strings.opsForList().indexOf("l", "y"), () -> this.strings.opsForList().indexOf("l", "none"),
				() -> this.strings.opsForSet().isMember("s", "a", "b"),
				() -> this.strings.opsForZSet().score("z", "a", "none"),
				() -> this.strings.opsForGeo().position("geo", "none", "here"),
				() -> this.strings.opsForValue().bitField("bits", overflow));
		List<@Nullable Object> outcomes = assertSameAsDirect(data, calls);
		assertThat(outcomes.subList(0, 6)).containsExactly(true, false, 1L, null, Map.of("a", true, "b", false),
				Arrays.asList(1.0, null));
		assertThat((List<?>) outcomes.get(6)).hasSize(2).first().isNull();
		if (this.client != Client.REDISSON) {
			// Redisson sends no OVERFLOW
			assertThat(outcomes.get(7)).isEqualTo(Arrays.asList(null, 0L));
		}
	}

	@Test // 14
	void aValueThatCannotBeDecodedFailsItsOwnReplyOnly() {
		this.strings.opsForValue().set("bad", "x");
		List<Reply<Object>> replies = this.pipelines.execute((pipeline) -> {
			Reply<Object> written = pipeline.defer(() -> run(() -> this.objects.opsForValue().set("dw", 1)));
			Reply<Object> bad = pipeline.defer(() -> this.objects.opsForValue().get("bad"));
			return List.of(written, bad, pipeline.defer(() -> this.objects.opsForValue().get("dw")));
		});
		assertThat(replies.get(0).get()).isNull();
		Throwable direct = catchThrowable(() -> this.objects.opsForValue().get("bad"));
		assertThat(Outcomes.describe(catchThrowable(replies.get(1)::get))).isEqualTo(Outcomes.describe(direct));
		assertThat(replies.get(2).get()).isEqualTo(1);
		assertThat(this.observer.exists("dw")).isTrue();
		assertThat(onlyBatch().calls()).isEqualTo(3);
	}

	// Rule 6: exceptions of the code

	@Test
	void theCallerReceivesTheVeryExceptionAndWaitingCallsAreDiscarded() {
		IOException thrown = new IOException("from the body");
		AtomicReference<Reply<String>> reply = new AtomicReference<>();
		Throwable received = catchThrowable(
				() -> discarding().with((options) -> options.withName("broken")).executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("a", "1");
					this.strings.opsForValue().set("b", "1");
					pipeline.send();
					this.strings.opsForValue().set("c", "1");
					this.strings.opsForValue().set("d", "1");
					reply.set(read(pipeline, "a"));
					throw sneaky(thrown);
				}));
		assertThat(received).isSameAs(thrown);
		assertThat(received.getSuppressed()).hasSize(1);
		assertThat(received.getSuppressed()[0]).hasMessageContaining("3").hasMessageContaining("2");
		assertThat(this.observer.contents().keySet()).containsExactly("a", "b");
		assertThat(this.redis.listener().discards()).containsExactly(new Discard("broken", 3, 2));
		assertThat(this.redis.listener().sizes()).containsExactly(2);
		assertThat(reply.get().isDone()).isTrue();
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(reply.get()::get)
			.withMessageContaining("discard");
	}

	@Test
	void anErrorIsReceivedAsItIs() {
		StackOverflowError thrown = new StackOverflowError();
		assertThat(catchThrowable(() -> discarding().executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			throw thrown;
		}))).isSameAs(thrown);
		assertThat(this.observer.keyCount()).isZero();
	}

	@Test
	void waitingCallsAreSentWhereThatIsChosen() {
		assumeOutcomesAreExact();
		fill(1);
		IllegalStateException thrown = new IllegalStateException();
		assertThat(catchThrowable(() -> sendOnException().executeWithoutResult((pipeline) -> {
			this.strings.opsForList().rightPush("k0", "wrong type");
			this.strings.opsForValue().set("a", "1");
			throw thrown;
		}))).isSameAs(thrown);
		assertThat(this.observer.get("a")).isEqualTo("1");
		assertThat(onlyBatch().trigger()).isEqualTo(SendTrigger.EXCEPTION);
		assertThat(this.redis.listener().discards()).isEmpty();
		assertThat(thrown.getSuppressed()).hasSize(1);
		assertThat(thrown.getSuppressed()[0]).isInstanceOf(PipelineExecutionException.class);
	}

	@Test // 61
	void whatGetHasThrownIsRethrownAsItIs() {
		fill(1);
		for (PipelineTemplate template : List.of(this.pipelines, sendOnException())) {
			AtomicReference<Throwable> seen = new AtomicReference<>();
			Throwable received = catchThrowable(() -> template.executeWithoutResult((pipeline) -> {
				Reply<Long> reply = pipeline.defer(() -> this.strings.opsForList().size("k0"));
				try {
					reply.get();
				}
				catch (DataAccessException ex) {
					seen.set(ex);
					throw ex;
				}
			}));
			assertThat(received).isNotNull().isSameAs(seen.get());
			assertThat(received.getSuppressed()).isEmpty();
		}
	}

	@Test // 61
	void theSuppressedListOfASharedExceptionDoesNotGrow() {
		// The same code either way, so the long run is made once for each driver
		int times = (isAuto() || this.client.readsFromReplica()) ? 1_000 : 100_000;
		for (int i = 0; i < times; i++) {
			assertThat(catchThrowable(() -> discarding().executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("a", "1");
				throw SHARED;
			}))).isSameAs(SHARED);
		}
		assertThat(SHARED.getSuppressed()).hasSizeLessThanOrEqualTo(1);
		assertThat(this.observer.keyCount()).isZero();
	}

	// Rule 7: failures

	@Test
	void namesEveryFailureOnceAndNoKeyOrValue() {
		assumeOutcomesAreExact();
		fill(1);
		PipelineExecutionException failed = catchThrowableOfType(PipelineExecutionException.class,
				() -> this.pipelines.executeWithoutResult((pipeline) -> {
					for (int i = 0; i < 10; i++) {
						switch (i) {
							case 3 -> this.strings.opsForList().leftPush("k0", "secret");
							case 7 -> this.strings.opsForHash().put("k0", "field", "secret");
							default -> this.strings.opsForValue().set("other" + i, "secret");
						}
					}
				}));
		assertThat(failed.getCallCount()).isEqualTo(10);
		assertThat(failed.getFailures()).extracting(CallFailure::index).containsExactly(3, 7);
		assertThat(failed.getFailures()).extracting(CallFailure::command).containsExactly("LPUSH", "HSET");
		assertThat(failed.getFailures()).extracting(CallFailure::key).containsOnly("k0");
		Throwable direct = catchThrowable(() -> this.strings.opsForList().leftPush("k0", "secret"));
		assertThat(Outcomes.describe(failed.getFailures().get(0).cause())).isEqualTo(Outcomes.describe(direct));
		assertThat(failed.getMessage()).contains("2 of 10", "#3 LPUSH", "#7 HSET", "WRONGTYPE")
			.doesNotContain("k0", "secret", "other");
		assertThat(this.observer.keyCount()).isEqualTo(9);
		assertThat(onlyBatch().failures()).extracting(CallFailure::index).containsExactly(3, 7);
		assertThat(onlyBatch().calls()).isEqualTo(10);
	}

	@Test
	void showsKeysWhereThatIsAllowed() {
		assumeOutcomesAreExact();
		fill(1);
		PipelineTemplate showing = this.redis.builder().showKeys(true).build();
		assertThatExceptionOfType(PipelineExecutionException.class).isThrownBy(
				() -> showing.executeWithoutResult((pipeline) -> this.strings.opsForList().leftPush("k0", "secret")))
			.satisfies((failed) -> assertThat(failed.getMessage()).contains("k0").doesNotContain("secret"));
	}

	@Test
	void countsAcrossTheBatchesOfAPipeline() {
		assumeOutcomesAreExact();
		fill(1);
		assertThatExceptionOfType(PipelineExecutionException.class)
			.isThrownBy(() -> this.pipelines.executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("a", "1");
				this.strings.opsForList().leftPush("k0", "x");
				assertThatExceptionOfType(PipelineExecutionException.class).isThrownBy(pipeline::send)
					.satisfies((failed) -> assertThat(failed.getFailures()).extracting(CallFailure::index)
						.containsExactly(1));
				this.strings.opsForValue().set("b", "1");
				this.strings.opsForList().leftPush("k0", "x");
			}))
			.satisfies((failed) -> assertThat(failed.getFailures()).extracting(CallFailure::index).containsExactly(3));
		assertThat(this.observer.keyCount()).isEqualTo(3);
	}

	@Test // 60
	void aFailedReplyThatNobodyReadIsReportedOnce() {
		assumeOutcomesAreExact();
		fill(20);
		List<Reply<?>> replies = new ArrayList<>();
		PipelineExecutionException failed = catchThrowableOfType(PipelineExecutionException.class,
				() -> this.pipelines.executeWithoutResult((pipeline) -> {
					replies.addAll(twentyOfWhichTheSeventhFails(pipeline));
					assertThat(replies.get(0).get()).isEqualTo("v0");
				}));
		assertThat(failed.getFailures()).extracting(CallFailure::index).containsExactly(6);
		Throwable direct = catchThrowable(() -> this.strings.opsForList().size("k6"));
		assertThat(Outcomes.describe(catchThrowable(replies.get(6)::get))).isEqualTo(Outcomes.describe(direct));
		assertThat(replies.get(19).get()).isEqualTo("v19");
		assertThat(this.redis.listener().sizes()).containsExactly(20);
	}

	@Test // 60
	void aFailedReplyThatWasReadIsNotReportedAgain() {
		assumeOutcomesAreExact();
		fill(20);
		this.pipelines.executeWithoutResult((pipeline) -> {
			List<Reply<?>> replies = twentyOfWhichTheSeventhFails(pipeline);
			assertThat(replies.get(0).get()).isEqualTo("v0");
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(replies.get(6)::get)
				.isNotInstanceOf(PipelineExecutionException.class);
		});
		assertThat(onlyBatch().failures()).extracting(CallFailure::index).containsExactly(6);
	}

	@Test
	void whereNothingWasWrittenTheExceptionIsThatOfTheDirectCall() {
		assumeFalse(this.client == Client.REDISSON,
				"Redisson connects when its factory is made, so that fails already");
		try (Redis nobody = connect(Settings.of(RedisServers.freePort()).withTimeout(Duration.ofSeconds(2)))) {
			Throwable direct = catchThrowable(() -> nobody.strings().opsForValue().set("a", "1"));
			Throwable batch = catchThrowable(() -> nobody.pipelines()
				.executeWithoutResult((pipeline) -> nobody.strings().opsForValue().set("a", "1")));
			assertThat(batch).hasSameClassAs(direct).hasMessage(direct.getMessage());
		}
	}

	@Test
	void anotherCallsFailureAtAGetIsReportedOnce() {
		assumeOutcomesAreExact();
		fill(1);
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForList().leftPush("k0", "wrong type");
			Reply<String> reply = read(pipeline, "k0");
			assertThatExceptionOfType(PipelineExecutionException.class).isThrownBy(reply::get)
				.satisfies(
						(failed) -> assertThat(failed.getFailures()).extracting(CallFailure::index).containsExactly(0));
			assertThat(reply.get()).isEqualTo("v0");
		});
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@Test
	void whatASendHasThrownIsRethrownAsItIs() {
		assumeOutcomesAreExact();
		fill(1);
		for (PipelineTemplate template : List.of(discarding(), sendOnException())) {
			AtomicReference<Throwable> seen = new AtomicReference<>();
			Throwable received = catchThrowable(() -> template.executeWithoutResult((pipeline) -> {
				this.strings.opsForList().leftPush("k0", "wrong type");
				try {
					pipeline.send();
				}
				catch (PipelineExecutionException ex) {
					seen.set(ex);
					throw ex;
				}
			}));
			assertThat(received).isNotNull().isSameAs(seen.get());
			assertThat(received.getSuppressed()).isEmpty();
		}
	}

	@Test
	void whereOutcomesAreNotKnownThatIsSaid() {
		assumeTrue(this.client == Client.REDISSON, "About a list of results that is lost to one failing call");
		fill(1);
		PipelineOutcomeUnknownException unknown = catchThrowableOfType(PipelineOutcomeUnknownException.class,
				() -> this.pipelines.executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("a", "1");
					this.strings.opsForList().leftPush("k0", "wrong type");
					this.strings.opsForValue().set("b", "1");
				}));
		assertThat(unknown.getAnswered() + unknown.getUnanswered()).isEqualTo(3);
		assertThat(unknown.getAnswered()).isLessThan(3);
		assertThat(unknown).hasStackTraceContaining("WRONGTYPE");
		assertThat(this.observer.contents().keySet()).containsExactly("a", "b", "k0");
		assertThat(onlyBatch().error()).isSameAs(unknown);
		Reply<String> next = this.pipelines.execute((pipeline) -> read(pipeline, "k0"));
		assertThat(next.get()).isEqualTo("v0");
	}

	@Test
	void anInterruptedWaitLeavesTheNextBatchClean() {
		assumeTrue(this.client.isLettuce(), "Only Lettuce waits in a way that can be interrupted");
		try (Relay relay = new Relay(port()); Redis relayed = connect(Settings.of(relay.port()))) {
			relayed.strings().delete("connect");
			relay.holdRepliesAfter("interrupted");
			Thread caller = Thread.currentThread();
			long requests = relay.requestBytes();
			CompletableFuture<Void> interrupter = CompletableFuture.runAsync(() -> {
				while (relay.requestBytes() == requests) {
					Thread.onSpinWait();
				}
				caller.interrupt();
			});
			PipelineOutcomeUnknownException unknown = catchThrowableOfType(PipelineOutcomeUnknownException.class,
					() -> relayed.pipelines()
						.executeWithoutResult((pipeline) -> relayed.strings().opsForValue().set("interrupted", "1")));
			assertThat(Thread.interrupted()).isTrue();
			interrupter.join();
			assertThat(unknown.getAnswered()).isZero();
			assertThat(unknown.getUnanswered()).isOne();
			relay.release();
			// Where reads go elsewhere, nothing keeps them behind a write of before
			Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> this.observer.exists("interrupted"));
			Reply<String> next = relayed.pipelines().execute((pipeline) -> read(relayed, pipeline, "interrupted"));
			assertThat(next.get()).isEqualTo("1");
		}
	}

	@Test // 18
	void batchesOfTwoThreadsDoNotDisturbEachOther() {
		assumeOutcomesAreExact();
		fill(1);
		CyclicBarrier barrier = new CyclicBarrier(2);
		CompletableFuture<Void> clean = CompletableFuture.runAsync(() -> {
			for (int round = 0; round < 20; round++) {
				int number = round;
				List<Reply<String>> replies = this.pipelines.execute((pipeline) -> {
					List<Reply<String>> deferred = new ArrayList<>();
					for (int i = 0; i < 50; i++) {
						String key = "clean" + i;
						this.strings.opsForValue().set(key, number + "-" + i);
						deferred.add(read(pipeline, key));
					}
					await(barrier);
					return deferred;
				});
				for (int i = 0; i < 50; i++) {
					assertThat(replies.get(i).get()).isEqualTo(round + "-" + i);
				}
			}
		});
		for (int round = 0; round < 20; round++) {
			assertThatExceptionOfType(PipelineExecutionException.class)
				.isThrownBy(() -> this.pipelines.executeWithoutResult((pipeline) -> {
					for (int i = 0; i < 50; i++) {
						this.strings.opsForValue().increment("other" + i);
					}
					this.strings.opsForList().leftPush("k0", "wrong type");
					await(barrier);
				}))
				.satisfies((failed) -> assertThat(failed.getFailures()).extracting(CallFailure::index)
					.containsExactly(50));
		}
		clean.orTimeout(30, TimeUnit.SECONDS).join();
		assertThat(this.observer.get("other49")).isEqualTo("20");
	}

	@Test // 25
	void aPoolIsWholeAfterWhateverHappenedToBatches() {
		assumeOutcomesAreExact();
		for (boolean shared : sharing()) {
			try (Redis pooled = connect(settings().withPoolSize(2).withShared(shared))) {
				StringRedisTemplate template = pooled.strings();
				for (int i = 0; i < 100; i++) {
					pooled.pipelines().executeWithoutResult((pipeline) -> template.opsForValue().set("a", "1"));
					catchThrowable(() -> pooled.pipelines().executeWithoutResult((pipeline) -> {
						template.opsForValue().set("a", "1");
						throw SHARED;
					}));
					assertThatExceptionOfType(PipelineExecutionException.class).isThrownBy(() -> pooled.pipelines()
						.executeWithoutResult((pipeline) -> template.opsForList().leftPush("a", "wrong type")));
				}
				assertThatTwoConnectionsAreFree(pooled);
			}
		}
	}

	@Test // 25
	void aPoolIsWholeAfterTimeouts() {
		assumeRaw();
		try (Relay relay = new Relay(port())) {
			Settings settings = Settings.of(relay.port()).withTimeout(Duration.ofSeconds(1)).withPoolSize(2);
			for (boolean shared : sharing()) {
				try (Redis pooled = connect(settings.withShared(shared))) {
					for (int i = 0; i < 3; i++) {
						relay.holdRepliesAfter("too-late");
						assertThatExceptionOfType(DataAccessException.class)
							.isThrownBy(() -> pooled.pipelines().executeWithoutResult((pipeline) -> {
								pooled.strings().opsForValue().set("too-late", "1");
								pooled.strings().opsForValue().set("b", "1");
							}));
						relay.release();
						Reply<String> reply = pooled.pipelines().execute((pipeline) -> {
							pooled.strings().opsForValue().set("next", "2");
							return read(pooled, pipeline, "next");
						});
						assertThat(reply.get()).isEqualTo("2");
					}
					assertThatTwoConnectionsAreFree(pooled);
				}
			}
		}
	}

	// Rule 8: outcomes line up

	@Test
	void outcomesLineUpAlsoWhereStatusCommandsFail() {
		assumeOutcomesAreExact();
		Runnable data = () -> {
			this.strings.opsForValue().set("a", "text");
			this.strings.opsForList().rightPushAll("l", "x", "y", "z");
		};
		byte[] dump = dump();
		List<Callable<?>> calls = List.of(() -> run(() -> this.strings.rename("a", "{a}b")),
				() -> run(() -> this.strings.rename("{a}none", "{a}b")), () -> this.strings.opsForValue().get("{a}b"),
				() -> run(() -> this.strings.opsForList().trim("{a}b", 0, 1)),
				() -> run(() -> this.strings.opsForList().trim("l", 0, 1)), () -> this.strings.opsForList().size("l"),
				() -> run(() -> this.strings.opsForList().set("l", 9, "v")),
				() -> run(() -> this.strings.opsForList().set("l", 0, "v")),
				() -> this.strings.opsForList().index("l", 0),
				() -> run(() -> this.strings.opsForHash().putAll("h", Map.of("f", "1"))),
				() -> run(() -> this.strings.opsForHash().putAll("l", Map.of("f", "1"))),
				() -> this.strings.opsForHash().get("h", "f"),
				() -> run(() -> this.strings.opsForValue().set("{a}b", "X", 1)),
				() -> run(() -> this.strings.opsForValue().set("h", "X", 1)),
				() -> this.strings.opsForValue().get("{a}b"), () -> this.strings.opsForValue().multiGet(List.of()),
				() -> run(() -> this.strings.restore("r", dump, 0, TimeUnit.MILLISECONDS)),
				() -> run(() -> this.strings.restore("r", dump, 0, TimeUnit.MILLISECONDS)),
				() -> this.strings.opsForValue().get("r"),
				() -> this.strings.opsForValue().multiGet(List.of("{a}b", "none")));
		assertSameAsDirect(data, calls);
	}

	// Rule 9: nesting

	@Test
	void joinsTheOpenPipeline() {
		this.pipelines.with((options) -> options.withName("outer")).executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("a", "1");
			String returned = this.pipelines.with((options) -> options.withName("inner")).execute((inner) -> {
				this.strings.opsForValue().set("b", "1");
				assertThat(inner.name()).isEqualTo("outer");
				assertThat(inner.size()).isEqualTo(2);
				return "done";
			});
			assertThat(returned).isEqualTo("done");
			assertThat(this.observer.keyCount()).isZero();
			this.strings.opsForValue().set("c", "1");
		});
		assertThat(onlyBatch().calls()).isEqualTo(3);
		assertThat(onlyBatch().pipeline()).isEqualTo("outer");
	}

	@Test
	void anInnerExceptionDiscardsWhatTheInnerCodeCollected() {
		this.strings.opsForValue().set("k0", "v0");
		this.pipelines.executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("a", "1");
			AtomicReference<Reply<String>> discarded = new AtomicReference<>();
			assertThat(catchThrowable(() -> discarding().executeWithoutResult((inner) -> {
				this.strings.opsForValue().set("b", "1");
				discarded.set(read(inner, "k0"));
				throw SHARED;
			}))).isSameAs(SHARED);
			assertThat(outer.size()).isOne();
			assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(discarded.get()::get)
				.withMessageContaining("discard");
			this.strings.opsForValue().set("c", "1");
		});
		assertThat(this.observer.contents().keySet()).containsExactly("a", "c", "k0");
		assertThat(this.redis.listener().sizes()).containsExactly(2);
		assertThat(this.redis.listener().discards()).extracting(Discard::discarded).containsExactly(2);
	}

	@Test
	void anInnerExceptionUnderSendLeavesItsCallsWaiting() {
		this.pipelines.executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("a", "1");
			assertThat(catchThrowable(() -> sendOnException().executeWithoutResult((inner) -> {
				this.strings.opsForValue().set("b", "1");
				throw SHARED;
			}))).isSameAs(SHARED);
			assertThat(outer.size()).isEqualTo(2);
			assertThat(this.observer.keyCount()).isZero();
		});
		assertThat(onlyBatch().calls()).isEqualTo(2);
		assertThat(onlyBatch().trigger()).isEqualTo(SendTrigger.RETURN);
	}

	@Test
	void joinedCodeMayReadAReplyOfTheOuterCode() {
		fill(1);
		this.pipelines.executeWithoutResult((outer) -> {
			Reply<String> reply = read(outer, "k0");
			this.pipelines.executeWithoutResult((inner) -> {
				this.strings.opsForValue().set("a", "1");
				assertThat(reply.get()).isEqualTo("v0");
			});
		});
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@Test
	void joinedCodeDiscardsItsOwnCalls() {
		this.pipelines.executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("a", "1");
			this.pipelines.executeWithoutResult((inner) -> {
				this.strings.opsForValue().set("b", "1");
				inner.discard();
			});
			assertThat(outer.size()).isOne();
		});
		assertThat(this.observer.contents().keySet()).containsExactly("a");
	}

	@Test
	void theFailureOfAPipelineOfItsOwnIsItsCallers() {
		assumeOutcomesAreExact();
		fill(1);
		this.pipelines.executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("a", "1");
			assertThatExceptionOfType(PipelineExecutionException.class).isThrownBy(() -> requiresNew()
				.executeWithoutResult((inner) -> this.strings.opsForList().leftPush("k0", "wrong type")));
			assertThat(outer.size()).isOne();
		});
		assertThat(this.observer.get("a")).isEqualTo("1");
	}

	@Test
	void onceReturnedTheInnerCallsAreTheOuterOnes() {
		assertThat(catchThrowable(() -> discarding().executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("a", "1");
			this.pipelines.executeWithoutResult((inner) -> this.strings.opsForValue().set("b", "1"));
			throw SHARED;
		}))).isSameAs(SHARED);
		assertThat(this.observer.keyCount()).isZero();
		assertThat(this.redis.listener().discards()).containsExactly(new Discard("default", 2, 0));
	}

	@Test
	void aPipelineOfItsOwnLeavesTheOuterCallsWaiting() {
		this.pipelines.executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("a", "1");
			requiresNew().executeWithoutResult((inner) -> {
				assertThat(inner.name()).isEqualTo("own");
				assertThat(inner.size()).isZero();
				this.strings.opsForValue().set("b", "1");
				this.strings.opsForValue().set("c", "1");
			});
			assertThat(this.observer.contents().keySet()).containsExactly("b", "c");
			assertThat(outer.size()).isOne();
			assertThat(
					catchThrowable(() -> requiresNew().with((options) -> options.withOnException(OnException.DISCARD))
						.executeWithoutResult((inner) -> {
							this.strings.opsForValue().set("d", "1");
							throw SHARED;
						})))
				.isSameAs(SHARED);
			this.strings.opsForValue().set("e", "1");
			assertThat(outer.size()).isEqualTo(2);
		});
		assertThat(this.observer.contents().keySet()).containsExactly("a", "b", "c", "e");
		assertThat(this.redis.listener().sizes()).containsExactly(2, 2);
		assertThat(this.redis.listener().batches()).extracting(BatchExecution::pipeline)
			.containsExactly("own", "default");
	}

	@Test
	void whereItIsNotSupportedCallsGoAtOnce() {
		PipelineTemplate none = this.pipelines
			.with((options) -> options.withPropagation(PipelinePropagation.NOT_SUPPORTED));
		this.pipelines.executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("a", "1");
			none.executeWithoutResult((inner) -> {
				this.strings.opsForValue().set("b", "2");
				assertThat(this.strings.opsForValue().get("b")).isEqualTo("2");
			});
			assertThat(this.observer.contents().keySet()).containsExactly("b");
			this.strings.opsForValue().set("c", "1");
			assertThat(outer.size()).isEqualTo(2);
		});
		none.executeWithoutResult((pipeline) -> assertThat(this.strings.opsForValue().get("c")).isEqualTo("1"));
		assertThat(this.redis.listener().sizes()).containsExactly(2);
	}

	@Test
	void pipelinesOfTwoFactoriesNest() {
		assumeDatabases();
		try (Redis other = connect(settings().withDatabase(1))) {
			this.pipelines.executeWithoutResult((outer) -> {
				this.strings.opsForValue().set("a", "1");
				other.pipelines().executeWithoutResult((inner) -> {
					other.strings().opsForValue().set("b", "1");
					this.strings.opsForValue().set("c", "1");
					assertThat(inner.size()).isOne();
					assertThat(outer.size()).isEqualTo(2);
				});
				assertThat(this.observer.keyCount()).isZero();
			});
			assertThat(other.listener().sizes()).containsExactly(1);
			assertThat(this.redis.listener().sizes()).containsExactly(2);
		}
	}

	@Test
	void executePipelinedInsideGivesItsOwnResults() {
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			List<Object> results = this.strings.executePipelined((RedisCallback<Object>) (connection) -> {
				connection.stringCommands().get(utf8("a"));
				connection.stringCommands().incr(utf8("n"));
				return null;
			});
			assertThat(results).containsExactly("1", 1L);
			this.strings.opsForValue().set("b", "1");
			List<Object> session = this.strings.executePipelined(new SessionCallback<Object>() {

				@Override
				@SuppressWarnings("unchecked")
				public <K, V> @Nullable Object execute(RedisOperations<K, V> operations) {
					operations.opsForValue().get((K) "b");
					return null;
				}

			});
			assertThat(session).containsExactly("1");
			this.strings.opsForValue().set("c", "1");
			assertThat(pipeline.size()).isOne();
			assertThat(this.observer.exists("c")).isFalse();
		});
		assertThat(this.observer.exists("c")).isTrue();
		assertThat(this.redis.listener().sizes()).containsExactly(1, 1, 1);
	}

	@Test
	void multiAndExecInsideGiveTheirOwnResults() {
		assumeTransactions();
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "0");
			List<Object> results = this.strings.execute(new SessionCallback<List<Object>>() {

				@Override
				@SuppressWarnings("unchecked")
				public <K, V> List<Object> execute(RedisOperations<K, V> operations) {
					operations.multi();
					operations.opsForValue().set((K) "b", (V) "1");
					operations.opsForValue().get("a");
					return operations.exec();
				}

			});
			assertThat(results).containsExactly(true, "0");
			assertThat(this.observer.get("b")).isEqualTo("1");
			this.strings.opsForValue().set("c", "1");
			assertThat(pipeline.size()).isOne();
		});
		assertThat(this.observer.exists("c")).isTrue();
	}

	@Test
	void standsAsideWhereAConnectionIsBoundAlready() {
		this.strings.execute(new SessionCallback<Object>() {

			@Override
			@SuppressWarnings("unchecked")
			public <K, V> @Nullable Object execute(RedisOperations<K, V> operations) {
				PipelineContractTests.this.pipelines.executeWithoutResult((pipeline) -> {
					operations.opsForValue().set((K) "a", (V) "1");
					assertThat(operations.opsForValue().get("a")).isEqualTo("1");
					assertThat(pipeline.defer(() -> operations.opsForValue().get("a")).get()).isEqualTo("1");
				});
				assertThat(operations.opsForValue().get("a")).isEqualTo("1");
				return null;
			}

		});
		assertThat(this.redis.listener().batches()).isEmpty();
	}

	// Rule 14: what cannot wait

	@Test // 37
	void refusesSubscribeAndSelect() {
		assertRefused("SUBSCRIBE", (connection) -> connection.subscribe((message, pattern) -> {
		}, utf8("channel")));
		assertRefused("PSUBSCRIBE", (connection) -> connection.pSubscribe((message, pattern) -> {
		}, utf8("channel*")));
		assertRefused("SELECT", (connection) -> connection.select(1));
	}

	@Test // 37
	void refusesCursors() {
		assumeRaw();
		assertRefused("SCAN", () -> this.strings.scan(ScanOptions.NONE));
		assertRefused("HSCAN", () -> this.strings.opsForHash().scan("h", ScanOptions.NONE));
		assertRefused("SSCAN", () -> this.strings.opsForSet().scan("s", ScanOptions.NONE));
		assertRefused("ZSCAN", () -> this.strings.opsForZSet().scan("z", ScanOptions.NONE));
	}

	@Test // 36, 37
	void refusesBlockingCommands() {
		assumeRaw();
		assertRefused("BLPOP", () -> this.strings.opsForList().leftPop("q", Duration.ofSeconds(1)));
		assertRefused("BRPOP", () -> this.strings.opsForList().rightPop("q", Duration.ofSeconds(1)));
		assertRefused("BRPOPLPUSH",
				() -> this.strings.opsForList().rightPopAndLeftPush("q", "r", Duration.ofSeconds(1)));
		assertRefused("BZPOPMIN", () -> this.strings.opsForZSet().popMin("q", Duration.ofSeconds(1)));
		assertRefused("BLPOP", (connection) -> connection.execute("BLPOP", utf8("q"), utf8("1")));
		assertRefused("BLPOP", (connection) -> connection.execute("blpop", utf8("q"), utf8("1")));
	}

	@Test // 37
	void refusesWatch() {
		assumeRaw();
		assertRefused("WATCH", () -> {
			this.strings.watch("n");
			return null;
		});
	}

	// Rules 3, 6 and 14 under AUTO

	@Test // 2
	void aUsedValueIsRealAndAnIgnoredOneWaits() {
		assumeAuto();
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForSet().add("s", "a");
			assertThat(pipeline.size()).isOne();
			Map<Object, Boolean> members = this.strings.opsForSet().isMember("s", "a", "b");
			assertThat(members).isEqualTo(Map.of("a", true, "b", false));
			this.strings.opsForValue().set("z", "1");
			assertThat(this.observer.exists("z")).isFalse();
		});
		assertThat(this.redis.listener().sizes()).containsExactly(2, 1);
		assertThat(this.redis.listener().batches()).extracting(BatchExecution::trigger)
			.containsExactly(SendTrigger.VALUE, SendTrigger.RETURN);
	}

	@Test // 2
	void ignoredValuesOfEveryKindWait() {
		assumeAuto();
		this.observer.call("ZADD", "z", "1", "a", "2", "b", "3", "c", "4", "d");
		this.observer.call("SADD", "s", "a");
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForZSet().popMin("z");
			this.strings.opsForZSet().popMax("z", 2);
			this.strings.opsForSet().distinctRandomMembers("s", 1);
			this.strings.opsForSet().isMember("s", "a", "b");
			this.strings.opsForZSet().differenceWithScores("z", "z");
			this.strings.opsForHash().entries("h");
			this.strings.opsForValue().increment("n");
			this.strings.hasKey("n");
			this.strings.opsForValue().multiGet(List.of("n", "o"));
			assertThat(pipeline.size()).isEqualTo(9);
		});
		assertThat(this.redis.listener().sizes()).containsExactly(9);
		assertThat(this.observer.call("ZRANGE", "z", "0", "-1")).isEqualTo(List.of("b"));
	}

	@Test // 3
	void codeThatBranchesOnValuesDoesWhatItDoesDirectly() {
		assumeAuto();
		this.observer.call("HSET", "h", "f", "1");
		this.observer.call("SET", "counter", "5");
		this.pipelines.executeWithoutResult((pipeline) -> {
			assertThat(this.strings.opsForHash().entries("h").isEmpty()).isFalse();
			if (this.strings.delete("h")) {
				this.strings.opsForValue()
					.set("counter", String.valueOf(Long.parseLong(this.strings.opsForValue().get("counter")) + 1));
			}
		});
		assertThat(this.observer.get("counter")).isEqualTo("6");
	}

	@Test // 15
	void scriptsRun() {
		assumeAuto();
		RedisScript<Long> twice = RedisScript.of("redis.call('incr', KEYS[1]) return redis.call('incr', KEYS[1])",
				Long.class);
		this.strings.execute((RedisCallback<Object>) (connection) -> {
			connection.scriptingCommands().scriptFlush();
			return null;
		});
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			Long first = this.strings.execute(twice, List.of("a"));
			Long second = this.strings.execute(twice, List.of("a"));
			assertThat(first).isEqualTo(3);
			assertThat(second).isEqualTo(5);
			assertThat(this.strings.opsForValue().get("a")).isEqualTo("5");
			this.strings.execute(twice, List.of("a"));
		});
		assertThat(this.observer.get("a")).isEqualTo("7");
	}

	@Test // 36
	void aBlockingCommandRunsAfterWhatWaits() throws InterruptedException {
		assumeAuto();
		Thread pusher = new Thread(() -> {
			try (Observer other = new Observer(port())) {
				while (!other.exists("a")) {
					Thread.onSpinWait();
				}
				other.call("RPUSH", "q", "pushed");
			}
		});
		pusher.start();
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			assertThat(this.strings.opsForList().leftPop("q", Duration.ofSeconds(10))).isEqualTo("pushed");
			this.strings.opsForValue().set("b", "1");
			assertThat(pipeline.size()).isOne();
		});
		pusher.join();
		assertThat(this.observer.exists("b")).isTrue();
		assertThat(this.redis.listener().sizes()).containsExactly(1, 1);
	}

	@Test // 37
	void aCursorReadsWhatWaitedBefore() {
		assumeAuto();
		Set<String> found = new HashSet<>();
		this.pipelines.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 50; i++) {
				this.strings.opsForValue().set("c" + i, "v");
			}
			try (Cursor<String> cursor = this.strings.scan(ScanOptions.scanOptions().count(5).build())) {
				cursor.forEachRemaining((key) -> {
					found.add(key);
					this.strings.delete(key);
				});
			}
		});
		assertThat(found).hasSize(50);
		assertThat(this.observer.keyCount()).isZero();
	}

	@Test // 37
	void watchMultiAndExecRunDirectly() {
		assumeTransactions();
		assumeAuto();
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("m0", "0");
			List<Object> results = this.strings.execute(new SessionCallback<List<Object>>() {

				@Override
				@SuppressWarnings("unchecked")
				public <K, V> List<Object> execute(RedisOperations<K, V> operations) {
					operations.watch((K) "m0");
					String read = (String) operations.opsForValue().get("m0");
					operations.multi();
					operations.opsForValue().set((K) "m1", (V) (read + "1"));
					operations.opsForValue().get("m1");
					return operations.exec();
				}

			});
			assertThat(results).containsExactly(true, "01");
			this.strings.opsForValue().set("after", "1");
			assertThat(pipeline.size()).isOne();
		});
		assertThat(this.observer.contents().keySet()).containsExactly("after", "m0", "m1");
	}

	@Test // 38
	void multiWithoutExecIsAnErrorAndLeavesNothing() {
		assumeTransactions();
		assumeAuto();
		assertThatExceptionOfType(PipelineUsageException.class)
			.isThrownBy(() -> this.pipelines.executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("m0", "0");
				this.strings.multi();
				this.strings.opsForValue().set("m1", "1");
			}));
		assertThat(this.observer.contents().keySet()).containsExactly("m0");
		this.pipelines.executeWithoutResult((pipeline) -> this.strings.opsForValue().set("m2", "1"));
		assertThat(this.observer.exists("m2")).isTrue();
	}

	@Test // 40
	void aStreamIsWrittenAndReadByAGroup() {
		assumeAuto();
		this.pipelines.executeWithoutResult((pipeline) -> {
			StreamOperations<String, String, String> streams = this.strings.opsForStream();
			streams.createGroup("x", ReadOffset.from("0"), "g");
			RecordId first = streams.add("x", Map.of("n", "1"));
			RecordId second = streams.add("x", Map.of("n", "2"));
			assertThat(first.getValue()).isLessThan(second.getValue());
			assertThat(streams.size("x")).isEqualTo(2);
			List<MapRecord<String, String, String>> records = streams.read(
					org.springframework.data.redis.connection.stream.Consumer.from("g", "c"),
					StreamOffset.create("x", ReadOffset.lastConsumed()));
			assertThat(records).extracting(MapRecord::getValue).containsExactly(Map.of("n", "1"), Map.of("n", "2"));
			assertThat(streams.acknowledge("x", "g", first)).isOne();
		});
	}

	@Test // 41
	void expirationsAreTrue() {
		assumeAuto();
		this.pipelines.executeWithoutResult((pipeline) -> {
			assertThat(this.strings.opsForValue().increment("rl")).isOne();
			assertThat(this.strings.expire("rl", Duration.ofSeconds(60))).isTrue();
			assertThat(this.strings.getExpire("rl", TimeUnit.MILLISECONDS)).isBetween(1L, 60_000L);
			assertThat(this.strings.expire("rl", Duration.ofSeconds(3_000_000_000L))).isTrue();
		});
		assertThat(this.strings.getExpire("rl")).isGreaterThan(2_999_999_000L);
	}

	@Test // 59
	void aLockIsReleasedWhenTheCodeThrows() {
		assertThat(catchThrowable(() -> this.pipelines.executeWithoutResult((pipeline) -> takeLockAndThrow())))
			.isSameAs(SHARED);
		assertThat(this.observer.exists("lock")).isFalse();
		assertThat(catchThrowable(() -> sendOnException().executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("kept", "1");
			takeLockAndThrow();
		}))).isSameAs(SHARED);
		assertThat(this.observer.contents().keySet()).containsExactly("kept");
	}

	private void takeLockAndThrow() {
		this.strings.opsForValue().setIfAbsent("lock", "me");
		try {
			throw SHARED;
		}
		finally {
			this.strings.delete("lock");
		}
	}

	@Test
	void aUsedValueWhoseCallFailsThrowsWhatTheDirectCallThrows() {
		assumeOutcomesAreExact();
		assumeAuto();
		fill(1);
		Throwable direct = catchThrowable(() -> this.strings.opsForList().size("k0").toString());
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			Throwable thrown = catchThrowable(() -> this.strings.opsForList().size("k0").toString());
			assertThat(thrown).hasSameClassAs(direct);
			this.strings.opsForValue().set("b", "1");
		});
		assertThat(this.observer.contents().keySet()).containsExactly("a", "b", "k0");
	}

	@Test
	void anIgnoredCallThatFailsIsReportedAtTheNextSend() {
		assumeAuto();
		assumeOutcomesAreExact();
		fill(1);
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForList().leftPush("k0", "wrong type");
			this.strings.opsForValue().set("a", "1");
			assertThatExceptionOfType(PipelineExecutionException.class)
				.isThrownBy(() -> this.strings.opsForValue().get("a").length())
				.satisfies(
						(failed) -> assertThat(failed.getFailures()).extracting(CallFailure::index).containsExactly(0));
			assertThat(this.strings.opsForValue().get("a")).isEqualTo("1");
		});
	}

	// Rule 16: threads

	@Test // 43
	void callsOfOtherThreadsRunAsUsual() {
		Thread caller = Thread.currentThread();
		AtomicInteger own = new AtomicInteger();
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("own", "1");
			IntStream.range(0, 200).parallel().forEach((i) -> {
				this.strings.opsForValue().set("p" + i, "v" + i);
				if (Thread.currentThread() == caller) {
					own.incrementAndGet();
				}
				else {
					assertThat(this.strings.opsForValue().get("p" + i)).isEqualTo("v" + i);
				}
			});
		});
		assertThat(this.observer.keyCount()).isEqualTo(201);
		assertThat(this.redis.listener().sizes()).containsExactly(own.get() + 1);
	}

	@Test
	void bindsToTheThreadOnlyWhileThePipelineIsOpen() {
		assertThat(this.pipelines.current()).isEmpty();
		this.pipelines.executeWithoutResult((pipeline) -> {
			assertThat(this.pipelines.current()).contains(pipeline);
			assertThat(elsewhere(() -> assertThat(this.pipelines.current()).isEmpty())).isNull();
			requiresNew().executeWithoutResult((inner) -> this.strings.opsForValue().set("a", "1"));
			this.strings.executePipelined((RedisCallback<Object>) (connection) -> null);
		});
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		assertThat(this.strings.opsForValue().get("a")).isEqualTo("1");
	}

	// Rule 18: off means off

	@Test
	void switchedOffTheCodeRunsWithoutCollecting() {
		PipelineTemplate off = this.redis.builder().enabled(false).build();
		String returned = off.execute((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			assertThat(this.observer.get("a")).isEqualTo("1");
			Reply<String> reply = pipeline.defer(() -> this.strings.opsForValue().get("a"));
			assertThat(reply.get()).isEqualTo("1");
			assertThat(off.defer(() -> this.strings.opsForValue().get("a")).get()).isEqualTo("1");
			pipeline.send();
			assertThat(pipeline.size()).isZero();
			return this.strings.opsForValue().get("a");
		});
		assertThat(returned).isEqualTo("1");
		assertThat(catchThrowable(() -> off.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("b", "1");
			throw SHARED;
		}))).isSameAs(SHARED);
		assertThat(this.observer.exists("b")).isTrue();
		assertThat(this.redis.listener().batches()).isEmpty();
		assertThat(this.redis.listener().discards()).isEmpty();
	}

	// Listeners

	@Test // 62
	void aListenerMayUseTheTemplate() {
		AtomicInteger batches = new AtomicInteger();
		List<@Nullable Object> values = new ArrayList<>();
		PipelineTemplate heard = PipelineTemplate.builder(this.redis.factory())
			.listeners(() -> List.of(new PipelineListener() {

				@Override
				public void batchSent(BatchExecution batch) {
					batches.incrementAndGet();
					values.add(PipelineContractTests.this.strings.opsForValue().increment("seen", batch.calls()));
				}

				@Override
				public void callsDiscarded(String pipeline, int discarded, int alreadySent) {
					values.add(PipelineContractTests.this.strings.opsForValue().increment("lost", discarded));
				}

			}))
			.build();
		List<Seen> seen = commandsDuring(() -> heard.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			pipeline.send();
			this.strings.opsForValue().set("b", "1");
			pipeline.discard();
			this.strings.opsForValue().set("c", "1");
		}));
		assertThat(seen).extracting(Seen::text)
			.containsExactly("SET a 1", "INCRBY seen 1", "INCRBY lost 1", "SET c 1", "INCRBY seen 1");
		assertThat(values).containsExactly(1L, 1L, 2L);
		assertThat(batches).hasValue(2);
	}

	@Test
	void aListenerHasNoPipelineOfSpringsOwn() {
		List<Throwable> refused = new ArrayList<>();
		PipelineTemplate heard = PipelineTemplate.builder(this.redis.factory())
			.listeners(() -> List.of(new PipelineListener() {

				@Override
				public void batchSent(BatchExecution batch) {
					refused.add(catchThrowable(() -> PipelineContractTests.this.strings
						.executePipelined((RedisCallback<?>) (connection) -> null)));
				}

			}))
			.build();
		heard.executeWithoutResult((pipeline) -> this.strings.opsForValue().set("a", "1"));
		assertThat(refused).hasSize(1).allMatch(PipelineUsageException.class::isInstance);
		assertThat(this.observer.get("a")).isEqualTo("1");
	}

	@Test // 62
	void aSerializerMayUseTheTemplateWhileItDecodes() {
		fill(2);
		AtomicInteger depth = new AtomicInteger();
		RedisTemplate<String, String> versioned = new RedisTemplate<>();
		versioned.setConnectionFactory(this.redis.factory());
		versioned.setKeySerializer(RedisSerializer.string());
		versioned.setValueSerializer(new RedisSerializer<String>() {

			@Override
			public byte[] serialize(@Nullable String value) {
				return utf8(String.valueOf(value));
			}

			@Override
			public @Nullable String deserialize(byte @Nullable [] bytes) {
				assertThat(depth.incrementAndGet()).isOne();
				try {
					String version = PipelineContractTests.this.strings.opsForValue().get("k1");
					return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) + version : null;
				}
				finally {
					depth.decrementAndGet();
				}
			}

		});
		versioned.afterPropertiesSet();
		Reply<String> reply = this.pipelines.execute((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			return pipeline.defer(() -> versioned.opsForValue().get("k0"));
		});
		assertThat(reply.get()).isEqualTo("v0v1");
		assertThat(this.redis.listener().sizes()).startsWith(2);
		assertThat(this.observer.get("a")).isEqualTo("1");
	}

	@Test
	void aListenerThatThrowsHarmsNobody() {
		PipelineTemplate heard = PipelineTemplate.builder(this.redis.factory())
			.listeners(() -> List.of(new PipelineListener() {

				@Override
				public void batchSent(BatchExecution batch) {
					throw SHARED;
				}

			}, this.redis.listener()))
			.build();
		String returned = heard.execute((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			return "done";
		});
		assertThat(returned).isEqualTo("done");
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	// Tools

	/**
	 * What the server saw, without the ECHO by which the driver for any other client
	 * marks places in the list of results.
	 */
	private List<Seen> commandsDuring(Runnable code) {
		return this.observer.commandsDuring(code)
			.stream()
			.filter((seen) -> this.client != Client.REDISSON || !seen.command().equals("ECHO"))
			.toList();
	}

	private void assumeOutcomesAreExact() {
		assumeFalse(this.client == Client.REDISSON, "Redisson's list of results is lost to one failing call");
	}

	/**
	 * Lettuce with its shared connection and without; the others know no difference.
	 */
	private boolean[] sharing() {
		return (this.client.isLettuce()) ? new boolean[] { true, false } : new boolean[] { true };
	}

	private BatchExecution onlyBatch() {
		assertThat(this.redis.listener().batches()).hasSize(1);
		return this.redis.listener().batches().get(0);
	}

	private PipelineTemplate requiresNew() {
		return this.pipelines
			.with((options) -> options.withName("own").withPropagation(PipelinePropagation.REQUIRES_NEW));
	}

	/**
	 * Pipelines that discard on an exception, as RAW does where nothing is said.
	 */
	private PipelineTemplate discarding() {
		return isAuto() ? this.pipelines.with((options) -> options.withOnException(OnException.DISCARD))
				: this.pipelines;
	}

	/**
	 * Pipelines that send on an exception, as AUTO does where nothing is said.
	 */
	private PipelineTemplate sendOnException() {
		return isAuto() ? this.pipelines : this.pipelines.with((options) -> options.withOnException(OnException.SEND));
	}

	private boolean isAuto() {
		return this.results == Results.AUTO;
	}

	private void assumeDatabases() {
		assumeFalse(this.client == Client.LETTUCE_CLUSTER, "A cluster has one database");
	}

	private void assumeTransactions() {
		assumeFalse(this.client == Client.LETTUCE_CLUSTER, "Spring has no MULTI on a cluster");
	}

	private void assumeRaw() {
		assumeFalse(isAuto(), "About RAW, or the same either way");
	}

	private void assumeAuto() {
		assumeTrue(isAuto(), "About AUTO");
	}

	private void fill(int count) {
		for (int i = 0; i < count; i++) {
			this.observer.call("SET", "k" + i, "v" + i);
		}
	}

	private Reply<String> read(Pipeline pipeline, String key) {
		return read(this.redis, pipeline, key);
	}

	private static Reply<String> read(Redis redis, Pipeline pipeline, String key) {
		return pipeline.defer(() -> redis.strings().opsForValue().get(key));
	}

	private List<Reply<?>> twentyOfWhichTheSeventhFails(Pipeline pipeline) {
		return IntStream.range(0, 20)
			.<Reply<?>>mapToObj((i) -> (i != 6) ? read(pipeline, "k" + i)
					: pipeline.defer(() -> this.strings.opsForList().size("k" + i)))
			.toList();
	}

	private List<@Nullable Object> deferred(Collection<Callable<?>> calls) {
		List<Reply<Object>> replies = this.pipelines
			.execute((pipeline) -> calls.stream().map((call) -> pipeline.<Object>defer(supplier(call))).toList());
		List<@Nullable Object> values = new ArrayList<>();
		replies.forEach((reply) -> values.add(reply.get()));
		return values;
	}

	/**
	 * Run calls directly and in a pipeline, on the same data, and compare what became of
	 * each one and of the data. Returns the values, {@code null} for an exception.
	 */
	private List<@Nullable Object> assertSameAsDirect(Runnable data, List<Callable<?>> calls) {
		this.observer.flush();
		data.run();
		List<String> direct = calls.stream().map(Outcomes::of).toList();
		Map<String, String> contents = this.observer.contents();
		this.observer.flush();
		data.run();
		this.redis.listener().clear();
		List<@Nullable Object> values = new ArrayList<>();
		List<String> outcomes = new ArrayList<>();
		this.pipelines.executeWithoutResult((pipeline) -> {
			List<Reply<Object>> replies = calls.stream().map((call) -> pipeline.<Object>defer(supplier(call))).toList();
			pipeline.send();
			for (Reply<Object> reply : replies) {
				outcomes.add(Outcomes.of(() -> {
					values.add(null);
					Object value = reply.get();
					values.set(values.size() - 1, value);
					return value;
				}));
			}
		});
		assertThat(outcomes).isEqualTo(direct);
		assertThat(this.observer.contents()).isEqualTo(contents);
		assertThat(this.redis.listener().batches()).hasSize(1);
		if (isAuto() && direct.stream().noneMatch((outcome) -> outcome.startsWith("throws"))) {
			// The failure of a void call is reported elsewhere
			this.observer.flush();
			data.run();
			List<String> used = this.pipelines.execute((pipeline) -> calls.stream().map(Outcomes::of).toList());
			assertThat(used).isEqualTo(direct);
			assertThat(this.observer.contents()).isEqualTo(contents);
		}
		return values;
	}

	private void assertRefused(String command, Consumer<RedisConnection> call) {
		assertRefused(command, () -> this.strings.execute((RedisCallback<Object>) (connection) -> {
			call.accept(connection);
			return null;
		}));
	}

	/**
	 * Check that a call is refused by name, that nothing of it is sent, that code which
	 * handles the refusal goes on, and that the next batch is clean.
	 */
	private void assertRefused(String command, Callable<?> call) {
		this.observer.flush();
		this.redis.listener().clear();
		List<Seen> seen = commandsDuring(() -> assertThatExceptionOfType(PipelineUsageException.class).as(command)
			.isThrownBy(() -> discarding().executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().increment("n");
				supplier(call).get();
			}))
			.withMessageContaining(command));
		assertThat(seen).as(command).isEmpty();
		seen = commandsDuring(() -> this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().increment("n");
			assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(() -> supplier(call).get());
			Reply<Long> reply = pipeline.defer(() -> this.strings.opsForValue().increment("n"));
			assertThat(reply.get()).isEqualTo(2);
		}));
		assertThat(seen).as(command).extracting(Seen::command).allMatch((name) -> name.startsWith("INCR")).hasSize(2);
		assertThat(this.redis.listener().sizes()).containsExactly(2);
		assertThat(this.strings.opsForValue().get("n")).isEqualTo("2");
	}

	private static void assertThatTwoConnectionsAreFree(Redis pooled) {
		try (RedisConnection first = pooled.factory().getConnection();
				RedisConnection second = pooled.factory().getConnection()) {
			assertThat(first.keyCommands().exists(utf8("none"))).isFalse();
			assertThat(second.keyCommands().exists(utf8("none"))).isFalse();
		}
	}

	private byte[] dump() {
		this.strings.opsForValue().set("dumped", "contents");
		return Objects.requireNonNull(this.strings.dump("dumped"));
	}

	private static @Nullable Object run(Runnable call) {
		call.run();
		return null;
	}

	private static <T> Supplier<@Nullable T> supplier(Callable<? extends T> call) {
		return () -> {
			try {
				return call.call();
			}
			catch (Exception ex) {
				throw sneaky(ex);
			}
		};
	}

	private static @Nullable Throwable elsewhere(Runnable code) {
		try {
			CompletableFuture.runAsync(code).orTimeout(10, TimeUnit.SECONDS).join();
			return null;
		}
		catch (CompletionException ex) {
			return ex.getCause();
		}
	}

	private static void await(CyclicBarrier barrier) {
		try {
			barrier.await(20, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static byte[] utf8(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	@SuppressWarnings("unchecked")
	private static <X extends Throwable> RuntimeException sneaky(Throwable thrown) throws X {
		throw (X) thrown;
	}

}
