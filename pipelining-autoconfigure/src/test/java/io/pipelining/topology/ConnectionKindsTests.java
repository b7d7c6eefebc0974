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
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
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
import io.pipelining.PipelineExecutionException;
import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;
import io.pipelining.support.TlsRelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * Batches are the same over every kind of connection: with TLS, a password, an ACL user,
 * either protocol, a database of another number, a name.
 */
class ConnectionKindsTests {

	/** A pool makes its connections as every other way does. */
	private static final Set<ConnectionKind> POOLED = EnumSet.of(ConnectionKind.PLAIN, ConnectionKind.DATABASE,
			ConnectionKind.ALL_AT_ONCE);

	private static RedisServer server;

	private static Observer observer;

	private static TlsRelay relay;

	private final Carriers carriers = new Carriers();

	private Redis redis;

	private ConnectionChecks checks;

	static Stream<Arguments> kindsAndWays() {
		List<Arguments> all = new ArrayList<>();
		for (ConnectionKind kind : ConnectionKind.values()) {
			for (Way way : Way.values()) {
				if (way != Way.LETTUCE_POOLED || POOLED.contains(kind)) {
					all.add(Arguments.of(kind, way));
				}
			}
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

	private void connect(ConnectionKind kind, Way way) {
		if (kind == ConnectionKind.PASSWORD) {
			observer.call("CONFIG", "SET", "requirepass", "secret");
		}
		connect(kind, way, (same) -> {
		});
		this.checks = new ConnectionChecks(this.redis, way.mode(), observer);
		observer.call("SELECT", String.valueOf(kind.database()));
	}

	private void connect(ConnectionKind kind, Way way, Consumer<RedisStandaloneConfiguration> change) {
		this.redis = new Redis(kind.connect(way, server.ports().get(0), relay, this.carriers, change), Results.AUTO);
	}

	@ParameterizedTest
	@MethodSource("kindsAndWays")
	void aBatchIsOneWriteOverConnectionsThatAreOpen(ConnectionKind kind, Way way) {
		connect(kind, way);
		this.checks.aBatchIsOneWriteOverConnectionsThatAreOpen();
		assertThatBatchesAreCarried(way, 6);
		assertThatItIs(kind, way);
	}

	@ParameterizedTest
	@MethodSource("kindsAndWays")
	void valuesAreThoseOfDirectCalls(ConnectionKind kind, Way way) {
		connect(kind, way);
		this.checks.valuesAreThoseOfDirectCalls();
		assertThatItIs(kind, way);
	}

	@ParameterizedTest
	@MethodSource("kindsAndWays")
	void anAtomicBatchIsOneTransaction(ConnectionKind kind, Way way) {
		connect(kind, way);
		this.checks.anAtomicBatchIsOneTransaction();
		assertThatBatchesAreCarried(way, 2);
		assertThatItIs(kind, way);
	}

	@ParameterizedTest
	@MethodSource("kindsAndWays")
	void aLostConnectionLeavesTheOutcomeUnknownAndTheNextBatchFine(ConnectionKind kind, Way way) {
		connect(kind, way);
		this.checks.aLostConnectionLeavesTheOutcomeUnknownAndTheNextBatchFine();
		// What else is connecting again is not so at once
		await().untilAsserted(() -> assertThatItIs(kind, way));
	}

	private void assertThatBatchesAreCarried(Way way, int batches) {
		assertThat(this.carriers.count()).isEqualTo(way.isCarrying() ? batches : 0);
	}

	/**
	 * The server sees what was set, on each connection.
	 */
	private void assertThatItIs(ConnectionKind kind, Way way) {
		List<String> lines = this.checks.clientLines();
		assertThat(lines).isNotEmpty();
		switch (kind) {
			case ACL_USER -> assertThat(lines).allMatch((line) -> line.contains(" user=app "));
			case CLIENT_NAME -> assertThat(lines).allMatch((line) -> line.contains(" name=shop "));
			case DATABASE -> assertThatItIsInDatabase(lines);
			case ALL_AT_ONCE -> {
				assertThat(lines).allMatch((line) -> line.contains(" user=app ") && line.contains(" name=shop "));
				assertThatItIsInDatabase(lines);
				assertThatProtocolIs("3", lines);
				assertThatItIsEncrypted(lines);
			}
			case RESP2 -> {
				// Jedis asks for it, although it is the server's default
				assertThat(observer.commandCalls("hello") > 0).isEqualTo(way == Way.JEDIS);
				assertThatProtocolIs("2", lines);
			}
			case RESP3 -> {
				assertThat(observer.commandCalls("hello")).isPositive();
				assertThatProtocolIs("3", lines);
			}
			case PASSWORD -> assertThat(observer.commandCalls("auth") + observer.commandCalls("hello")).isPositive();
			case TLS -> assertThatItIsEncrypted(lines);
			case PLAIN -> {
			}
		}
	}

	private static void assertThatItIsInDatabase(List<String> lines) {
		assertThat(lines).allMatch((line) -> line.contains(" db=3 "));
		assertThat(observer.info("keyspace")).containsOnlyKeys("db3");
	}

	private static void assertThatItIsEncrypted(List<String> lines) {
		assertThat(relay.addresses())
			.containsAll(lines.stream().map((line) -> line.replaceAll(".* addr=(\\S+).*", "$1")).toList());
	}

	/** From Redis 7 on, the server tells. */
	private static void assertThatProtocolIs(String version, List<String> lines) {
		assertThat(lines).allMatch((line) -> !line.contains(" resp=") || line.contains(" resp=" + version));
	}

	@ParameterizedTest
	@EnumSource
	void aCommandThatTheUserMayNotRunFailsByItself(Way way) {
		observer.call("ACL", "SETUSER", "app", "-incr");
		connect(ConnectionKind.ACL_USER, way);
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
	@EnumSource
	void aCommandThatTheUserMayNotRunEndsAnAtomicBatch(Way way) {
		observer.call("ACL", "SETUSER", "app", "-incr");
		connect(ConnectionKind.ACL_USER, way);
		PipelineTemplate atomic = this.checks.pipelines().with((options) -> options.withAtomic(true));
		PipelineExecutionException refused = catchThrowableOfType(PipelineExecutionException.class,
				() -> atomic.executeWithoutResult((pipeline) -> {
					this.redis.strings().opsForValue().set("before", "1");
					this.redis.strings().opsForValue().increment("n");
					this.redis.strings().opsForValue().set("after", "1");
				}));
		assertThat(refused.getFailures()).extracting(CallFailure::index).containsExactly(0, 1, 2);
		assertThat(refused.getFailures().get(0).cause()).hasStackTraceContaining("EXECABORT");
		assertThat(refused.getFailures().get(1).cause()).hasStackTraceContaining("NOPERM");
		assertThat(refused.getFailures().get(2).cause()).hasStackTraceContaining("EXECABORT");
		assertThat(observer.keyCount()).isZero();
		atomic.executeWithoutResult((pipeline) -> this.redis.strings().opsForValue().set("next", "1"));
		assertThat(observer.contents()).containsOnlyKeys("next");
	}

	@ParameterizedTest
	@EnumSource
	void aWrongPasswordSaysWhatADirectCallSaysAndNothingIsSent(Way way) {
		observer.call("CONFIG", "SET", "requirepass", "secret");
		connect(ConnectionKind.PLAIN, way, (server) -> server.setPassword("wrong"));
		Throwable direct = catchThrowable(() -> this.redis.strings().opsForValue().set("a", "1"));
		Throwable inPipeline = catchThrowable(() -> this.redis.pipelines()
			.with((options) -> options.withConnection(way.mode()))
			.executeWithoutResult((pipeline) -> {
				this.redis.strings().opsForValue().set("a", "1");
				this.redis.strings().opsForValue().set("b", "1");
			}));
		assertThat(inPipeline).isInstanceOf(DataAccessException.class).hasSameClassAs(direct);
		assertThat(inPipeline).hasStackTraceContaining("WRONGPASS");
		assertThat(observer.keyCount()).isZero();
	}

}
