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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Two threads that nest pipelines of two factories with one connection each, in opposite
 * orders.
 */
class NestedPoolsTests {

	private static final int ROUNDS = 50;

	private final Observer observer = new Observer(RedisServers.standalone());

	private final List<Redis> open = new ArrayList<>();

	private final ExecutorService threads = Executors.newFixedThreadPool(2);

	private @Nullable Object used;

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.open.forEach(Redis::close);
		this.observer.close();
	}

	private Redis connect(Client client) {
		return connect(client, Settings.of(RedisServers.standalone()));
	}

	private Redis connect(Client client, Settings settings) {
		Redis redis = new Redis(client.connect(settings.withPoolSize(1).withShared(false)));
		this.open.add(redis);
		return redis;
	}

	@ParameterizedTest // 31
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void batchesHoldNoConnectionWhileTheyWait(Client client) throws Exception {
		this.observer.flush();
		Redis one = connect(client);
		Redis other = connect(client);
		CyclicBarrier together = new CyclicBarrier(2);
		Future<?> first = this.threads.submit(() -> nest(one, other, "first", together));
		Future<?> second = this.threads.submit(() -> nest(other, one, "second", together));
		first.get(60, TimeUnit.SECONDS);
		second.get(60, TimeUnit.SECONDS);
		for (String thread : List.of("first", "second")) {
			assertThat(this.observer.call("GET", thread + ":outer")).isEqualTo(String.valueOf(2 * ROUNDS));
			assertThat(this.observer.call("GET", thread + ":inner")).isEqualTo(String.valueOf(ROUNDS));
		}
	}

	private @Nullable Void nest(Redis outer, Redis inner, String thread, CyclicBarrier together) throws Exception {
		for (int i = 0; i < ROUNDS; i++) {
			together.await(60, TimeUnit.SECONDS);
			outer.pipelines().executeWithoutResult((pipeline) -> {
				outer.strings().opsForValue().increment(thread + ":outer");
				inner.pipelines()
					.executeWithoutResult((nested) -> inner.strings().opsForValue().increment(thread + ":inner"));
				outer.strings().opsForValue().increment(thread + ":outer");
			});
		}
		return null;
	}

	/**
	 * Between MULTI and EXEC a connection is held, so here they do wait for each other.
	 */
	@ParameterizedTest // 31
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void transactionsThatWaitForEachOtherEndWithAnError(Client client) throws Exception {
		this.observer.flush();
		Redis one = connect(client);
		Redis other = connect(client);
		CyclicBarrier bothHold = new CyclicBarrier(2);
		Future<@Nullable Throwable> first = this.threads.submit(() -> nestTransactions(one, other, bothHold));
		Future<@Nullable Throwable> second = this.threads.submit(() -> nestTransactions(other, one, bothHold));
		List<@Nullable Throwable> failures = new ArrayList<>();
		failures.add(first.get(60, TimeUnit.SECONDS));
		failures.add(second.get(60, TimeUnit.SECONDS));
		assertThat(failures).anySatisfy((failure) -> assertThat(failure).isInstanceOf(DataAccessException.class));
		for (Redis redis : List.of(one, other)) {
			redis.pipelines().executeWithoutResult((pipeline) -> redis.strings().opsForValue().set("after", "fine"));
		}
		assertThat(this.observer.call("GET", "after")).isEqualTo("fine");
	}

	private @Nullable Throwable nestTransactions(Redis outer, Redis inner, CyclicBarrier bothHold) {
		try {
			outer.pipelines().executeWithoutResult((pipeline) -> {
				outer.strings().multi();
				await(bothHold);
				inner.pipelines().executeWithoutResult((nested) -> {
					inner.strings().multi();
					inner.strings().exec();
				});
				outer.strings().exec();
			});
			return null;
		}
		catch (RuntimeException ex) {
			return ex;
		}
	}

	@ParameterizedTest // 31
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aPoolThatRunsDryIsADataAccessExceptionWhateverNeedsTheConnection(Client client) {
		Redis redis = connect(client, Settings.of(RedisServers.standalone()).withPoolWait(Duration.ofMillis(50)));
		StringRedisTemplate strings = redis.strings();
		PipelineTemplate atomic = redis.pipelines().with((options) -> options.withAtomic(true));
		Map<String, Runnable> uses = new LinkedHashMap<>();
		uses.put("MULTI", inPipeline(redis, strings::multi));
		uses.put("WATCH", inPipeline(redis, () -> strings.watch("k")));
		uses.put("executePipelined",
				inPipeline(redis, () -> strings.executePipelined((RedisCallback<?>) (connection) -> {
					connection.stringCommands().set("k".getBytes(), "v".getBytes());
					return null;
				})));
		uses.put("a batch", inPipeline(redis, () -> strings.opsForValue().set("k", "v")));
		uses.put("an atomic batch",
				() -> atomic.executeWithoutResult((pipeline) -> strings.opsForValue().set("k", "v")));
		uses.put("a used value", inPipeline(redis, () -> this.used = strings.opsForValue().get("k")));
		uses.put("a blocking call",
				inPipeline(redis, () -> this.used = strings.opsForList().leftPop("none", Duration.ofSeconds(1))));
		uses.put("a cursor", inPipeline(redis, () -> {
			try (Cursor<String> keys = strings.scan(ScanOptions.NONE)) {
				this.used = keys.hasNext();
			}
		}));
		try (RedisConnection held = redis.factory().getConnection()) {
			held.multi();
			uses.forEach((name, use) -> assertThatExceptionOfType(DataAccessException.class).as(name)
				.isThrownBy(use::run)
				.withStackTraceContaining("Timeout waiting for idle object"));
			held.discard();
		}
		uses.forEach((name, use) -> {
			if (!name.equals("MULTI")) {
				assertThatNoException().as(name).isThrownBy(use::run);
			}
		});
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	private static Runnable inPipeline(Redis redis, Runnable code) {
		return () -> redis.pipelines().executeWithoutResult((pipeline) -> code.run());
	}

	private static void await(CyclicBarrier barrier) {
		try {
			barrier.await(60, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

}
