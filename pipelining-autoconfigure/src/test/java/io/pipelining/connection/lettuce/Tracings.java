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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.tracing.TraceContext;
import io.lettuce.core.tracing.TraceContextProvider;
import io.lettuce.core.tracing.Tracer;
import io.lettuce.core.tracing.TracerProvider;
import io.lettuce.core.tracing.Tracing;

/**
 * Ways to trace commands of Lettuce.
 */
abstract class Tracings extends Tracer implements Tracing {

	abstract void started(RedisCommand<?, ?, ?> command);

	@Override
	public Span nextSpan() {
		return new Span() {

			@Override
			public Span start(RedisCommand<?, ?, ?> command) {
				started(command);
				return this;
			}

			@Override
			public Span name(String name) {
				return this;
			}

			@Override
			public Span annotate(String value) {
				return this;
			}

			@Override
			public Span tag(String key, String value) {
				return this;
			}

			@Override
			public Span error(Throwable throwable) {
				return this;
			}

			@Override
			public Span remoteEndpoint(Endpoint endpoint) {
				return this;
			}

			@Override
			public void finish() {
			}

		};
	}

	@Override
	public Span nextSpan(TraceContext traceContext) {
		return nextSpan();
	}

	@Override
	public TracerProvider getTracerProvider() {
		return () -> this;
	}

	@Override
	public TraceContextProvider initialTraceContextProvider() {
		return () -> TraceContext.EMPTY;
	}

	@Override
	public boolean isEnabled() {
		return true;
	}

	@Override
	public boolean includeCommandArgsInSpanTags() {
		return false;
	}

	@Override
	public Endpoint createEndpoint(SocketAddress socketAddress) {
		return new Endpoint() {
		};
	}

	/**
	 * Stops the event loop, at an INCR, between the driver's question whether a command
	 * is done and its encoding.
	 */
	static final class Blocking extends Tracings {

		private final int at;

		private final AtomicInteger commands = new AtomicInteger();

		private final CountDownLatch release = new CountDownLatch(1);

		private volatile boolean armed;

		Blocking(int at) {
			this.at = at;
		}

		void arm() {
			this.armed = true;
		}

		void release() {
			this.release.countDown();
		}

		@Override
		void started(RedisCommand<?, ?, ?> command) {
			// Not what the driver sends by itself on a new connection
			if (this.armed && command.getType() == CommandType.INCR && this.commands.incrementAndGet() == this.at) {
				try {
					this.release.await(60, TimeUnit.SECONDS);
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			}
		}

	}

	/**
	 * Notes each command.
	 */
	static final class Counting extends Tracings {

		private final List<String> started = new CopyOnWriteArrayList<>();

		List<String> started() {
			return this.started;
		}

		void clear() {
			this.started.clear();
		}

		@Override
		void started(RedisCommand<?, ?, ?> command) {
			this.started.add(command.getType().toString());
		}

	}

}
