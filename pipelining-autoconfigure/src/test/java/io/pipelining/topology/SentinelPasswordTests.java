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

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.MasterReplica;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Pipelines where a sentinel says which server is the master, and both ask for passwords.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(300)
class SentinelPasswordTests {

	private static final String NAME = "shop";

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private MasterReplica servers;

	private Observer sentinel;

	private Redis redis;

	/** Whoever is connected by then stays so. */
	@BeforeAll
	void start() {
		this.servers = MasterReplica.startWithSentinel();
		this.sentinel = new Observer(this.servers.sentinelPort());
		this.sentinel.call("SENTINEL", "SET", "main", "auth-pass", "of servers");
		this.sentinel.call("ACL", "SETUSER", "default", "resetpass", ">of sentinel");
		for (MasterReplica.Node node : new MasterReplica.Node[] { this.servers.master(), this.servers.replica() }) {
			node.call("CONFIG", "SET", "masterauth", "of servers");
			node.call("CONFIG", "SET", "requirepass", "of servers");
		}
	}

	@AfterAll
	void stop() {
		this.sentinel.close();
		this.servers.close();
	}

	@BeforeEach
	void clean() {
		this.servers.master().call("FLUSHALL");
	}

	@AfterEach
	void disconnect() {
		if (this.redis != null) {
			this.redis.close();
		}
	}

	private void connect(Driver driver, String passwordOfServers, String passwordOfSentinel) {
		RedisSentinelConfiguration configuration = this.servers.sentinelConfiguration();
		configuration.setPassword(passwordOfServers);
		configuration.setSentinelPassword(passwordOfSentinel);
		RedisConnectionFactory factory = driver.factory(configuration);
		try {
			((InitializingBean) factory).afterPropertiesSet();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		this.redis = new Redis(factory, Results.AUTO);
	}

	@ParameterizedTest
	@EnumSource
	void aBatchIsOneWriteToTheMaster(Driver driver) {
		connect(driver, "of servers", "of sentinel");
		increment();
		Observer master = this.servers.master().observer();
		List<String> connections = connections(master);
		assertThat(connections).isNotEmpty();
		for (int round = 0; round < 5; round++) {
			increment();
		}
		assertThat(connections(master)).isEqualTo(connections);
		for (int i = 0; i < 50; i++) {
			assertThat(master.get("n" + i)).isEqualTo("6");
		}
		assertThat(this.redis.listener().sizes()).containsExactly(50, 50, 50, 50, 50, 50);
		assertThat(this.redis.pipelines()
			.with((options) -> options.withAtomic(true))
			.execute((pipeline) -> pipeline.defer(() -> this.redis.strings().opsForValue().increment("n0")))
			.get()).isEqualTo(7);
	}

	/** The sentinel connects again at a time of its own, with its new password. */
	private static List<String> connections(Observer master) {
		return String.valueOf(master.call("CLIENT", "LIST"))
			.lines()
			.filter((line) -> line.contains(" name=" + NAME + " "))
			.map((line) -> line.replaceAll("^id=(\\d+) .*", "$1"))
			.toList();
	}

	private void increment() {
		this.redis.pipelines().executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 50; i++) {
				this.redis.strings().opsForValue().increment("n" + i);
			}
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "of servers", "wrong" })
	void aWrongPasswordSaysWhatADirectCallSaysAndNothingIsSent(String passwordOfServers) {
		connect(Driver.LETTUCE, passwordOfServers, passwordOfServers.equals("wrong") ? "of sentinel" : "wrong");
		Throwable direct = catchThrowable(() -> this.redis.strings().opsForValue().set("a", "1"));
		Throwable inPipeline = catchThrowable(this::increment);
		assertThat(inPipeline).isInstanceOf(DataAccessException.class).hasSameClassAs(direct);
		assertThat(inPipeline).hasStackTraceContaining("WRONGPASS");
		assertThat(this.servers.master().observer().keyCount()).isZero();
	}

	enum Driver {

		LETTUCE {

			@Override
			RedisConnectionFactory factory(RedisSentinelConfiguration configuration) {
				return new LettuceConnectionFactory(configuration,
						LettuceClientConfiguration.builder()
							.commandTimeout(PATIENCE)
							.shutdownQuietPeriod(Duration.ZERO)
							.clientName(NAME)
							.clientResources(Client.resources(true))
							.build());
			}

		},

		JEDIS {

			@Override
			RedisConnectionFactory factory(RedisSentinelConfiguration configuration) {
				return new JedisConnectionFactory(configuration,
						JedisClientConfiguration.builder()
							.connectTimeout(PATIENCE)
							.readTimeout(PATIENCE)
							.clientName(NAME)
							.usePooling()
							.build());
			}

		};

		abstract RedisConnectionFactory factory(RedisSentinelConfiguration configuration);

	}

}
