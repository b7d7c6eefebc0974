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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.RedisException;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One batch on its way. Completes when each of its commands is answered or given up, by
 * the time-out at the latest. Thread-safe.
 * <p>
 * <strong>One connection.</strong> As long as nothing of it was written, a batch waits
 * for a connection that is down. What is left of a batch that was begun is given up with
 * its connection, so that what ran is always the beginning of the batch.
 */
final class Delivery {

	private final List<BatchCommand> commands;

	private final AtomicInteger unsettled;

	private final boolean allOrNothing;

	private final AtomicBoolean givenUp = new AtomicBoolean();

	private final CompletableFuture<Delivery> settled = new CompletableFuture<>();

	private final AtomicReference<Carriage> carriage = new AtomicReference<>(Carriage.NONE);

	private volatile boolean lost;

	private volatile @Nullable Throwable refusal;

	private CommandWatch.@Nullable Latency latency;

	Delivery(List<RedisCommand<?, ?, ?>> commands) {
		this(commands, false);
	}

	private Delivery(List<RedisCommand<?, ?, ?>> commands, boolean allOrNothing) {
		this.allOrNothing = allOrNothing;
		this.commands = new ArrayList<>(commands.size());
		int hash = hashCode();
		for (RedisCommand<?, ?, ?> command : commands) {
			this.commands.add(new BatchCommand(command, this, hash++));
		}
		this.unsettled = new AtomicInteger(commands.size());
	}

	/**
	 * Create one that gives up all its commands with the first that is lost, so that the
	 * last is not written without those before it.
	 */
	static Delivery allOrNothing(List<RedisCommand<?, ?, ?>> commands) {
		return new Delivery(commands, true);
	}

	/**
	 * Return whether each command was answered.
	 */
	boolean isComplete() {
		return !this.lost;
	}

	List<BatchCommand> commands() {
		return this.commands;
	}

	/**
	 * Put the batch on a carrier, instead of writing its commands.
	 */
	Carrier load() {
		Carrier carrier = new Carrier(this);
		this.carriage.set(Carriage.WAITING);
		return carrier;
	}

	/**
	 * Return whether the carrier still waits to be unloaded.
	 */
	boolean isWaitingOnCarrier() {
		return this.carriage.get() == Carriage.WAITING;
	}

	/**
	 * Take the batch from its carrier: from now on all of it counts as written.
	 * @return {@code false} if it was given up, so that it must not be written
	 */
	boolean take() {
		return this.carriage.compareAndSet(Carriage.WAITING, Carriage.TAKEN);
	}

	/**
	 * Have the batch sent elsewhere, unless it was taken from its carrier. For one on a
	 * carrier, or that no connection has.
	 */
	void withdraw() {
		Carriage before = this.carriage.getAndUpdate(Carriage::withdrawn);
		if (before == Carriage.WAITING || before == Carriage.NONE) {
			this.commands.forEach(BatchCommand::isCancelled);
		}
	}

	boolean isTaken() {
		return this.carriage.get() == Carriage.TAKEN;
	}

	/**
	 * Have the driver's recorder told how long each reply takes. Called by the thread
	 * that receives them.
	 */
	void timeReplies(CommandWatch.Latency latency) {
		this.latency = latency;
	}

	void replied(BatchCommand command) {
		if (this.latency != null) {
			this.latency.replied(command);
		}
		settled();
	}

	CompletionStage<Delivery> whenSettled() {
		return this.settled;
	}

	void onSettled(Runnable action) {
		whenSettled().thenRun(action);
	}

	private void settled() {
		if (this.unsettled.decrementAndGet() == 0) {
			this.settled.complete(this);
			if (this.latency != null) {
				this.latency.record();
			}
		}
	}

	/**
	 * A command was given up.
	 * @param why the reason
	 * @param written whether it may have reached the server
	 */
	void lost(Throwable why, boolean written) {
		this.lost = true;
		boolean refused = !written && LettuceErrors.isOfConnection(why);
		if ((refused || this.allOrNothing) && this.givenUp.compareAndSet(false, true)) {
			this.refusal = refused ? why : null;
			giveUp(why);
		}
		settled();
	}

	/**
	 * Return why the driver took nothing, where that is only that it could not connect
	 * again, {@code null} otherwise. If it refuses one command it is to have none: it may
	 * connect while it is given them, and take the rest.
	 */
	@Nullable Throwable refusal() {
		return this.refusal;
	}

	/**
	 * Return whether all commands were given up and none was written.
	 */
	boolean isUntouched() {
		return this.commands.stream().allMatch((command) -> command.loss() != null && !command.isWritten());
	}

	/**
	 * Have the commands take the reply to another attempt: the driver tells the output of
	 * each that it was given up.
	 */
	void forgetRefusal() {
		for (BatchCommand command : this.commands) {
			CommandOutput<?, ?, ?> output = command.getOutput();
			if (output != null) {
				output.setError((String) null);
			}
		}
	}

	void expireAt(Deadline deadline, ClientResources resources) {
		if (deadline.isFinite()) {
			Timeout timer = resources.timer()
				.newTimeout((expired) -> giveUp(deadline.timeoutException()), Math.max(deadline.remainingNanos(), 1),
						TimeUnit.NANOSECONDS);
			onSettled(timer::cancel);
		}
	}

	/**
	 * The connection is gone, and with it the replies to what was written.
	 */
	void connectionLost() {
		if (this.commands.stream().anyMatch(BatchCommand::isBegun)) {
			giveUp(new RedisException("Connection lost before the reply came"));
		}
	}

	/**
	 * Give up every command that is not answered. What was not encoded by now never will
	 * be. From the last to the first, since the driver may be encoding them from the
	 * first to the last: so no command runs after one that does not.
	 */
	void giveUp(Throwable why) {
		this.carriage.compareAndSet(Carriage.WAITING, Carriage.WITHDRAWN);
		for (int i = this.commands.size() - 1; i >= 0; i--) {
			this.commands.get(i).completeExceptionally(why);
		}
	}

	private enum Carriage {

		/** The driver writes each command. */
		NONE,

		/** All are on a carrier, and none is written. */
		WAITING,

		/** All are written, or about to be. */
		TAKEN,

		/** None will be written. */
		WITHDRAWN;

		Carriage withdrawn() {
			return (this == TAKEN) ? TAKEN : WITHDRAWN;
		}

	}

}
