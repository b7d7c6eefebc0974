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

import java.time.Duration;
import java.util.function.Consumer;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisAdvancedClusterReactiveCommandsImpl;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.PassThroughExceptionTranslationStrategy;
import org.springframework.data.redis.connection.ClusterCommandExecutor;
import org.springframework.data.redis.connection.ClusterNodeResourceProvider;
import org.springframework.data.redis.connection.ClusterTopology;
import org.springframework.data.redis.connection.ClusterTopologyProvider;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.lettuce.LettuceClusterConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceExceptionConverter;

/**
 * Connections as to a cluster. A call that wants to know the nodes, since it goes to all
 * of them or to one of its choice, fails with {@link NodesNeeded}: it is none that can be
 * recorded.
 */
final class ClusterConnections implements FacadeConnections {

	/** Nothing here ever waits. */
	private static final Duration NO_WAIT = Duration.ofMinutes(1);

	private static final NoNodes NO_NODES = new NoNodes();

	private final ClientOptions options;

	private final ClientResources resources;

	private final ClusterCommandExecutor executor = new ClusterCommandExecutor(NO_NODES, NO_NODES,
			new PassThroughExceptionTranslationStrategy(new LettuceExceptionConverter()));

	ClusterConnections(ClientOptions options, ClientResources resources) {
		this.options = options;
		this.resources = resources;
	}

	/**
	 * Return whether a call failed because it wants to know the nodes.
	 */
	static boolean areNodesNeeded(Throwable failure) {
		return NestedExceptionUtils.getMostSpecificCause(failure) instanceof NodesNeeded;
	}

	@Override
	public StatefulConnection<byte[], byte[]> transport(Consumer<RedisCommand<?, ?, ?>> commands) {
		Transport transport = new Transport(new QueueingWriter(this.resources, commands));
		transport.setOptions(this.options);
		return transport;
	}

	@Override
	public LettuceConnection connect(StatefulConnection<byte[], byte[]> transport) {
		return new Facade((Transport) transport, this.executor);
	}

	private static final class Facade extends LettuceClusterConnection {

		Facade(StatefulRedisClusterConnection<byte[], byte[]> transport, ClusterCommandExecutor executor) {
			super(transport, new FixedProvider(transport), NO_NODES, executor, NO_WAIT);
		}

	}

	/** Has only the commands that are used here: the others are costly to make. */
	private static final class Transport extends StatefulRedisClusterConnectionImpl<byte[], byte[]> {

		Transport(QueueingWriter writer) {
			super(writer, null, ByteArrayCodec.INSTANCE, NO_WAIT);
		}

		@Override
		public Partitions getPartitions() {
			throw new NodesNeeded();
		}

		@Override
		protected @Nullable RedisAdvancedClusterCommands<byte[], byte[]> newRedisAdvancedClusterCommandsImpl() {
			return null;
		}

		@Override
		protected @Nullable RedisAdvancedClusterReactiveCommandsImpl<byte[], byte[]> newRedisAdvancedClusterReactiveCommandsImpl() {
			return null;
		}

	}

	private static final class NoNodes implements ClusterTopologyProvider, ClusterNodeResourceProvider {

		@Override
		public ClusterTopology getTopology() {
			throw new NodesNeeded();
		}

		@Override
		@SuppressWarnings("TypeParameterUnusedInFormals")
		public <S> S getResourceForSpecificNode(RedisClusterNode node) {
			throw new NodesNeeded();
		}

		@Override
		public void returnResourceForSpecificNode(RedisClusterNode node, Object resource) {
		}

	}

	/**
	 * Carries no stack trace: it never gets as far as the code.
	 */
	private static final class NodesNeeded extends RuntimeException {

		NodesNeeded() {
			super("The nodes of the cluster are needed", null, false, false);
		}

	}

}
