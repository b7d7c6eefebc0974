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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.event.AskRedirectionEvent;
import io.lettuce.core.cluster.event.MovedRedirectionEvent;
import io.lettuce.core.event.Event;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisCluster;
import io.pipelining.support.RedisCluster.Node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Batches on a cluster of which slots move, by Lettuce.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ClusterMovingSlotsTests {

	private static final String TAG = "{moving}";

	private static final int SLOT = RedisCluster.slotOf(TAG);

	private static final int MOVES = 20;

	private RedisCluster cluster;

	@BeforeAll
	void start() {
		this.cluster = RedisCluster.start(3, 0);
	}

	@AfterAll
	void stop() {
		this.cluster.close();
	}

	@AfterEach
	void clean() {
		this.cluster.flush();
	}

	private Redis connect(ClusterTopologyRefreshOptions refresh) {
		return connect(this.cluster, refresh);
	}

	private static Redis connect(RedisCluster cluster, ClusterTopologyRefreshOptions refresh) {
		RedisClusterConfiguration nodes = new RedisClusterConfiguration();
		nodes.addClusterNode(new RedisNode("127.0.0.1", cluster.ports().get(0)));
		LettuceConnectionFactory factory = new LettuceConnectionFactory(nodes,
				LettuceClientConfiguration.builder()
					.clientOptions(ClusterClientOptions.builder().topologyRefreshOptions(refresh).build())
					.build());
		factory.afterPropertiesSet();
		return new Redis(factory, Results.RAW);
	}

	private Redis connect() {
		return connect(ClusterTopologyRefreshOptions.create());
	}

	private Node owner() {
		return this.cluster.masterOf(SLOT);
	}

	private Node next() {
		List<Node> masters = this.cluster.masters();
		return masters.get((masters.indexOf(owner()) + 1) % masters.size());
	}

	@Test
	void aMovedSlotIsFollowedAndRemembered() {
		try (Redis redis = connect()) {
			assertThat(increments(redis, 5)).containsExactly(1L, 1L, 1L, 1L, 1L);
			List<MovedRedirectionEvent> moved = events(redis, MovedRedirectionEvent.class);
			Node from = owner();
			Node to = next();
			this.cluster.moveSlot(SLOT, from, to, () -> {
			});
			assertThat(increments(redis, 5)).containsExactly(2L, 2L, 2L, 2L, 2L);
			await().until(() -> moved.size() == 5);
			long calls = from.observer().commandCalls("incr");
			assertThat(increments(redis, 5)).containsExactly(3L, 3L, 3L, 3L, 3L);
			assertThat(from.observer().commandCalls("incr")).isEqualTo(calls);
			this.cluster.moveSlot(SLOT, to, from, () -> {
			});
			assertThat(increments(redis, 5)).containsExactly(4L, 4L, 4L, 4L, 4L);
			assertThat(increments(redis, 5)).containsExactly(5L, 5L, 5L, 5L, 5L);
		}
	}

	private static <T extends Event> List<T> events(Redis redis, Class<T> type) {
		List<T> events = new CopyOnWriteArrayList<>();
		((LettuceConnectionFactory) redis.factory()).getRequiredNativeClient()
			.getResources()
			.eventBus()
			.get()
			.ofType(type)
			.subscribe(events::add);
		return events;
	}

	private static List<Long> increments(Redis redis, int keys) {
		List<Reply<Long>> replies = redis.pipelines()
			.execute((pipeline) -> IntStream.range(0, keys)
				.mapToObj((key) -> pipeline.defer(() -> redis.strings().opsForValue().increment(TAG + key)))
				.toList());
		return replies.stream().map(Reply::get).toList();
	}

	@Test
	void theKeysOfASlotOnItsWayAreAskedForWhereTheyAre() {
		try (Redis redis = connect()) {
			increments(redis, 10);
			List<AskRedirectionEvent> asked = events(redis, AskRedirectionEvent.class);
			List<Long> seen = new ArrayList<>();
			this.cluster.moveSlot(SLOT, owner(), next(), () -> seen.addAll(increments(redis, 10)));
			assertThat(seen).hasSize(50);
			for (int i = 0; i < 50; i++) {
				assertThat(seen.get(i)).isEqualTo(2 + i / 10);
			}
			await().until(() -> asked.size() == 2 + 4 + 6 + 8 + 10);
			assertThat(increments(redis, 10)).containsOnly(7L);
		}
	}

	@Test
	void anAtomicBatchGoesOnAsAWhole() {
		try (Redis redis = connect()) {
			increments(redis, 3);
			Node from = owner();
			this.cluster.moveSlot(SLOT, from, next(), () -> {
			});
			PipelineTemplate atomic = redis.pipelines().with((options) -> options.withAtomic(true));
			for (long batch = 2; batch < 4; batch++) {
				List<Reply<Long>> replies = atomic.execute((pipeline) -> IntStream.range(0, 3)
					.mapToObj((key) -> pipeline.defer(() -> redis.strings().opsForValue().increment(TAG + key)))
					.toList());
				long expected = batch;
				assertThat(replies).allSatisfy((reply) -> assertThat(reply.get()).isEqualTo(expected));
			}
			assertThat(redis.listener().batches()).hasSize(3);
		}
	}

	@Test
	void theDriverIsToldToLookAgainIfItsOptionsSaySo() {
		try (Redis redis = connect(
				ClusterTopologyRefreshOptions.builder().enableAllAdaptiveRefreshTriggers().build())) {
			increments(redis, 1);
			Node to = next();
			this.cluster.moveSlot(SLOT, owner(), to, () -> {
			});
			assertThat(increments(redis, 1)).containsExactly(2L);
			await().until(() -> knownOwner(redis) == to.port());
			assertThat(increments(redis, 1)).containsExactly(3L);
		}
	}

	private static int knownOwner(Redis redis) {
		return ((RedisClusterClient) ((LettuceConnectionFactory) redis.factory()).getRequiredNativeClient())
			.getPartitions()
			.getMasterBySlot(SLOT)
			.getUri()
			.getPort();
	}

	@Test
	void aSlotThatMovedToANodeThatDiedIsLookedForAgain() {
		try (RedisCluster own = RedisCluster.start(3, 1, "cluster-node-timeout 1000");
				Redis redis = connect(own, ClusterTopologyRefreshOptions.create())) {
			assertThat(increments(redis, 3)).containsOnly(1L);
			Node from = own.masterOf(SLOT);
			Node to = own.masters().get((own.masters().indexOf(from) + 1) % 3);
			own.moveSlot(SLOT, from, to, () -> {
			});
			assertThat(increments(redis, 3)).hasSize(3);
			to.kill();
			PipelineTemplate hurried = redis.pipelines().with((options) -> options.withTimeout(Duration.ofMillis(250)));
			await().ignoreExceptions().until(() -> {
				hurried.executeWithoutResult((pipeline) -> redis.strings().opsForValue().increment(TAG));
				return true;
			});
		}
	}

	/**
	 * Between two moves a batch ends, so that nobody is two moves behind: a node to which
	 * a slot comes back while a batch arrives runs the rest of it.
	 */
	@ParameterizedTest // 34
	@ValueSource(booleans = { true, false })
	void eachKeyIsIncrementedOnceInEachBatchWhileSlotsMove(boolean refresh) throws Exception {
		List<String> keys = Stream
			.concat(IntStream.range(0, 20).mapToObj((i) -> TAG + i), IntStream.range(0, 30).mapToObj((i) -> "key:" + i))
			.toList();
		ExecutorService mover = Executors.newSingleThreadExecutor();
		AtomicInteger batches = new AtomicInteger();
		try (Redis redis = connect(
				refresh ? ClusterTopologyRefreshOptions.builder().enableAllAdaptiveRefreshTriggers().build()
						: ClusterTopologyRefreshOptions.create())) {
			List<AskRedirectionEvent> asked = events(redis, AskRedirectionEvent.class);
			List<MovedRedirectionEvent> moved = events(redis, MovedRedirectionEvent.class);
			PipelineTemplate template = redis.pipelines()
				.with((options) -> options.withMaxBatchSize(40).withMaxInFlight(3));
			Future<?> moves = mover.submit(() -> {
				for (int move = 0; move < MOVES; move++) {
					this.cluster.moveSlot(SLOT, owner(), next(), () -> {
					});
					int seen = batches.get();
					await().until(() -> batches.get() > seen + 1);
				}
			});
			long last = 0;
			int rounds = 4;
			while (!moves.isDone()) {
				List<Reply<Long>> replies = new ArrayList<>();
				template.executeWithoutResult((pipeline) -> {
					for (int round = 0; round < rounds; round++) {
						for (String key : keys) {
							replies.add(pipeline.defer(() -> redis.strings().opsForValue().increment(key)));
						}
					}
				});
				for (int i = 0; i < replies.size(); i++) {
					assertThat(replies.get(i).get()).as(keys.get(i % keys.size()))
						.isEqualTo(last + 1 + i / keys.size());
				}
				last += rounds;
				batches.incrementAndGet();
			}
			moves.get();
			assertThat(asked).isNotEmpty();
			assertThat(moved).isNotEmpty();
		}
		finally {
			mover.shutdownNow();
		}
	}

}
