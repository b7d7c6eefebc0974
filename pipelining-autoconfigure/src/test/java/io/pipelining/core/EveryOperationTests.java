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

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import redis.embedded.RedisServer;

import org.springframework.data.redis.core.RedisTemplate;

import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.MasterReplica;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisCluster;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls every method of every {@code *Operations} interface directly, deferred, with its
 * value used and with its value dropped, and compares what it gives, what it throws and
 * what the server holds. A method that has no arguments here and is not left out with a
 * reason makes the test fail.
 */
class EveryOperationTests {

	/** Everyday calls that gain nothing where they do not wait. */
	private static final Set<String> EVERYDAY = Set.of("set", "delete", "unlink", "increment", "decrement", "append",
			"rightPush", "leftPush", "rightPushAll", "leftPushAll", "add", "remove", "put", "putAll", "expire",
			"expireAt", "persist", "rename", "trim", "multiSet", "setIfAbsent", "setIfPresent", "putIfAbsent", "setBit",
			"incrementScore", "acknowledge", "copy");

	private static RedisServer server;

	private static Observer observer;

	/**
	 * Of a single node, since the data and their comparison are scripts over all keys.
	 */
	private static RedisCluster cluster;

	private static MasterReplica replicated;

	private static List<OperationCatalog.Entry> catalog;

	private static List<OperationCatalog.Entry> covered;

	private static OperationClasses classes;

	@TempDir
	static Path directory;

	@BeforeAll
	static void start() throws Exception {
		server = RedisServers.start(List.of());
		observer = new Observer(server.ports().get(0));
		cluster = RedisCluster.start(1, 0);
		replicated = MasterReplica.start(1);
		catalog = OperationCatalog.all();
		covered = catalog.stream().filter((entry) -> entry.reason() == null).toList();
		classes = new OperationClasses(directory, covered);
	}

	@AfterAll
	static void stop() throws Exception {
		classes.close();
		observer.close();
		RedisServers.stop(server);
		cluster.close();
		replicated.close();
	}

	@Test
	void countsEveryMethod() {
		Map<String, Long> leftOut = catalog.stream()
			.filter((entry) -> entry.reason() != null)
			.collect(Collectors.groupingBy(OperationCatalog.Entry::reason, TreeMap::new, Collectors.counting()));
		System.out.println(
				"Every operation: " + catalog.size() + " methods, " + covered.size() + " covered, left out " + leftOut);
		assertThat(covered).hasSizeGreaterThan(500);
		assertThat(catalog).extracting((entry) -> entry.type().getSimpleName())
			.contains("RedisOperations", "BoundKeyOperations", "BoundHashFieldExpirationOperations");
	}

	static Stream<Arguments> clients() {
		Stream<Arguments> single = Stream.of(Client.LETTUCE, Client.JEDIS)
			.flatMap((client) -> Stream.of(Arguments.of(client, "text"), Arguments.of(client, "objects")));
		return Stream.concat(single,
				Stream.of(Arguments.of(Client.LETTUCE_CLUSTER, "text"), Arguments.of(Client.LETTUCE_REPLICA, "text")));
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("clients")
	void givesWhatTheDirectCallGives(Client client, String values) throws Exception {
		Observer observed = observed(client);
		try (Redis redis = new Redis(client.connect(observed.port()), Results.AUTO)) {
			RedisTemplate<String, ?> template = values.equals("text") ? redis.strings() : redis.objects();
			OperationData data = new OperationData(observed, template);
			OperationComparison comparison = new OperationComparison(new OperationCalls(redis, template, data),
					unpipelined(client));
			OperationArguments arguments = new OperationArguments(template, data);
			for (OperationCatalog.Entry entry : covered) {
				for (OperationArguments.Key key : OperationArguments.Key.values()) {
					// The form that finds nothing would wait for its time-out each time
					if (key != OperationArguments.Key.ABSENT || !entry.blocks()) {
						comparison.compare(new OperationCalls.Call(classes.of(entry), arguments, entry, key));
					}
				}
			}
			System.out.println("Every operation: " + client + ", " + values + ": " + comparison.summary());
			assertThat(comparison.differences()).isEmpty();
			assertThat(comparison.atOnce()).filteredOn(EveryOperationTests::isEveryday).isEmpty();
		}
	}

	private static Observer observed(Client client) {
		return switch (client) {
			case LETTUCE_CLUSTER -> cluster.nodes().get(0).observer();
			case LETTUCE_REPLICA -> replicated.master().observer();
			default -> observer;
		};
	}

	/**
	 * Return what Spring's connection for the driver does not pipeline.
	 */
	private static Set<String> unpipelined(Client client) {
		return switch (client) {
			case JEDIS ->
				Set.of("convertAndSend", "move", "getClientList", "killClient", "replicaOf", "replicaOfNoOne");
			// These choose a node by themselves
			case LETTUCE_CLUSTER -> Set.of("randomKey", "getClientList");
			default -> Set.of();
		};
	}

	/**
	 * Bound keys look for themselves before they rename themselves, and look at what
	 * became of their expiration.
	 */
	private static boolean isEveryday(OperationCatalog.Entry entry) {
		String type = entry.type().getSimpleName();
		boolean looks = type.equals("BoundKeyExpirationOperations")
				|| (type.startsWith("Bound") && entry.name().equals("rename"));
		return EVERYDAY.contains(entry.name()) && !looks;
	}

}
