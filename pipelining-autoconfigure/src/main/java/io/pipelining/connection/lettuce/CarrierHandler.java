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

import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Queue;

import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.CommandWrapper;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * Puts a batch in the place of its {@link Carrier}: one message to the socket, with
 * nobody's commands in between. Everything else passes. Confined to the channel's event
 * loop.
 */
// What becomes of a write is told to the promise, or by the loss of the connection
@SuppressWarnings("FutureReturnValueIgnored")
final class CarrierHandler extends ChannelOutboundHandlerAdapter {

	private final Queue<RedisCommand<?, ?, ?>> awaitingReply;

	private final ChannelHandlerContext encoder;

	private final CommandWatch watch;

	/**
	 * Create a handler.
	 * @param commands the driver's handler, which keeps the commands that await their
	 * replies
	 * @param encoder the driver's handler that writes what commands encode
	 * @param watch what the driver wants to know of each command
	 */
	CarrierHandler(CommandHandler commands, ChannelHandlerContext encoder, CommandWatch watch) {
		this.awaitingReply = commands.getStack();
		this.encoder = encoder;
		this.watch = watch;
	}

	@Override
	public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) throws Exception {
		Carrier carrier = carrier(message);
		if (carrier == null) {
			context.write(message, promise);
		}
		else if (!context.channel().isActive()) {
			// Lettuce keeps what could not be written, and is not done, for the next
			// channel
			promise.tryFailure(new ClosedChannelException());
		}
		else if (carrier.delivery().take()) {
			write(context, carrier, promise);
		}
		else {
			promise.trySuccess();
		}
	}

	private static @Nullable Carrier carrier(Object message) {
		if (message instanceof Carrier carrier) {
			return carrier;
		}
		return (message instanceof CommandWrapper<?, ?, ?> wrapper) ? CommandWrapper.unwrap(wrapper, Carrier.class)
				: null;
	}

	private void write(ChannelHandlerContext context, Carrier carrier, ChannelPromise promise) {
		try {
			this.watch.sending(context.channel(), carrier.delivery());
			this.awaitingReply.addAll(carrier.delivery().commands());
		}
		catch (RuntimeException | Error ex) {
			// Replies would be taken for those to other commands
			context.close();
			promise.tryFailure(ex);
			return;
		}
		List<ByteBuf> pieces = carrier.pieces();
		int last = pieces.size() - 1;
		for (int i = 0; i < last; i++) {
			this.encoder.writeAndFlush(pieces.get(i));
		}
		this.encoder.write(pieces.get(last), promise);
	}

}
