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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.BatchExecution;
import io.pipelining.PipelineUsageException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisCluster;
import io.pipelining.support.RedisCluster.Node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Pipelines on a cluster of three masters, by Lettuce.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ClusterTests {

	private RedisCluster cluster;

	private Redis redis;

	private StringRedisTemplate strings;

	private PipelineTemplate pipelines;

	private PipelineTemplate raw;

	@BeforeAll
	void start() {
		this.cluster = RedisCluster.start(3, 0);
		this.redis = connect(Settings.of(this.cluster.ports().get(0)));
		this.strings = this.redis.strings();
		this.pipelines = this.redis.pipelines();
		this.raw = this.pipelines.with((options) -> options.withResults(Results.RAW));
	}

	private static Redis connect(Settings settings) {
		return new Redis(Client.LETTUCE_CLUSTER.connect(settings));
	}

	@AfterAll
	void stop() {
		this.redis.close();
		this.cluster.close();
	}

	@BeforeEach
	void clean() {
		this.cluster.flush();
		this.redis.listener().clear();
	}

	@Test
	void sendsOneWriteToEachNode() {
		for (int calls : new int[] { 50, 1000 }) {
			for (int run = 0; run < 3; run++) {
				writes(this.raw, calls);
			}
			assertThat(readsDuring(() -> writes(this.raw, calls)))
				.allSatisfy((node, reads) -> assertThat(reads).isBetween(1L, 3L));
		}
		assertThat(this.redis.listener().sizes()).endsWith(1000);
	}

	private void writes(PipelineTemplate template, int calls) {
		template.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < calls; i++) {
				this.strings.opsForValue().set("key:" + i, "value");
			}
		});
	}

	private Map<Node, Long> readsDuring(Runnable code) {
		Map<Node, Long> reads = new HashMap<>();
		Runnable measured = code;
		for (Node node : this.cluster.nodes()) {
			Runnable inner = measured;
			measured = () -> reads.put(node, node.observer().readsDuring(inner));
		}
		measured.run();
		return reads;
	}

	@Test
	void opensNoConnection() {
		writes(this.pipelines, 50);
		Map<Node, Long> before = connectionsReceived();
		for (int batch = 0; batch < 1000; batch++) {
			writes(this.pipelines, 20);
		}
		assertThat(connectionsReceived()).isEqualTo(before);
	}

	private Map<Node, Long> connectionsReceived() {
		Map<Node, Long> connections = new HashMap<>();
		this.cluster.nodes().forEach((node) -> connections.put(node, node.observer().connectionsReceived()));
		return connections;
	}

	@Test
	void outcomesLineUpWhateverNodeAnswers() {
		List<Reply<Long>> replies = new ArrayList<>();
		this.raw.executeWithoutResult((pipeline) -> {
			for (int round = 1; round <= 3; round++) {
				for (int i = 0; i < 300; i++) {
					String key = "counter:" + i;
					replies.add(pipeline.defer(() -> this.strings.opsForValue().increment(key)));
				}
			}
		});
		for (int i = 0; i < 900; i++) {
			assertThat(replies.get(i).get()).isEqualTo(1 + i / 300);
		}
		assertThat(this.redis.listener().sizes()).containsExactly(900);
	}

	@Test
	void calculatesWithWhatItReads() {
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			this.strings.opsForValue().set("b", "2");
			assertThat(this.strings.opsForValue().get("a")).isEqualTo("1");
			assertThat(this.strings.delete("b")).isTrue();
		});
		assertThat(this.redis.listener().sizes()).containsExactly(3, 1);
	}

	@Test
	void whatTheDriverSplitsWaits() {
		List<String> keys = IntStream.range(0, 40).mapToObj((i) -> "split:" + i).toList();
		Map<String, String> values = new HashMap<>();
		keys.forEach((key) -> values.put(key, "of " + key));
		this.raw.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().multiSet(values);
			Reply<List<String>> read = pipeline.defer(() -> this.strings.opsForValue().multiGet(keys));
			Reply<Long> existing = pipeline.defer(() -> this.strings.countExistingKeys(keys));
			Reply<Long> deleted = pipeline.defer(() -> this.strings.delete(keys.subList(0, 30)));
			Reply<Long> unlinked = pipeline.defer(() -> this.strings.unlink(keys));
			Reply<Boolean> absent = pipeline.defer(() -> this.strings.opsForValue().multiSetIfAbsent(values));
			pipeline.send();
			assertThat(read.get()).isEqualTo(keys.stream().map(values::get).toList());
			assertThat(existing.get()).isEqualTo(40);
			assertThat(deleted.get()).isEqualTo(30);
			assertThat(unlinked.get()).isEqualTo(10);
			assertThat(absent.get()).isTrue();
		});
		assertThat(this.redis.listener().sizes()).containsExactly(6);
	}

	@Test
	void whatDependsOnSeveralSlotsRunsAfterWhatWaits() {
		String elsewhere = "b";
		assertThat(RedisCluster.slotOf("a")).isNotEqualTo(RedisCluster.slotOf(elsewhere));
		this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			this.strings.rename("a", elsewhere);
			assertThat(this.strings.opsForValue().get(elsewhere)).isEqualTo("1");
			this.strings.opsForSet().add("s1", "x", "y");
			this.strings.opsForSet().add("s2", "y", "z");
			assertThat(this.strings.opsForSet().union("s1", "s2")).containsExactlyInAnyOrder("x", "y", "z");
			assertThat(this.strings.opsForSet().intersect("s1", "s2")).containsExactly("y");
			assertThat(this.strings.opsForSet().difference("s1", "s2")).containsExactly("x");
			assertThat(this.strings.opsForSet().move("s1", "x", "s2")).isTrue();
			this.strings.opsForList().rightPushAll("l1", "1", "2");
			assertThat(this.strings.opsForList().rightPopAndLeftPush("l1", "l2")).isEqualTo("2");
		});
		assertThat(this.redis.listener().sizes()).containsExactly(1, 1, 2, 1);
	}

	@Test
	void whatDependsOnSeveralSlotsIsRefusedByNameUnderRaw() {
		List<Consumer<StringRedisTemplate>> calls = List.of((template) -> template.rename("a", "b"),
				(template) -> template.renameIfAbsent("a", "b"), (template) -> template.opsForSet().union("a", "b"),
				(template) -> template.opsForSet().unionAndStore("a", Set.of("b"), "c"),
				(template) -> template.opsForSet().intersect("a", "b"),
				(template) -> template.opsForSet().intersectAndStore("a", Set.of("b"), "c"),
				(template) -> template.opsForSet().difference("a", "b"),
				(template) -> template.opsForSet().differenceAndStore("a", Set.of("b"), "c"),
				(template) -> template.opsForSet().move("a", "x", "b"),
				(template) -> template.opsForList().rightPopAndLeftPush("a", "b"));
		for (Consumer<StringRedisTemplate> call : calls) {
			PipelineUsageException refused = catchThrowableOfType(PipelineUsageException.class,
					() -> this.raw.executeWithoutResult((pipeline) -> {
						this.strings.opsForValue().set("a", "1");
						call.accept(this.strings);
					}));
			assertThat(refused).hasMessageContaining("15495").hasMessageContaining("3300");
			assertThat(refused)
				.hasMessageMatching("(?s)(RENAME|RENAMENX|S(UNION|INTER|DIFF)(STORE)?|SMOVE|RPOPLPUSH) of .*");
			assertThat(this.strings.hasKey("a")).isFalse();
		}
		assertThat(this.redis.listener().batches()).isEmpty();
	}

	@Test
	void whatNeedsOneSlotWaits() {
		Reply<Set<String>> union = this.raw.execute((pipeline) -> {
			this.strings.opsForValue().set("{t}a", "1");
			this.strings.rename("{t}a", "{t}b");
			this.strings.opsForSet().add("{t}s", "x");
			this.strings.opsForSet().add("{t}u", "y");
			return pipeline.defer(() -> this.strings.opsForSet().union("{t}s", "{t}u"));
		});
		assertThat(union.get()).containsExactlyInAnyOrder("x", "y");
		assertThat(this.strings.opsForValue().get("{t}b")).isEqualTo("1");
		assertThat(this.redis.listener().sizes()).containsExactly(5);
	}

	@Test
	void whatGoesToAllMastersWaits() {
		Reply<Set<String>> keys = this.raw.execute((pipeline) -> {
			for (int i = 0; i < 30; i++) {
				this.strings.opsForValue().set("k" + i, "1");
			}
			Reply<Long> size = pipeline.defer(() -> this.strings
				.execute((RedisCallback<Long>) (connection) -> connection.serverCommands().dbSize()));
			Reply<Set<String>> found = pipeline.defer(() -> this.strings.keys("k*"));
			this.strings.execute((RedisCallback<Object>) (connection) -> {
				connection.serverCommands().flushAll();
				return null;
			});
			this.strings.opsForValue().set("k30", "1");
			pipeline.send();
			assertThat(size.get()).isEqualTo(30);
			assertThat(found.get()).hasSize(30);
			return pipeline.defer(() -> this.strings.keys("k*"));
		});
		assertThat(keys.get()).containsExactly("k30");
		assertThat(this.redis.listener().sizes()).containsExactly(34, 1);
	}

	@Test
	void whatChoosesItsNodesRunsAfterWhatWaits() {
		this.pipelines.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 30; i++) {
				this.strings.opsForValue().set("k" + i, "1");
			}
			assertThat(this.strings.randomKey()).startsWith("k");
			this.strings.opsForValue().set("l", "1");
			assertThat(this.strings.execute(RedisConnection::ping, true)).isEqualTo("PONG");
			this.strings.opsForValue().set("m", "1");
			assertThat(this.strings
				.execute((RedisCallback<Properties>) (connection) -> connection.serverCommands().info()))
				.hasSizeGreaterThan(300);
		});
		assertThat(this.redis.listener().sizes()).containsExactly(30, 1, 1);
		PipelineUsageException refused = catchThrowableOfType(PipelineUsageException.class,
				() -> this.raw.executeWithoutResult((pipeline) -> this.strings.randomKey()));
		assertThat(refused).hasMessageContaining("RANDOMKEY cannot wait");
	}

	@Test
	void atomicCallsOfOneSlotRunTogether() {
		PipelineTemplate atomic = this.pipelines.with((options) -> options.withAtomic(true));
		long execs = commandCalls("exec");
		Reply<Long> reply = atomic.execute((pipeline) -> {
			this.strings.opsForValue().set("{t}a", "1");
			this.strings.opsForHash().put("{t}h", "f", "1");
			return pipeline.defer(() -> this.strings.opsForValue().increment("{t}a", 41));
		});
		assertThat(reply.get()).isEqualTo(42);
		assertThat(commandCalls("exec")).isEqualTo(execs + 1);
		assertThat(this.redis.listener().batches()).singleElement().matches(BatchExecution::atomic);
	}

	private long commandCalls(String command) {
		return this.cluster.nodes().stream().mapToLong((node) -> node.observer().commandCalls(command)).sum();
	}

	@Test
	void atomicCallsOfSeveralSlotsAreRefusedBeforeAnythingIsSent() {
		PipelineTemplate atomic = this.raw.with((options) -> options.withAtomic(true));
		for (Runnable second : List.<Runnable>of(() -> this.strings.opsForValue().set("b", "1"),
				() -> this.strings.opsForValue().multiGet(List.of("b", "c")), () -> this.strings.keys("*"))) {
			PipelineUsageException refused = catchThrowableOfType(PipelineUsageException.class,
					() -> atomic.executeWithoutResult((pipeline) -> {
						this.strings.opsForValue().set("a", "1");
						second.run();
					}));
			assertThat(refused).hasMessageContaining("Nothing was sent");
		}
		assertThat(this.strings.hasKey("a")).isFalse();
	}

	@Test // 28
	void theFirstActionOfAFreshFactoryMayBeABatchOverAllNodes() {
		for (int restart = 0; restart < 20; restart++) {
			try (Redis fresh = connect(Settings.of(this.cluster.ports().get(restart % 3)))) {
				fresh.pipelines().executeWithoutResult((pipeline) -> {
					for (int i = 0; i < 30; i++) {
						fresh.strings().opsForValue().increment("fresh:" + i);
					}
				});
				assertThat(fresh.listener().sizes()).containsExactly(30);
			}
		}
		assertThat(this.strings.opsForValue().multiGet(IntStream.range(0, 30).mapToObj((i) -> "fresh:" + i).toList()))
			.containsOnly("20");
	}

	@Test
	void worksOnConnectionsThatAreNotShared() {
		try (Redis dedicated = connect(Settings.of(this.cluster.ports().get(0)).withPoolSize(2).withShared(false))) {
			for (int batch = 1; batch <= 3; batch++) {
				long expected = batch;
				List<Reply<Long>> replies = dedicated.pipelines()
					.execute((pipeline) -> IntStream.range(0, 30)
						.mapToObj((i) -> pipeline
							.defer(() -> dedicated.strings().opsForValue().increment("dedicated:" + i)))
						.toList());
				assertThat(replies).allSatisfy((reply) -> assertThat(reply.get()).isEqualTo(expected));
			}
		}
	}

}
