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
package io.pipelining.support;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.DnsResolvers;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.jspecify.annotations.Nullable;
import org.redisson.config.Config;
import org.redisson.spring.data.connection.RedissonConnectionFactory;
import redis.clients.jedis.JedisPoolConfig;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

import io.pipelining.connection.lettuce.PipelineNettyCustomizer;

/**
 * The drivers that the contract tests run with, each set up as a user of plain Spring
 * Data Redis does it.
 */
public enum Client {

	LETTUCE {

		@Override
		RedisConnectionFactory create(Settings settings) {
			return share(new LettuceConnectionFactory(standalone(settings), lettuce(settings, Resources.CARRYING)),
					settings);
		}

	},

	/** Without the {@link PipelineNettyCustomizer} that the starter adds. */
	LETTUCE_WITHOUT_CARRIER {

		@Override
		RedisConnectionFactory create(Settings settings) {
			return share(new LettuceConnectionFactory(standalone(settings), lettuce(settings, Resources.PLAIN)),
					settings);
		}

	},

	/** As {@link #LETTUCE}, on a cluster of which the port is one of a node. */
	LETTUCE_CLUSTER {

		@Override
		RedisConnectionFactory create(Settings settings) {
			RedisClusterConfiguration cluster = new RedisClusterConfiguration();
			cluster.addClusterNode(new RedisNode("127.0.0.1", settings.port()));
			return share(new LettuceConnectionFactory(cluster, lettuce(settings, resources(settings.port()))),
					settings);
		}

		/**
		 * A relay to the only node of a cluster is in the place of that node.
		 */
		private ClientResources resources(int port) {
			List<Integer> ports = RedisCluster.portsBehind(port);
			return (ports.size() != 1 || ports.get(0) == port) ? Resources.CARRYING
					: Resources.CARRYING.mutate()
						.socketAddressResolver(MappingSocketAddressResolver.create(DnsResolvers.UNRESOLVED,
								(node) -> HostAndPort.of("127.0.0.1", port)))
						.build();
		}

	},

	/** With a replica of the server, which it reads from. */
	LETTUCE_REPLICA {

		@Override
		RedisConnectionFactory create(Settings settings) {
			RedisStaticMasterReplicaConfiguration servers = new RedisStaticMasterReplicaConfiguration("127.0.0.1",
					settings.port());
			servers.setDatabase(settings.database());
			int master = MasterReplica.masterBehind(settings.port());
			MasterReplica.replicasOf(master).forEach((replica) -> servers.addNode("127.0.0.1", replica));
			return share(new LettuceConnectionFactory(servers,
					lettuce(settings, Resources.CARRYING, new CaughtUpReplica(master))), settings);
		}

	},

	/** As {@link #LETTUCE_REPLICA}, with a sentinel that knows where the servers are. */
	LETTUCE_SENTINEL {

		@Override
		RedisConnectionFactory create(Settings settings) {
			int master = MasterReplica.masterBehind(settings.port());
			RedisSentinelConfiguration sentinel = MasterReplica.sentinelOf(master, settings.port());
			sentinel.setDatabase(settings.database());
			return share(
					new LettuceConnectionFactory(sentinel,
							lettuce(settings, resources(master, settings.port()), new CaughtUpReplica(master))),
					settings);
		}

		/**
		 * A relay to the master is in its place.
		 */
		private ClientResources resources(int master, int port) {
			return (port == master) ? Resources.CARRYING
					: Resources.CARRYING.mutate()
						.socketAddressResolver(MappingSocketAddressResolver.create(DnsResolvers.UNRESOLVED,
								(node) -> (node.getPort() == master) ? HostAndPort.of("127.0.0.1", port) : node))
						.build();
		}

	},

	JEDIS {

		@Override
		RedisConnectionFactory create(Settings settings) {
			JedisPoolConfig pool = new JedisPoolConfig();
			// No PING from the pool's own thread among the commands that a test counts
			pool.setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
			if (settings.poolSize() > 0) {
				limit(pool, settings.poolSize(), settings.poolWait());
			}
			return new JedisConnectionFactory(standalone(settings),
					JedisClientConfiguration.builder()
						.connectTimeout(settings.timeout())
						.readTimeout(settings.timeout())
						.usePooling()
						.poolConfig(pool)
						.build());
		}

	},

	REDISSON {

		@Override
		RedisConnectionFactory create(Settings settings) {
			Config config = new Config();
			config.setNettyThreads(2).setThreads(2);
			config.useSingleServer()
				.setAddress("redis://127.0.0.1:" + settings.port())
				.setDatabase(settings.database())
				.setTimeout((int) settings.timeout().toMillis())
				.setRetryAttempts(0)
				.setPingConnectionInterval(0)
				.setSubscriptionConnectionMinimumIdleSize(0)
				.setConnectionMinimumIdleSize(1)
				.setConnectionPoolSize(Math.max((settings.poolSize() > 0) ? settings.poolSize() : 8, 1));
			return new RedissonConnectionFactory(config);
		}

	};

	abstract RedisConnectionFactory create(Settings settings);

	/**
	 * Connect to a server on loopback with the driver's defaults.
	 */
	public RedisConnectionFactory connect(int port) {
		return connect(Settings.of(port));
	}

	/**
	 * Connect to a server on loopback.
	 */
	public RedisConnectionFactory connect(Settings settings) {
		RedisConnectionFactory factory = create(settings);
		try {
			((InitializingBean) factory).afterPropertiesSet();
			return factory;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Close what {@link #connect} returned.
	 */
	public static void close(RedisConnectionFactory factory) {
		try {
			((DisposableBean) factory).destroy();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Return resources of Lettuce for connections of tests, which nobody shuts down.
	 * @param carrying whether with the {@link PipelineNettyCustomizer}
	 */
	public static ClientResources resources(boolean carrying) {
		return carrying ? Resources.CARRYING : Resources.PLAIN;
	}

	/**
	 * Return whether the driver is Lettuce.
	 */
	public boolean isLettuce() {
		return this == LETTUCE || this == LETTUCE_WITHOUT_CARRIER || this == LETTUCE_CLUSTER || readsFromReplica();
	}

	/**
	 * Return whether batches of reads alone go to a replica of the server.
	 */
	public boolean readsFromReplica() {
		return this == LETTUCE_REPLICA || this == LETTUCE_SENTINEL;
	}

	private static RedisConnectionFactory share(LettuceConnectionFactory factory, Settings settings) {
		factory.setShareNativeConnection(settings.shared());
		return factory;
	}

	private static LettuceClientConfiguration lettuce(Settings settings, ClientResources resources) {
		return lettuce(settings, resources, null);
	}

	private static LettuceClientConfiguration lettuce(Settings settings, ClientResources resources,
			@Nullable ReadFrom readFrom) {
		LettuceClientConfigurationBuilder client = LettuceClientConfiguration.builder();
		if (settings.poolSize() > 0) {
			GenericObjectPoolConfig<StatefulConnection<?, ?>> pool = new GenericObjectPoolConfig<>();
			limit(pool, settings.poolSize(), settings.poolWait());
			client = LettucePoolingClientConfiguration.builder().poolConfig(pool);
		}
		if (readFrom != null) {
			client.readFrom(readFrom);
		}
		return client.commandTimeout(settings.timeout())
			.shutdownQuietPeriod(Duration.ZERO)
			.clientResources(resources)
			.build();
	}

	private static RedisStandaloneConfiguration standalone(Settings settings) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration("127.0.0.1", settings.port());
		configuration.setDatabase(settings.database());
		return configuration;
	}

	private static void limit(GenericObjectPoolConfig<?> pool, int size, Duration wait) {
		pool.setMaxTotal(size);
		pool.setMaxIdle(size);
		pool.setMaxWait(wait);
	}

	/** Those of Lettuce, for all its connections, until the test JVM ends. */
	private static final class Resources {

		static final ClientResources CARRYING = DefaultClientResources.builder()
			.nettyCustomizer(new PipelineNettyCustomizer())
			.build();

		static final ClientResources PLAIN = DefaultClientResources.create();

	}

	/**
	 * How to connect.
	 *
	 * @param port the port on loopback
	 * @param database the number of the database
	 * @param poolSize connections in the pool, 0 for the driver's default (Lettuce: no
	 * pool)
	 * @param poolWait how long one waits for a connection of a pool that is limited
	 * @param shared whether Lettuce shares one connection
	 * @param timeout the time-out of a command
	 */
	public record Settings(int port, int database, int poolSize, Duration poolWait, boolean shared, Duration timeout) {

		public static Settings of(int port) {
			return new Settings(port, 0, 0, Duration.ofSeconds(2), true, Duration.ofSeconds(20));
		}

		public Settings withDatabase(int database) {
			return new Settings(this.port, database, this.poolSize, this.poolWait, this.shared, this.timeout);
		}

		public Settings withPoolSize(int poolSize) {
			return new Settings(this.port, this.database, poolSize, this.poolWait, this.shared, this.timeout);
		}

		public Settings withPoolWait(Duration poolWait) {
			return new Settings(this.port, this.database, this.poolSize, poolWait, this.shared, this.timeout);
		}

		public Settings withShared(boolean shared) {
			return new Settings(this.port, this.database, this.poolSize, this.poolWait, shared, this.timeout);
		}

		public Settings withTimeout(Duration timeout) {
			return new Settings(this.port, this.database, this.poolSize, this.poolWait, this.shared, timeout);
		}

	}

}
