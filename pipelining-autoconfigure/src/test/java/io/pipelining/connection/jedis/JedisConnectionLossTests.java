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

package io.pipelining.connection.jedis;

import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import io.pipelining.connection.Outcome.Kind;
import io.pipelining.connection.jedis.Recording.Sent;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(120)
class JedisConnectionLossTests {

	private static final int SERVER = RedisServers.withSettings("databases 4");

	private final Relay relay = new Relay(SERVER);

	private final JedisConnectionFactory observer = Factories.pooled(SERVER);

	private JedisConnectionFactory factory = Factories.pooled(this.relay.port());

	@BeforeEach
	void flush() {
		execute((connection) -> connection.serverCommands().flushAll());
	}

	@AfterEach
	void destroy() throws Exception {
		assertThat(Factories.pool(this.factory).getNumActive()).isZero();
		this.factory.destroy();
		this.observer.destroy();
		this.relay.close();
		await().until(() -> Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> thread.getName().equals("pipelining-jedis-writer")));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 3, 4, 8, 11, 35, 36, 37 })
	void repliesBeforeACutCount(int bytes) {
		Recording recording = warm();
		int answered = bytes / 4;
		this.relay.cutAfterReplyBytes(bytes);
		Sent sent = increments(recording, 20).send();
		assertThat(sent.kinds().subList(0, answered)).allMatch(Kind.ANSWERED::equals);
		assertThat(sent.kinds().subList(answered, 20)).allMatch(Kind.UNKNOWN::equals);
		for (int i = 0; i < answered; i++) {
			assertThat(sent.value(i)).isEqualTo(i + 1L);
		}
		assertThat(sent.outcomes().get(19).cause()).isInstanceOf(RedisConnectionFailureException.class);
		assertThat(count()).isBetween((long) answered, 20L);
		assertDestroyedAndUsable(recording);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 40_000, 300_000, 2_000_000 })
	void whatWasNotWrittenBeforeACutNeverRan(int bytes) {
		Recording recording = warm();
		byte[] value = new byte[1024];
		for (int i = 0; i < 20_000; i++) {
			recording.commands().set(bytes("key" + i), value);
		}
		this.relay.cutAfterRequestBytes(bytes);
		Sent sent = recording.send();
		int answered = Collections.frequency(sent.kinds(), Kind.ANSWERED);
		int unknown = Collections.frequency(sent.kinds(), Kind.UNKNOWN);
		assertThat(sent.kinds()).isSorted();
		assertThat(sent.kinds().get(19_999)).isEqualTo(Kind.NOT_SENT);
		assertDestroyedAndUsable(recording);
		try (RedisConnection connection = this.observer.getConnection()) {
			connection.keyCommands().del(bytes("warm"), bytes("after"));
			assertThat(connection.serverCommands().dbSize()).isBetween((long) answered, (long) answered + unknown);
		}
	}

	@Test
	void aStuckServerEndsAtTheTimeout() {
		this.factory.destroy();
		this.factory = Factories.pooled(this.relay.port(), (settings) -> settings.timeout = Duration.ofMillis(400));
		Recording recording = warm();
		this.relay.stall();
		byte[] value = new byte[1024];
		for (int i = 0; i < 30_000; i++) {
			recording.commands().set(bytes("k"), value);
		}
		Sent sent = recording.send();
		this.relay.heal();
		assertThat(sent.kinds()).isSorted().contains(Kind.UNKNOWN).contains(Kind.NOT_SENT);
		assertThat(sent.outcomes().get(29_999).cause()).hasRootCauseInstanceOf(SocketTimeoutException.class);
		assertDestroyedAndUsable(recording);
	}

	@Test
	void aPausedServerMakesOutcomesUnknown() {
		this.factory.destroy();
		this.factory = Factories.pooled(SERVER, (settings) -> {
			settings.timeout = Duration.ofMillis(300);
			settings.maxTotal = 1;
		});
		Recording recording = warm();
		execute((connection) -> connection.execute("CLIENT", bytes("PAUSE"), bytes("1000"), bytes("WRITE")));
		recording.commands().set(bytes("p1"), bytes("v1"));
		recording.commands().set(bytes("p2"), bytes("v2"));
		Sent sent = recording.send();
		assertThat(sent.kinds()).containsExactly(Kind.UNKNOWN, Kind.UNKNOWN);
		assertThat(sent.outcomes().get(0).cause()).isInstanceOf(DataAccessException.class)
			.hasRootCauseInstanceOf(SocketTimeoutException.class);
		for (int i = 0; i < 2; i++) {
			recording.commands().get(bytes("warm"));
			assertThat(recording.send().values()).containsExactly((Object) bytes("up"));
		}
		execute((connection) -> connection.execute("CLIENT", bytes("UNPAUSE")));
		assertDestroyedAndUsable(recording);
	}

	@Test
	void slowRepliesEndAtTheTimeoutOfTheBatch() throws Exception {
		try (StubbornServer server = new StubbornServer(10, Duration.ofMillis(100))) {
			JedisConnectionFactory slow = Factories.pooled(server.port(),
					(settings) -> settings.timeout = Duration.ofMillis(350));
			Recording recording = new Recording(slow);
			for (int i = 0; i < 20; i++) {
				recording.commands().get(bytes("k"));
			}
			Sent sent = recording.send();
			assertThat(sent.kinds()).isSorted().contains(Kind.ANSWERED).contains(Kind.UNKNOWN);
			assertThat(sent.outcomes().get(19).cause()).hasRootCauseInstanceOf(SocketTimeoutException.class);
			assertThat(Factories.pool(slow).getNumActive()).isZero();
			slow.destroy();
		}
	}

	@Test
	void aKilledClientIsReplaced() {
		Recording recording = warm();
		execute((connection) -> connection.execute("CLIENT", bytes("KILL"), bytes("TYPE"), bytes("normal"),
				bytes("SKIPME"), bytes("yes")));
		Sent sent = increments(recording, 20).send();
		assertThat(sent.kinds()).containsOnly(Kind.UNKNOWN);
		assertThat(count()).isZero();
		assertDestroyedAndUsable(recording);
	}

	@Test
	void aReplyThatIsNoneBreaksTheConnection() {
		Recording recording = warm();
		this.relay.cutAfterReplyBytes(8, bytes("?what\r\n:4\r\n:5\r\n"));
		Sent sent = increments(recording, 5).send();
		assertThat(sent.kinds()).containsExactly(Kind.ANSWERED, Kind.ANSWERED, Kind.UNKNOWN, Kind.UNKNOWN,
				Kind.UNKNOWN);
		assertDestroyedAndUsable(recording);
	}

	@Test
	void connectionsGoBackWhateverHappens() {
		Recording recording = warm();
		for (int i = 0; i < 100; i++) {
			recording.commands().lPush(bytes("c"), bytes("x"));
			recording.commands().incr(bytes("c"));
			assertThat(recording.send().outcomes()).hasSize(2);
			assertThat(Factories.pool(this.factory).getNumActive()).isZero();
		}
		assertThat(Factories.pool(this.factory).getDestroyedCount()).isZero();
		for (int i = 0; i < 20; i++) {
			this.relay.cutAfterReplyBytes(0);
			assertThat(increments(recording, 3).send().kinds()).containsOnly(Kind.UNKNOWN);
			assertDestroyedAndUsable(recording);
		}
	}

	@Test
	void readsWhileItWrites() throws Exception {
		try (StubbornServer server = new StubbornServer(2048, Duration.ZERO)) {
			JedisConnectionFactory stubborn = Factories.pooled(server.port());
			Recording recording = new Recording(stubborn);
			for (int i = 0; i < 40_000; i++) {
				recording.commands().get(bytes("some key of a usual length " + i));
			}
			Sent sent = recording.send();
			assertThat(sent.kinds()).containsOnly(Kind.ANSWERED);
			assertThat((byte[]) sent.value(39_999)).hasSize(2048);
			assertThat(Factories.pool(stubborn).getNumActive()).isZero();
			stubborn.destroy();
		}
	}

	private Recording warm() {
		Recording recording = new Recording(this.factory);
		recording.commands().set(bytes("warm"), bytes("up"));
		assertThat(recording.send().kinds()).containsExactly(Kind.ANSWERED);
		return recording;
	}

	private static Recording increments(Recording recording, int count) {
		for (int i = 0; i < count; i++) {
			recording.commands().incr(bytes("c"));
		}
		return recording;
	}

	private void assertDestroyedAndUsable(Recording recording) {
		assertThat(Factories.pool(this.factory).getNumActive()).isZero();
		recording.commands().set(bytes("after"), bytes("1"));
		recording.commands().get(bytes("after"));
		assertThat(recording.send().values()).containsExactly(true, bytes("1"));
	}

	private long count() {
		try (RedisConnection connection = this.observer.getConnection()) {
			byte[] count = connection.stringCommands().get(bytes("c"));
			return (count != null) ? Long.parseLong(new String(count, StandardCharsets.UTF_8)) : 0;
		}
	}

	private void execute(Consumer<RedisConnection> action) {
		try (RedisConnection connection = this.observer.getConnection()) {
			action.accept(connection);
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
