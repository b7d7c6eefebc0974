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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletionException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConnection;
import org.springframework.data.redis.connection.RedisStringCommands.BitOperation;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;

import io.pipelining.PipelineUsageException;
import io.pipelining.connection.CannotWaitException;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.Outcome.Kind;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

class JedisCallChannelTests {

	private final JedisConnectionFactory factory = Factories.pooled(RedisServers.standalone());

	@BeforeEach
	void flush() {
		try (RedisConnection connection = this.factory.getConnection()) {
			connection.serverCommands().flushAll();
		}
	}

	@AfterEach
	void destroy() {
		assertThat(Factories.pool(this.factory).getNumActive()).isZero();
		this.factory.destroy();
	}

	@Test
	void outcomesLineUpWithCalls() {
		byte[] dumped = dump("v");
		Recording recording = new Recording(this.factory);
		var redis = recording.commands();
		redis.set(bytes("s"), bytes("v"));
		redis.rename(bytes("s"), bytes("t"));
		redis.lPush(bytes("t"), bytes("x"));
		redis.rPush(bytes("l"), bytes("a"), bytes("b"), bytes("c"));
		redis.lTrim(bytes("l"), 1, 2);
		redis.lSet(bytes("l"), 0, bytes("B"));
		redis.lSet(bytes("l"), 7, bytes("B"));
		redis.hMSet(bytes("h"), Map.of(bytes("f"), bytes("1")));
		redis.setRange(bytes("t"), bytes("W"), 0);
		redis.restore(bytes("r"), 0, dumped);
		redis.restore(bytes("r"), 0, dumped);
		redis.rename(bytes("missing"), bytes("t"));
		redis.get(bytes("t"));
		redis.lRange(bytes("l"), 0, -1);
		redis.hGet(bytes("h"), bytes("f"));
		redis.get(bytes("missing"));
		var sent = recording.send();
		assertThat(sent.kinds()).containsExactly(Kind.ANSWERED, Kind.ANSWERED, Kind.FAILED, Kind.ANSWERED,
				Kind.ANSWERED, Kind.ANSWERED, Kind.FAILED, Kind.ANSWERED, Kind.ANSWERED, Kind.ANSWERED, Kind.FAILED,
				Kind.FAILED, Kind.ANSWERED, Kind.ANSWERED, Kind.ANSWERED, Kind.ANSWERED);
		assertThat(sent.outcomes().get(2).cause()).isInstanceOf(InvalidDataAccessApiUsageException.class)
			.hasMessageContaining("WRONGTYPE");
		assertThat(sent.outcomes().get(10).cause()).isInstanceOf(DataAccessException.class)
			.hasMessageContaining("BUSYKEY");
		assertThat(sent.value(0)).isEqualTo(true);
		assertThat(sent.value(1)).isNull();
		assertThat(sent.value(3)).isEqualTo(3L);
		assertThat(sent.value(12)).isEqualTo(bytes("W"));
		assertThat((List<?>) sent.value(13)).map((element) -> text(element)).containsExactly("B", "c");
		assertThat(sent.value(14)).isEqualTo(bytes("1"));
		assertThat(sent.value(15)).isNull();
	}

	@Test
	void callsReturnWhatTheyReturnInsideSpringsPipeline() {
		Recording recording = new Recording(this.factory);
		assertThat(recording.commands().get(bytes("k"))).isNull();
		assertThat(recording.commands().incr(bytes("k"))).isNull();
		assertThat(recording.calls).hasSize(2);
	}

	@Test
	void nothingIsTakenOrSentOnRecording() {
		Recording recording = new Recording(this.factory);
		var pool = Factories.pool(this.factory);
		long borrowed = pool.getBorrowedCount();
		recording.commands().set(bytes("k"), bytes("v"));
		assertThat(pool.getBorrowedCount()).isEqualTo(borrowed);
		try (RedisConnection connection = this.factory.getConnection()) {
			assertThat(connection.keyCommands().exists(bytes("k"))).isFalse();
		}
		recording.send();
		try (RedisConnection connection = this.factory.getConnection()) {
			assertThat(connection.keyCommands().exists(bytes("k"))).isTrue();
		}
	}

	@Test
	void wrongArgumentsFailAtTheirLineAndLeaveNothing() {
		Recording recording = new Recording(this.factory);
		recording.commands().set(bytes("a"), bytes("1"));
		assertThatIllegalArgumentException().isThrownBy(() -> recording.commands().set(bytes("b"), null));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> recording.commands().bitOp(BitOperation.NOT, bytes("b"), bytes("a"), bytes("a")))
			.withMessageContaining("one key");
		recording.commands().get(bytes("a"));
		var sent = recording.send();
		assertThat(sent.kinds()).containsExactly(Kind.ANSWERED, Kind.ANSWERED);
		assertThat(sent.value(1)).isEqualTo(bytes("1"));
	}

	@Test
	void whatCannotWaitSaysSoAndLeavesNothing() {
		Recording recording = new Recording(this.factory);
		recording.commands().set(bytes("a"), bytes("1"));
		assertCannotWait("PUBLISH", () -> recording.connection().publish(bytes("c"), bytes("m")));
		assertCannotWait("MOVE", () -> recording.commands().move(bytes("a"), 1));
		assertCannotWait("SCAN", () -> recording.commands().scan(null));
		assertCannotWait("WATCH", () -> recording.connection().watch(bytes("a")));
		assertCannotWait("MULTI", () -> recording.connection().multi());
		assertCannotWait("SELECT", () -> recording.connection().select(3));
		assertCannotWait("BLPOP", () -> recording.commands().bLPop(1, bytes("l")));
		assertCannotWait("XREAD", () -> recording.commands()
			.xRead(StreamReadOptions.empty().block(Duration.ofMillis(1)), StreamOffset.fromStart(bytes("x"))));
		recording.commands().xRead(StreamReadOptions.empty().count(1), StreamOffset.fromStart(bytes("x")));
		assertCannotWait("XREAD", () -> recording.commands()
			.xRead(StreamReadOptions.empty().block(Duration.ofMillis(1)), StreamOffset.fromStart(bytes("x"))));
		recording.commands().get(bytes("a"));
		var sent = recording.send();
		assertThat(sent.calls()).hasSize(3);
		assertThat(sent.value(2)).isEqualTo(bytes("1"));
	}

	@Test
	void writesABatchAtOnce() {
		Recording recording = new Recording(this.factory);
		recording.commands().set(bytes("k"), bytes("0"));
		recording.send();
		long idle = reads(() -> {
		});
		long withBatch = reads(() -> {
			for (int i = 0; i < 300; i++) {
				recording.commands().incr(bytes("k"));
			}
			assertThat(recording.send().value(299)).isEqualTo(300L);
		});
		assertThat(withBatch - idle).isEqualTo(1);
	}

	@Test
	void keepsTheOrderOverManyWrites() {
		Recording recording = new Recording(this.factory);
		List<String> expected = new ArrayList<>();
		for (int i = 0; i < 20_000; i++) {
			recording.commands().rPush(bytes("l"), bytes("element " + i));
			expected.add("element " + i);
		}
		recording.commands().lRange(bytes("l"), 0, -1);
		var sent = recording.send();
		assertThat(sent.kinds()).containsOnly(Kind.ANSWERED);
		assertThat(sent.value(19_999)).isEqualTo(20_000L);
		assertThat(((List<?>) sent.value(20_000)).stream().map(JedisCallChannelTests::text).toList())
			.isEqualTo(expected);
	}

	@Test
	void usesTheDatabaseOfTheFactory() {
		for (JedisConnectionFactory third : List.of(
				Factories.pooled(RedisServers.standalone(), (settings) -> settings.database = 3),
				Factories.plain(RedisServers.standalone(), (settings) -> settings.database = 3))) {
			new Recording(third).add((redis) -> redis.incr(bytes("d"))).send();
			try (RedisConnection connection = third.getConnection()) {
				assertThat(connection.keyCommands().exists(bytes("d"))).isTrue();
				connection.keyCommands().del(bytes("d"));
			}
			third.destroy();
		}
		try (RedisConnection connection = this.factory.getConnection()) {
			assertThat(connection.keyCommands().exists(bytes("d"))).isFalse();
		}
	}

	@Test
	void servesAFactoryThatDecorates() {
		Recording recording = new Recording(new DecoratingFactory(this.factory));
		recording.commands().incr(bytes("k"));
		assertThat(recording.send().values()).containsExactly(1L);
	}

	@Test
	void leavesOtherDriversAlone() {
		LettuceConnectionFactory lettuce = new LettuceConnectionFactory("127.0.0.1", 1);
		lettuce.afterPropertiesSet();
		assertThat(new JedisPipelineDriver().open(new ConnectionSource(lettuce))).isNull();
	}

	@Test
	void refusesACluster() {
		RedisClusterConfiguration cluster = new RedisClusterConfiguration();
		cluster.addClusterNode(new RedisNode("127.0.0.1", 1));
		JedisConnectionFactory clustered = new JedisConnectionFactory(cluster);
		assertThatExceptionOfType(PipelineUsageException.class)
			.isThrownBy(() -> new JedisPipelineDriver().open(new ConnectionSource(clustered)))
			.withMessageContaining(JedisConnectionFactory.class.getName())
			.withMessageContaining("Use Lettuce");
	}

	@Test
	void failsLikeTheDirectCallWithoutAServer() {
		JedisConnectionFactory nowhere = Factories.pooled(RedisServers.freePort());
		Recording recording = new Recording(nowhere);
		recording.commands().incr(bytes("k"));
		Throwable direct = catchThrowable(() -> {
			try (RedisConnection connection = nowhere.getConnection()) {
				connection.stringCommands().incr(bytes("k"));
			}
		});
		assertThatExceptionOfType(CompletionException.class).isThrownBy(recording::send)
			.withCauseInstanceOf(RedisConnectionFailureException.class)
			.satisfies((ex) -> assertThat(ex.getCause()).hasSameClassAs(direct).hasMessage(direct.getMessage()));
		nowhere.destroy();
	}

	@Test
	void failsLikeTheDirectCallWhereThePoolIsExhausted() {
		Recording recording = new Recording(this.factory);
		recording.commands().incr(bytes("k"));
		var pool = Factories.pool(this.factory);
		List<Object> taken = new ArrayList<>();
		try {
			taken.add(pool.borrowObject());
			taken.add(pool.borrowObject());
			Throwable direct = catchThrowable(() -> {
				try (RedisConnection connection = this.factory.getConnection()) {
					connection.stringCommands().incr(bytes("k"));
				}
			});
			assertThatExceptionOfType(CompletionException.class).isThrownBy(recording::send)
				.satisfies((ex) -> assertThat(ex.getCause()).hasSameClassAs(direct).hasMessage(direct.getMessage()));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			taken.forEach((connection) -> Factories.giveBack(pool, connection));
		}
	}

	@Test
	void namesCommandAndKey() {
		Recording recording = new Recording(this.factory);
		var redis = recording.commands();
		redis.get(bytes("k1"));
		redis.execute("object", bytes("encoding"), bytes("k2"));
		redis.execute("ping");
		redis.eval(bytes("return 1"), null, 1, bytes("k3"));
		redis.eval(bytes("return 1"), null, 0);
		redis.xRead(StreamOffset.fromStart(bytes("k4")));
		redis.keys(bytes("*"));
		assertThat(recording.calls).map((call) -> call.command() + " " + call.key())
			.containsExactly("GET k1", "OBJECT k2", "PING null", "EVAL k3", "EVAL null", "XREAD k4", "KEYS null");
	}

	@Test
	void valuesMayBeAskedAgainAndChanged() {
		Recording recording = new Recording(this.factory);
		recording.commands().set(bytes("k"), bytes("v"));
		recording.commands().get(bytes("k"));
		recording.commands().hMSet(bytes("h"), Map.of(bytes("f"), bytes("1")));
		recording.commands().hVals(bytes("h"));
		var sent = recording.send();
		((byte[]) sent.value(1))[0] = 'X';
		((byte[]) ((List<?>) sent.value(3)).get(0))[0] = 'X';
		assertThat(sent.value(1)).isEqualTo(bytes("v"));
		assertThat((byte[]) ((List<?>) sent.value(3)).get(0)).isEqualTo(bytes("1"));
	}

	private long reads(Runnable action) {
		long before = readsProcessed();
		action.run();
		return readsProcessed() - before;
	}

	private long readsProcessed() {
		try (RedisConnection connection = this.factory.getConnection()) {
			Properties stats = connection.serverCommands().info("stats");
			return Long.parseLong(stats.getProperty("total_reads_processed"));
		}
	}

	private byte[] dump(String value) {
		try (RedisConnection connection = this.factory.getConnection()) {
			connection.stringCommands().set(bytes("source"), bytes(value));
			return connection.keyCommands().dump(bytes("source"));
		}
	}

	private static void assertCannotWait(String command, ThrowingCallable call) {
		assertThatExceptionOfType(CannotWaitException.class).isThrownBy(call)
			.satisfies((ex) -> assertThat(ex.command()).isEqualTo(command))
			.satisfies((ex) -> assertThat(ex.getStackTrace()).isEmpty());
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(Object bytes) {
		return new String((byte[]) bytes, StandardCharsets.UTF_8);
	}

	record DecoratingFactory(RedisConnectionFactory target) implements RedisConnectionFactory {

		@Override
		public RedisConnection getConnection() {
			return this.target.getConnection();
		}

		@Override
		public RedisClusterConnection getClusterConnection() {
			return this.target.getClusterConnection();
		}

		@Override
		public boolean getConvertPipelineAndTxResults() {
			return this.target.getConvertPipelineAndTxResults();
		}

		@Override
		public RedisSentinelConnection getSentinelConnection() {
			return this.target.getSentinelConnection();
		}

		@Override
		public DataAccessException translateExceptionIfPossible(RuntimeException ex) {
			return this.target.translateExceptionIfPossible(ex);
		}

	}

}
