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

package io.pipelining.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.DnsResolvers;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.faults.SentBatch.Ran;
import io.pipelining.support.Client;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisCluster;
import io.pipelining.support.RedisCluster.Node;
import io.pipelining.support.Relay;
import io.pipelining.support.Seeds;
import io.pipelining.support.Signals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Batches of fifty INCR over all nodes of a cluster while slots move, lines are cut and
 * nodes die: no call runs twice, what was answered ran, what was not sent did not, the
 * calls of the nodes that live are answered, nobody waits beyond the time-out, and the
 * next batch is fine. {@code -Dfaults=long} sends more of them.
 */
@Timeout(1800)
@DisabledOnOs(OS.WINDOWS)
class ClusterFaultTests {

	private static final boolean LONG = Way.isLong();

	private static final Duration TIMEOUT = Duration.ofMillis(500);

	private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(30);

	private static final String NAME = "batches";

	private static final Map<String, FaultFigures> FIGURES = new LinkedHashMap<>();

	private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

	private final long seed = Seeds.of("faults");

	private final Random random = new Random(this.seed);

	private final ExecutorService striker = Executors.newSingleThreadExecutor((task) -> new Thread(task, "striker"));

	private final Signals signals = new Signals();

	private RedisCluster cluster;

	/** Makes direct calls only, over connections of its own. */
	private Redis reader;

	private Redis redis;

	private PipelineTemplate hurried;

	/** The lines of the application to nodes, by their ports. */
	private final Map<Integer, Relay> lines = new HashMap<>();

	/** Of those in a hurry. */
	private Duration timeout;

	private int number;

	/** The driver tells of each connection that it does not get. */
	@BeforeEach
	void silenceDriver() {
		this.logging.setLogLevel("io.lettuce", LogLevel.ERROR);
	}

	private void start(int replicas, String... settings) {
		this.cluster = RedisCluster.start(3, replicas, settings);
		this.cluster.ports().forEach((port) -> this.lines.put(port, new Relay(port)));
		this.reader = new Redis(Client.LETTUCE_CLUSTER.connect(this.cluster.ports().get(0)));
		this.redis = new Redis(connect(), Results.AUTO);
		hurry(TIMEOUT);
		for (int i = 0; i < 4; i++) {
			assertThat(send(this.redis.pipelines()).said()).isEmpty();
		}
	}

	private void hurry(Duration timeout) {
		this.timeout = timeout;
		this.hurried = this.redis.pipelines().with((options) -> options.withTimeout(timeout));
	}

	private LettuceConnectionFactory connect() {
		RedisClusterConfiguration nodes = new RedisClusterConfiguration();
		this.cluster.ports().forEach((port) -> nodes.addClusterNode(new RedisNode("127.0.0.1", port)));
		LettuceConnectionFactory factory = new LettuceConnectionFactory(nodes, LettuceClientConfiguration.builder()
			.commandTimeout(Stage.PATIENCE)
			.shutdownQuietPeriod(Duration.ZERO)
			.clientName(NAME)
			.clientResources(Client.resources(true)
				.mutate()
				.socketAddressResolver(MappingSocketAddressResolver.create(DnsResolvers.UNRESOLVED, this::throughLine))
				.build())
			.clientOptions(ClusterClientOptions.builder()
				.topologyRefreshOptions(
						ClusterTopologyRefreshOptions.builder().enableAllAdaptiveRefreshTriggers().build())
				.build())
			.build());
		factory.afterPropertiesSet();
		return factory;
	}

	private HostAndPort throughLine(HostAndPort node) {
		return HostAndPort.of("127.0.0.1", this.lines.get(node.getPort()).port());
	}

	private Relay line(Node node) {
		return this.lines.get(node.port());
	}

	@AfterEach
	void stop() {
		this.striker.shutdownNow();
		this.redis.close();
		this.reader.close();
		this.lines.values().forEach(Relay::close);
		this.cluster.close();
		this.signals.close();
		this.logging.setLogLevel("io.lettuce", null);
	}

	@ParameterizedTest
	@EnumSource
	void noCallRunsTwiceAndWhatIsSaidOfEachIsTrue(Strike strike) throws Exception {
		start(0, "appendonly yes", "appendfsync no", "cluster-node-timeout 15000");
		Leftovers leftovers = new Leftovers();
		leftovers.countObjects();
		List<SentBatch> batches = new ArrayList<>();
		int least = LONG ? strike.rounds : Math.min(strike.rounds / 10, 10);
		for (int round = 0; round < least
				|| (!strike.movesSlots && batches.stream().noneMatch(SentBatch::isHit)); round++) {
			assertThat(round).as("rounds without a hit").isLessThan(20 * least);
			Node node = this.cluster.masters().get(this.random.nextInt(3));
			SentBatch struck = sendWhile(strike, node);
			awaitCalm();
			SentBatch next = send(this.redis.pipelines());
			if (next.isHit() && !struck.isHit()) {
				// It came late, and met a connection between two batches
				next = send(this.redis.pipelines());
			}
			assertThat(next.said()).as("the batch after %s", struck).isEmpty();
			boolean sent = struck.answered() + struck.open() > 0;
			if (!strike.movesSlots && sent && struck.accepted() < callsOfOthers(struck, node)) {
				// Not in time, as it may be on a busy machine. What is lost never comes.
				assertThat(this.timeout).as("time-out of calls to the other nodes in %s", struck)
					.isLessThan(LONGEST_TIMEOUT);
				hurry(this.timeout.multipliedBy(4));
			}
			else if (strike.movesSlots && !strike.strikesNodes) {
				assertThat(struck.said()).isEmpty();
			}
			batches.add(struck);
			batches.add(next);
		}
		if (strike.movesSlots) {
			assertThat(this.cluster.masters().stream().mapToLong(ClusterFaultTests::redirections).sum()).isPositive();
		}
		leftovers.assertNoObject(() -> {
			this.redis.pipelines().executeWithoutResult((pipeline) -> this.redis.strings().hasKey("calm"));
			this.redis.listener().clear();
		});
		for (SentBatch batch : batches) {
			FaultFigures figures = FaultFigures.of(strike.title + " | Lettuce, cluster", batch, whatRan(batch));
			FIGURES.merge(figures.title(), figures, FaultFigures::plus);
		}
		System.out.println("faults.seed=" + this.seed + " " + FIGURES.get(strike.title + " | Lettuce, cluster"));
		// One to each node, and one to learn of the others by
		this.cluster.masters().forEach((node) -> await().until(() -> clients(node).size() <= 2));
	}

	/**
	 * What a master had not told its replica yet is lost with it, so it is not counted
	 * here.
	 */
	@Test
	void aReplicaTakesThePlaceOfAMasterThatDied() {
		start(1, "cluster-node-timeout 1000");
		Node dead = this.cluster.masters().get(1);
		dead.kill();
		List<SentBatch> batches = new ArrayList<>();
		await().pollInterval(Duration.ofMillis(20)).until(() -> {
			SentBatch batch = send(this.hurried);
			batches.add(batch);
			return !batch.isHit();
		});
		assertThat(send(this.redis.pipelines()).said()).isEmpty();
		assertThat(batches.get(0).isHit()).isTrue();
		assertThat(batches).anyMatch((batch) -> batch.isHit() && batch.accepted() >= callsOfOthers(batch, dead));
		for (SentBatch batch : batches) {
			whatRan(batch);
		}
	}

	private SentBatch sendWhile(Strike strike, Node node) throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch ended = new CountDownLatch(1);
		int slot = RedisCluster.slotOf(SentBatch.key(this.number + 1, this.random.nextInt(SentBatch.CALLS)));
		long wait = this.random.nextInt(1500);
		Future<?> striking = this.striker.submit(() -> {
			begun.countDown();
			LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(wait));
			strike.strike(this, node, slot);
			ended.await(1, TimeUnit.MINUTES);
			strike.heal(this, node);
			return null;
		});
		begun.await();
		try {
			return send(this.hurried);
		}
		finally {
			ended.countDown();
			striking.get(2, TimeUnit.MINUTES);
		}
	}

	private SentBatch send(PipelineTemplate pipelines) {
		SentBatch batch = SentBatch.send(this.redis, pipelines,
				(pipelines == this.hurried) ? this.timeout : Stage.PATIENCE, ++this.number);
		assertThat(batch.isHung()).as("%s", batch).isFalse();
		return batch;
	}

	/**
	 * Wait until each node answers direct calls.
	 */
	private void awaitCalm() {
		for (Node node : this.cluster.masters()) {
			await().ignoreExceptions().until(() -> {
				this.redis.strings().hasKey(this.cluster.keyOf(node, 0));
				return true;
			});
		}
	}

	private int callsOfOthers(SentBatch batch, Node node) {
		return (int) IntStream.range(0, SentBatch.CALLS)
			.mapToObj((i) -> SentBatch.key(batch.number(), i))
			.filter((key) -> this.cluster.masterAtStart(key) != node)
			.count();
	}

	private Ran whatRan(SentBatch batch) {
		List<String> keys = IntStream.range(0, SentBatch.CALLS)
			.mapToObj((i) -> SentBatch.key(batch.number(), i))
			.toList();
		List<String> values = Objects.requireNonNull(this.reader.strings().opsForValue().multiGet(keys))
			.stream()
			.filter(Objects::nonNull)
			.toList();
		Ran ran = new Ran(values.size(), (int) values.stream().filter((value) -> !value.equals("1")).count());
		assertThat(ran.twice()).as("%s", batch).isZero();
		if (this.cluster.nodes().size() == this.cluster.masters().size()) {
			assertThat(ran.calls()).as("%s", batch).isBetween(batch.accepted(), batch.accepted() + batch.open());
		}
		return ran;
	}

	private static List<String> clients(Node node) {
		return Arrays.stream(String.valueOf(node.call("CLIENT", "LIST")).split("\n"))
			.filter((line) -> line.contains(" name=" + NAME + " "))
			.map((line) -> line.replaceAll(".* addr=(\\S+).*", "$1"))
			.toList();
	}

	private static long redirections(Node node) {
		return node.observer()
			.info("errorstats")
			.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().matches("errorstat_(MOVED|ASK)"))
			.mapToLong((entry) -> Long.parseLong(entry.getValue().replaceAll("\\D", "")))
			.sum();
	}

	private Node nextTo(Node node) {
		List<Node> masters = this.cluster.masters();
		return masters.get((masters.indexOf(node) + 1) % masters.size());
	}

	@AfterAll
	static void writeTable() throws IOException {
		FaultFigures.write(FIGURES.values(), "cluster-faults.md");
	}

	/**
	 * What strikes.
	 */
	enum Strike {

		CLIENT_KILL("`CLIENT KILL` on a node", 300, false, true) {

			@Override
			void strike(ClusterFaultTests test, Node node, int slot) {
				// The driver connects again at once
				for (int i = 0; i < 5; i++) {
					clients(node).forEach(node.observer()::kill);
				}
			}

		},

		LINE_CUT("line to a node cut after k bytes of replies", 300, false, true) {

			@Override
			void strike(ClusterFaultTests test, Node node, int slot) {
				test.line(node).cutAfterReplyBytes(test.random.nextInt(REPLY_BYTES));
			}

			@Override
			void heal(ClusterFaultTests test, Node node) {
				test.line(node).heal();
			}

		},

		LINE_SWALLOW("replies of a node swallowed after k bytes, time-out", 300, false, true) {

			@Override
			void strike(ClusterFaultTests test, Node node, int slot) {
				test.line(node).swallowAfterReplyBytes(test.random.nextInt(REPLY_BYTES));
			}

			@Override
			void heal(ClusterFaultTests test, Node node) {
				test.line(node).heal();
			}

		},

		NODE_FREEZE("node frozen (SIGSTOP), time-out", 300, false, true) {

			@Override
			void strike(ClusterFaultTests test, Node node, int slot) {
				test.signals.send("STOP", node.process());
			}

			@Override
			void heal(ClusterFaultTests test, Node node) {
				test.signals.send("CONT", node.process());
			}

		},

		NODE_KILL("node killed (SIGKILL), restarted", 40, false, true) {

			@Override
			void strike(ClusterFaultTests test, Node node, int slot) {
				node.kill();
			}

			@Override
			void heal(ClusterFaultTests test, Node node) {
				node.restart();
			}

		},

		SLOTS_MOVE("slots move", 300, true, false) {

			@Override
			void strike(ClusterFaultTests test, Node node, int slot) {
				Node owner = test.cluster.masterOf(slot);
				test.cluster.moveSlot(slot, owner, test.nextTo(owner), () -> {
				});
			}

		},

		SLOTS_MOVE_AND_CLIENT_KILL("slots move, and `CLIENT KILL` on a node", 300, true, true) {

			@Override
			void strike(ClusterFaultTests test, Node node, int slot) {
				Node owner = test.cluster.masterOf(slot);
				test.cluster.moveSlot(slot, owner, test.nextTo(owner),
						() -> clients(node).forEach(node.observer()::kill));
				clients(node).forEach(node.observer()::kill);
			}

		};

		/** Of a third of the calls. */
		private static final int REPLY_BYTES = SentBatch.CALLS / 3 * ":1\r\n".length();

		private final String title;

		private final int rounds;

		private final boolean movesSlots;

		private final boolean strikesNodes;

		Strike(String title, int rounds, boolean movesSlots, boolean strikesNodes) {
			this.title = title;
			this.rounds = rounds;
			this.movesSlots = movesSlots;
			this.strikesNodes = strikesNodes;
		}

		/**
		 * Let it happen.
		 */
		abstract void strike(ClusterFaultTests test, Node node, int slot);

		/**
		 * Let it be over.
		 */
		void heal(ClusterFaultTests test, Node node) {
		}

	}

}
