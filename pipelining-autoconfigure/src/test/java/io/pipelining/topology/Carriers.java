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

package io.pipelining.topology;

import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Counts what brings a batch to connections of Lettuce as one message, before anything
 * else there sees it.
 */
final class Carriers implements NettyCustomizer {

	private final AtomicInteger count = new AtomicInteger();

	int count() {
		return this.count.get();
	}

	@Override
	public void afterChannelInitialized(Channel channel) {
		channel.pipeline().addLast(new Counter());
	}

	private static boolean isCarrier(Object message) {
		Object inner = message;
		while (inner instanceof CommandWrapper<?, ?, ?> wrapper) {
			inner = wrapper.getDelegate();
		}
		return inner.getClass().getSimpleName().equals("Carrier");
	}

	private final class Counter extends ChannelOutboundHandlerAdapter {

		@Override
		public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
			if (isCarrier(message)) {
				Carriers.this.count.incrementAndGet();
			}
			context.write(message, promise);
		}

	}

}
