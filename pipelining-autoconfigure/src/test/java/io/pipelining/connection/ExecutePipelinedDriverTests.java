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

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

import io.pipelining.PipelineUsageException;
import io.pipelining.connection.Outcome.Kind;
import io.pipelining.support.RedisServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.embedded.RedisServer;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.types.Expiration;

import static io.pipelining.connection.CommandSamples.b;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ExecutePipelinedDriverTests {

	private static int port;

	private static Drivers drivers;

	private static LettuceConnectionFactory observer;

	private final ExecutePipelinedDriver driver = new ExecutePipelinedDriver();

	@BeforeAll
	static void start() {
		port = RedisServers.withSettings("databases 3");
		drivers = new Drivers(port);
		observer = drivers.lettuce();
	}

	@AfterAll
	static void stop() {
		drivers.close();
	}

	@BeforeEach
	void prepare() {
		observe((connection) -> {
			CommandSamples.prepare(connection);
			return null;
		});
	}

	@AfterEach
	void noConnectionLeaks() {
		assertThat(drivers.openConnections()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "redisson that filters OK", "lettuce", "decorated lettuce", "jedis" })
	void statusCommandsAmongOthersLineUp(String name) {
		RedisConnectionFactory factory = drivers.decorate(drivers.factory(name));
		byte[] dump = observe((connection) -> connection.keyCommands().dump(b("s")));
		for (int use = 0; use < 3; use++) {
			prepare();
			Batch batch = new Batch(factory);
			batch.addVoid((c) -> c.keyCommands().rename(b("s"), b("renamed")));
			batch.add((c) -> c.stringCommands().get(b("renamed")));
			batch.addVoid((c) -> c.listCommands().lTrim(b("l"), 0, 1));
			batch.addVoid((c) -> c.listCommands().lSet(b("l"), 0, b("A")));
			batch.add((c) -> c.listCommands().lLen(b("l")));
			batch.add((c) -> c.stringCommands().incr(b("n")));
			batch.addVoid((c) -> c.hashCommands().hMSet(b("h"), Map.of(b("g"), b("42"))));
			batch.add((c) -> c.hashCommands().hGet(b("h"), b("g")));
			batch.addVoid((c) -> c.stringCommands().setRange(b("renamed"), b("J"), 0));
			batch.add((c) -> c.stringCommands().get(b("renamed")));
			batch.addVoid((c) -> c.keyCommands().restore(b("restored"), 0, dump));
			batch.add((c) -> c.stringCommands().get(b("restored")));
			batch.add((c) -> c.stringCommands().set(b("last"), b("v")));
			batch.send();
			assertThat(batch.values()).usingRecursiveComparison()
				.isEqualTo(Arrays.asList(null, b("hello"), null, null, 2L, 6L, null, b("42"), null, b("Jello"), null,
						b("hello"), true));
		}
	}

	@Test
	void failuresOfStatusCommandsStandInTheirPlacesWhereTheListTells() {
		RedisConnectionFactory factory = drivers.decorate(drivers.factory("jedis"));
		for (int use = 0; use < 3; use++) {
			prepare();
			Batch batch = failing(factory);
			batch.send();
			assertThat(batch.outcomes).extracting(Outcome::kind)
				.containsExactly(Kind.ANSWERED, Kind.FAILED, Kind.ANSWERED, Kind.FAILED, Kind.FAILED, Kind.FAILED,
						Kind.ANSWERED, Kind.ANSWERED);
			assertThat(batch.outcomes.get(1).cause()).isInstanceOf(DataAccessException.class)
				.hasMessageContaining("no such key");
			assertThat(batch.outcomes.get(4).cause()).hasMessageContaining("WRONGTYPE");
			assertThat(batch.value(0)).isEqualTo(6L);
			assertThat(batch.value(2)).isNull();
			assertThat(batch.value(6)).isEqualTo(7L);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "lettuce", "decorated lettuce" })
	void aLostListIsSaidAndNotGuessed(String name) {
		RedisConnectionFactory factory = drivers.decorate(drivers.factory(name));
		for (int use = 0; use < 3; use++) {
			prepare();
			Batch batch = failing(factory);
			batch.send();
			assertThat(batch.outcomes).allSatisfy((outcome) -> {
				assertThat(outcome.kind()).isEqualTo(Kind.UNKNOWN);
				assertThat(outcome.cause()).isInstanceOf(DataAccessException.class)
					.hasMessageContaining("does not tell which");
			});
			assertThat(text("n")).isEqualTo("7");
			Batch next = new Batch(factory);
			next.add((c) -> c.stringCommands().incr(b("n")));
			next.addVoid((c) -> c.keyCommands().rename(b("s"), b("t")));
			next.send();
			assertThat(next.values()).containsExactly(8L, null);
		}
	}

	private Batch failing(RedisConnectionFactory factory) {
		Batch batch = new Batch(factory);
		batch.add((c) -> c.stringCommands().incr(b("n")));
		batch.addVoid((c) -> c.listCommands().lSet(b("gone"), 0, b("v")));
		batch.addVoid((c) -> c.listCommands().lSet(b("l"), 0, b("v")));
		batch.addVoid((c) -> c.keyCommands().rename(b("gone"), b("other")));
		batch.add((c) -> c.listCommands().lPush(b("s"), b("v")));
		batch.addVoid((c) -> c.listCommands().lTrim(b("s"), 0, 1));
		batch.add((c) -> c.stringCommands().incr(b("n")));
		batch.addVoid((c) -> c.hashCommands().hMSet(b("h"), Map.of(b("g"), b("1"))));
		return batch;
	}

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "lettuce", "decorated lettuce", "jedis" })
	void aFailingCallAloneFailsAsTheDirectCall(String name) {
		RedisConnectionFactory factory = drivers.decorate(drivers.factory(name));
		for (int use = 0; use < 3; use++) {
			Batch batch = new Batch(factory);
			batch.addVoid((c) -> c.listCommands().lSet(b("gone"), 0, b("v")));
			batch.send();
			assertThat(batch.outcomes.get(0).kind()).isEqualTo(Kind.FAILED);
			Throwable direct = direct(factory, batch.invocation(0));
			assertThat(batch.outcomes.get(0).cause()).hasSameClassAs(direct)
				.rootCause()
				.hasMessageContaining("no such");
		}
	}

	private static Throwable direct(RedisConnectionFactory factory, Invocation invocation) {
		try (RedisConnection connection = factory.getConnection()) {
			invocation.invokeOn(CommandTargets.of(invocation.method(), connection));
			throw new AssertionError("The direct call does not fail");
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "lettuce", "decorated lettuce" })
	void argumentsThatTheDriverRefusesFailTheirCallOnly(String name) {
		RedisConnectionFactory factory = drivers.decorate(drivers.factory(name));
		for (int use = 0; use < 3; use++) {
			prepare();
			Batch batch = new Batch(factory);
			batch.add((c) -> c.stringCommands().incr(b("n")));
			batch.add((c) -> c.stringCommands().getEx(b("s"), null));
			batch.add((c) -> c.stringCommands().incr(b("n")));
			batch.add((c) -> c.stringCommands().get(b("s")));
			batch.send();
			assertThat(batch.outcomes).extracting(Outcome::kind)
				.containsExactly(Kind.ANSWERED, Kind.FAILED, Kind.ANSWERED, Kind.ANSWERED);
			assertThat(batch.outcomes.get(1).cause()).hasSameClassAs(direct(factory, batch.invocation(1)));
			assertThat(batch.value(2)).isEqualTo(7L);
		}
	}

	@Test
	void whatTheDriverDoesNotPipelineRunsInItsPlace() {
		RedisConnectionFactory factory = drivers.decorate(drivers.factory("redisson"));
		for (int use = 0; use < 3; use++) {
			prepare();
			Batch batch = new Batch(factory);
			batch.add((c) -> c.stringCommands().incr(b("n")));
			batch.add((c) -> c.scriptingCommands()
				.eval(b("return redis.call('incr', KEYS[1])"), ReturnType.INTEGER, 1, b("n")));
			batch.add((c) -> c.stringCommands().incr(b("n")));
			batch.send();
			assertThat(batch.values()).containsExactly(6L, 7L, 8L);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "lettuce", "decorated lettuce" })
	void marksAreSentUntilTheMethodsAreKnown(String name) {
		RedisConnectionFactory factory = drivers.decorate(drivers.factory(name));
		assertThat(echoesOfABatch(factory)).isPositive();
		assertThat(echoesOfABatch(factory)).isZero();
	}

	private long echoesOfABatch(RedisConnectionFactory factory) {
		observe((connection) -> {
			connection.serverCommands().resetConfigStats();
			return null;
		});
		Batch batch = new Batch(factory);
		for (int i = 0; i < 50; i++) {
			batch.add((c) -> c.stringCommands().incr(b("n")));
			batch.add((c) -> c.listCommands().lRange(b("l"), 0, -1));
		}
		batch.send();
		assertThat(batch.outcomes).containsOnly(Outcome.ANSWERED);
		assertThat(callsOf("incr")).isEqualTo(50);
		return callsOf("echo");
	}

	private static long callsOf(String command) {
		Properties stats = observe((connection) -> connection.serverCommands().info("commandstats"));
		String line = stats.getProperty("cmdstat_" + command);
		return (line != null) ? Long.parseLong(line.replaceAll("calls=(\\d+),.*", "$1")) : 0;
	}

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "lettuce", "jedis" })
	void aBatchThatTimesOutIsUnknownAndTheNextOneWorks(String name) {
		try (Drivers impatient = new Drivers(port, Duration.ofSeconds(1))) {
			RedisConnectionFactory factory = impatient.decorate(impatient.factory(name));
			Batch first = counting(factory);
			first.send();
			assertThat(first.values()).containsExactly(6L, 7L);
			observe((connection) -> connection.execute("CLIENT", b("PAUSE"), b("60000"), b("WRITE")));
			Batch paused = counting(factory);
			try {
				paused.send();
			}
			finally {
				observe((connection) -> connection.execute("CLIENT", b("UNPAUSE")));
			}
			assertThat(paused.outcomes).extracting(Outcome::kind).containsExactly(Kind.UNKNOWN, Kind.UNKNOWN);
			assertThat(paused.outcomes.get(0).cause()).isInstanceOf(DataAccessException.class);
			Batch next = new Batch(factory);
			next.add((c) -> c.stringCommands().strLen(b("s")));
			next.send();
			assertThat(next.values()).containsExactly(5L);
			assertThat(impatient.openConnections()).isZero();
		}
	}

	@Test
	void afterALossTheRestIsNotSent() {
		try (Drivers impatient = new Drivers(port, Duration.ofSeconds(1))) {
			RedisConnectionFactory factory = impatient.decorate(impatient.factory("redisson"));
			for (boolean paused : new boolean[] { false, true }) {
				Batch batch = new Batch(factory);
				batch.add((c) -> c.stringCommands().incr(b("n")));
				batch.add((c) -> c.scriptingCommands().eval(b("return 1"), ReturnType.INTEGER, 0));
				batch.add((c) -> c.stringCommands().incr(b("n")));
				if (paused) {
					observe((connection) -> connection.execute("CLIENT", b("PAUSE"), b("60000"), b("WRITE")));
				}
				try {
					batch.send();
				}
				finally {
					observe((connection) -> connection.execute("CLIENT", b("UNPAUSE")));
				}
				assertThat(batch.outcomes).extracting(Outcome::kind)
					.containsExactlyElementsOf(paused ? List.of(Kind.UNKNOWN, Kind.NOT_SENT, Kind.NOT_SENT)
							: List.of(Kind.ANSWERED, Kind.ANSWERED, Kind.ANSWERED));
			}
			assertThat(impatient.openConnections()).isZero();
		}
	}

	private Batch counting(RedisConnectionFactory factory) {
		Batch batch = new Batch(factory);
		batch.add((c) -> c.stringCommands().incr(b("n")));
		batch.add((c) -> c.stringCommands().incr(b("n")));
		return batch;
	}

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "lettuce", "jedis" })
	void aServerThatGoesAwayAnswersNothing(String name) {
		RedisServer server = RedisServers.start(List.of());
		try (Drivers own = new Drivers(server.ports().get(0), Duration.ofSeconds(1))) {
			RedisConnectionFactory real = own.factory(name);
			AtomicReference<Runnable> beforeClose = new AtomicReference<>(() -> {
			});
			RedisConnectionFactory factory = own.decorate(real,
					(connection) -> intercept(connection, "closePipeline", () -> beforeClose.get().run()));
			Batch before = counting(factory);
			before.send();
			assertThat(before.values()).containsExactly(1L, 2L);
			try (RedisConnection connection = own.lettuce().getConnection()) {
				connection.execute("CLIENT", b("PAUSE"), b("60000"), b("WRITE"));
			}
			beforeClose.set(() -> RedisServers.stop(server));
			Batch cut = new Batch(factory);
			cut.add((c) -> c.stringCommands().incr(b("n")));
			cut.add((c) -> c.listCommands().lRange(b("l"), 0, -1));
			cut.send();
			assertThat(cut.outcomes).extracting(Outcome::kind).containsOnly(Kind.UNKNOWN);
			beforeClose.set(() -> {
			});
			Batch after = counting(factory);
			try {
				after.send();
				assertThat(after.outcomes).extracting(Outcome::kind).containsOnly(Kind.UNKNOWN);
			}
			catch (CompletionException ex) {
				assertThat(ex.getCause()).isInstanceOf(DataAccessException.class);
			}
			assertThat(own.openConnections()).isZero();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void whereNothingWasWrittenTheExceptionIsThatOfTheDirectCall(String name) {
		try (Drivers nowhere = new Drivers(RedisServers.freePort())) {
			RedisConnectionFactory factory = nowhere.decorate(nowhere.factory(name));
			Batch batch = counting(factory);
			assertThatExceptionOfType(CompletionException.class).isThrownBy(batch::send)
				.withCauseInstanceOf(RedisConnectionFailureException.class);
			assertThat(nowhere.openConnections()).isZero();
		}
	}

	@Test
	void aConnectionWithoutPipelinesIsRefusedBeforeAnythingIsSent() {
		RedisConnectionFactory unsupported = drivers.decorate(drivers.lettuce(),
				(connection) -> intercept(connection, "openPipeline", () -> {
					throw new UnsupportedOperationException("Pipeline is not supported");
				}));
		RedisConnectionFactory ignored = drivers.decorate(drivers.lettuce(), ExecutePipelinedDriverTests::withoutOpen);
		for (RedisConnectionFactory factory : List.of(unsupported, ignored)) {
			Batch batch = counting(factory);
			assertThatExceptionOfType(CompletionException.class).isThrownBy(batch::send)
				.withCauseInstanceOf(PipelineUsageException.class)
				.withMessageContaining("do not support pipelining");
			assertThat(text("n")).isEqualTo("5");
		}
	}

	private static RedisConnection withoutOpen(RedisConnection connection) {
		return (RedisConnection) Proxy.newProxyInstance(RedisConnection.class.getClassLoader(),
				new Class<?>[] { RedisConnection.class },
				(self, method, arguments) -> method.getName().equals("openPipeline") ? null
						: Drivers.call(connection, method, arguments));
	}

	private static RedisConnection intercept(RedisConnection connection, String name, Runnable before) {
		return (RedisConnection) Proxy.newProxyInstance(RedisConnection.class.getClassLoader(),
				new Class<?>[] { RedisConnection.class }, (self, method, arguments) -> {
					if (method.getName().equals(name)) {
						before.run();
					}
					return Drivers.call(connection, method, arguments);
				});
	}

	@Test
	void commandsThatTheConnectionDoesNotHandOutFailTheirCallOnly() {
		RedisConnectionFactory factory = drivers.decorate(drivers.lettuce(),
				(connection) -> intercept(connection, "geoCommands", () -> {
					throw new UnsupportedOperationException("No geo here");
				}));
		Batch batch = new Batch(factory);
		batch.add((c) -> c.stringCommands().incr(b("n")));
		batch.add((c) -> c.geoCommands().geoHash(b("geo"), b("Palermo")));
		batch.add((c) -> c.stringCommands().incr(b("n")));
		batch.send();
		assertThat(batch.outcomes).extracting(Outcome::kind).containsExactly(Kind.ANSWERED, Kind.FAILED, Kind.ANSWERED);
		assertThat(batch.outcomes.get(1).cause()).hasMessage("No geo here");
		assertThat(batch.value(2)).isEqualTo(7L);
	}

	@Test
	void aUserWhoMayNotEchoGetsTheSameValues() {
		observe((connection) -> connection.execute("ACL", b("SETUSER"), b("mute"), b("on"), b(">secret"), b("~*"),
				b("&*"), b("+@all"), b("-echo")));
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration("127.0.0.1", port);
		configuration.setUsername("mute");
		configuration.setPassword("secret");
		LettuceConnectionFactory real = new LettuceConnectionFactory(configuration);
		real.afterPropertiesSet();
		real.start();
		try {
			RedisConnectionFactory factory = drivers.decorate(real);
			Batch batch = failing(factory);
			batch.send();
			assertThat(batch.outcomes).extracting(Outcome::kind)
				.containsExactly(Kind.ANSWERED, Kind.FAILED, Kind.ANSWERED, Kind.FAILED, Kind.FAILED, Kind.FAILED,
						Kind.ANSWERED, Kind.ANSWERED);
			assertThat(batch.value(6)).isEqualTo(7L);
		}
		finally {
			real.destroy();
		}
	}

	@Test
	void aValueIsTheSameEachTimeItIsAskedFor() {
		Batch batch = new Batch(drivers.factory("redisson"));
		batch.add((c) -> c.listCommands().lRange(b("l"), 0, -1));
		batch.add((c) -> c.stringCommands().get(b("s")));
		batch.send();
		((List<?>) batch.value(0)).clear();
		((byte[]) batch.value(1))[0] = 0;
		assertThat((List<?>) batch.value(0)).hasSize(4);
		assertThat((byte[]) batch.value(1)).asString().isEqualTo("hello");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "lettuce", "jedis" })
	void batchesOfSeveralThreadsDoNotDisturbEachOther(String name) throws Exception {
		RedisConnectionFactory factory = drivers.decorate(drivers.factory(name));
		ExecutorService executor = Executors.newFixedThreadPool(4);
		try {
			List<Future<?>> threads = new ArrayList<>();
			for (int i = 0; i < 4; i++) {
				byte[] key = b("counter" + i);
				threads.add(executor.submit((Callable<?>) () -> {
					for (int j = 0; j < 50; j++) {
						Batch batch = new Batch(factory);
						batch.addVoid((c) -> c.listCommands().lTrim(b("l"), 0, -1));
						batch.add((c) -> c.stringCommands().incr(key));
						batch.add((c) -> c.stringCommands().get(key));
						batch.add((c) -> c.keyCommands().expire(key, Expiration.seconds(60).getExpirationTime()));
						batch.send();
						assertThat(batch.values()).usingRecursiveComparison()
							.isEqualTo(Arrays.asList(null, j + 1L, b(String.valueOf(j + 1)), true));
					}
					return null;
				}));
			}
			for (Future<?> thread : threads) {
				thread.get();
			}
		}
		finally {
			executor.shutdownNow();
		}
	}

	private static <T> T observe(Function<RedisConnection, T> code) {
		try (RedisConnection connection = observer.getConnection()) {
			return code.apply(connection);
		}
	}

	private static String text(String key) {
		byte[] value = observe((connection) -> connection.stringCommands().get(b(key)));
		return new String(value, StandardCharsets.UTF_8);
	}

	private static Function<RedisConnection, Object> voidCall(Consumer<RedisConnection> call) {
		return (connection) -> {
			call.accept(connection);
			return null;
		};
	}

	/**
	 * Calls, sent together.
	 */
	private final class Batch {

		private final CallChannel channel;

		private final List<RecordedCall> calls = new ArrayList<>();

		private List<Outcome> outcomes = List.of();

		Batch(RedisConnectionFactory factory) {
			this.channel = ExecutePipelinedDriverTests.this.driver.open(new ConnectionSource(factory));
		}

		void add(Function<RedisConnection, Object> call) {
			try {
				this.calls.add(this.channel.record(Objects.requireNonNull(Invocations.of(call))));
			}
			catch (RuntimeException ex) {
				throw ex;
			}
			catch (Throwable ex) {
				throw new AssertionError(ex);
			}
		}

		void addVoid(Consumer<RedisConnection> call) {
			add(voidCall(call));
		}

		void send() {
			this.outcomes = this.channel.send(this.calls, null).toCompletableFuture().join();
			assertThat(this.outcomes).hasSameSizeAs(this.calls);
		}

		Invocation invocation(int index) {
			return this.calls.get(index).invocation();
		}

		Object value(int index) {
			try {
				return this.channel.value(this.calls.get(index));
			}
			catch (RuntimeException ex) {
				throw ex;
			}
			catch (Throwable ex) {
				throw new AssertionError(ex);
			}
		}

		List<Object> values() {
			assertThat(this.outcomes).containsOnly(Outcome.ANSWERED);
			List<Object> values = new ArrayList<>();
			for (int i = 0; i < this.calls.size(); i++) {
				values.add(value(i));
			}
			return values;
		}

	}

}
