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

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.Rawable;

import org.springframework.data.redis.connection.jedis.JedisConnection;

import io.pipelining.connection.CannotWaitException;
import io.pipelining.connection.Invocation;

/**
 * Runs calls on Spring's own connection in its own pipeline, over a connection of Jedis
 * that only records. So a call returns what it returns inside {@code executePipelined}.
 * <p>
 * Spring's pipeline makes a proxy for each call. Once it is known that a method sends one
 * command, the same with and without a pipeline, and returns {@code null}, its calls run
 * without one up to the place where they would read, in a tenth of the time.
 */
final class CallRecorder {

	/**
	 * A pipeline keeps a result for each call until it is closed, so it is left behind
	 * after so many.
	 */
	private static final int CALLS_PER_PIPELINE = 256;

	private final Map<Method, SimpleMethod> simpleMethods;

	private final Recorder direct = new Recorder();

	private @Nullable Recorder pipeline;

	private int callsInPipeline;

	private @Nullable Method lastMethod;

	private @Nullable SimpleMethod lastSimpleMethod;

	/**
	 * Create a recorder.
	 * @param simpleMethods the methods of which is known what the class says, and how to
	 * invoke them, thread-safe
	 */
	CallRecorder(Map<Method, SimpleMethod> simpleMethods) {
		this.simpleMethods = simpleMethods;
	}

	JedisRecordedCall record(Invocation invocation) throws Throwable {
		SimpleMethod simpleMethod = simpleMethod(invocation.method());
		if (simpleMethod != null) {
			List<CommandArguments> commands = this.direct.run(simpleMethod, invocation.arguments());
			if (isSimple(commands)) {
				return new JedisRecordedCall(invocation, commands, null);
			}
		}
		return recordPipelined(invocation);
	}

	/** Mostly that of the call before, which is found without a hash. */
	private @Nullable SimpleMethod simpleMethod(Method method) {
		if (this.lastSimpleMethod == null || !method.equals(this.lastMethod)) {
			this.lastMethod = method;
			this.lastSimpleMethod = this.simpleMethods.get(method);
		}
		return this.lastSimpleMethod;
	}

	void close() {
		this.pipeline = null;
	}

	private JedisRecordedCall recordPipelined(Invocation invocation) throws Throwable {
		Recorder recorder = pipeline();
		Object placeholder;
		try {
			placeholder = invocation.invokeOn(recorder.connection);
		}
		catch (Exception | ReplyNeeded ex) {
			close();
			refuseIfItCannotWait(invocation);
			throw ex;
		}
		catch (Error ex) {
			// What it has recorded is not to become part of the next call
			close();
			throw ex;
		}
		List<CommandArguments> commands = recorder.recording.take();
		if (commands.isEmpty() || commands.get(0).isBlocking()) {
			refuseIfItCannotWait(invocation);
		}
		else if (placeholder == null && isSimple(commands)) {
			learn(invocation, commands);
		}
		return new JedisRecordedCall(invocation, commands, placeholder);
	}

	private Recorder pipeline() {
		Recorder pipeline = this.pipeline;
		if (pipeline == null || this.callsInPipeline == CALLS_PER_PIPELINE) {
			pipeline = new Recorder();
			pipeline.connection.openPipeline();
			this.pipeline = pipeline;
			this.callsInPipeline = 0;
		}
		this.callsInPipeline++;
		return pipeline;
	}

	/**
	 * A call that sends nothing in a pipeline, or fails there, may be wrong by itself,
	 * need no server, or be no call for a pipeline.
	 * @throws CannotWaitException if it sends a command without a pipeline
	 * @throws Throwable what the direct call throws before it sends anything
	 */
	private static void refuseIfItCannotWait(Invocation invocation) throws Throwable {
		List<CommandArguments> commands = new Recorder().run(invocation::invokeOn);
		if (!commands.isEmpty()) {
			throw new CannotWaitException(JedisRecordedCall.name(commands.get(0)));
		}
	}

	private void learn(Invocation invocation, List<CommandArguments> pipelined) throws Throwable {
		List<CommandArguments> commands = this.direct.run(invocation::invokeOn);
		if (isSimple(commands) && isSame(commands.get(0), pipelined.get(0))) {
			MethodHandle handle = SimpleMethod.handle(invocation.method());
			this.simpleMethods.put(invocation.method(), this.direct.learn(handle, invocation.arguments()));
		}
	}

	private static boolean isSimple(List<CommandArguments> commands) {
		return commands.size() == 1 && !commands.get(0).isBlocking();
	}

	private static boolean isSame(CommandArguments one, CommandArguments other) {
		Iterator<Rawable> others = other.iterator();
		for (Rawable argument : one) {
			if (!others.hasNext() || !Arrays.equals(argument.getRaw(), others.next().getRaw())) {
				return false;
			}
		}
		return !others.hasNext();
	}

	/**
	 * A connection of Spring's over one that records.
	 */
	private static final class Recorder {

		private final RecordingConnection recording = new RecordingConnection();

		private final JedisConnection connection = new JedisConnection(new Jedis(this.recording));

		/**
		 * Run the call up to the place where it would wait for a reply.
		 * @return the commands up to there
		 * @throws Throwable what the direct call throws before it sends anything
		 */
		List<CommandArguments> run(Call call) throws Throwable {
			try {
				call.on(this.connection);
			}
			catch (ReplyNeeded ex) {
				return this.recording.take();
			}
			catch (Exception ex) {
				List<CommandArguments> commands = this.recording.take();
				if (commands.isEmpty()) {
					throw ex;
				}
				return commands;
			}
			catch (Error ex) {
				this.recording.take();
				throw ex;
			}
			return this.recording.take();
		}

		List<CommandArguments> run(SimpleMethod method, @Nullable Object[] arguments) throws Throwable {
			this.recording.standIn(method.standIn());
			try {
				return run((connection) -> method.handle().invokeExact(connection, arguments));
			}
			finally {
				this.recording.standIn(StandIn.NONE);
			}
		}

		/** Find a stand-in that the method takes for a reply. */
		SimpleMethod learn(MethodHandle handle, @Nullable Object[] arguments) {
			for (StandIn standIn : StandIn.values()) {
				this.recording.standIn(standIn);
				try {
					Object ignored = handle.invokeExact((Object) this.connection, arguments);
					return new SimpleMethod(handle, standIn);
				}
				catch (Throwable ex) {
					// This is no reply to it
				}
				finally {
					this.recording.standIn(StandIn.NONE);
					this.recording.take();
				}
			}
			return new SimpleMethod(handle, StandIn.NONE);
		}

	}

	/**
	 * A call, however it is invoked.
	 */
	private interface Call {

		@Nullable Object on(Object connection) throws Throwable;

	}

}
