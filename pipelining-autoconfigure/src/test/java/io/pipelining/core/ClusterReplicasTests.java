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
import java.util.List;
import java.util.stream.IntStream;

import io.lettuce.core.ReadFrom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
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
 * Where pipelines read on a cluster of two masters with a replica each, by Lettuce.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ClusterReplicasTests {

	private static final List<String> KEYS = IntStream.range(0, 20).mapToObj((i) -> "key:" + i).toList();

	private RedisCluster cluster;

	@BeforeAll
	void start() {
		this.cluster = RedisCluster.start(2, 1);
	}

	@AfterAll
	void stop() {
		this.cluster.close();
	}

	@BeforeEach
	void write() {
		this.cluster.flush();
		for (String key : KEYS) {
			this.cluster.masterOf(key).call("SET", key, "of " + key);
		}
		await().until(() -> keys(masters()) == KEYS.size() && keys(replicas()) == KEYS.size());
	}

	private static long keys(List<Node> nodes) {
		return nodes.stream().mapToLong((node) -> node.observer().keyCount()).sum();
	}

	private List<Node> masters() {
		return this.cluster.nodes().subList(0, 2);
	}

	private List<Node> replicas() {
		return this.cluster.nodes().subList(2, 4);
	}

	private static long gets(List<Node> nodes) {
		return nodes.stream().mapToLong((node) -> node.observer().commandCalls("get")).sum();
	}

	private Redis connect(ReadFrom readFrom) {
		RedisClusterConfiguration nodes = new RedisClusterConfiguration();
		nodes.addClusterNode(new RedisNode("127.0.0.1", this.cluster.ports().get(0)));
		LettuceConnectionFactory factory = new LettuceConnectionFactory(nodes,
				LettuceClientConfiguration.builder().readFrom(readFrom).build());
		factory.afterPropertiesSet();
		return new Redis(factory, Results.RAW);
	}

	private static List<String> read(Redis redis) {
		return redis.readTogether(KEYS);
	}

	private static List<String> expected() {
		return KEYS.stream().map((key) -> "of " + key).toList();
	}

	@ParameterizedTest
	@ValueSource(strings = { "replica", "replicaPreferred", "anyReplica" })
	void aBatchOfReadsAloneGoesToReplicas(String readFrom) {
		try (Redis redis = connect(ReadFrom.valueOf(readFrom))) {
			long masters = gets(masters());
			long replicas = gets(replicas());
			assertThat(read(redis)).isEqualTo(expected());
			assertThat(gets(masters())).isEqualTo(masters);
			assertThat(gets(replicas())).isEqualTo(replicas + KEYS.size());
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "master", "masterPreferred" })
	void aBatchOfReadsGoesToMastersWhereReadFromSaysSo(String readFrom) {
		try (Redis redis = connect(ReadFrom.valueOf(readFrom))) {
			long replicas = gets(replicas());
			assertThat(read(redis)).isEqualTo(expected());
			assertThat(gets(replicas())).isEqualTo(replicas);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "any", "lowestLatency" })
	void aBatchOfReadsGoesToAnyNode(String readFrom) {
		try (Redis redis = connect(ReadFrom.valueOf(readFrom))) {
			for (int i = 0; i < 5; i++) {
				assertThat(read(redis)).isEqualTo(expected());
			}
		}
	}

	@Test
	void opensOneConnectionForReadingToEachReplica() {
		try (Redis redis = connect(ReadFrom.REPLICA)) {
			read(redis);
			List<Long> before = connections();
			for (int i = 0; i < 20; i++) {
				read(redis);
			}
			assertThat(connections()).isEqualTo(before);
		}
	}

	private List<Long> connections() {
		return this.cluster.nodes().stream().map((node) -> node.observer().connectionsReceived()).toList();
	}

	@Test
	void aPipelineThatHasWrittenStaysOnTheMasters() {
		try (Redis redis = connect(ReadFrom.REPLICA)) {
			long replicas = gets(replicas());
			redis.pipelines().executeWithoutResult((pipeline) -> {
				for (int round = 0; round < 25; round++) {
					String value = String.valueOf(round);
					KEYS.forEach((key) -> redis.strings().opsForValue().set(key, value));
					pipeline.send();
					List<Reply<String>> read = new ArrayList<>();
					KEYS.forEach((key) -> read.add(pipeline.defer(() -> redis.strings().opsForValue().get(key))));
					pipeline.send();
					assertThat(read).allSatisfy((reply) -> assertThat(reply.get()).isEqualTo(value));
				}
			});
			assertThat(gets(replicas())).isEqualTo(replicas);
		}
	}

	@Test
	void aWriteDoesNotOvertakeTheReadsBeforeIt() {
		try (Redis redis = connect(ReadFrom.REPLICA)) {
			PipelineTemplate small = redis.pipelines()
				.with((options) -> options.withMaxBatchSize(KEYS.size()).withMaxInFlight(2));
			for (int round = 0; round < 20; round++) {
				List<Reply<String>> read = small.execute((pipeline) -> {
					List<Reply<String>> replies = new ArrayList<>();
					KEYS.forEach((key) -> replies.add(pipeline.defer(() -> redis.strings().opsForValue().get(key))));
					KEYS.forEach((key) -> redis.strings().opsForValue().append(key, "+"));
					return replies;
				});
				String written = "+".repeat(round);
				assertThat(read.stream().map(Reply::get))
					.isEqualTo(expected().stream().map((value) -> value + written).toList());
				await().until(
						() -> read(redis).equals(expected().stream().map((value) -> value + written + "+").toList()));
			}
		}
	}

}
