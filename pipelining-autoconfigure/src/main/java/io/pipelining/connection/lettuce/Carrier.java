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
import java.util.concurrent.CancellationException;

import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * One command of Lettuce's that stands for a whole batch, on its way to the
 * {@link CarrierHandler} that puts the batch in its place.
 * <p>
 * <strong>Delivery.</strong> While the connection is down Lettuce keeps the carrier as
 * any command, and sends it once. As soon as the batch is in its place the carrier is
 * done: neither it nor any command of the batch is ever sent again.
 */
final class Carrier implements RedisCommand<Object, Object, Object> {

	/** The most bytes that go to the socket in one piece. */
	static final int PIECE_SIZE = 256 * 1024;

	private static final int FIRST_COMMAND = 256;

	private final Delivery delivery;

	private final List<ByteBuf> pieces;

	/**
	 * Create a carrier. The batch is encoded here, on the thread that sends it.
	 */
	Carrier(Delivery delivery) {
		this.delivery = delivery;
		this.pieces = encode(delivery.commands());
	}

	/**
	 * The buffers are on the heap, so nobody needs to release what the driver drops.
	 */
	private static List<ByteBuf> encode(List<BatchCommand> commands) {
		List<ByteBuf> pieces = new ArrayList<>(1);
		ByteBuf piece = Unpooled.buffer(FIRST_COMMAND);
		for (int i = 0; i < commands.size(); i++) {
			int start = piece.writerIndex();
			commands.get(i).getDelegate().encode(piece);
			int length = piece.writerIndex() - start;
			if (i == 0 && commands.size() > 1) {
				piece = buffer(commands.size(), length).writeBytes(piece);
			}
			else if (piece.writerIndex() > PIECE_SIZE) {
				ByteBuf next = buffer(commands.size() - i, length).writeBytes(piece, start, length);
				pieces.add(piece.writerIndex(start));
				piece = next;
			}
		}
		pieces.add(piece);
		return pieces;
	}

	/**
	 * Return a buffer for the rest of the batch, whose commands are mostly like this one,
	 * with room for longer keys. A piece ends before the command that is too much for it,
	 * so there is room for that as well: a buffer that grows is copied, and twice as
	 * large.
	 */
	private static ByteBuf buffer(int commands, int length) {
		return Unpooled.buffer((int) Math.min(commands * (length + length / 4L), PIECE_SIZE + (long) length));
	}

	/**
	 * Return the encoded batch, in pieces.
	 */
	List<ByteBuf> pieces() {
		return this.pieces;
	}

	Delivery delivery() {
		return this.delivery;
	}

	@Override
	public boolean isDone() {
		return !this.delivery.isWaitingOnCarrier();
	}

	@Override
	public boolean completeExceptionally(Throwable failure) {
		this.delivery.giveUp(failure);
		return true;
	}

	@Override
	public void cancel() {
		completeExceptionally(new CancellationException("The batch was cancelled"));
	}

	/**
	 * Asked by a node's connection that is closed while the carrier waits, as its
	 * commands would be.
	 */
	@Override
	public boolean isCancelled() {
		this.delivery.withdraw();
		return true;
	}

	/**
	 * Replies complete the commands of the batch, not what carried them.
	 */
	@Override
	public void complete() {
	}

	/**
	 * A connection that does not put the batch in its place cannot tell its replies
	 * apart. An error: after an exception Lettuce 6.6 takes the next reply, which is that
	 * to another command, for the carrier's.
	 */
	@Override
	public void encode(ByteBuf buffer) {
		throw new AssertionError("Nothing on this connection takes a batch from its carrier");
	}

	/**
	 * Return the type of the batch's first command, for whoever routes by it.
	 */
	@Override
	public ProtocolKeyword getType() {
		return this.delivery.commands().get(0).getType();
	}

	/**
	 * Return the arguments of the batch's first command, for whoever routes by its key.
	 */
	@Override
	public CommandArgs<Object, Object> getArgs() {
		return this.delivery.commands().get(0).getArgs();
	}

	@Override
	public @Nullable CommandOutput<Object, Object, Object> getOutput() {
		return null;
	}

	@Override
	public void setOutput(CommandOutput<Object, Object, Object> output) {
	}

	@Override
	public String toString() {
		return "Batch of " + this.delivery.commands().size();
	}

}
