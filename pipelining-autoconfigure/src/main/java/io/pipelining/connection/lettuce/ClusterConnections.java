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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.RedisAdvancedClusterAsyncCommandsImpl;
import io.lettuce.core.cluster.RedisAdvancedClusterReactiveCommandsImpl;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
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
import org.springframework.data.redis.connection.lettuce.LettuceClusterConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceExceptionConverter;

/**
 * Connections as to a cluster. A call that goes to all nodes takes a command for each of
 * them. One that wants to know the nodes for another reason fails with
 * {@link NodesNeeded}: it is none that can be recorded.
 */
final class ClusterConnections implements FacadeConnections {

	/** Nothing here ever waits. */
	private static final Duration NO_WAIT = Duration.ofMinutes(1);

	private static final NoNodes NO_NODES = new NoNodes();

	private final ClientOptions options;

	private final ClientResources resources;

	private final Supplier<Partitions> partitions;

	private final ClusterCommandExecutor executor = new ClusterCommandExecutor(NO_NODES, NO_NODES,
			new PassThroughExceptionTranslationStrategy(new LettuceExceptionConverter()));

	/**
	 * @param options the options of the factory's connections
	 * @param resources the resources of the factory's client
	 * @param partitions what the driver knows about the nodes
	 */
	ClusterConnections(ClientOptions options, ClientResources resources, Supplier<Partitions> partitions) {
		this.options = options;
		this.resources = resources;
		this.partitions = partitions;
	}

	/**
	 * Return whether a call failed because it wants to know the nodes.
	 */
	static boolean areNodesNeeded(Throwable failure) {
		return NestedExceptionUtils.getMostSpecificCause(failure) instanceof NodesNeeded;
	}

	@Override
	public StatefulConnection<byte[], byte[]> transport(Consumer<RedisCommand<?, ?, ?>> commands,
			IntSupplier recorded) {
		Transport transport = new Transport(commands, recorded);
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
	private final class Transport extends StatefulRedisClusterConnectionImpl<byte[], byte[]> {

		private final Consumer<RedisCommand<?, ?, ?>> commands;

		private final IntSupplier recorded;

		Transport(Consumer<RedisCommand<?, ?, ?>> commands, IntSupplier recorded) {
			super(new QueueingWriter(ClusterConnections.this.resources, commands), null, ByteArrayCodec.INSTANCE,
					NO_WAIT);
			this.commands = commands;
			this.recorded = recorded;
		}

		@Override
		public Partitions getPartitions() {
			throw new NodesNeeded();
		}

		@Override
		protected RedisAdvancedClusterAsyncCommandsImpl<byte[], byte[]> newRedisAdvancedClusterAsyncCommandsImpl() {
			return new Commands(this);
		}

		@Override
		protected @Nullable RedisAdvancedClusterCommands<byte[], byte[]> newRedisAdvancedClusterCommandsImpl() {
			return null;
		}

		@Override
		protected @Nullable RedisAdvancedClusterReactiveCommandsImpl<byte[], byte[]> newRedisAdvancedClusterReactiveCommandsImpl() {
			return null;
		}

		/**
		 * Return the nodes that a call goes to: as many as when it was recorded.
		 */
		List<Node> nodes(Function<RedisClusterNode, Boolean> filter) {
			int count = this.recorded.getAsInt();
			if (count >= 0) {
				return Collections.nCopies(count, Node.master("", 0));
			}
			return ClusterConnections.this.partitions.get()
				.stream()
				.filter(filter::apply)
				.map((node) -> Node.master(node.getUri().getHost(), node.getUri().getPort()))
				.toList();
		}

		RedisAsyncCommands<byte[], byte[]> commandsOf(Node node) {
			QueueingWriter writer = new QueueingWriter(ClusterConnections.this.resources,
					(command) -> this.commands.accept(new AimedCommand(command, node)));
			StatefulRedisConnectionImpl<byte[], byte[]> connection = new StatefulRedisConnectionImpl<>(writer, writer,
					ByteArrayCodec.INSTANCE, NO_WAIT);
			connection.setOptions(ClusterConnections.this.options);
			return connection.async();
		}

	}

	private static final class Commands extends RedisAdvancedClusterAsyncCommandsImpl<byte[], byte[]> {

		private final Transport transport;

		Commands(Transport transport) {
			super((StatefulRedisClusterConnection<byte[], byte[]>) transport, ByteArrayCodec.INSTANCE);
			this.transport = transport;
		}

		@Override
		protected <T> Map<String, CompletableFuture<T>> executeOnNodes(
				Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> function,
				Function<RedisClusterNode, Boolean> filter) {
			Map<String, CompletableFuture<T>> executions = new LinkedHashMap<>();
			for (Node node : this.transport.nodes(filter)) {
				executions.put(String.valueOf(executions.size()),
						function.apply(this.transport.commandsOf(node)).toCompletableFuture());
			}
			return executions;
		}

	}

	private static final class NoNodes implements ClusterTopologyProvider, ClusterNodeResourceProvider {

		@Override
		public ClusterTopology getTopology() {
			throw new NodesNeeded();
		}

		@Override
		@SuppressWarnings("TypeParameterUnusedInFormals")
		public <S> S getResourceForSpecificNode(org.springframework.data.redis.connection.RedisClusterNode node) {
			throw new NodesNeeded();
		}

		@Override
		public void returnResourceForSpecificNode(org.springframework.data.redis.connection.RedisClusterNode node,
				Object resource) {
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
