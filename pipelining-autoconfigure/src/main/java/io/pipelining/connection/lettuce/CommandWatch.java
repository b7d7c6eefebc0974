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

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;

import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.TracedCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.tracing.TraceContextProvider;
import io.lettuce.core.tracing.Tracer;
import io.lettuce.core.tracing.Tracing;
import io.netty.channel.Channel;

/**
 * Traces and times the commands of a batch as the driver does with commands that it sends
 * one by one, where it was told to. Confined to the channel's event loop.
 */
final class CommandWatch {

	private final Tracing tracing;

	private final CommandLatencyRecorder recorder;

	CommandWatch(ClientResources resources) {
		this.tracing = resources.tracing();
		this.recorder = resources.commandLatencyRecorder();
	}

	/**
	 * Called right before a batch is written.
	 */
	void sending(Channel channel, Delivery delivery) {
		if (this.tracing.isEnabled()) {
			trace(channel, delivery.commands());
		}
		if (this.recorder.isEnabled() && channel.remoteAddress() != null) {
			delivery.timeReplies(new Latency(this.recorder, channel, delivery.commands().size()));
		}
	}

	private void trace(Channel channel, List<BatchCommand> commands) {
		Tracing.Endpoint server = this.tracing.createEndpoint(channel.remoteAddress());
		Tracer tracer = this.tracing.getTracerProvider().getTracer();
		for (BatchCommand command : commands) {
			TracedCommand<?, ?, ?> traced = CommandWrapper.unwrap(command, TracedCommand.class);
			TraceContextProvider context = (traced != null) ? traced : this.tracing.initialTraceContextProvider();
			if (context != null) {
				Tracer.Span span = tracer.nextSpan(context.getTraceContext());
				span.name(command.getType().toString());
				span.remoteEndpoint(server);
				span.start(command);
				if (traced != null) {
					traced.setSpan(span);
				}
			}
		}
	}

	/**
	 * How long the replies to one batch take. Those to a batch come so close together
	 * that the first byte of one is not told from its last. Recorded once the batch is
	 * settled: whoever waits for it need not wait for that.
	 */
	static final class Latency {

		private final CommandLatencyRecorder recorder;

		private final SocketAddress local;

		private final SocketAddress remote;

		private final long sent = System.nanoTime();

		private final List<BatchCommand> commands;

		private final long[] latencies;

		Latency(CommandLatencyRecorder recorder, Channel channel, int commands) {
			this.recorder = recorder;
			this.local = channel.localAddress();
			this.remote = channel.remoteAddress();
			this.commands = new ArrayList<>(commands);
			this.latencies = new long[commands];
		}

		void replied(BatchCommand command) {
			this.latencies[this.commands.size()] = System.nanoTime() - this.sent;
			this.commands.add(command);
		}

		void record() {
			for (int i = 0; i < this.commands.size(); i++) {
				this.recorder.recordCommandLatency(this.local, this.remote, this.commands.get(i), this.latencies[i],
						this.latencies[i]);
			}
		}

	}

}
