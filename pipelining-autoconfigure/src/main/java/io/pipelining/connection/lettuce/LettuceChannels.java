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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

import io.pipelining.ConnectionMode;
import io.pipelining.connection.CallChannel;
import io.pipelining.connection.ConnectionSource;

/**
 * Opens channels for factories whose connections are Lettuce's.
 */
final class LettuceChannels {

	private static final String JEDIS_FACTORY = "org.springframework.data.redis.connection.jedis.JedisConnectionFactory";

	private final Deliveries deliveries = new Deliveries();

	private final ClusterLinks clusters = new ClusterLinks(this.deliveries);

	private final Map<LettuceConnectionFactory, KeptConnections> kept = new ConcurrentHashMap<>();

	private volatile boolean closed;

	@Nullable CallChannel open(ConnectionSource source) {
		if (source.factory() instanceof LettuceConnectionFactory factory) {
			return open(source, factory);
		}
		if (source.isFactoryOf(JEDIS_FACTORY)) {
			return null;
		}
		Class<?> type = source.connectionType();
		return LettuceConnection.class.isAssignableFrom(type) ? openDecorated(source) : null;
	}

	private CallChannel open(ConnectionSource source, LettuceConnectionFactory factory) {
		AbstractRedisClient client = factory.getRequiredNativeClient();
		BatchConnections dedicated = dedicated(factory);
		BatchConnections plain = plain(source, factory, dedicated);
		return (client instanceof RedisClusterClient clusterClient)
				? cluster(source, clusterClient,
						new ClusterConnections(client.getOptions(), client.getResources(),
								clusterClient::getPartitions),
						plain, dedicated)
				: standalone(source, client.getOptions(), client.getResources(), plain, dedicated);
	}

	private static BatchConnections plain(ConnectionSource source, LettuceConnectionFactory factory,
			BatchConnections dedicated) {
		if (!factory.getShareNativeConnection()) {
			source.checkNotShared("the connection factory does not share its connection (shareNativeConnection=false)");
			return dedicated;
		}
		return (source.mode() == ConnectionMode.DEDICATED) ? dedicated : BatchConnections.SHARED;
	}

	private BatchConnections dedicated(LettuceConnectionFactory factory) {
		if (factory.getClientConfiguration() instanceof LettucePoolingClientConfiguration) {
			return BatchConnections.POOLED;
		}
		KeptConnections known = this.kept.get(factory);
		return (known != null) ? known : this.kept.computeIfAbsent(factory,
				(key) -> new KeptConnections(factory.getClientConfiguration().getCommandTimeout(), this.closed));
	}

	/** Nobody can tell what stands behind it, so it is asked for each batch. */
	private CallChannel openDecorated(ConnectionSource source) {
		BatchConnections plain = (source.mode() == ConnectionMode.DEDICATED) ? BatchConnections.DEDICATED
				: BatchConnections.ORDINARY;
		try (RedisConnection connection = source.getConnection()) {
			if (connection instanceof RedisClusterConnection) {
				StatefulRedisClusterConnection<byte[], byte[]> nativeConnection = BatchConnection
					.clusterConnection(connection);
				return cluster(
						source, null, new ClusterConnections(nativeConnection.getOptions(),
								nativeConnection.getResources(), nativeConnection::getPartitions),
						plain, BatchConnections.DEDICATED);
			}
			StatefulRedisConnection<byte[], byte[]> nativeConnection = BatchConnection.nativeConnection(connection);
			return standalone(source, nativeConnection.getOptions(), nativeConnection.getResources(), plain,
					BatchConnections.DEDICATED);
		}
	}

	private CallChannel standalone(ConnectionSource source, ClientOptions options, ClientResources resources,
			BatchConnections connections, BatchConnections dedicatedConnections) {
		return new LettuceCallChannel(source, new LettuceFacade(new StandaloneConnections(options, resources)),
				this.deliveries, connections, dedicatedConnections, PipelineNettyCustomizer.isIn(resources));
	}

	private CallChannel cluster(ConnectionSource source, @Nullable RedisClusterClient client, ClusterConnections facade,
			BatchConnections connections, BatchConnections dedicatedConnections) {
		return new ClusterCallChannel(source, new LettuceFacade(facade), this.clusters, client, connections,
				dedicatedConnections);
	}

	/**
	 * Close the connections that are kept, and keep none from now on.
	 */
	void close() {
		this.closed = true;
		this.kept.values().forEach(KeptConnections::close);
	}

	/**
	 * Keep connections again.
	 */
	void reopen() {
		this.closed = false;
		this.kept.values().forEach(KeptConnections::reopen);
	}

}
