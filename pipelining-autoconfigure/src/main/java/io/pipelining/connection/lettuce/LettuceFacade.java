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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.protocol.TracedCommand;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.lettuce.LettuceConnection;
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

	private final FacadeConnections connections;

	private final StatefulConnection<byte[], byte[]> recordingTransport;

	private final List<RedisCommand<?, ?, ?>> recorded = new ArrayList<>(1);

	private @Nullable LettuceConnection recording;

	private @Nullable LettuceConnection replaying;

	private int callsOnConnection;

	private RedisCommand<?, ?, ?>[] replies = new RedisCommand<?, ?, ?>[0];

	private int nextReply;

	LettuceFacade(FacadeConnections connections) {
		this.connections = connections;
		this.recordingTransport = connections.transport(this::record, () -> -1);
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
			connection = this.connections.connect(this.recordingTransport);
			connection.openPipeline();
			this.recording = connection;
			this.callsOnConnection = 0;
		}
		return connection;
	}

	private void record(RedisCommand<?, ?, ?> command) {
		this.recorded.add(bare(command));
	}

	/**
	 * Nobody reads the future of a recorded command, and it is traced when it is sent.
	 */
	private static RedisCommand<?, ?, ?> bare(RedisCommand<?, ?, ?> command) {
		RedisCommand<?, ?, ?> untraced = (command instanceof TracedCommand<?, ?, ?> traced) ? traced.getDelegate()
				: command;
		return (untraced instanceof AsyncCommand<?, ?, ?> async) ? async.getDelegate() : untraced;
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
			connection = this.connections.connect(this.connections.transport(this::reply, () -> this.replies.length));
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

}
