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

import java.util.List;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.jedis.JedisConnection;

import io.pipelining.connection.CannotWaitException;
import io.pipelining.connection.Invocation;

/**
 * Runs calls on Spring's own connection in its own pipeline, over a connection of Jedis
 * that only records. So a call returns what it returns inside {@code executePipelined}.
 */
final class CallRecorder {

	/**
	 * A pipeline keeps a result for each call until it is closed, so it is left behind
	 * after so many.
	 */
	private static final int CALLS_PER_PIPELINE = 256;

	private RecordingConnection recording = new RecordingConnection();

	private @Nullable JedisConnection pipeline;

	private int callsInPipeline;

	JedisRecordedCall record(Invocation invocation) throws Throwable {
		Object placeholder;
		try {
			placeholder = invocation.invokeOn(pipeline());
		}
		catch (Exception ex) {
			close();
			throw reasonFor(invocation, ex);
		}
		if (this.recording.isRead()) {
			close();
			probe(invocation);
		}
		List<CommandArguments> commands = this.recording.take();
		if (commands.isEmpty() || commands.get(0).isBlocking()) {
			probe(invocation);
		}
		return new JedisRecordedCall(invocation, commands, placeholder);
	}

	void close() {
		this.pipeline = null;
	}

	private JedisConnection pipeline() {
		JedisConnection pipeline = this.pipeline;
		if (pipeline == null || this.callsInPipeline == CALLS_PER_PIPELINE) {
			this.recording = new RecordingConnection();
			pipeline = connection(this.recording);
			pipeline.openPipeline();
			this.pipeline = pipeline;
			this.callsInPipeline = 0;
		}
		this.callsInPipeline++;
		return pipeline;
	}

	/**
	 * A call that fails here may be wrong by itself, or only be no call for a pipeline.
	 * @return what the direct call throws at this line
	 */
	private static Throwable reasonFor(Invocation invocation, Exception failure) {
		try {
			probe(invocation);
			return failure;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	/**
	 * Run the call directly up to the place where it would use the socket.
	 * @throws CannotWaitException if it came so far
	 * @throws Throwable what the direct call throws before that
	 */
	private static void probe(Invocation invocation) throws Throwable {
		ProbingConnection probing = new ProbingConnection();
		try {
			invocation.invokeOn(connection(probing));
		}
		catch (Exception ex) {
			if (probing.command() == null) {
				throw ex;
			}
		}
		CommandArguments command = probing.command();
		if (command != null) {
			throw new CannotWaitException(JedisRecordedCall.name(command));
		}
	}

	static JedisConnection connection(DetachedConnection connection) {
		return new JedisConnection(new Jedis(connection));
	}

}
