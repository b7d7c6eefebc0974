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

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.lettuce.core.RedisChannelHandler;

/**
 * One batch that is handed to a connection. Between two attempts to reconnect the driver
 * keeps what it is given; from an attempt that failed on, until one works, it may refuse
 * it instead. Such a batch, of which nothing was written, waits here: it is handed over
 * again when the connection is there, or its time is over and it never is.
 */
final class PatientWrite {

	/** Between two looks at whether the connection is there again. */
	private static final long PAUSE_MILLIS = 10;

	private final RedisChannelHandler<?, ?> connection;

	private final boolean carrying;

	private final Supplier<Attempt> attempts;

	private final Deadline deadline;

	private final Deliveries deliveries;

	private final CompletableFuture<Void> handedOver = new CompletableFuture<>();

	private final CompletableFuture<Attempt> settled = new CompletableFuture<>();

	/**
	 * Create a write.
	 * @param connection where it goes
	 * @param carrying whether on a carrier
	 * @param attempts makes what is handed over, each time that it is
	 * @param deadline when the batch ends
	 * @param deliveries watches batches on their way
	 */
	PatientWrite(RedisChannelHandler<?, ?> connection, boolean carrying, Supplier<Attempt> attempts, Deadline deadline,
			Deliveries deliveries) {
		this.connection = connection;
		this.carrying = carrying;
		this.attempts = attempts;
		this.deadline = deadline;
		this.deliveries = deliveries;
	}

	/**
	 * Completes, never exceptionally, when the driver has the batch, or never will: a
	 * later one for the same connection does not overtake it from then on.
	 */
	CompletionStage<Void> whenHandedOver() {
		return this.handedOver;
	}

	/**
	 * Completes when each command is answered or given up; exceptionally if there was
	 * nothing to hand over.
	 */
	CompletionStage<Attempt> whenSettled() {
		return this.settled;
	}

	/**
	 * Hand the batch over.
	 */
	void begin() {
		try {
			Attempt attempt = this.attempts.get();
			if (this.deadline.isOver()) {
				attempt.delivery().giveUp(this.deadline.timeoutException());
				finish(attempt);
			}
			else {
				write(attempt);
			}
		}
		catch (RuntimeException | Error ex) {
			this.settled.completeExceptionally(ex);
			this.handedOver.complete(null);
		}
	}

	private void write(Attempt attempt) {
		Delivery delivery = attempt.delivery();
		try {
			this.deliveries.watch(this.connection, delivery);
			delivery.expireAt(this.deadline, this.connection.getResources());
			BatchWriter.write(delivery, this.connection, this.connection.getOptions(), this.carrying);
		}
		catch (RuntimeException | Error ex) {
			// Some of it may have been taken before
			delivery.giveUp(ex);
		}
		Throwable refusal = delivery.refusal();
		if (refusal != null && this.connection.getOptions().isAutoReconnect() && delivery.isUntouched()) {
			delivery.forgetRefusal();
			waitForConnection(attempt, refusal);
		}
		else {
			finish(attempt);
		}
	}

	private void finish(Attempt attempt) {
		this.handedOver.complete(null);
		attempt.delivery().onSettled(() -> this.settled.complete(attempt));
	}

	private void waitForConnection(Attempt refused, Throwable refusal) {
		try {
			this.connection.getResources()
				.eventExecutorGroup()
				.schedule(() -> again(refused, refusal), PAUSE_MILLIS, TimeUnit.MILLISECONDS)
				.addListener((paused) -> {
					if (!paused.isSuccess()) {
						finish(refused);
					}
				});
		}
		catch (RuntimeException ex) {
			// The driver was shut down
			finish(refused);
		}
	}

	private void again(Attempt refused, Throwable refusal) {
		if (this.deadline.isOver()) {
			Attempt attempt = this.attempts.get();
			attempt.delivery().giveUp(this.deadline.timeoutException().initCause(refusal));
			finish(attempt);
		}
		else if (this.connection.isClosed()) {
			Attempt attempt = this.attempts.get();
			attempt.delivery().withdraw();
			finish(attempt);
		}
		else if (this.connection.isOpen()) {
			write(this.attempts.get());
		}
		else {
			waitForConnection(refused, refusal);
		}
	}

}
