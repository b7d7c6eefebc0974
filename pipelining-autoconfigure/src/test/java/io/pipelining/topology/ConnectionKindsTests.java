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

package io.pipelining.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import redis.embedded.RedisServer;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import io.pipelining.CallFailure;
import io.pipelining.ConnectionMode;
import io.pipelining.PipelineExecutionException;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;
import io.pipelining.support.TlsRelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Batches are the same over every kind of connection: with TLS, a password, an ACL user,
 * either protocol, a database of another number, a name.
 */
class ConnectionKindsTests {

	private static RedisServer server;

	private static Observer observer;

	private static TlsRelay relay;

	private Redis redis;

	private ConnectionChecks checks;

	static Stream<Arguments> kindsAndWays() {
		List<Arguments> all = new ArrayList<>();
		for (ConnectionKind kind : ConnectionKind.values()) {
			for (ConnectionMode mode : List.of(ConnectionMode.AUTO, ConnectionMode.DEDICATED)) {
				all.add(Arguments.of(kind, Client.LETTUCE, mode));
			}
			all.add(Arguments.of(kind, Client.LETTUCE_WITHOUT_CARRIER, ConnectionMode.AUTO));
			all.add(Arguments.of(kind, Client.JEDIS, ConnectionMode.AUTO));
		}
		return all.stream();
	}

	@BeforeAll
	static void start() {
		server = RedisServers.start(List.of());
		observer = new Observer(server.ports().get(0));
		relay = new TlsRelay(server.ports().get(0));
	}

	@AfterAll
	static void stop() {
		relay.close();
		observer.close();
		RedisServers.stop(server);
	}

	@BeforeEach
	void prepareServer() {
		observer.flush();
		observer.call("ACL", "SETUSER", "app", "on", ">of app", "~*", "&*", "+@all");
		observer.call("CONFIG", "RESETSTAT");
	}

	@AfterEach
	void close() {
		observer.call("CONFIG", "SET", "requirepass", "");
		observer.call("SELECT", "0");
		if (this.redis != null) {
			this.redis.close();
		}
		observer.call("ACL", "DELUSER", "app");
	}

	private void connect(ConnectionKind kind, Client client, ConnectionMode mode) {
		if (kind == ConnectionKind.PASSWORD) {
			observer.call("CONFIG", "SET", "requirepass", "secret");
		}
		this.redis = new Redis(kind.connect(client, server.ports().get(0), relay, (same) -> {
		}), Results.AUTO);
		this.checks = new ConnectionChecks(this.redis, mode, observer);
		observer.call("SELECT", (kind == ConnectionKind.DATABASE) ? "3" : "0");
	}

	@ParameterizedTest
	@MethodSource("kindsAndWays")
	void aBatchIsOneWriteOverConnectionsThatAreOpen(ConnectionKind kind, Client client, ConnectionMode mode) {
		connect(kind, client, mode);
		this.checks.aBatchIsOneWriteOverConnectionsThatAreOpen();
		assertThatItIs(kind, client);
	}

	@ParameterizedTest
	@MethodSource("kindsAndWays")
	void valuesAreThoseOfDirectCalls(ConnectionKind kind, Client client, ConnectionMode mode) {
		connect(kind, client, mode);
		this.checks.valuesAreThoseOfDirectCalls();
		assertThatItIs(kind, client);
	}

	@ParameterizedTest
	@MethodSource("kindsAndWays")
	void anAtomicBatchIsOneTransaction(ConnectionKind kind, Client client, ConnectionMode mode) {
		connect(kind, client, mode);
		this.checks.anAtomicBatchIsOneTransaction();
		assertThatItIs(kind, client);
	}

	@ParameterizedTest
	@MethodSource("kindsAndWays")
	void aLostConnectionLeavesTheOutcomeUnknownAndTheNextBatchFine(ConnectionKind kind, Client client,
			ConnectionMode mode) {
		connect(kind, client, mode);
		this.checks.aLostConnectionLeavesTheOutcomeUnknownAndTheNextBatchFine();
		assertThatItIs(kind, client);
	}

	/**
	 * The server sees what was set, on each connection.
	 */
	private void assertThatItIs(ConnectionKind kind, Client client) {
		List<String> lines = this.checks.clientLines();
		assertThat(lines).isNotEmpty();
		switch (kind) {
			case ACL_USER -> assertThat(lines).allMatch((line) -> line.contains(" user=app "));
			case CLIENT_NAME -> assertThat(lines).allMatch((line) -> line.contains(" name=shop "));
			case DATABASE -> {
				assertThat(lines).allMatch((line) -> line.contains(" db=3 "));
				assertThat(observer.info("keyspace")).containsOnlyKeys("db3");
			}
			case RESP2 -> {
				// Jedis asks for it, although it is the server's default
				assertThat(observer.commandCalls("hello") > 0).isEqualTo(client == Client.JEDIS);
				assertThatProtocolIs("2", lines);
			}
			case RESP3 -> {
				assertThat(observer.commandCalls("hello")).isPositive();
				assertThatProtocolIs("3", lines);
			}
			case PASSWORD -> assertThat(observer.commandCalls("auth") + observer.commandCalls("hello")).isPositive();
			case TLS -> assertThat(relay.addresses())
				.containsAll(lines.stream().map((line) -> line.replaceAll(".* addr=(\\S+).*", "$1")).toList());
			case PLAIN -> {
			}
		}
	}

	/** From Redis 7 on, the server tells. */
	private static void assertThatProtocolIs(String version, List<String> lines) {
		assertThat(lines).allMatch((line) -> !line.contains(" resp=") || line.contains(" resp=" + version));
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_WITHOUT_CARRIER", "JEDIS" })
	void aCommandThatTheUserMayNotRunFailsByItself(Client client) {
		observer.call("ACL", "SETUSER", "app", "-incr");
		connect(ConnectionKind.ACL_USER, client, ConnectionMode.AUTO);
		PipelineExecutionException refused = catchThrowableOfType(PipelineExecutionException.class,
				() -> this.checks.pipelines().executeWithoutResult((pipeline) -> {
					this.redis.strings().opsForValue().set("before", "1");
					this.redis.strings().opsForValue().increment("n");
					this.redis.strings().opsForValue().set("after", "1");
				}));
		assertThat(refused.getCallCount()).isEqualTo(3);
		assertThat(refused.getFailures()).extracting(CallFailure::index).containsExactly(1);
		assertThat(refused.getFailures().get(0).toString()).contains("NOPERM");
		assertThat(observer.contents()).containsOnlyKeys("before", "after");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_WITHOUT_CARRIER", "JEDIS" })
	void aWrongPasswordSaysWhatADirectCallSaysAndNothingIsSent(Client client) {
		observer.call("CONFIG", "SET", "requirepass", "secret");
		this.redis = new Redis(ConnectionKind.PLAIN.connect(client, server.ports().get(0), relay,
				(server) -> ((RedisStandaloneConfiguration) server).setPassword("wrong")), Results.AUTO);
		Throwable direct = catchThrowable(() -> this.redis.strings().opsForValue().set("a", "1"));
		Throwable inPipeline = catchThrowable(() -> this.redis.pipelines().executeWithoutResult((pipeline) -> {
			this.redis.strings().opsForValue().set("a", "1");
			this.redis.strings().opsForValue().set("b", "1");
		}));
		assertThat(inPipeline).isInstanceOf(DataAccessException.class).hasSameClassAs(direct);
		assertThat(inPipeline).hasStackTraceContaining("WRONGPASS");
		assertThat(observer.keyCount()).isZero();
	}

}
