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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

/**
 * One batch on its way to a master or to a replica of it, over the connection that the
 * driver's own routing uses.
 * <p>
 * <strong>Failover.</strong> Where the driver closes that connection for good, since the
 * node is none any more, and nothing of the batch was written, it goes to the node that
 * took its place.
 */
final class MasterReplicaBatch {

	/** As often as the driver follows a redirection in a cluster. */
	private static final int MOST_ATTEMPTS = 5;

	private final MasterReplicaNodes nodes;

	private final Kind kind;

	private final Supplier<Attempt> attempts;

	private final Deadline deadline;

	private final Deliveries deliveries;

	private final @Nullable MasterReplicaBatch before;

	private final CompletionStage<?> previous;

	private final CompletableFuture<Void> written = new CompletableFuture<>();

	private final CompletableFuture<Attempt> settled = new CompletableFuture<>();

	private volatile @Nullable StatefulRedisConnection<byte[], byte[]> connection;

	private final AtomicInteger attempted = new AtomicInteger();

	/**
	 * Create a batch.
	 * @param nodes where it goes
	 * @param kind what it asks of its connection
	 * @param attempts makes what is sent, each time that it is sent
	 * @param deadline when it ends
	 * @param deliveries watches batches on their way
	 * @param before the pipeline's batch before it, {@code null} if there is none
	 */
	MasterReplicaBatch(MasterReplicaNodes nodes, Kind kind, Supplier<Attempt> attempts, Deadline deadline,
			Deliveries deliveries, @Nullable MasterReplicaBatch before) {
		this.nodes = nodes;
		this.kind = kind;
		this.attempts = attempts;
		this.deadline = deadline;
		this.deliveries = deliveries;
		this.before = (before != null && !before.isDone()) ? before : null;
		this.previous = (this.before != null) ? this.before.whenDone() : CompletableFuture.completedFuture(null);
	}

	/**
	 * Send it as soon as the order allows.
	 */
	void send() {
		MasterReplicaBatch unfinished = this.before;
		if (unfinished == null) {
			connect();
		}
		else {
			unfinished.whenWritten().thenRun(() -> follow(unfinished));
		}
	}

	/**
	 * Completes when each command is answered or given up; exceptionally if none could be
	 * written.
	 */
	CompletionStage<Attempt> whenSettled() {
		return this.settled;
	}

	/**
	 * Completes when it was first handed to a connection, or could not be.
	 */
	private CompletionStage<Void> whenWritten() {
		return this.written;
	}

	/**
	 * Completes, never exceptionally, when this batch and those before it are settled.
	 */
	private CompletionStage<?> whenDone() {
		return this.settled.handle((attempt, failure) -> attempt).thenCombine(this.previous, (own, before) -> true);
	}

	private boolean isDone() {
		return this.settled.isDone() && this.previous.toCompletableFuture().isDone();
	}

	/**
	 * On the connection of the batch before, the driver keeps the order. On another one,
	 * that batch has to be done.
	 */
	private void follow(MasterReplicaBatch unfinished) {
		StatefulRedisConnection<byte[], byte[]> taken = unfinished.connection;
		if (taken != null && !isClosed(taken) && this.nodes.equals(unfinished.nodes)
				&& this.kind.reading() == unfinished.kind.reading()) {
			write(taken);
		}
		else {
			this.previous.thenRun(this::connect);
		}
	}

	private void connect() {
		this.nodes.connect(this.kind.reading(), this.deadline).whenComplete((connected, failure) -> {
			if (failure != null) {
				refuse(Deadline.reason(failure));
			}
			else {
				write(connected);
			}
		});
	}

	private void write(StatefulRedisConnection<byte[], byte[]> connected) {
		RedisChannelHandler<?, ?> handler = (RedisChannelHandler<?, ?>) connected;
		boolean carrying = BatchWriter.isCarrying(handler, connected.getOptions());
		if (this.deadline.isOver()) {
			refuse(this.deadline.timeoutException());
		}
		else if (this.kind.inOnePiece() && !carrying) {
			refuse(new RedisException("The connection to the master would not write the batch in one piece, and"
					+ " others use it as well"));
		}
		else {
			this.connection = connected;
			this.attempted.incrementAndGet();
			PatientWrite write = new PatientWrite(handler, carrying, this.attempts, this.deadline, this.deliveries);
			write.whenHandedOver().thenRun(() -> this.written.complete(null));
			write.whenSettled().whenComplete((attempt, failure) -> {
				if (failure != null) {
					refuse(failure);
				}
				else {
					settled(handler, attempt);
				}
			});
			write.begin();
		}
	}

	private void settled(RedisChannelHandler<?, ?> handler, Attempt attempt) {
		if (handler.isClosed() && !this.nodes.areClosed() && !this.deadline.isOver()
				&& this.attempted.get() < MOST_ATTEMPTS && attempt.delivery().isUntouched()) {
			attempt.delivery().forgetRefusal();
			this.previous.thenRun(this::connect);
		}
		else {
			this.settled.complete(attempt);
		}
	}

	private void refuse(Throwable why) {
		this.settled.completeExceptionally(LettuceErrors.translate(why));
		this.written.complete(null);
	}

	private static boolean isClosed(StatefulRedisConnection<?, ?> connection) {
		return ((RedisChannelHandler<?, ?>) connection).isClosed();
	}

	/**
	 * What a batch asks of its connection.
	 *
	 * @param reading whether it may be one for reading
	 * @param inOnePiece whether nobody's commands may come in between, and others use it
	 */
	record Kind(boolean reading, boolean inOnePiece) {

	}

}
