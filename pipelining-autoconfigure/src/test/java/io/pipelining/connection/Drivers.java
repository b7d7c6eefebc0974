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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Connection factories of several drivers, and the connections that they hand out,
 * counted.
 */
final class Drivers implements AutoCloseable {

	private final Deque<Runnable> ends = new ArrayDeque<>();

	private final AtomicInteger open = new AtomicInteger();

	private final int port;

	private final Duration timeout;

	Drivers(int port) {
		this(port, Duration.ofSeconds(5));
	}

	Drivers(int port, Duration timeout) {
		this.port = port;
		this.timeout = timeout;
	}

	RedisConnectionFactory factory(String name) {
		return switch (name) {
			case "redisson" -> redisson(false);
			case "redisson that filters OK" -> redisson(true);
			case "lettuce" -> lettuce();
			case "decorated lettuce" -> decorate(lettuce());
			case "lettuce with raw results" -> rawLettuce();
			case "lettuce cluster" -> lettuce(cluster());
			case "redisson cluster" -> redissonCluster();
			case "jedis cluster" -> jedis(cluster());
			case "jedis" -> jedis(new RedisStandaloneConfiguration("127.0.0.1", this.port));
			default -> throw new IllegalArgumentException(name);
		};
	}

	/**
	 * Connections of decorated factories that were not closed.
	 */
	int openConnections() {
		return this.open.get();
	}

	LettuceConnectionFactory lettuce() {
		return lettuce(new RedisStandaloneConfiguration("127.0.0.1", this.port));
	}

	private RedisClusterConfiguration cluster() {
		return new RedisClusterConfiguration(List.of("127.0.0.1:" + this.port));
	}

	private LettuceConnectionFactory lettuce(RedisConfiguration configuration) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(configuration,
				LettuceClientConfiguration.builder()
					.commandTimeout(this.timeout)
					.shutdownTimeout(Duration.ZERO)
					.build());
		start(factory);
		this.ends.push(factory::destroy);
		return factory;
	}

	private LettuceConnectionFactory rawLettuce() {
		LettuceConnectionFactory factory = lettuce();
		factory.setConvertPipelineAndTxResults(false);
		return factory;
	}

	private static void start(LettuceConnectionFactory factory) {
		factory.afterPropertiesSet();
		factory.start();
	}

	private JedisConnectionFactory jedis(RedisConfiguration configuration) {
		JedisClientConfiguration client = JedisClientConfiguration.builder().readTimeout(this.timeout).build();
		JedisConnectionFactory factory = (configuration instanceof RedisClusterConfiguration cluster)
				? new JedisConnectionFactory(cluster, client)
				: new JedisConnectionFactory((RedisStandaloneConfiguration) configuration, client);
		factory.afterPropertiesSet();
		factory.start();
		this.ends.push(factory::destroy);
		return factory;
	}

	private RedissonConnectionFactory redisson(boolean filterOk) {
		Config config = new Config();
		config.setThreads(2);
		config.setNettyThreads(2);
		config.useSingleServer()
			.setAddress("redis://127.0.0.1:" + this.port)
			.setConnectionMinimumIdleSize(1)
			.setConnectionPoolSize(4)
			.setSubscriptionConnectionMinimumIdleSize(0)
			.setTimeout((int) this.timeout.toMillis())
			.setRetryAttempts(0);
		RedissonConnectionFactory factory = redisson(config);
		factory.setFilterOkResponses(filterOk);
		return factory;
	}

	private RedissonConnectionFactory redissonCluster() {
		Config config = new Config();
		config.setThreads(2);
		config.setNettyThreads(2);
		config.useClusterServers()
			.addNodeAddress("redis://127.0.0.1:" + this.port)
			.setMasterConnectionMinimumIdleSize(1)
			.setSubscriptionConnectionMinimumIdleSize(0)
			.setTimeout((int) this.timeout.toMillis())
			.setRetryAttempts(0);
		return redisson(config);
	}

	private RedissonConnectionFactory redisson(Config config) {
		RedissonClient client = Redisson.create(config);
		this.ends.push(() -> client.shutdown(0, 2, TimeUnit.SECONDS));
		return new RedissonConnectionFactory(client);
	}

	/**
	 * A user's own factory that hands out decorated connections of another.
	 */
	RedisConnectionFactory decorate(RedisConnectionFactory factory) {
		return decorate(factory, (connection) -> connection);
	}

	RedisConnectionFactory decorate(RedisConnectionFactory factory, UnaryOperator<RedisConnection> decoration) {
		return (RedisConnectionFactory) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { RedisConnectionFactory.class }, (self, method, arguments) -> {
					if (method.getName().equals("equals")) {
						return self == arguments[0];
					}
					Object result = call(factory, method, arguments);
					return (result instanceof RedisConnection connection) ? counted(decoration.apply(connection))
							: result;
				});
	}

	private RedisConnection counted(RedisConnection connection) {
		this.open.incrementAndGet();
		return (RedisConnection) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { RedisConnection.class }, (self, method, arguments) -> {
					if (method.getName().equals("close")) {
						this.open.decrementAndGet();
					}
					return call(connection, method, arguments);
				});
	}

	static Object call(Object target, Method method, Object[] arguments) throws Throwable {
		try {
			return method.invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	@Override
	public void close() {
		this.ends.forEach(Runnable::run);
	}

}
