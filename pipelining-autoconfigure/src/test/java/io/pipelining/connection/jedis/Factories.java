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

import java.time.Duration;
import java.util.function.Consumer;

import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Connection factories of Jedis for tests.
 */
final class Factories {

	private Factories() {
	}

	static JedisConnectionFactory pooled(int port) {
		return pooled(port, (settings) -> {
		});
	}

	static JedisConnectionFactory pooled(int port, Consumer<Settings> change) {
		Settings settings = new Settings();
		change.accept(settings);
		return create(port, settings, true);
	}

	static JedisConnectionFactory plain(int port, Consumer<Settings> change) {
		Settings settings = new Settings();
		change.accept(settings);
		return create(port, settings, false);
	}

	private static JedisConnectionFactory create(int port, Settings settings, boolean pooled) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", port);
		server.setDatabase(settings.database);
		var client = JedisClientConfiguration.builder()
			.readTimeout(settings.timeout)
			.connectTimeout(Duration.ofSeconds(5));
		if (settings.protocol != null) {
			client.customize((config) -> config.protocol(settings.protocol));
		}
		if (pooled) {
			GenericObjectPoolConfig<Jedis> pool = new GenericObjectPoolConfig<>();
			pool.setMaxTotal(settings.maxTotal);
			pool.setMaxWait(Duration.ofMillis(300));
			pool.setJmxEnabled(false);
			client.usePooling().poolConfig(pool);
		}
		JedisConnectionFactory factory = new JedisConnectionFactory(server, client.build());
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	/**
	 * Return the pool, which lies with the factory or, from Spring Data Redis 4.1 on,
	 * with its client.
	 */
	static GenericObjectPool<?> pool(JedisConnectionFactory factory) {
		var field = ReflectionUtils.findField(JedisConnectionFactory.class, "pool");
		field.setAccessible(true);
		Object pool = ReflectionUtils.getField(field, factory);
		if (pool == null) {
			try (RedisConnection connection = factory.getConnection()) {
				Object client = connection.getNativeConnection();
				pool = ReflectionUtils.invokeMethod(ReflectionUtils.findMethod(client.getClass(), "getPool"), client);
			}
		}
		return (GenericObjectPool<?>) pool;
	}

	@SuppressWarnings("unchecked")
	static void giveBack(GenericObjectPool<?> pool, Object connection) {
		((GenericObjectPool<Object>) pool).returnObject(connection);
	}

	/**
	 * What tests change.
	 */
	static final class Settings {

		int database;

		int maxTotal = 2;

		Duration timeout = Duration.ofSeconds(10);

		RedisProtocol protocol;

	}

}
