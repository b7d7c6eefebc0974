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

import java.util.LinkedHashSet;
import java.util.concurrent.CompletableFuture;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.ConnectionIntent;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;

import org.springframework.data.redis.connection.ClusterTopology;
import org.springframework.data.redis.connection.lettuce.LettuceClusterConnection;

/**
 * An ordinary connection to a cluster that reads where it writes, whatever the driver
 * reads from: for what runs directly in a pipeline that may have written. The commands
 * take the driver's own routing. Blocking ones are none of its business: it has no
 * connection of its own for them.
 */
final class MastersConnection extends LettuceClusterConnection {

	private final LettuceClusterConnection ordinary;

	private final Runnable beforePage;

	/**
	 * @param ordinary an ordinary connection, which is closed with this one
	 * @param nativeConnection that of the ordinary one
	 * @param beforePage runs before a cursor fetches a page
	 */
	MastersConnection(LettuceClusterConnection ordinary,
			StatefulRedisClusterConnection<byte[], byte[]> nativeConnection, Runnable beforePage) {
		this(ordinary, nativeConnection, new Routed(nativeConnection), beforePage);
	}

	private MastersConnection(LettuceClusterConnection ordinary,
			StatefulRedisClusterConnection<byte[], byte[]> nativeConnection, Routed routed, Runnable beforePage) {
		super(routed, new FixedProvider(routed),
				() -> new ClusterTopology(new LinkedHashSet<>(ordinary.clusterGetNodes())),
				ordinary.getClusterCommandExecutor(), nativeConnection.getTimeout());
		this.ordinary = ordinary;
		this.beforePage = beforePage;
	}

	/** A cursor asks it before each page. */
	@Override
	public boolean isQueueing() {
		this.beforePage.run();
		return super.isQueueing();
	}

	@Override
	public void close() {
		super.close();
		this.ordinary.close();
	}

	/**
	 * Hands its commands on to a connection, as writes.
	 */
	private static final class Routed extends StatefulRedisClusterConnectionImpl<byte[], byte[]> {

		private final StatefulRedisClusterConnection<byte[], byte[]> connection;

		Routed(StatefulRedisClusterConnection<byte[], byte[]> connection) {
			this(connection, ((RedisChannelHandler<?, ?>) connection).getChannelWriter());
		}

		private Routed(StatefulRedisClusterConnection<byte[], byte[]> connection, RedisChannelWriter writer) {
			super(new QueueingWriter(connection.getResources(), (command) -> writer.write(new Write<>(command))), null,
					ByteArrayCodec.INSTANCE, connection.getTimeout());
			this.connection = connection;
			setOptions(connection.getOptions());
		}

		/** Of interest to what goes to several nodes, as a cursor over all keys. */
		@Override
		public ReadFrom getReadFrom() {
			return ReadFrom.UPSTREAM;
		}

		@Override
		public Partitions getPartitions() {
			return this.connection.getPartitions();
		}

		@Override
		public StatefulRedisConnection<byte[], byte[]> getConnection(String nodeId, ConnectionIntent intent) {
			return this.connection.getConnection(nodeId, intent);
		}

		@Override
		public CompletableFuture<StatefulRedisConnection<byte[], byte[]>> getConnectionAsync(String nodeId,
				ConnectionIntent intent) {
			return this.connection.getConnectionAsync(nodeId, intent);
		}

		@Override
		public StatefulRedisConnection<byte[], byte[]> getConnection(String host, int port, ConnectionIntent intent) {
			return this.connection.getConnection(host, port, intent);
		}

		@Override
		public CompletableFuture<StatefulRedisConnection<byte[], byte[]>> getConnectionAsync(String host, int port,
				ConnectionIntent intent) {
			return this.connection.getConnectionAsync(host, port, intent);
		}

	}

	/**
	 * A command that the driver does not know for a read.
	 */
	private static final class Write<K, V, T> extends CommandWrapper<K, V, T> {

		Write(RedisCommand<K, V, T> command) {
			super(command);
		}

		@Override
		public ProtocolKeyword getType() {
			return new Keyword(super.getType());
		}

	}

	/**
	 * Another keyword of the same name.
	 *
	 * @param original the one that the driver knows
	 */
	private record Keyword(ProtocolKeyword original) implements ProtocolKeyword {

		@Override
		public byte[] getBytes() {
			return this.original.getBytes();
		}

		@Override
		public String toString() {
			return this.original.toString();
		}

	}

}
