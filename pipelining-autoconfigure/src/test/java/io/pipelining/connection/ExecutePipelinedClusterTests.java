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
package io.pipelining.connection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.pipelining.PipelineUsageException;
import io.pipelining.support.RedisServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.embedded.RedisServer;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import static io.pipelining.connection.CommandSamples.b;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A cluster of one node, which holds all slots.
 */
class ExecutePipelinedClusterTests {

	private static RedisServer server;

	private static Drivers drivers;

	@BeforeAll
	static void start(@TempDir Path directory) {
		server = startNode(directory);
		drivers = new Drivers(server.ports().get(0));
		try (RedisConnection connection = drivers.lettuce().getConnection()) {
			byte[][] slots = IntStream.range(0, 16384)
				.mapToObj((slot) -> b(String.valueOf(slot)))
				.toArray(byte[][]::new);
			byte[][] arguments = new byte[slots.length + 1][];
			arguments[0] = b("ADDSLOTS");
			System.arraycopy(slots, 0, arguments, 1, slots.length);
			connection.execute("CLUSTER", arguments);
			await().until(() -> new String((byte[]) connection.execute("CLUSTER", b("INFO"))).contains("state:ok"));
		}
	}

	/**
	 * The port of the cluster's bus is higher by 10000, which is too high for some ports.
	 */
	private static RedisServer startNode(Path directory) {
		RuntimeException failure = null;
		for (int attempt = 0; attempt < 20; attempt++) {
			try {
				return RedisServers
					.start(List.of("cluster-enabled yes", "cluster-announce-ip 127.0.0.1", "dir " + directory));
			}
			catch (RuntimeException ex) {
				failure = ex;
			}
		}
		throw failure;
	}

	@AfterAll
	static void stop() {
		drivers.close();
		RedisServers.stop(server);
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce cluster", "redisson cluster" })
	void outcomesLineUp(String name) throws Throwable {
		RedisConnectionFactory factory = drivers.factory(name);
		ExecutePipelinedDriver driver = new ExecutePipelinedDriver();
		for (int use = 1; use <= 3; use++) {
			List<Object> values = send(driver, factory, List.of((c) -> c.stringCommands().set(b("a"), b("1")), (c) -> {
				c.keyCommands().rename(b("a"), b("{a}2"));
				return null;
			}, (c) -> c.stringCommands().incr(b("{a}2")), (c) -> c.keyCommands().del(b("{a}2"), b("b"), b("c")),
					(c) -> c.stringCommands().mGet(b("a"), b("b"), b("c")), (c) -> {
						c.listCommands().lTrim(b("l"), 0, 1);
						return null;
					}, (c) -> c.stringCommands().strLen(b("b"))));
			assertThat(values.get(0)).isEqualTo(true);
			assertThat(values.get(1)).isNull();
			assertThat(values.get(2)).isEqualTo(2L);
			assertThat(values.get(3)).isEqualTo(1L);
			assertThat((List<?>) values.get(4)).hasSize(3).containsOnlyNulls();
			assertThat(values.get(5)).isNull();
			assertThat(values.get(6)).isEqualTo(0L);
		}
	}

	@Test
	void aJedisClusterIsRefused() {
		RedisConnectionFactory factory = drivers.factory("jedis cluster");
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> send(new ExecutePipelinedDriver(), factory,
					List.of((c) -> c.stringCommands().set(b("refused"), b("1")))))
			.withCauseInstanceOf(PipelineUsageException.class);
		try (RedisConnection connection = factory.getConnection()) {
			assertThat(connection.keyCommands().exists(b("refused"))).isFalse();
		}
	}

	private static List<Object> send(ExecutePipelinedDriver driver, RedisConnectionFactory factory,
			List<Function<RedisConnection, Object>> code) throws Throwable {
		try (CallChannel channel = driver.open(new ConnectionSource(factory))) {
			List<RecordedCall> calls = new ArrayList<>();
			for (Function<RedisConnection, Object> call : code) {
				calls.add(channel.record(Invocations.of(call)));
			}
			List<Outcome> outcomes = channel.send(calls, null).toCompletableFuture().join();
			assertThat(outcomes).containsOnly(Outcome.ANSWERED);
			List<Object> values = new ArrayList<>();
			for (RecordedCall call : calls) {
				values.add(channel.value(call));
			}
			return values;
		}
	}

}
