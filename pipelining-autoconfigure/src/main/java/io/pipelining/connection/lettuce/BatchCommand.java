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

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

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
 * <strong>Delivery.</strong> Lettuce asks {@link #isDone()} before it sends anything
 * again after a reconnect. A command that was encoded once answers that it is done, so
 * nothing is ever sent twice.
 */
final class BatchCommand implements RedisCommand<Object, Object, Object>, CompleteableCommand<Object>,
		DecoratedCommand<Object, Object, Object> {

	private static final AtomicIntegerFieldUpdater<BatchCommand> STATE = AtomicIntegerFieldUpdater
		.newUpdater(BatchCommand.class, "state");

	private static final int WAITING = 0;

	private static final int ENCODED = 1;

	private static final int DONE = 2;

	private final RedisCommand<Object, Object, Object> command;

	private final Delivery delivery;

	private volatile int state = WAITING;

	private volatile boolean written;

	private @Nullable Throwable loss;

	@SuppressWarnings("unchecked")
	BatchCommand(RedisCommand<?, ?, ?> command, Delivery delivery) {
		this.command = (RedisCommand<Object, Object, Object>) command;
		this.delivery = delivery;
	}

	/**
	 * Return why there is no reply.
	 */
	@Nullable Throwable loss() {
		return this.loss;
	}

	/**
	 * Return whether the command may have reached the server.
	 */
	boolean isWritten() {
		return this.written;
	}

	@Override
	public void encode(ByteBuf buffer) {
		this.written = true;
		STATE.compareAndSet(this, WAITING, ENCODED);
		this.command.encode(buffer);
	}

	@Override
	public boolean isDone() {
		return this.state != WAITING;
	}

	@Override
	public void complete() {
		if (STATE.getAndSet(this, DONE) != DONE) {
			this.command.complete();
			this.delivery.settled();
		}
	}

	@Override
	public boolean completeExceptionally(Throwable failure) {
		if (STATE.getAndSet(this, DONE) == DONE) {
			return false;
		}
		this.loss = failure;
		this.command.completeExceptionally(failure);
		this.delivery.settled();
		return true;
	}

	@Override
	public void cancel() {
		completeExceptionally(new java.util.concurrent.CancellationException("The command was cancelled"));
	}

	/**
	 * Give the command up, unless it is answered. The driver may be about to encode it on
	 * another thread, so nobody can say any more that it was not written.
	 */
	void giveUp(Throwable why) {
		this.written = true;
		completeExceptionally(why);
	}

	/**
	 * Give the command up if it was written: its reply cannot come any more.
	 */
	void connectionLost(Throwable why) {
		if (this.state == ENCODED) {
			completeExceptionally(why);
		}
	}

	@Override
	public boolean isCancelled() {
		return this.command.isCancelled();
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

	@Override
	public String toString() {
		return this.command.toString();
	}

}
