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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionProvider;
import org.springframework.util.Assert;

import io.pipelining.connection.Invocation;

/**
 * Connections of Spring's own over a transport that only queues. A call is made twice on
 * them: in a pipeline, to learn its commands; and, where its value is wanted, outside of
 * one, to have Spring decode the replies. Confined to one thread.
 */
final class LettuceFacade {

	/**
	 * Spring's connection keeps what it sent in a pipeline until that is closed. Closing
	 * it would wait, so the connection is thrown away after this many calls.
	 */
	private static final int CALLS_PER_CONNECTION = 1000;

	/** Nothing here ever waits. */
	private static final Duration NO_WAIT = Duration.ofMinutes(1);

	private final StatefulRedisConnection<byte[], byte[]> recordingTransport;

	private final List<RedisCommand<?, ?, ?>> recorded = new ArrayList<>(1);

	private final ClientOptions options;

	private final ClientResources resources;

	private @Nullable LettuceConnection recording;

	private @Nullable LettuceConnection replaying;

	private int callsOnConnection;

	private RedisCommand<?, ?, ?>[] replies = new RedisCommand<?, ?, ?>[0];

	private int nextReply;

	LettuceFacade(ClientOptions options, ClientResources resources) {
		this.options = options;
		this.resources = resources;
		this.recordingTransport = transport(options, resources, this::record);
	}

	private static StatefulRedisConnection<byte[], byte[]> transport(ClientOptions options, ClientResources resources,
			Consumer<RedisCommand<?, ?, ?>> commands) {
		QueueingWriter writer = new QueueingWriter(resources, commands);
		StatefulRedisConnectionImpl<byte[], byte[]> connection = new StatefulRedisConnectionImpl<>(writer, writer,
				ByteArrayCodec.INSTANCE, NO_WAIT);
		connection.setOptions(options);
		return connection;
	}

	private static LettuceConnection connection(StatefulRedisConnection<byte[], byte[]> transport) {
		return new LettuceConnection(transport, new FixedProvider(transport), NO_WAIT.toMillis(), 0);
	}

	/**
	 * Make a call in a pipeline.
	 */
	LettuceRecordedCall record(Invocation invocation) throws Throwable {
		LettuceConnection connection = recordingConnection();
		this.recorded.clear();
		Object placeholder = invocation.invokeOn(connection);
		return new LettuceRecordedCall(invocation, placeholder, this.recorded.toArray(new RedisCommand<?, ?, ?>[0]));
	}

	private LettuceConnection recordingConnection() {
		LettuceConnection connection = this.recording;
		if (connection == null || this.callsOnConnection++ == CALLS_PER_CONNECTION) {
			connection = connection(this.recordingTransport);
			connection.openPipeline();
			this.recording = connection;
			this.callsOnConnection = 0;
		}
		return connection;
	}

	private void record(RedisCommand<?, ?, ?> command) {
		this.recorded.add(withoutFuture(command));
	}

	/** Nobody reads the future of a recorded command. What traces it stays around it. */
	private static RedisCommand<?, ?, ?> withoutFuture(RedisCommand<?, ?, ?> command) {
		return (command instanceof AsyncCommand<?, ?, ?> async) ? async.getDelegate() : command;
	}

	/**
	 * Make a call outside of a pipeline, and answer its commands.
	 */
	@Nullable Object replay(LettuceRecordedCall call) throws Throwable {
		this.replies = call.commands();
		this.nextReply = 0;
		return call.invocation().invokeOn(replayingConnection());
	}

	private LettuceConnection replayingConnection() {
		LettuceConnection connection = this.replaying;
		if (connection == null) {
			connection = connection(transport(this.options, this.resources, this::reply));
			this.replaying = connection;
		}
		return connection;
	}

	private void reply(RedisCommand<?, ?, ?> command) {
		Assert.state(this.nextReply < this.replies.length, "The call sends other commands than when it was recorded");
		answer(command, this.replies[this.nextReply++]);
	}

	@SuppressWarnings({ "unchecked", "rawtypes" })
	private static void answer(RedisCommand command, RedisCommand<?, ?, ?> recorded) {
		command.setOutput(recorded.getOutput());
		command.complete();
	}

	/** Spring asks for a connection of its own while in a pipeline. */
	record FixedProvider(StatefulRedisConnection<byte[], byte[]> connection) implements LettuceConnectionProvider {

		@Override
		public <T extends StatefulConnection<?, ?>> CompletionStage<T> getConnectionAsync(Class<T> connectionType) {
			return CompletableFuture.completedFuture(connectionType.cast(this.connection));
		}

		@Override
		public CompletableFuture<Void> releaseAsync(StatefulConnection<?, ?> connection) {
			return CompletableFuture.completedFuture(null);
		}

	}

}
