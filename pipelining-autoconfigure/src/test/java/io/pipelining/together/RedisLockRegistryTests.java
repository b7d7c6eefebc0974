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

package io.pipelining.together;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Locks of Spring Integration's {@link RedisLockRegistry} in pipelines and around them.
 * They are given back by another thread, whose calls belong to no pipeline, so what was
 * written while the lock is held is sent before.
 */
class RedisLockRegistryTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.observer.close();
	}

	static Stream<Arguments> clientsAndTypes() {
		return Stream.of(Client.LETTUCE, Client.JEDIS)
			.flatMap((client) -> Stream.of(RedisLockType.values()).map((type) -> Arguments.of(client, type)));
	}

	private static RedisLockRegistry locks(Redis redis, RedisLockType type) {
		RedisLockRegistry registry = new RedisLockRegistry(redis.factory(), "locks");
		registry.setRedisLockType(type);
		return registry;
	}

	@ParameterizedTest
	@MethodSource("clientsAndTypes")
	void aLockIsHeldFromItsLineToThatOfItsEnd(Client client, RedisLockType type) {
		try (Redis redis = new Redis(client.connect(RedisServers.standalone()))) {
			RedisLockRegistry locks = locks(redis, type);
			RedisLockRegistry others = locks(redis, type);
			redis.pipelines().executeWithoutResult((pipeline) -> {
				redis.strings().opsForValue().set("before", "1");
				Lock lock = locks.obtain("stock");
				assertThat(lock.tryLock()).isTrue();
				assertThat(this.observer.contents()).containsOnlyKeys("before", "locks:stock");
				redis.strings().opsForValue().set("inside", "1");
				assertThat(others.obtain("stock").tryLock()).isFalse();
				redis.strings().opsForValue().set("last", "1");
				pipeline.send();
				lock.unlock();
				assertThat(this.observer.contents()).containsOnlyKeys("before", "inside", "last");
				redis.strings().opsForValue().set("after", "1");
				assertThat(pipeline.size()).isEqualTo(1);
			});
			assertThat(this.observer.contents()).containsOnlyKeys("before", "inside", "last", "after");
			locks.destroy();
			others.destroy();
		}
	}

	@ParameterizedTest
	@MethodSource("clientsAndTypes")
	void itIsFreeAgainWhereTheCodeThrows(Client client, RedisLockType type) {
		try (Redis redis = new Redis(client.connect(RedisServers.standalone()))) {
			RedisLockRegistry locks = locks(redis, type);
			assertThatIllegalStateException().isThrownBy(() -> redis.pipelines().executeWithoutResult((pipeline) -> {
				Lock lock = locks.obtain("stock");
				lock.lock();
				try {
					redis.strings().opsForValue().set("inside", "1");
					throw new IllegalStateException("out of stock");
				}
				finally {
					lock.unlock();
				}
			})).withMessage("out of stock").satisfies((thrown) -> assertThat(thrown).hasNoSuppressedExceptions());
			assertThat(this.observer.contents()).containsOnlyKeys("inside");
			locks.destroy();
		}
	}

	/**
	 * Without subscriptions of Jedis: it gives connections back to the pool that still
	 * listen, with and without pipelines.
	 */
	@ParameterizedTest
	@CsvSource({ "LETTUCE, SPIN_LOCK", "LETTUCE, PUB_SUB_LOCK", "JEDIS, SPIN_LOCK" })
	void nobodyElseIsInsideMeanwhile(Client client, RedisLockType type) throws Exception {
		int runs = 20;
		this.observer.call("SET", "stock", "0");
		ExecutorService threads = Executors.newFixedThreadPool(3);
		try (Redis redis = new Redis(client.connect(RedisServers.standalone()))) {
			List<Future<?>> all = new ArrayList<>();
			for (int i = 0; i < 3; i++) {
				all.add(threads.submit(() -> {
					// One for each thread, as if it were an application
					RedisLockRegistry locks = locks(redis, type);
					locks.setIdleBetweenTries(Duration.ofMillis(1));
					for (int run = 0; run < runs; run++) {
						addOne(redis, locks.obtain("stock"), run % 2 == 0);
					}
					locks.destroy();
				}));
			}
			for (Future<?> one : all) {
				one.get(120, TimeUnit.SECONDS);
			}
			assertThat(this.observer.get("stock")).isEqualTo(String.valueOf(3 * runs));
			assertThat(this.observer.contents()).containsOnlyKeys("stock", "log");
		}
		finally {
			threads.shutdownNow();
		}
	}

	/** Would lose an addition if somebody else did the same at the same time. */
	private static void addOne(Redis redis, Lock lock, boolean inside) {
		if (inside) {
			redis.pipelines().executeWithoutResult((pipeline) -> {
				lock.lock();
				try {
					addOne(redis);
					pipeline.send();
				}
				finally {
					lock.unlock();
				}
			});
			return;
		}
		lock.lock();
		try {
			redis.pipelines().executeWithoutResult((pipeline) -> addOne(redis));
		}
		finally {
			lock.unlock();
		}
	}

	private static void addOne(Redis redis) {
		redis.strings().opsForList().rightPush("log", "enter");
		int stock = Integer.parseInt(redis.strings().opsForValue().get("stock"));
		redis.strings().opsForValue().set("stock", String.valueOf(stock + 1));
	}

}
