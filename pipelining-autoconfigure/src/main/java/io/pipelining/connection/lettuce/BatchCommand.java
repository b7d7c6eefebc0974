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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.lettuce.core.RedisException;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CompleteableCommand;
import io.lettuce.core.protocol.DecoratedCommand;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A command on its way, which knows whether it may have reached the server.
 * <p>
 * <strong>Delivery.</strong> Lettuce asks {@link #isDone()} before it sends anything, for
 * the first time or again after a reconnect. A command that was encoded once answers that
 * it is done, so nothing is ever sent twice; and so does one that was given up before, so
 * that is not sent at all.
 */
final class BatchCommand implements RedisCommand<Object, Object, Object>, CompleteableCommand<Object>,
		DecoratedCommand<Object, Object, Object> {

	private static final AtomicIntegerFieldUpdater<BatchCommand> STATE = AtomicIntegerFieldUpdater
		.newUpdater(BatchCommand.class, "state");

	private static final int WAITING = 0;

	private static final int ENCODED = 1;

	private static final int DONE = 2;

	/** Needs no key and changes nothing. */
	private static final byte[] PING = "*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII);

	private final RedisCommand<Object, Object, Object> command;

	private final Delivery delivery;

	private final int hash;

	private volatile int state = WAITING;

	private boolean written;

	private volatile boolean withdrawn;

	private @Nullable Throwable loss;

	/**
	 * Create a command.
	 * @param hash not that of another on its way, mostly
	 */
	@SuppressWarnings("unchecked")
	BatchCommand(RedisCommand<?, ?, ?> command, Delivery delivery, int hash) {
		this.command = (RedisCommand<Object, Object, Object>) command;
		this.delivery = delivery;
		this.hash = hash;
	}

	/**
	 * Return why there is no reply.
	 */
	@Nullable Throwable loss() {
		return this.loss;
	}

	/**
	 * Return whether the command may have reached the server. Known once it is settled.
	 */
	boolean isWritten() {
		return this.written;
	}

	/**
	 * Return whether the command is no longer waiting to be encoded, or given up.
	 */
	boolean isBegun() {
		return this.state != WAITING || this.delivery.isTaken();
	}

	/**
	 * Write the command, unless it was given up since the driver asked whether it is
	 * done: then it counts on a reply, so what it gets is one that nobody minds. An
	 * exception would close the connection that everybody shares.
	 */
	@Override
	public void encode(ByteBuf buffer) {
		if (STATE.compareAndSet(this, WAITING, ENCODED)) {
			this.command.encode(buffer);
		}
		else {
			buffer.writeBytes(PING);
		}
	}

	@Override
	public boolean isDone() {
		return isBegun();
	}

	@Override
	public void complete() {
		if (STATE.getAndSet(this, DONE) != DONE) {
			this.written = true;
			this.command.complete();
			this.delivery.replied(this);
		}
	}

	/**
	 * Give the command up, unless it is answered. The driver reports a broken connection
	 * to the command in front before it closes the channel; that command is given up with
	 * the others a moment later, so that whoever waits does not write to that channel
	 * again.
	 */
	@Override
	public boolean completeExceptionally(Throwable failure) {
		if (failure instanceof IOException && this.state == ENCODED) {
			return false;
		}
		int before = STATE.getAndSet(this, DONE);
		if (before == DONE) {
			return false;
		}
		this.written = before == ENCODED || this.delivery.isTaken();
		this.loss = failure;
		this.command.completeExceptionally(failure);
		this.delivery.lost(failure, this.written);
		return true;
	}

	@Override
	public void cancel() {
		completeExceptionally(new CancellationException("The command was cancelled"));
	}

	/**
	 * Asked by the connection to a node of a cluster that is closed for good, before it
	 * hands what waits there to connections to other nodes, in any order and guarded no
	 * more. That is not for the driver to do.
	 * @return {@code true}, and the command is given up
	 */
	@Override
	public boolean isCancelled() {
		// Set first, for whoever looks once the last command is settled
		this.withdrawn = this.state != DONE;
		completeExceptionally(new RedisException("The connection to the node was closed"));
		return true;
	}

	/**
	 * Return whether the connection to its node was closed before it was written.
	 */
	boolean isWithdrawn() {
		return this.withdrawn && !this.written;
	}

	@Override
	public CommandOutput<Object, Object, Object> getOutput() {
		return this.command.getOutput();
	}

	@Override
	public void setOutput(CommandOutput<Object, Object, Object> output) {
		this.command.setOutput(output);
	}

	@Override
	public CommandArgs<Object, Object> getArgs() {
		return this.command.getArgs();
	}

	@Override
	public ProtocolKeyword getType() {
		return this.command.getType();
	}

	@Override
	public RedisCommand<Object, Object, Object> getDelegate() {
		return this.command;
	}

	/**
	 * Lettuce attaches callbacks to commands that it makes itself; the batch has its own.
	 */
	@Override
	public void onComplete(Consumer<? super Object> action) {
		onComplete((value, failure) -> {
			if (failure == null) {
				action.accept(value);
			}
		});
	}

	@Override
	@SuppressWarnings("unchecked")
	public void onComplete(BiConsumer<? super Object, Throwable> action) {
		if (this.command instanceof CompleteableCommand<?> completeable) {
			((CompleteableCommand<Object>) completeable).onComplete(action);
		}
		else {
			this.delivery.onSettled(() -> action.accept(null, this.loss));
		}
	}

	/**
	 * Lettuce keeps commands that await their replies in a hash map, and the virtual
	 * machine is slow to make the hash of each new object by its identity.
	 */
	@Override
	public int hashCode() {
		return this.hash;
	}

	@Override
	public String toString() {
		return this.command.toString();
	}

}
