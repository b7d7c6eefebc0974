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

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.ConnectionMode;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.PipelineUsageException;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.Observer.Seen;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Which connections batches take.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConnectionModeTests {

	/** The one that Lettuce shares, and those that are kept. */
	private static final int MOST = 1 + 8;

	private final int port = RedisServers.withSettings("maxclients 200");

	private final Observer observer = new Observer(this.port);

	private Redis redis;

	private PipelineTemplate pipelines;

	@BeforeEach
	void clean() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		if (this.redis != null) {
			this.redis.close();
		}
		this.observer.close();
	}

	private void connect(Settings settings, ConnectionMode mode) {
		connect(Client.LETTUCE, settings, mode);
	}

	private void connect(Client client, Settings settings, ConnectionMode mode) {
		this.redis = new Redis(client.connect(settings), Results.RAW);
		this.pipelines = this.redis.pipelines().with((options) -> options.withConnection(mode));
	}

	private Settings settings() {
		return Settings.of(this.port);
	}

	private void batch() {
		batch(this.pipelines);
	}

	private void batch(PipelineTemplate template) {
		template.executeWithoutResult((pipeline) -> {
			this.redis.strings().opsForValue().increment("n");
			this.redis.strings().opsForValue().increment("n");
		});
	}

	@Test
	void aFactoryThatDoesNotShareGetsNoNewConnectionForEachBatch() {
		connect(settings().withShared(false), ConnectionMode.AUTO);
		assertThat(connectionsOfBatches(100, this.pipelines)).isEqualTo(1);
		assertThat(this.observer.get("n")).isEqualTo("200");
	}

	@Test
	void aDedicatedOneIsNotTheSharedOne() {
		connect(settings(), ConnectionMode.DEDICATED);
		this.redis.strings().hasKey("connect");
		assertThat(connectionsOfBatches(100, this.pipelines)).isEqualTo(1);
		List<Seen> seen = this.observer.commandsDuring(() -> {
			batch();
			this.redis.strings().opsForValue().get("direct");
		});
		assertThat(seen).extracting(Seen::text).containsExactly("INCR n", "INCR n", "GET direct");
		assertThat(seen.get(0).client()).isEqualTo(seen.get(1).client()).isNotEqualTo(seen.get(2).client());
	}

	@Test
	void anAtomicOneGoesInOnePieceOverTheSharedOne() {
		connect(settings(), ConnectionMode.AUTO);
		this.redis.strings().hasKey("connect");
		assertThat(connectionsOfBatches(100, this.pipelines.with((options) -> options.withAtomic(true)))).isZero();
	}

	@Test
	void anAtomicOneThatGoesCommandByCommandIsNotTheSharedOne() {
		connect(Client.LETTUCE_WITHOUT_CARRIER, settings(), ConnectionMode.AUTO);
		this.redis.strings().hasKey("connect");
		assertThat(connectionsOfBatches(100, this.pipelines.with((options) -> options.withAtomic(true)))).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 4 })
	void theBatchesOfAPipelineArriveInOrder(int poolSize) {
		connect(settings().withPoolSize(poolSize).withShared(false), ConnectionMode.AUTO);
		List<String> elements = IntStream.range(0, 2000).mapToObj(String::valueOf).toList();
		this.pipelines.with((options) -> options.withMaxBatchSize(7).withMaxInFlight(5))
			.executeWithoutResult((pipeline) -> elements
				.forEach((element) -> this.redis.strings().opsForList().rightPush("list", element)));
		assertThat(this.redis.strings().opsForList().range("list", 0, -1)).isEqualTo(elements);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void comesFromThePoolWhereThereIsOne(boolean shared) {
		connect(settings().withPoolSize(2).withShared(shared), ConnectionMode.DEDICATED);
		this.redis.strings().hasKey("connect");
		assertThat(connectionsOfBatches(100, this.pipelines)).isLessThanOrEqualTo(1);
		assertThat(connectionsOfBatches(100, this.pipelines.with((options) -> options.withAtomic(true)))).isZero();
		inThreads(8, this::batch);
		assertThat(this.observer.clients()).hasSizeLessThanOrEqualTo(2 + (shared ? 1 : 0));
	}

	@Test
	void sharedIsTheSharedOne() {
		connect(settings(), ConnectionMode.SHARED);
		this.redis.strings().hasKey("connect");
		assertThat(connectionsOfBatches(20, this.pipelines)).isZero();
	}

	@Test
	void sharedIsRefusedWhereThereIsNone() {
		connect(settings().withShared(false), ConnectionMode.SHARED);
		assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(this::batch)
			.withMessageContaining("pipelining.connection=shared cannot be honoured")
			.withMessageContaining("shareNativeConnection=false");
		for (Client client : List.of(Client.JEDIS, Client.REDISSON)) {
			try (Redis other = new Redis(client.connect(settings()))) {
				assertThatExceptionOfType(PipelineUsageException.class)
					.isThrownBy(() -> other.pipelines()
						.with((options) -> options.withConnection(ConnectionMode.SHARED))
						.executeWithoutResult((pipeline) -> other.strings().opsForValue().set("a", "1")))
					.withMessageContaining("pipelining.connection=shared cannot be honoured");
			}
		}
		assertThat(this.observer.keyCount()).isZero();
	}

	@Test
	void aFewServeManyThreads() {
		connect(settings().withShared(false), ConnectionMode.AUTO);
		inThreads(32, () -> IntStream.range(0, 20).forEach((i) -> batch()));
		assertThat(this.observer.get("n")).isEqualTo(String.valueOf(32 * 20 * 2));
		assertThat(this.observer.clients()).hasSizeLessThanOrEqualTo(MOST);
	}

	@Test
	void theWaitForAFreeOneIsBounded() {
		connect(settings(), ConnectionMode.DEDICATED);
		PipelineTemplate patient = this.pipelines.with((options) -> options.withTimeout(Duration.ofSeconds(20)));
		PipelineTemplate impatient = this.pipelines.with((options) -> options.withTimeout(Duration.ofMillis(50)));
		this.observer.call("CLIENT", "PAUSE", "60000", "WRITE");
		try {
			List<CompletableFuture<Void>> waiting = IntStream.range(0, 8)
				.mapToObj((i) -> CompletableFuture.runAsync(() -> batch(patient), (task) -> new Thread(task).start()))
				.toList();
			await().until(() -> this.observer.clients().size() == MOST);
			assertThatExceptionOfType(QueryTimeoutException.class).isThrownBy(() -> batch(impatient))
				.withMessageContaining("All 8 connections that are kept for batches are in use");
			assertThat(this.redis.listener().batches()).hasSize(1);
			this.observer.call("CLIENT", "UNPAUSE");
			waiting.forEach(CompletableFuture::join);
		}
		finally {
			this.observer.call("CLIENT", "UNPAUSE");
		}
		batch(impatient);
		assertThat(this.observer.get("n")).isEqualTo("18");
	}

	@Test
	void oneWhoseBatchTimedOutIsThrownAway() {
		connect(settings(), ConnectionMode.DEDICATED);
		PipelineTemplate impatient = this.pipelines.with((options) -> options.withTimeout(Duration.ofMillis(100)));
		batch();
		Set<String> before = clients();
		this.observer.call("CLIENT", "PAUSE", "60000", "WRITE");
		try {
			assertThatExceptionOfType(PipelineOutcomeUnknownException.class).isThrownBy(() -> batch(impatient));
		}
		finally {
			this.observer.call("CLIENT", "UNPAUSE");
		}
		batch();
		await().untilAsserted(() -> assertThat(clients()).hasSameSizeAs(before).isNotEqualTo(before));
	}

	@Test
	void oneThatBreaksIsReplaced() {
		connect(settings(), ConnectionMode.DEDICATED);
		batch();
		for (int i = 0; i < 3; i++) {
			this.observer.clients().forEach(this.observer::kill);
			await().ignoreExceptionsInstanceOf(DataAccessException.class).untilAsserted(this::batch);
		}
		await().until(() -> this.observer.clients().size() <= 2);
	}

	@Test
	void nothingIsLeftOfAFactoryThatIsStoppedAndItsConnectionsAreReplacedWhenItStarts() {
		connect(settings(), ConnectionMode.DEDICATED);
		LettuceConnectionFactory factory = (LettuceConnectionFactory) this.redis.factory();
		for (int i = 0; i < 3; i++) {
			inThreads(4, this::batch);
			factory.stop();
			await().until(() -> this.observer.clients().isEmpty());
			factory.start();
		}
		batch();
		assertThat(this.observer.get("n")).isEqualTo(String.valueOf(3 * 4 * 2 + 2));
	}

	@Test
	void keptOnesAreClosedWhenTheTemplateStops() {
		connect(settings(), ConnectionMode.DEDICATED);
		inThreads(4, this::batch);
		this.pipelines.stop();
		await().until(() -> this.observer.clients().size() == 1);
		batch();
		await().until(() -> this.observer.clients().size() == 1);
		this.pipelines.start();
		assertThat(connectionsOfBatches(20, this.pipelines)).isEqualTo(1);
		assertThat(this.observer.clients()).hasSize(2);
	}

	@Test
	void theLogSaysOnceWhichWayAFactoryGoes(CapturedOutput output) {
		connect(Client.LETTUCE_WITHOUT_CARRIER, settings(), ConnectionMode.AUTO);
		batch();
		batch();
		batch(this.redis.pipelines());
		String way = "Batches on LettuceConnectionFactory go over its shared connection, atomic ones over up to 8"
				+ " connections that are kept open for them";
		assertThat(output.getOut().split(way, -1)).hasSize(2);
		try (Redis jedis = new Redis(Client.JEDIS.connect(settings()))) {
			jedis.pipelines().executeWithoutResult((pipeline) -> jedis.strings().opsForValue().set("a", "1"));
		}
		assertThat(output.getOut()).contains("Batches on JedisConnectionFactory go over connections of its pool");
	}

	private long connectionsOfBatches(int count, PipelineTemplate template) {
		return this.observer.connectionsDuring(() -> IntStream.range(0, count).forEach((i) -> batch(template)));
	}

	private Set<String> clients() {
		return Set.copyOf(this.observer.clients());
	}

	private static void inThreads(int count, Runnable code) {
		CyclicBarrier start = new CyclicBarrier(count);
		List<CompletableFuture<Void>> threads = IntStream.range(0, count)
			.mapToObj((i) -> CompletableFuture.runAsync(() -> {
				try {
					start.await(30, TimeUnit.SECONDS);
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex);
				}
				code.run();
			}, (task) -> new Thread(task).start()))
			.toList();
		threads.forEach(CompletableFuture::join);
	}

}
