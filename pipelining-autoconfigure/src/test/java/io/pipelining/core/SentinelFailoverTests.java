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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.lettuce.core.ReadFrom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.CallFailure;
import io.pipelining.PipelineExecutionException;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.MasterReplica;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of pipelines while a sentinel makes another server the master, without a
 * restart of the client.
 */
@Timeout(400)
class SentinelFailoverTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration FOREVER = Duration.ofMinutes(10);

	private static final List<String> KEYS = IntStream.range(0, 50).mapToObj((i) -> "key:" + i).toList();

	private final Map<String, Redis> clients = new LinkedHashMap<>();

	private MasterReplica servers;

	@BeforeEach
	void start() {
		this.servers = MasterReplica.startWithSentinel();
		this.clients.put("lettuce", lettuce(null, true));
		this.clients.put("lettuce-reading", lettuce(ReadFrom.REPLICA_PREFERRED, true));
		this.clients.put("lettuce-reading-without-carrier", lettuce(ReadFrom.REPLICA_PREFERRED, false));
		this.clients.put("jedis", jedis());
		this.clients.values().forEach((redis) -> redis.pipelines().executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 3; i++) {
				redis.strings().opsForValue().set("before:" + i, "1");
			}
		}));
		this.servers.awaitReplicas();
	}

	@AfterEach
	void stop() {
		this.clients.values().forEach(Redis::close);
		this.servers.close();
	}

	private Redis lettuce(@Nullable ReadFrom readFrom, boolean carrying) {
		LettuceClientConfigurationBuilder client = LettuceClientConfiguration.builder()
			.commandTimeout(FOREVER)
			.shutdownQuietPeriod(Duration.ZERO)
			.clientResources(Client.resources(carrying));
		if (readFrom != null) {
			client.readFrom(readFrom);
		}
		LettuceConnectionFactory factory = new LettuceConnectionFactory(this.servers.sentinelConfiguration(),
				client.build());
		factory.afterPropertiesSet();
		return new Redis(factory, Results.AUTO);
	}

	private Redis jedis() {
		JedisConnectionFactory factory = new JedisConnectionFactory(this.servers.sentinelConfiguration(),
				JedisClientConfiguration.builder().connectTimeout(PATIENCE).readTimeout(PATIENCE).usePooling().build());
		factory.afterPropertiesSet();
		return new Redis(factory, Results.AUTO);
	}

	@Test // 21
	void whatADemotedMasterRefusesFailsByIndexAndTheNextBatchWorks() {
		this.servers.master().call("REPLICAOF", "127.0.0.1", String.valueOf(RedisServers.freePort()));
		this.clients.forEach((name, redis) -> {
			PipelineExecutionException failure = catchThrowableOfType(PipelineExecutionException.class,
					() -> set(redis, name));
			assertThat(failure.getCallCount()).isEqualTo(3);
			assertThat(failure.getFailures()).extracting(CallFailure::index).containsExactly(0, 1, 2);
			assertThat(failure.getFailures()).extracting(CallFailure::command).containsOnly("SET");
			assertThat(failure.getFailures())
				.allSatisfy((call) -> assertThat(call.cause()).hasStackTraceContaining("READONLY"));
		});
		this.servers.failOver();
		this.servers.demoteMaster();
		this.clients.forEach((name, redis) -> {
			awaitNewMaster(redis);
			set(redis, name);
			for (int i = 0; i < 3; i++) {
				assertThat(this.servers.replica().observer().get(name + ":" + i)).isEqualTo("1");
			}
			assertThat(redis.pipelines()
				.execute((pipeline) -> pipeline.defer(() -> redis.strings().opsForValue().get("before:0")))
				.get()).isEqualTo("1");
		});
	}

	private static void set(Redis redis, String name) {
		redis.pipelines().executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 3; i++) {
				redis.strings().opsForValue().set(name + ":" + i, "1");
			}
		});
	}

	/**
	 * The driver learns it by itself, in its own time.
	 */
	private static void awaitNewMaster(Redis redis) {
		await().atMost(PATIENCE).ignoreExceptionsInstanceOf(DataAccessException.class).until(() -> {
			redis.strings().opsForValue().set("probe", "1");
			return true;
		});
	}

	@Test
	void aBatchThatWaitsForTheMasterGoesToTheNewOneOnce() {
		this.servers.master().stop();
		Redis jedis = this.clients.remove("jedis");
		try (jedis) {
			// Jedis does not wait
			assertThat(catchThrowableOfType(DataAccessException.class, () -> set(jedis, "jedis"))).isNotNull();
			await().atMost(PATIENCE)
				.until(() -> catchThrowableOfType(DataAccessException.class,
						() -> set(jedis, "jedis")) instanceof RedisConnectionFailureException);
			Map<String, CompletableFuture<Void>> batches = new LinkedHashMap<>();
			this.clients
				.forEach((name, redis) -> batches.put(name, CompletableFuture.runAsync(() -> count(redis, name))));
			this.servers.failOver();
			batches.forEach((name, batch) -> {
				batch.join();
				KEYS.forEach((key) -> assertThat(this.servers.replica().observer().get(name + key)).isEqualTo("012"));
			});
			awaitNewMaster(jedis);
			set(jedis, "jedis");
			assertThat(this.servers.replica().observer().get("jedis:2")).isEqualTo("1");
		}
	}

	/** Several batches wait at once, in order. */
	private static void count(Redis redis, String name) {
		redis.pipelines().with((options) -> options.withMaxBatchSize(20)).executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 3; i++) {
				for (String key : KEYS) {
					redis.strings().opsForValue().append(name + key, String.valueOf(i));
				}
			}
		});
	}

}
