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

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.DnsResolvers;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.Client;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisCluster;
import io.pipelining.support.RedisCluster.Node;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Batches over all nodes of a cluster, each behind a line of its own that counts writes,
 * and is cut or swallows at an exact byte. What is said of the calls of each node is
 * compared with what that node ran.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(600)
class ClusterLineTests {

	/** For each node, in two slots of it. */
	private static final int CALLS = 20;

	private static final int TAGS = 2;

	/** Each reply is ":1". */
	private static final int REPLY_BYTES = 4;

	private static final Duration SHORT = Duration.ofMillis(500);

	private final Map<Node, Relay> lines = new LinkedHashMap<>();

	private final Map<Node, List<String>> tags = new LinkedHashMap<>();

	private RedisCluster cluster;

	private int batches;

	@BeforeAll
	void start() {
		this.cluster = RedisCluster.start(3, 0);
		this.cluster.masters()
			.forEach((node) -> this.tags.put(node,
					IntStream.range(0, TAGS).mapToObj((i) -> this.cluster.keyOf(node, i)).toList()));
	}

	@AfterAll
	void stop() {
		this.cluster.close();
	}

	@BeforeEach
	void drawLines() {
		this.cluster.flush();
		this.cluster.masters().forEach((node) -> this.lines.put(node, new Relay(node.port())));
	}

	@AfterEach
	void closeLines() {
		this.lines.values().forEach(Relay::close);
		this.lines.clear();
	}

	/** A line is in the place of its node, whoever names that. */
	private Redis connect(boolean carrying) {
		RedisClusterConfiguration nodes = new RedisClusterConfiguration();
		this.cluster.ports().forEach((port) -> nodes.addClusterNode(new RedisNode("127.0.0.1", port)));
		LettuceConnectionFactory factory = new LettuceConnectionFactory(nodes, LettuceClientConfiguration.builder()
			.commandTimeout(Stage.PATIENCE)
			.shutdownQuietPeriod(Duration.ZERO)
			.clientResources(Client.resources(carrying)
				.mutate()
				.socketAddressResolver(MappingSocketAddressResolver.create(DnsResolvers.UNRESOLVED, this::lineTo))
				.build())
			.build());
		factory.afterPropertiesSet();
		Redis redis = new Redis(factory, Results.AUTO);
		assertThat(new Batch(redis, redis.pipelines()).answered()).isEqualTo(3 * CALLS);
		return redis;
	}

	private HostAndPort lineTo(HostAndPort address) {
		return this.lines.entrySet()
			.stream()
			.filter((line) -> line.getKey().port() == address.getPort())
			.map((line) -> HostAndPort.of("127.0.0.1", line.getValue().port()))
			.findFirst()
			.orElse(address);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aBatchIsOneWriteToEachNode(boolean carrying) {
		try (Redis redis = connect(carrying)) {
			Map<Node, Long> connections = connections();
			for (int round = 0; round < 10; round++) {
				assertThat(writesDuring(() -> new Batch(redis, redis.pipelines()))).containsExactly(1L, 1L, 1L);
			}
			assertThat(connections()).isEqualTo(connections);
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void anAtomicBatchIsOneWriteToItsNode(boolean carrying) {
		try (Redis redis = connect(carrying)) {
			PipelineTemplate atomic = redis.pipelines().with((options) -> options.withAtomic(true));
			String tag = this.tags.get(this.cluster.masters().get(1)).get(0);
			Runnable batch = () -> atomic.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < CALLS; i++) {
					redis.strings().opsForValue().increment("{" + tag + "}atomic");
				}
			});
			// A connection of its own where the driver cannot take it as one message
			batch.run();
			Map<Node, Long> connections = connections();
			for (int round = 0; round < 10; round++) {
				assertThat(writesDuring(batch)).containsExactly(0L, 1L, 0L);
			}
			assertThat(connections()).isEqualTo(connections);
			assertThat(redis.strings().opsForValue().get("{" + tag + "}atomic")).isEqualTo("220");
		}
	}

	private List<Long> writesDuring(Runnable code) {
		List<Long> before = this.lines.values().stream().map(Relay::requestChunks).toList();
		code.run();
		List<Long> after = this.lines.values().stream().map(Relay::requestChunks).toList();
		return IntStream.range(0, before.size()).mapToObj((i) -> after.get(i) - before.get(i)).toList();
	}

	private Map<Node, Long> connections() {
		Map<Node, Long> connections = new LinkedHashMap<>();
		this.lines.forEach((node, line) -> connections.put(node, line.connections()));
		return connections;
	}

	static Stream<Arguments> faults() {
		return Stream.of(Fault.values())
			.flatMap((fault) -> Stream.of(true, false).map((carrying) -> Arguments.of(fault, carrying)));
	}

	@ParameterizedTest
	@MethodSource("faults")
	void noCallRunsTwiceAndWhatIsSaidOfEachNodeIsTrue(Fault fault, boolean carrying) {
		try (Redis redis = connect(carrying)) {
			PipelineTemplate pipelines = fault.swallows
					? redis.pipelines().with((options) -> options.withTimeout(SHORT)) : redis.pipelines();
			List<Batch> all = new ArrayList<>();
			int answeredByStruck = 0;
			for (int round = 0; round < fault.rounds; round++) {
				Node struck = this.cluster.masters().get(round % 3);
				Relay line = this.lines.get(struck);
				line.resetOnCut(fault == Fault.CUT_REPLIES_BY_RST);
				// Never all of it, which would strike what comes next
				int bytes = round * 17 % (CALLS * REPLY_BYTES - 1);
				fault.begin(line, bytes);
				Batch batch = new Batch(redis, pipelines);
				line.heal();
				batch.assertTrue(struck, fault.swallows);
				if (fault == Fault.CUT_REPLIES || fault == Fault.CUT_REPLIES_BY_RST) {
					assertThat(batch.answered(struck)).isLessThanOrEqualTo(bytes / REPLY_BYTES);
				}
				answeredByStruck += batch.answered(struck);
				awaitCalm(redis);
				Batch next = new Batch(redis, redis.pipelines());
				assertThat(next.lost).as("the batch after %s", batch).isNull();
				all.add(batch);
				all.add(next);
			}
			if (fault == Fault.CUT_REPLIES) {
				assertThat(answeredByStruck).as("replies that came before the fault").isPositive();
			}
			all.forEach((batch) -> this.cluster.masters().forEach(batch::assertNoneTwice));
		}
	}

	/** What was on its way to a line that is cut now is sent again, being a read. */
	private void awaitCalm(Redis redis) {
		for (List<String> tags : this.tags.values()) {
			for (int attempt = 0;; attempt++) {
				try {
					redis.strings().hasKey(tags.get(0));
					break;
				}
				catch (DataAccessException ex) {
					assertThat(attempt).as("attempts to read: %s", ex).isLessThan(100);
				}
			}
		}
	}

	/**
	 * INCR on keys of its own, in turns on each node, and what was said of it.
	 */
	private final class Batch {

		private final int number = ++ClusterLineTests.this.batches;

		private final Map<Node, List<Reply<Long>>> replies = new LinkedHashMap<>();

		private final PipelineOutcomeUnknownException lost;

		Batch(Redis redis, PipelineTemplate pipelines) {
			Runnable sending = () -> pipelines.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < CALLS; i++) {
					for (Node node : ClusterLineTests.this.cluster.masters()) {
						String key = key(node, i);
						this.replies.computeIfAbsent(node, (any) -> new ArrayList<>())
							.add(pipeline.defer(() -> redis.strings().opsForValue().increment(key)));
					}
				}
			});
			this.lost = catchThrowableOfType(PipelineOutcomeUnknownException.class, sending::run);
		}

		private String key(Node node, int call) {
			List<String> tags = ClusterLineTests.this.tags.get(node);
			return "{" + tags.get(call % tags.size()) + "}" + this.number + ":" + call;
		}

		int answered() {
			return this.replies.keySet().stream().mapToInt(this::answered).sum();
		}

		int answered(Node node) {
			int answered = 0;
			for (Reply<Long> reply : this.replies.get(node)) {
				try {
					assertThat(reply.get()).isOne();
					answered++;
				}
				catch (DataAccessException ex) {
					assertThat(ex).isInstanceOf(PipelineOutcomeUnknownException.class);
				}
			}
			return answered;
		}

		private List<String> values(Node node) {
			String[] values = new String[CALLS];
			for (int first = 0; first < TAGS; first++) {
				List<String> words = new ArrayList<>(List.of("MGET"));
				for (int i = first; i < CALLS; i += TAGS) {
					words.add(key(node, i));
				}
				List<?> read = (List<?>) Objects.requireNonNull(node.observer().call(words.toArray(String[]::new)));
				for (int i = 0; i < read.size(); i++) {
					values[first + i * TAGS] = Objects.requireNonNullElse((String) read.get(i), "");
				}
			}
			return List.of(values);
		}

		void assertNoneTwice(Node node) {
			assertThat(values(node)).as("%s at %s", this, node).isSubsetOf("", "1");
		}

		/**
		 * What a node ran is the beginning of its calls, and at least what it answered.
		 * @param slow whether the time-out may have struck other nodes as well
		 */
		void assertTrue(Node struck, boolean slow) {
			assertThat(this.lost).as("%s", this).isNotNull();
			assertThat(this.lost.getAnswered()).isEqualTo(answered());
			assertThat(this.lost.getAnswered() + this.lost.getUnanswered()).isLessThanOrEqualTo(3 * CALLS);
			int ran = 0;
			for (Node node : this.replies.keySet()) {
				List<String> values = values(node);
				int here = (int) values.stream().filter((value) -> value.equals("1")).count();
				assertThat(values.subList(0, here)).as("%s at %s", this, node).allMatch("1"::equals);
				assertThat(here).as("%s at %s", this, node).isGreaterThanOrEqualTo(answered(node));
				if (node != struck && !slow) {
					assertThat(answered(node)).as("%s at %s", this, node).isEqualTo(CALLS);
				}
				ran += here;
			}
			assertThat(ran).as("%s", this)
				.isBetween(this.lost.getAnswered(), this.lost.getAnswered() + this.lost.getUnanswered());
		}

		@Override
		public String toString() {
			return "batch " + this.number + ", of which is said: " + this.lost;
		}

	}

	/**
	 * What happens to the line of one node.
	 */
	enum Fault {

		CUT_REPLIES(9, false) {

			@Override
			void begin(Relay line, int bytes) {
				line.cutAfterReplyBytes(bytes);
			}

		},

		CUT_REPLIES_BY_RST(9, false) {

			@Override
			void begin(Relay line, int bytes) {
				line.cutAfterReplyBytes(bytes);
			}

		},

		CUT_REQUESTS(9, false) {

			@Override
			void begin(Relay line, int bytes) {
				line.cutAfterRequestBytes(bytes * 5L);
			}

		},

		SWALLOW_REPLIES(3, true) {

			@Override
			void begin(Relay line, int bytes) {
				line.swallowAfterReplyBytes(bytes);
			}

		},

		SWALLOW_REQUESTS(3, true) {

			@Override
			void begin(Relay line, int bytes) {
				line.swallowAfterRequestBytes(bytes * 5L);
			}

		};

		private final int rounds;

		private final boolean swallows;

		Fault(int rounds, boolean swallows) {
			this.rounds = rounds;
			this.swallows = swallows;
		}

		/**
		 * Let it happen once so many more bytes have passed.
		 */
		abstract void begin(Relay line, int bytes);

	}

}
