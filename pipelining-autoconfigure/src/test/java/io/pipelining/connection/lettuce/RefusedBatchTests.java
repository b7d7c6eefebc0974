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
package io.pipelining.connection.lettuce;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.resource.ClientResources;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.ConnectionMode;
import io.pipelining.PipelineOptions;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.LiveObjects;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;
import io.pipelining.support.Server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * Batches at a moment at which Lettuce refuses what it is given, since its last attempt
 * to reconnect failed: they wait as at any other moment without a connection (rule 12).
 */
@Timeout(120)
class RefusedBatchTests {

	private static final int CALLS = 50;

	private static Server cluster;

	private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

	private final ExecutorService executor = Executors.newSingleThreadExecutor();

	private Observer observer;

	private Relay relay;

	private Redis redis;

	private PipelineTemplate pipelines;

	@BeforeAll
	static void startCluster() {
		cluster = Server.start(Client.LETTUCE_CLUSTER);
	}

	@AfterAll
	static void stopCluster() {
		cluster.close();
	}

	/** The driver tells of each connection that it does not get. */
	@BeforeEach
	void silenceDriver() {
		this.logging.setLogLevel("io.lettuce.core", LogLevel.ERROR);
	}

	@AfterEach
	void close() {
		this.logging.setLogLevel("io.lettuce.core", null);
		this.executor.shutdown();
		this.redis.close();
		this.relay.close();
		this.observer.close();
	}

	private void connect(Way way) {
		int port = (way.client == Client.LETTUCE_CLUSTER) ? cluster.port() : RedisServers.withSettings("databases 3");
		connect(port, (relayed) -> way.client.connect(Settings.of(relayed).withPoolSize(way.poolSize)));
		this.pipelines = this.redis.pipelines().with(way::options);
		increment("warm", 1, this.pipelines);
	}

	private void connect(ClientOptions options, ClientResources resources) {
		connect(RedisServers.withSettings("databases 3"), (relayed) -> {
			LettuceConnectionFactory factory = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration("127.0.0.1", relayed),
					LettuceClientConfiguration.builder()
						.clientOptions(options)
						.clientResources(resources)
						.shutdownTimeout(Duration.ZERO)
						.commandTimeout(Duration.ofMinutes(1))
						.build());
			factory.afterPropertiesSet();
			factory.start();
			return factory;
		});
		this.pipelines = this.redis.pipelines();
		increment("warm", 1, this.pipelines);
	}

	private void connect(int port, IntFunction<RedisConnectionFactory> factories) {
		this.observer = new Observer(port);
		this.observer.flush();
		this.relay = new Relay(port);
		this.redis = new Redis(factories.apply(this.relay.port()), Results.AUTO);
	}

	private void increment(String prefix, int calls, PipelineTemplate pipelines) {
		pipelines.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < calls; i++) {
				this.redis.strings().opsForValue().increment("{n}" + prefix + i);
			}
		});
	}

	/** Direct calls are refused, at once. */
	private void awaitRefusals(boolean dedicated) {
		this.relay.reset();
		await().until(() -> {
			CompletionStage<?> ping = ping(dedicated);
			return ping.toCompletableFuture().isCompletedExceptionally();
		});
	}

	private CompletionStage<?> ping(boolean dedicated) {
		try (RedisConnection connection = this.redis.factory().getConnection()) {
			if (dedicated) {
				connection.openPipeline();
			}
			StatefulConnection<byte[], byte[]> nativeConnection = nativeConnection(connection);
			if (nativeConnection instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster) {
				RedisClusterNode node = cluster.getPartitions().getPartition(0);
				return cluster.getConnectionAsync(node.getUri().getHost(), node.getUri().getPort())
					.thenCompose((toNode) -> toNode.async().ping());
			}
			return ((StatefulRedisConnection<byte[], byte[]>) nativeConnection).async().ping();
		}
	}

	private static StatefulConnection<byte[], byte[]> nativeConnection(RedisConnection connection) {
		return (connection instanceof RedisClusterConnection) ? BatchConnection.clusterConnection(connection)
				: BatchConnection.nativeConnection(connection);
	}

	private Future<?> incrementMeanwhile(String prefix) {
		return this.executor.submit(() -> increment(prefix, CALLS, this.pipelines));
	}

	private void awaitMoreAttempts() {
		long before = this.relay.resets();
		await().until(() -> this.relay.resets() > before);
	}

	private void assertNextBatchIsFine() {
		increment("after", 1, this.pipelines);
		assertThat(this.observer.get("{n}after0")).isEqualTo("1");
	}

	private void assertNothingIsLeft() {
		await().untilAsserted(() -> assertThat(LiveObjects.of(PatientWrite.class.getName()))
			.doesNotContainKey(PatientWrite.class.getName()));
	}

	@ParameterizedTest
	@EnumSource
	void itIsSentOnceWhenTheConnectionIsThere(Way way) throws Exception {
		connect(way);
		awaitRefusals(way.isDedicated());
		Future<?> batch = incrementMeanwhile("k");
		awaitMoreAttempts();
		assertThat(batch).isNotDone();
		this.relay.heal();
		batch.get(60, TimeUnit.SECONDS);
		this.relay.cut();
		await().ignoreExceptions().until(() -> this.redis.strings().hasKey("warm") != null);
		assertNextBatchIsFine();
		for (int i = 0; i < CALLS; i++) {
			assertThat(this.observer.get("{n}k" + i)).isEqualTo("1");
		}
		assertNothingIsLeft();
	}

	@ParameterizedTest
	@EnumSource
	void itIsNeverSentWhenItsTimeIsOver(Way way) {
		connect(way);
		awaitRefusals(way.isDedicated());
		this.redis.listener().clear();
		DataAccessException late = catchThrowableOfType(DataAccessException.class, () -> increment("k", CALLS,
				this.pipelines.with((options) -> options.withTimeout(Duration.ofMillis(300)))));
		assertThat(late).isInstanceOf(QueryTimeoutException.class)
			.hasStackTraceContaining("Command timed out after 300 ms")
			.hasRootCauseInstanceOf(IOException.class);
		assertThat(this.redis.listener().batches()).singleElement()
			.satisfies((batch) -> assertThat(batch.error()).isSameAs(late));
		this.relay.heal();
		assertNextBatchIsFine();
		assertThat(this.observer.contents().keySet()).noneMatch((key) -> key.contains("{n}k"));
		assertNothingIsLeft();
	}

	@ParameterizedTest
	@EnumSource(names = { "SHARED", "PLAIN", "POOLED", "NODE", "CLUSTER" })
	void thoseBehindItDoNotOvertakeIt(Way way) throws Exception {
		connect(way);
		awaitRefusals(way.isDedicated());
		Future<?> batches = this.executor
			.submit(() -> this.pipelines.with((options) -> options.withMaxBatchSize(10).withMaxInFlight(4))
				.executeWithoutResult((pipeline) -> {
					for (int i = 0; i < 95; i++) {
						this.redis.strings().opsForList().rightPush("{n}list", String.valueOf(i));
					}
				}));
		awaitMoreAttempts();
		assertThat(batches).isNotDone();
		this.relay.heal();
		batches.get(60, TimeUnit.SECONDS);
		assertThat(this.redis.strings().opsForList().range("{n}list", 0, -1))
			.isEqualTo(IntStream.range(0, 95).mapToObj(String::valueOf).toList());
	}

	static Stream<ClientOptions> optionsThatRefuse() {
		return Stream.of(ClientOptions.builder().requestQueueSize(CALLS - 1).build(),
				ClientOptions.builder().disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS).build());
	}

	@ParameterizedTest
	@MethodSource("optionsThatRefuse")
	void whatTheDriverRefusesForAnotherReasonFailsAtOnce(ClientOptions options) {
		connect(options, Client.resources(true));
		this.relay.reset();
		await().until(() -> this.relay.resets() > 2);
		DataAccessException refused = catchThrowableOfType(DataAccessException.class,
				() -> increment("k", CALLS, this.pipelines));
		assertThat(refused).isNotInstanceOf(QueryTimeoutException.class)
			.isNotInstanceOf(PipelineOutcomeUnknownException.class);
		assertThat(NestedExceptionUtils.getMostSpecificCause(refused)).hasMessageContaining("Commands are");
		this.relay.heal();
		await().ignoreExceptions().until(() -> this.redis.strings().hasKey("warm") != null);
		assertNextBatchIsFine();
		assertThat(this.observer.exists("{n}k0")).isFalse();
	}

	@Test
	void itFailsWhenTheConnectionIsClosed() throws Exception {
		connect(Way.SHARED);
		awaitRefusals(false);
		List<Throwable> failures = new ArrayList<>();
		Future<?> batch = this.executor.submit(() -> failures
			.add(catchThrowableOfType(DataAccessException.class, () -> increment("k", CALLS, this.pipelines))));
		awaitMoreAttempts();
		assertThat(batch).isNotDone();
		this.redis.close();
		batch.get(60, TimeUnit.SECONDS);
		assertThat(failures).singleElement()
			.isNotInstanceOf(PipelineOutcomeUnknownException.class)
			.isNotInstanceOf(QueryTimeoutException.class);
	}

	@Test
	void itFailsWhenTheDriverIsShutDown() throws Exception {
		ClientResources resources = ClientResources.builder().build();
		connect(ClientOptions.create(), resources);
		awaitRefusals(false);
		List<Throwable> failures = new ArrayList<>();
		Future<?> batch = this.executor.submit(() -> failures
			.add(catchThrowableOfType(DataAccessException.class, () -> increment("k", CALLS, this.pipelines))));
		awaitMoreAttempts();
		assertThat(batch).isNotDone();
		resources.shutdown(0, 1, TimeUnit.SECONDS).sync();
		batch.get(50, TimeUnit.SECONDS);
		assertThat(failures).singleElement().isNotInstanceOf(PipelineOutcomeUnknownException.class);
	}

	/**
	 * How a batch comes to a connection that is there already.
	 */
	enum Way {

		SHARED(Client.LETTUCE, ConnectionMode.AUTO, 0, false),

		SHARED_ATOMIC(Client.LETTUCE, ConnectionMode.AUTO, 0, true),

		PLAIN(Client.LETTUCE_WITHOUT_CARRIER, ConnectionMode.AUTO, 0, false),

		POOLED(Client.LETTUCE, ConnectionMode.DEDICATED, 4, false),

		POOLED_ATOMIC(Client.LETTUCE_WITHOUT_CARRIER, ConnectionMode.AUTO, 4, true),

		NODE(Client.LETTUCE_REPLICA, ConnectionMode.AUTO, 0, false),

		NODE_ATOMIC(Client.LETTUCE_REPLICA, ConnectionMode.AUTO, 0, true),

		CLUSTER(Client.LETTUCE_CLUSTER, ConnectionMode.AUTO, 0, false),

		CLUSTER_ATOMIC(Client.LETTUCE_CLUSTER, ConnectionMode.AUTO, 0, true);

		private final Client client;

		private final ConnectionMode mode;

		private final int poolSize;

		private final boolean atomic;

		Way(Client client, ConnectionMode mode, int poolSize, boolean atomic) {
			this.client = client;
			this.mode = mode;
			this.poolSize = poolSize;
			this.atomic = atomic;
		}

		boolean isDedicated() {
			return this.poolSize > 0;
		}

		PipelineOptions options(PipelineOptions options) {
			return options.withConnection(this.mode).withAtomic(this.atomic);
		}

	}

}
