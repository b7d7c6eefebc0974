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
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.ReadFrom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;

import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.MasterReplica;
import io.pipelining.support.MasterReplica.Node;
import io.pipelining.support.Observer.Seen;
import io.pipelining.support.Redis;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * Where pipelines read and write with a master and a replica, by Lettuce, however that
 * learns of them, and what becomes of a batch whose node is lost. Time-outs are so long
 * that a loss which only they tell of fails the test.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(120)
class MasterReplicaTests {

	private static final Duration FOREVER = Duration.ofMinutes(10);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final List<String> KEYS = IntStream.range(0, 20).mapToObj((i) -> "key:" + i).toList();

	private MasterReplica servers;

	private Relay toMaster;

	private Relay toReplica;

	@BeforeAll
	void start() {
		this.servers = MasterReplica.startWithSentinel();
	}

	@AfterAll
	void stop() {
		this.servers.close();
	}

	@BeforeEach
	void write() {
		this.toMaster = new Relay(this.servers.master().port());
		this.toReplica = new Relay(this.servers.replica().port());
		this.servers.master().call("FLUSHALL");
		KEYS.forEach((key) -> this.servers.master().call("SET", key, "of " + key));
		this.servers.awaitReplicas();
	}

	@AfterEach
	void closeRelays() {
		this.toMaster.close();
		this.toReplica.close();
	}

	private Redis connect(Way way, @Nullable ReadFrom readFrom, boolean carrying) {
		return connect(switch (way) {
			case NAMED -> this.servers.configuration();
			case DISCOVERED -> new RedisStandaloneConfiguration("127.0.0.1", this.servers.master().port());
			case SENTINEL -> this.servers.sentinelConfiguration();
		}, readFrom, carrying, Results.AUTO, FOREVER);
	}

	private Redis connectByRelays(boolean carrying, Duration timeout) {
		RedisStaticMasterReplicaConfiguration configuration = new RedisStaticMasterReplicaConfiguration("127.0.0.1",
				this.toMaster.port());
		configuration.addNode("127.0.0.1", this.toReplica.port());
		Redis redis = connect(configuration, ReadFrom.REPLICA, carrying, Results.RAW, timeout);
		redis.strings().opsForValue().set("connect", "1");
		redis.strings().opsForValue().get("connect");
		return redis;
	}

	private static Redis connect(RedisConfiguration configuration, @Nullable ReadFrom readFrom, boolean carrying,
			Results results, Duration timeout) {
		LettuceClientConfigurationBuilder client = LettuceClientConfiguration.builder()
			.commandTimeout(timeout)
			.shutdownQuietPeriod(Duration.ZERO)
			.clientResources(Client.resources(carrying));
		if (readFrom != null) {
			client.readFrom(readFrom);
		}
		LettuceConnectionFactory factory = new LettuceConnectionFactory(configuration, client.build());
		factory.afterPropertiesSet();
		return new Redis(factory, results);
	}

	private static List<String> read(Redis redis) {
		return redis.readTogether(KEYS);
	}

	private static List<String> expected() {
		return KEYS.stream().map((key) -> "of " + key).toList();
	}

	private long gets(Node node) {
		return node.observer().commandCalls("get");
	}

	private long getsOfMasterDuring(Runnable code) {
		return getsDuring(this.servers.master(), code);
	}

	private long getsOfReplicaDuring(Runnable code) {
		return getsDuring(this.servers.replica(), code);
	}

	private long getsDuring(Node node, Runnable code) {
		long before = gets(node);
		code.run();
		return gets(node) - before;
	}

	static Stream<Arguments> allWays() {
		return Stream.of(Way.values())
			.flatMap((way) -> Stream.of(true, false).map((carrying) -> Arguments.of(way, carrying)));
	}

	// Where batches go

	@ParameterizedTest
	@MethodSource("allWays")
	void aBatchOfReadsGoesWhereReadFromSays(Way way, boolean carrying) {
		for (ReadFrom readFrom : List.of(ReadFrom.REPLICA, ReadFrom.REPLICA_PREFERRED, ReadFrom.ANY_REPLICA)) {
			try (Redis redis = connect(way, readFrom, carrying)) {
				assertThat(getsOfMasterDuring(
						() -> assertThat(getsOfReplicaDuring(() -> assertThat(read(redis)).isEqualTo(expected())))
							.isEqualTo(KEYS.size())))
					.isZero();
			}
		}
		for (ReadFrom readFrom : List.of(ReadFrom.MASTER, ReadFrom.UPSTREAM, ReadFrom.MASTER_PREFERRED)) {
			try (Redis redis = connect(way, readFrom, carrying)) {
				assertThat(getsOfReplicaDuring(
						() -> assertThat(getsOfMasterDuring(() -> assertThat(read(redis)).isEqualTo(expected())))
							.isEqualTo(KEYS.size())))
					.isZero();
			}
		}
	}

	@ParameterizedTest
	@EnumSource(Way.class)
	void aBatchOfReadsGoesAsOneToAnyNode(Way way) {
		for (ReadFrom readFrom : List.of(ReadFrom.ANY, ReadFrom.LOWEST_LATENCY)) {
			try (Redis redis = connect(way, readFrom, true)) {
				for (int i = 0; i < 5; i++) {
					assertThat(getsOfMasterDuring(() -> assertThat(read(redis)).isEqualTo(expected()))).isIn(0L,
							(long) KEYS.size());
				}
			}
		}
	}

	@ParameterizedTest
	@EnumSource(Way.class)
	void aBatchOfReadsGoesToTheMasterWhereReadFromIsNotSet(Way way) {
		try (Redis redis = connect(way, null, true)) {
			assertThat(getsOfReplicaDuring(() -> assertThat(read(redis)).isEqualTo(expected()))).isZero();
		}
	}

	@ParameterizedTest
	@MethodSource("allWays")
	void aMixedBatchGoesToTheMasterInOrder(Way way, boolean carrying) {
		try (Redis redis = connect(way, ReadFrom.REPLICA, carrying)) {
			redis.strings().opsForValue().set("connect", "1");
			List<Seen> seen = this.servers.master()
				.observer()
				.commandsDuring(() -> redis.pipelines().executeWithoutResult((pipeline) -> {
					Reply<String> before = pipeline.defer(() -> redis.strings().opsForValue().get("key:0"));
					redis.strings().opsForValue().set("key:0", "new");
					Reply<String> after = pipeline.defer(() -> redis.strings().opsForValue().get("key:0"));
					pipeline.send();
					assertThat(before.get()).isEqualTo("of key:0");
					assertThat(after.get()).isEqualTo("new");
				}));
			assertThat(seen).extracting(Seen::text)
				.filteredOn((text) -> text.contains("key:0"))
				.containsExactly("GET key:0", "SET key:0 new", "GET key:0");
		}
	}

	@ParameterizedTest
	@MethodSource("allWays")
	void aPipelineThatHasWrittenStaysOnTheMaster(Way way, boolean carrying) {
		try (Redis redis = connect(way, ReadFrom.REPLICA, carrying)) {
			assertThat(getsOfReplicaDuring(() -> redis.pipelines().executeWithoutResult((pipeline) -> {
				for (int round = 0; round < 25; round++) {
					String value = String.valueOf(round);
					KEYS.forEach((key) -> redis.strings().opsForValue().set(key, value));
					pipeline.send();
					List<Reply<String>> read = new ArrayList<>();
					KEYS.forEach((key) -> read.add(pipeline.defer(() -> redis.strings().opsForValue().get(key))));
					pipeline.send();
					assertThat(read).allSatisfy((reply) -> assertThat(reply.get()).isEqualTo(value));
					// A value that is used is fetched at once
					assertThat(redis.strings().opsForValue().get("key:0")).isEqualTo(value);
				}
			}))).isZero();
			assertThat(getsOfMasterDuring(() -> redis.pipelines()
				.executeWithoutResult((pipeline) -> redis.strings().opsForValue().get("key:0").length()))).isZero();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aCallThatRunsDirectlyCountsAsAWrite(boolean carrying) {
		try (Redis redis = connect(Way.NAMED, ReadFrom.REPLICA, carrying)) {
			this.servers.master().call("RPUSH", "list", "1");
			this.servers.awaitReplicas();
			assertThat(getsOfReplicaDuring(() -> redis.pipelines().executeWithoutResult((pipeline) -> {
				assertThat(redis.strings().opsForList().leftPop("list", 1, TimeUnit.SECONDS)).isEqualTo("1");
				assertThat(redis.strings().opsForValue().get("key:0")).isEqualTo("of key:0");
			}))).isZero();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aCursorReadsOneNode(boolean carrying) {
		try (Redis redis = connect(Way.NAMED, ReadFrom.REPLICA, carrying)) {
			redis.pipelines().executeWithoutResult((pipeline) -> {
				long before = this.servers.master().observer().commandCalls("scan");
				assertThat(scan(redis)).isEqualTo(KEYS.size());
				assertThat(this.servers.master().observer().commandCalls("scan")).isEqualTo(before);
			});
			long before = this.servers.replica().observer().commandCalls("scan");
			redis.pipelines().executeWithoutResult((pipeline) -> {
				redis.strings().opsForValue().set("one more", "1");
				assertThat(scan(redis)).isEqualTo(KEYS.size() + 1);
			});
			assertThat(this.servers.replica().observer().commandCalls("scan")).isEqualTo(before);
		}
	}

	private static long scan(Redis redis) {
		try (Cursor<String> cursor = redis.strings().scan(ScanOptions.scanOptions().count(5).build())) {
			return cursor.stream().distinct().count();
		}
	}

	/**
	 * The replica is held back, so that the reads would see the writes if these were sent
	 * to the master at once.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aWriteDoesNotOvertakeTheReadsBeforeIt(boolean carrying) {
		try (Redis redis = connectByRelays(carrying, FOREVER)) {
			PipelineTemplate small = redis.pipelines()
				.with((options) -> options.withMaxBatchSize(KEYS.size()).withMaxInFlight(2));
			this.toReplica.holdRepliesAfter("key:0");
			long before = gets(this.servers.replica());
			List<Reply<String>> read = new ArrayList<>();
			List<String> meanwhile = new ArrayList<>();
			Thread releasing = new Thread(() -> {
				awaitUntil(() -> gets(this.servers.replica()) == before + KEYS.size());
				meanwhile.add(this.servers.master().observer().get("key:0"));
				this.toReplica.release();
			});
			small.executeWithoutResult((pipeline) -> {
				KEYS.forEach((key) -> read.add(pipeline.defer(() -> redis.strings().opsForValue().get(key))));
				KEYS.forEach((key) -> redis.strings().opsForValue().append(key, "+"));
				releasing.start();
			});
			assertThat(meanwhile).containsExactly("of key:0");
			assertThat(read.stream().map(Reply::get)).isEqualTo(expected());
			assertThat(this.servers.master().observer().get("key:0")).isEqualTo("of key:0+");
		}
	}

	@ParameterizedTest
	@EnumSource(Way.class)
	void aBatchIsOneWriteOnAnOpenConnection(Way way) {
		try (Redis redis = connect(way, ReadFrom.REPLICA, true)) {
			read(redis);
			redis.strings().opsForValue().set("connect", "1");
			Node master = this.servers.master();
			Node replica = this.servers.replica();
			assertThat(master.observer()
				.connectionsDuring(
						() -> assertThat(replica.observer().connectionsDuring(() -> writeAndRead(redis))).isZero()))
				.isZero();
		}
		try (Redis redis = connectByRelays(true, FOREVER)) {
			long masterChunks = this.toMaster.requestChunks();
			long replicaChunks = this.toReplica.requestChunks();
			writeAndRead(redis);
			assertThat(this.toMaster.requestChunks() - masterChunks).isEqualTo(10);
			assertThat(this.toReplica.requestChunks() - replicaChunks).isEqualTo(10);
		}
	}

	private static void writeAndRead(Redis redis) {
		for (int i = 0; i < 10; i++) {
			redis.pipelines()
				.executeWithoutResult(
						(pipeline) -> KEYS.forEach((key) -> redis.strings().opsForValue().set("other " + key, "1")));
			assertThat(read(redis)).isEqualTo(expected());
		}
	}

	// Outcomes

	@ParameterizedTest
	@MethodSource("allWays")
	void failuresAreThoseOfTheirCalls(Way way, boolean carrying) {
		try (Redis redis = connect(way, ReadFrom.REPLICA, carrying)) {
			PipelineExecutionException failure = catchThrowableOfType(PipelineExecutionException.class,
					() -> redis.pipelines().executeWithoutResult((pipeline) -> {
						redis.strings().opsForValue().set("a", "1");
						redis.strings().opsForList().rightPush("a", "2");
						redis.strings().opsForValue().set("b", "3");
						redis.strings().opsForList().rightPush("key:0", "4");
					}));
			assertThat(failure.getFailures()).extracting("index").containsExactly(1, 3);
			assertThat(this.servers.master().observer().get("b")).isEqualTo("3");
			redis.pipelines().executeWithoutResult((pipeline) -> {
				Reply<String> first = pipeline.defer(() -> redis.strings().opsForValue().get("key:0"));
				Reply<Long> wrong = pipeline.defer(() -> redis.strings().opsForList().size("key:0"));
				Reply<String> last = pipeline.defer(() -> redis.strings().opsForValue().get("key:1"));
				assertThat(first.get()).isEqualTo("of key:0");
				assertThat(catchThrowableOfType(RuntimeException.class, wrong::get))
					.hasStackTraceContaining("WRONGTYPE");
				assertThat(last.get()).isEqualTo("of key:1");
			});
		}
	}

	@ParameterizedTest
	@MethodSource("allWays")
	void anAtomicBatchRunsOnTheMaster(Way way, boolean carrying) {
		try (Redis redis = connect(way, ReadFrom.REPLICA, carrying)) {
			redis.strings().opsForValue().set("connect", "1");
			PipelineTemplate atomic = redis.pipelines().with((options) -> options.withAtomic(true));
			List<Seen> seen = this.servers.master()
				.observer()
				.commandsDuring(() -> assertThat(atomic.execute((pipeline) -> {
					redis.strings().opsForValue().increment("n", 2);
					return pipeline.defer(() -> redis.strings().opsForValue().get("n"));
				}).get()).isEqualTo("2"));
			assertThat(seen).extracting(Seen::text)
				.containsSubsequence("MULTI", "INCRBY n 2", "GET n", "EXEC")
				.filteredOn((text) -> text.equals("MULTI"))
				.hasSize(1);
			assertThat(getsOfReplicaDuring(
					() -> atomic.execute((pipeline) -> pipeline.defer(() -> redis.strings().opsForValue().get("n")))
						.get()))
				.isZero();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void limitsSplitAPipelineInOrder(boolean carrying) {
		try (Redis redis = connect(Way.NAMED, ReadFrom.REPLICA, carrying)) {
			redis.pipelines()
				.with((options) -> options.withMaxBatchSize(7).withMaxInFlight(2))
				.executeWithoutResult((pipeline) -> {
					for (int i = 0; i < 500; i++) {
						redis.strings().opsForList().rightPush("list", String.valueOf(i));
					}
				});
			assertThat(this.servers.master().observer().call("LRANGE", "list", "0", "-1"))
				.isEqualTo(IntStream.range(0, 500).mapToObj(String::valueOf).toList());
			assertThat(redis.listener().sizes()).hasSize(72).startsWith(7).endsWith(3);
		}
	}

	// Losses

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void theLossOfTheMasterIsNoticedAtOnce(boolean carrying) {
		try (Redis redis = connectByRelays(carrying, FOREVER)) {
			int answered = 0;
			for (int round = 0; round < 6; round++) {
				String prefix = "round:" + round + ":";
				this.toMaster.resetOnCut(round % 2 == 0);
				// Each reply is ":1"
				this.toMaster.cutAfterReplyBytes(4 * round);
				PipelineOutcomeUnknownException failure = catchThrowableOfType(PipelineOutcomeUnknownException.class,
						() -> redis.pipelines().executeWithoutResult((pipeline) -> increment(redis, prefix)));
				assertThat(failure.getAnswered()).isLessThanOrEqualTo(round);
				assertRanAtMostOnce(prefix, failure);
				answered += failure.getAnswered();
				this.toMaster.heal();
				redis.pipelines().executeWithoutResult((pipeline) -> increment(redis, "after:" + prefix));
				assertThat(count("after:" + prefix)).isEqualTo(KEYS.size());
			}
			// What came before the cut counts
			assertThat(answered).isPositive();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void theLossOfTheReplicaIsNoticedAtOnce(boolean carrying) {
		try (Redis redis = connectByRelays(carrying, FOREVER)) {
			for (int round = 0; round < 6; round++) {
				this.toReplica.resetOnCut(round % 2 == 0);
				this.toReplica.cutAfterReplyBytes(10 * round);
				PipelineOutcomeUnknownException failure = catchThrowableOfType(PipelineOutcomeUnknownException.class,
						() -> read(redis));
				assertThat(failure.getAnswered()).isLessThan(KEYS.size());
				assertThat(failure.getAnswered() + failure.getUnanswered()).isEqualTo(KEYS.size());
				this.toReplica.heal();
				assertThat(read(redis)).isEqualTo(expected());
			}
		}
	}

	/**
	 * The batch is on the connection to the other node, which is well.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void theLossOfAnotherNodeHarmsNoBatch(boolean carrying) throws InterruptedException {
		try (Redis redis = connectByRelays(carrying, FOREVER)) {
			this.toReplica.holdRepliesAfter("key:0");
			long before = gets(this.servers.replica());
			Thread cutting = new Thread(() -> {
				awaitUntil(() -> gets(this.servers.replica()) == before + KEYS.size());
				this.toMaster.cut();
				// Until Lettuce has noticed and is connected again
				redis.strings().opsForValue().set("connect", "2");
				this.toReplica.release();
			});
			cutting.start();
			assertThat(read(redis)).isEqualTo(expected());
			cutting.join();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aBatchWaitsWhileTheMasterIsAwayAndIsSentOnce(boolean carrying) throws InterruptedException {
		try (Redis redis = connectByRelays(carrying, FOREVER)) {
			loseMaster();
			CountDownLatch done = new CountDownLatch(1);
			Thread sender = new Thread(() -> {
				redis.pipelines().executeWithoutResult((pipeline) -> increment(redis, "waited:"));
				done.countDown();
			});
			sender.start();
			// Those who read need not wait
			assertThat(read(redis)).isEqualTo(expected());
			assertThat(done.getCount()).isOne();
			this.toMaster.heal();
			done.await();
			KEYS.forEach((key) -> assertThat(this.servers.master().observer().get("waited:" + key)).isEqualTo("1"));
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aBatchThatTimesOutWhileItWaitsIsNeverSent(boolean carrying) {
		try (Redis redis = connectByRelays(carrying, FOREVER)) {
			loseMaster();
			QueryTimeoutException failure = catchThrowableOfType(QueryTimeoutException.class,
					() -> redis.pipelines()
						.with((options) -> options.withTimeout(Duration.ofMillis(200)))
						.executeWithoutResult((pipeline) -> increment(redis, "late:")));
			assertThat(failure).isNotNull();
			this.toMaster.heal();
			redis.pipelines().executeWithoutResult((pipeline) -> increment(redis, "next:"));
			assertThat(count("late:")).isZero();
			assertThat(count("next:")).isEqualTo(KEYS.size());
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aTimeOutTellsWhatIsUnknown(boolean carrying) {
		try (Redis redis = connectByRelays(carrying, FOREVER)) {
			this.toReplica.holdRepliesAfter("key:0");
			PipelineTemplate hasty = redis.pipelines().with((options) -> options.withTimeout(Duration.ofSeconds(2)));
			PipelineOutcomeUnknownException failure = catchThrowableOfType(PipelineOutcomeUnknownException.class,
					() -> hasty.executeWithoutResult(
							(pipeline) -> KEYS.forEach((key) -> redis.strings().opsForValue().get(key))));
			assertThat(failure.getAnswered()).isZero();
			assertThat(failure.getUnanswered()).isEqualTo(KEYS.size());
			this.toReplica.release();
			assertThat(read(redis)).isEqualTo(expected());
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void anAtomicBatchRunsAsAWholeOrNotAtAllWhenTheMasterIsLost(boolean carrying) {
		try (Redis redis = connectByRelays(carrying, FOREVER)) {
			PipelineTemplate atomic = redis.pipelines().with((options) -> options.withAtomic(true));
			atomic.executeWithoutResult((pipeline) -> redis.strings().opsForValue().increment("connect"));
			for (int round = 0; round < 4; round++) {
				String prefix = "atomic:" + round + ":";
				this.toMaster.cutAfterRequestBytes(200L * round);
				PipelineOutcomeUnknownException failure = catchThrowableOfType(PipelineOutcomeUnknownException.class,
						() -> atomic.executeWithoutResult((pipeline) -> increment(redis, prefix)));
				assertThat(failure.getAnswered()).isZero();
				assertThat(failure.getUnanswered()).isEqualTo(KEYS.size());
				assertThat(count(prefix)).isIn(0L, (long) KEYS.size());
				this.toMaster.heal();
				atomic.executeWithoutResult((pipeline) -> increment(redis, "after:" + prefix));
				assertThat(count("after:" + prefix)).isEqualTo(KEYS.size());
			}
		}
	}

	/**
	 * Lettuce has noticed once it tries to connect again.
	 */
	private void loseMaster() {
		long before = this.toMaster.connections();
		this.toMaster.down();
		awaitUntil(() -> this.toMaster.connections() > before);
	}

	private static void awaitUntil(Callable<Boolean> condition) {
		await().atMost(PATIENCE).until(condition);
	}

	private static void increment(Redis redis, String prefix) {
		KEYS.forEach((key) -> redis.strings().opsForValue().increment(prefix + key));
	}

	private void assertRanAtMostOnce(String prefix, PipelineOutcomeUnknownException failure) {
		Map<String, String> contents = this.servers.master().observer().contents();
		List<String> ran = KEYS.stream().filter((key) -> contents.containsKey(prefix + key)).toList();
		assertThat(ran).hasSizeBetween(failure.getAnswered(), failure.getAnswered() + failure.getUnanswered())
			.isEqualTo(KEYS.subList(0, ran.size()))
			.allSatisfy((key) -> assertThat(contents.get(prefix + key)).startsWith("string 1"));
	}

	private long count(String prefix) {
		return KEYS.stream().filter((key) -> this.servers.master().observer().exists(prefix + key)).count();
	}

	/** How Lettuce learns of the nodes. */
	enum Way {

		/** Each of them is named. */
		NAMED,

		/** One is named, and says what others there are. */
		DISCOVERED,

		/** A sentinel says it. */
		SENTINEL

	}

}
