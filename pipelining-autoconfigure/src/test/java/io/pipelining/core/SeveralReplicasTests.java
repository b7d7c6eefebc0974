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
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.models.role.RedisNodeDescription;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;

import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.MasterReplica;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where pipelines read if each master has two replicas, by Lettuce.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(300)
class SeveralReplicasTests {

	private static final List<String> KEYS = IntStream.range(0, 20).mapToObj((i) -> "key:" + i).toList();

	private static final List<String> NAMES = List.of("master", "masterPreferred", "replica", "replicaPreferred",
			"anyReplica", "any", "lowestLatency");

	private MasterReplica servers;

	private RedisCluster cluster;

	@BeforeAll
	void start() {
		this.servers = MasterReplica.start(2);
		this.cluster = RedisCluster.start(2, 2);
	}

	@AfterAll
	void stop() {
		this.servers.close();
		this.cluster.close();
	}

	@BeforeEach
	void write() {
		this.cluster.flush();
		this.servers.master().observer().flush();
		for (String key : KEYS) {
			this.cluster.masterAtStart(key).call("SET", key, "of " + key);
			this.servers.master().call("SET", key, "of " + key);
		}
		awaitReplicas();
	}

	private void awaitReplicas() {
		for (Place place : Place.values()) {
			for (List<Observer> nodes : nodes(place)) {
				Observer master = nodes.get(0);
				master.call("PING");
				assertThat(master.call("WAIT", "2", "60000")).isEqualTo(2L);
			}
		}
	}

	/**
	 * Return each master, with its replicas behind it.
	 */
	private List<List<Observer>> nodes(Place place) {
		if (place == Place.SERVERS) {
			return List.of(Stream.concat(Stream.of(this.servers.master()), this.servers.replicas().stream())
				.map(MasterReplica.Node::observer)
				.toList());
		}
		return IntStream.range(0, 2)
			.mapToObj((master) -> IntStream.range(0, 3)
				.mapToObj((i) -> this.cluster.nodes().get(master + 2 * i).observer())
				.toList())
			.toList();
	}

	private Redis connect(Place place, ReadFrom readFrom, Results results) {
		RedisConfiguration configuration = this.servers.configuration();
		if (place == Place.CLUSTER) {
			RedisClusterConfiguration nodes = new RedisClusterConfiguration();
			nodes.addClusterNode(new RedisNode("127.0.0.1", this.cluster.ports().get(0)));
			configuration = nodes;
		}
		LettuceConnectionFactory factory = new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder()
					.readFrom(readFrom)
					.clientResources(Client.resources(true))
					.build());
		factory.afterPropertiesSet();
		return new Redis(factory, results);
	}

	/**
	 * Return how many GET each node got, masters and replicas as in {@link #nodes}.
	 */
	private List<List<Long>> getsDuring(Place place, Runnable code) {
		List<List<Long>> before = calls(place, "get");
		code.run();
		List<List<Long>> after = calls(place, "get");
		List<List<Long>> gets = new ArrayList<>();
		for (int i = 0; i < before.size(); i++) {
			int master = i;
			gets.add(IntStream.range(0, 3)
				.mapToObj((node) -> after.get(master).get(node) - before.get(master).get(node))
				.toList());
		}
		return gets;
	}

	private List<List<Long>> calls(Place place, String command) {
		return nodes(place).stream()
			.map((nodes) -> nodes.stream().map((node) -> node.commandCalls(command)).toList())
			.toList();
	}

	private long callsOfReplicas(Place place, String command) {
		return calls(place, command).stream().flatMap((calls) -> calls.stream().skip(1)).mapToLong((n) -> n).sum();
	}

	private static void read(Redis redis) {
		assertThat(redis.readTogether(KEYS)).isEqualTo(KEYS.stream().map((key) -> "of " + key).toList());
	}

	/** Of the keys of a master, all or none are asked for at one node. */
	private void assertThatOneNodeIsAsked(Place place, List<List<Long>> gets) {
		long keys = 0;
		for (List<Long> ofMaster : gets) {
			assertThat(ofMaster).filteredOn((count) -> count > 0).hasSize(1);
			keys += ofMaster.stream().mapToLong((count) -> count).sum();
		}
		assertThat(keys).as("%s", place).isEqualTo(KEYS.size());
	}

	static Stream<Arguments> placesAndNames() {
		return Stream.of(Place.values()).flatMap((place) -> NAMES.stream().map((name) -> Arguments.of(place, name)));
	}

	@ParameterizedTest
	@MethodSource("placesAndNames")
	void aBatchOfReadsAloneGoesWhereReadFromSays(Place place, String name) {
		try (Redis redis = connect(place, ReadFrom.valueOf(name), Results.RAW)) {
			for (int i = 0; i < 3; i++) {
				List<List<Long>> gets = getsDuring(place, () -> read(redis));
				assertThatOneNodeIsAsked(place, gets);
				if (name.startsWith("master")) {
					assertThat(gets).allSatisfy((ofMaster) -> assertThat(ofMaster.get(0)).isPositive());
				}
				else if (name.contains("eplica")) {
					assertThat(gets).allSatisfy((ofMaster) -> assertThat(ofMaster.get(0)).isZero());
				}
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void aBatchOfReadsAloneGoesToTheNodeThatTheApplicationChooses(Place place) {
		for (int choice = 0; choice < 3; choice++) {
			int index = choice;
			Set<Integer> ports = new HashSet<>();
			nodes(place).forEach((nodes) -> ports.add(nodes.get(index).port()));
			try (Redis redis = connect(place, new Chosen(ports), Results.AUTO)) {
				List<List<Long>> gets = getsDuring(place, () -> read(redis));
				assertThatOneNodeIsAsked(place, gets);
				assertThat(gets).allSatisfy((ofMaster) -> assertThat(ofMaster.get(index)).isPositive());
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void batchesSpreadOverAllReplicas(Place place) {
		Set<String> seen = new HashSet<>();
		int replicas = 2 * nodes(place).size();
		// A client that connects learns anew what replicas there are
		for (int client = 0; client < 20 && seen.size() < replicas; client++) {
			try (Redis redis = connect(place, ReadFrom.ANY_REPLICA, Results.RAW)) {
				for (int batch = 0; batch < 50 && seen.size() < replicas; batch++) {
					List<List<Long>> gets = getsDuring(place, () -> read(redis));
					assertThatOneNodeIsAsked(place, gets);
					for (int master = 0; master < gets.size(); master++) {
						assertThat(gets.get(master).get(0)).isZero();
						seen.add(master + ":" + gets.get(master).indexOf(Collections.max(gets.get(master))));
					}
				}
			}
		}
		assertThat(seen).as("replicas that were read").hasSize(replicas);
	}

	@ParameterizedTest
	@MethodSource("placesAndNames")
	void aPipelineThatHasWrittenStaysOnTheMasters(Place place, String name) {
		for (Results results : List.of(Results.AUTO, Results.RAW)) {
			try (Redis redis = connect(place, ReadFrom.valueOf(name), results)) {
				long before = callsOfReplicas(place, "get");
				redis.pipelines().executeWithoutResult((pipeline) -> {
					for (int round = 0; round < 10; round++) {
						String value = String.valueOf(round);
						KEYS.forEach((key) -> redis.strings().opsForValue().set(key, value));
						pipeline.send();
						List<Reply<String>> read = new ArrayList<>();
						KEYS.forEach((key) -> read.add(pipeline.defer(() -> redis.strings().opsForValue().get(key))));
						assertThat(read).allSatisfy((reply) -> assertThat(reply.get()).isEqualTo(value));
						if (results == Results.AUTO) {
							assertThat(redis.strings().opsForValue().get("key:0")).isEqualTo(value);
						}
					}
				});
				assertThat(callsOfReplicas(place, "get")).isEqualTo(before);
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	void aCursorAfterAWriteReadsTheMaster(Place place) {
		try (Redis redis = connect(place, ReadFrom.REPLICA, Results.AUTO)) {
			long before = callsOfReplicas(place, "hscan");
			redis.pipelines().executeWithoutResult((pipeline) -> {
				redis.strings().opsForHash().put("hash", "f", "1");
				try (Cursor<?> cursor = redis.strings().opsForHash().scan("hash", ScanOptions.NONE)) {
					assertThat(cursor.stream().count()).isOne();
				}
			});
			assertThat(callsOfReplicas(place, "hscan")).isEqualTo(before);
		}
	}

	@ParameterizedTest
	@EnumSource
	void aCursorOverAllKeysAfterAWriteReadsTheMasters(Place place) {
		try (Redis redis = connect(place, ReadFrom.REPLICA, Results.AUTO)) {
			long before = callsOfReplicas(place, "scan");
			redis.pipelines().executeWithoutResult((pipeline) -> {
				for (int i = 0; i < 50; i++) {
					redis.strings().opsForValue().set("more:" + i, "1");
				}
				ScanOptions pages = ScanOptions.scanOptions().match("more:*").count(10).build();
				try (Cursor<String> cursor = redis.strings().scan(pages)) {
					assertThat(cursor.stream().distinct().count()).isEqualTo(50);
				}
			});
			assertThat(callsOfReplicas(place, "scan")).isEqualTo(before);
		}
	}

	/** Spring reads the key, writes the other and deletes the first. */
	@ParameterizedTest
	@EnumSource
	void whatRunsDirectlyAfterAWriteReadsTheMaster(Place place) {
		try (Redis redis = connect(place, ReadFrom.REPLICA, Results.AUTO)) {
			Set<String> reads = Set.of("dump", "exists", "smembers", "sunion", "xread", "sismember");
			long before = reads.stream().mapToLong((read) -> callsOfReplicas(place, read)).sum();
			for (int round = 0; round < 5; round++) {
				String value = String.valueOf(round);
				redis.pipelines().executeWithoutResult((pipeline) -> {
					redis.strings().opsForValue().set("a", value);
					redis.strings().rename("a", "b");
					assertThat(redis.strings().opsForValue().get("b")).isEqualTo(value);
					redis.strings().opsForSet().add("s", value);
					redis.strings().opsForSet().add("t", "t");
					assertThat(redis.strings().opsForSet().union("s", "t")).contains(value, "t");
					assertThat(redis.strings().opsForSet().move("s", value, "t")).isTrue();
				});
			}
			assertThat(reads.stream().mapToLong((read) -> callsOfReplicas(place, read)).sum()).isEqualTo(before);
		}
	}

	enum Place {

		/** A master and its replicas, each of them named. */
		SERVERS,

		/** Two masters and their replicas. */
		CLUSTER

	}

	/**
	 * Reads from certain nodes only.
	 */
	private static final class Chosen extends ReadFrom {

		private final Set<Integer> ports;

		Chosen(Set<Integer> ports) {
			this.ports = ports;
		}

		@Override
		public List<RedisNodeDescription> select(Nodes nodes) {
			return nodes.getNodes().stream().filter((node) -> this.ports.contains(node.getUri().getPort())).toList();
		}

	}

}
