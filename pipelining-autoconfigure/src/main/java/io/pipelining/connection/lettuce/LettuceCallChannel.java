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

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.internal.ExceptionFactory;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;

import io.pipelining.connection.CallChannel;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.Invocation;
import io.pipelining.connection.Outcome;
import io.pipelining.connection.RecordedCall;
import io.pipelining.connection.lettuce.MasterReplicaBatch.Kind;

/**
 * Sends the calls of a pipeline as one collection to the channel writer of the factory's
 * connection: the shared one where the factory shares it, so that no connection is
 * opened.
 */
final class LettuceCallChannel implements CallChannel {

	private final ConnectionSource source;

	private final LettuceFacade facade;

	private final Deliveries deliveries;

	private final BatchConnections connections;

	private final BatchConnections dedicatedConnections;

	private final boolean carrying;

	private final PipelineWrites writes = new PipelineWrites();

	/** That of the last batch, which may be on its way. */
	private @Nullable ConnectionUse use;

	/** Completes when the driver has the last batch, or never will. */
	private CompletionStage<Void> handedOver = CompletableFuture.completedFuture(null);

	/** The last batch that went to one of several servers. */
	private @Nullable MasterReplicaBatch lastToNode;

	/**
	 * Create a channel.
	 * @param source where connections come from
	 * @param facade makes and decodes calls
	 * @param deliveries watches batches on their way
	 * @param connections those of plain batches
	 * @param dedicatedConnections those of atomic batches, one for each alone, where the
	 * driver writes a batch command by command
	 * @param carrying whether the driver mostly writes a batch in one piece
	 */
	LettuceCallChannel(ConnectionSource source, LettuceFacade facade, Deliveries deliveries,
			BatchConnections connections, BatchConnections dedicatedConnections, boolean carrying) {
		this.source = source;
		this.facade = facade;
		this.deliveries = deliveries;
		this.connections = connections;
		this.dedicatedConnections = dedicatedConnections;
		this.carrying = carrying;
	}

	@Override
	public RecordedCall record(Invocation invocation) throws Throwable {
		return this.facade.record(invocation);
	}

	@Override
	public CompletionStage<List<Outcome>> send(List<? extends RecordedCall> calls, @Nullable Duration timeout) {
		List<RedisCommand<?, ?, ?>> commands = new ArrayList<>(calls.size());
		for (RecordedCall call : calls) {
			Collections.addAll(commands, ((LettuceRecordedCall) call).commands());
		}
		if (commands.isEmpty()) {
			return answered(calls);
		}
		try {
			ConnectionUse use = use(this.connections, timeout);
			CommandTraces traces = traces(use);
			Supplier<Attempt> attempts = () -> attempt(calls, new Delivery(traces.trace(commands)));
			MasterReplicaNodes nodes = MasterReplicaNodes.of(use.nativeConnection());
			if (nodes == null) {
				return send(use, use.isCarrying(), attempts, timeout);
			}
			boolean reading = !this.writes.areBegunBy(calls, use.nativeConnection().getOptions())
					&& nodes.haveReadersBesideTheMaster();
			return send(use, nodes, new Kind(reading, false), attempts, timeout);
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private static Attempt attempt(List<? extends RecordedCall> calls, Delivery delivery) {
		return new Attempt(delivery, () -> outcomes(calls, delivery));
	}

	@Override
	public CompletionStage<List<Outcome>> sendAtomically(List<? extends RecordedCall> calls,
			@Nullable Duration timeout) {
		List<LettuceRecordedCall> own = calls.stream().map(LettuceRecordedCall.class::cast).toList();
		if (LettuceTransaction.isEmpty(own)) {
			return answered(calls);
		}
		try {
			ConnectionUse use = use(this.connections, timeout);
			boolean carrying = isCarrying(use);
			boolean dedicated = this.connections == this.dedicatedConnections;
			if (!carrying && !dedicated) {
				// Commands of others would come in between
				use.end(true);
				use = use(this.dedicatedConnections, timeout);
				dedicated = true;
			}
			CommandTraces traces = traces(use);
			Supplier<Attempt> attempts = () -> transaction(own, traces);
			MasterReplicaNodes nodes = MasterReplicaNodes.of(use.nativeConnection());
			return (nodes != null) ? send(use, nodes, new Kind(false, !dedicated), attempts, timeout)
					: send(use, carrying, attempts, timeout);
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/** The connections behind one to a master and its replicas are alike. */
	private static boolean isCarrying(ConnectionUse use) {
		return (MasterReplicaNodes.of(use.nativeConnection()) != null)
				? PipelineNettyCustomizer.isIn(use.nativeConnection().getResources()) : use.isCarrying();
	}

	private static Attempt transaction(List<LettuceRecordedCall> calls, CommandTraces traces) {
		LettuceTransaction transaction = new LettuceTransaction(calls);
		Delivery delivery = Delivery.allOrNothing(traces.trace(transaction.commands()));
		return new Attempt(delivery, () -> transaction.outcomes(delivery));
	}

	/**
	 * Batches of a pipeline follow each other on one connection.
	 */
	private ConnectionUse use(BatchConnections connections, @Nullable Duration timeout) {
		ConnectionUse current = this.use;
		if (current != null && current.goOn()) {
			return current;
		}
		ConnectionUse next = new ConnectionUse(connections, connections.take(this.source, timeout));
		this.use = next;
		return next;
	}

	private static CommandTraces traces(ConnectionUse use) {
		return CommandTraces.ofCurrent(use.nativeConnection().getResources());
	}

	private static CompletionStage<List<Outcome>> answered(List<? extends RecordedCall> calls) {
		return CompletableFuture.completedFuture(Collections.nCopies(calls.size(), Outcome.ANSWERED));
	}

	private CompletionStage<List<Outcome>> send(ConnectionUse use, boolean carrying, Supplier<Attempt> attempts,
			@Nullable Duration timeout) {
		PatientWrite write = new PatientWrite(use.handler(), carrying, attempts, deadline(use, timeout),
				this.deliveries);
		CompletableFuture<List<Outcome>> outcomes = new CompletableFuture<>();
		write.whenSettled().whenComplete((attempt, failure) -> end(use, attempt, failure, outcomes));
		CompletionStage<Void> before = this.handedOver;
		this.handedOver = write.whenHandedOver();
		before.thenRun(write::begin);
		return outcomes;
	}

	private static void end(ConnectionUse use, @Nullable Attempt attempt, @Nullable Throwable failure,
			CompletableFuture<List<Outcome>> outcomes) {
		use.end(attempt == null || attempt.delivery().isComplete());
		if (attempt != null) {
			outcomes.complete(new OutcomesOnDemand(attempt.outcomes()));
		}
		else {
			outcomes.completeExceptionally(failure);
		}
	}

	private static Deadline deadline(ConnectionUse use, @Nullable Duration timeout) {
		return Deadline.in((timeout != null) ? timeout : use.nativeConnection().getTimeout());
	}

	private CompletionStage<List<Outcome>> send(ConnectionUse use, MasterReplicaNodes nodes, Kind kind,
			Supplier<Attempt> attempts, @Nullable Duration timeout) {
		MasterReplicaBatch batch = new MasterReplicaBatch(nodes, kind, attempts, deadline(use, timeout),
				this.deliveries, this.lastToNode);
		this.lastToNode = batch;
		CompletableFuture<List<Outcome>> outcomes = new CompletableFuture<>();
		batch.whenSettled().whenComplete((attempt, failure) -> end(use, attempt, failure, outcomes));
		batch.send();
		return outcomes;
	}

	private static List<Outcome> outcomes(List<? extends RecordedCall> calls, Delivery delivery) {
		List<Outcome> outcomes = new ArrayList<>(calls.size());
		int next = 0;
		for (RecordedCall call : calls) {
			int end = next + ((LettuceRecordedCall) call).commands().length;
			outcomes.add(outcome(delivery.commands(), next, end));
			next = end;
		}
		return outcomes;
	}

	/**
	 * A call is answered when all its commands are, and was not sent if none of them was.
	 */
	static Outcome outcome(List<BatchCommand> commands, int from, int to) {
		Throwable loss = null;
		boolean written = false;
		String error = null;
		for (int i = from; i < to; i++) {
			BatchCommand command = commands.get(i);
			loss = (loss != null) ? loss : command.loss();
			written |= command.isWritten();
			CommandOutput<?, ?, ?> output = command.getOutput();
			error = (error == null && output != null && output.hasError()) ? output.getError() : error;
		}
		if (loss != null) {
			return written ? Outcome.unknown(LettuceErrors.translate(loss))
					: Outcome.notSent(LettuceErrors.translate(loss));
		}
		return (error != null)
				? Outcome.failed(LettuceErrors.translate(ExceptionFactory.createExecutionException(error)))
				: Outcome.ANSWERED;
	}

	@Override
	public @Nullable Object value(RecordedCall call) throws Throwable {
		return this.facade.replay((LettuceRecordedCall) call);
	}

	@Override
	public RedisConnection pagingConnection(RedisConnection ordinary, Runnable beforePage) {
		StatefulRedisConnection<byte[], byte[]> nativeConnection = BatchConnection.nativeConnection(ordinary);
		Duration timeout = nativeConnection.getTimeout();
		MasterReplicaNodes nodes = MasterReplicaNodes.of(nativeConnection);
		if (nodes == null) {
			return new PagingConnection(ordinary, nativeConnection, timeout, beforePage);
		}
		// A cursor is one server's, so all its pages come from there
		boolean reading = !this.writes.areBegun() && nodes.haveReadersBesideTheMaster();
		return new PagingConnection(ordinary, nodes.await(reading, Deadline.in(timeout)), timeout, beforePage);
	}

	@Override
	public void wroteElsewhere() {
		this.writes.begin();
	}

	@Override
	public boolean isInOrderOnOneConnection() {
		return true;
	}

	@Override
	public String way() {
		String plain = this.connections.describe();
		String atomic = this.dedicatedConnections.describe();
		return "over " + plain + ((this.carrying || atomic.equals(plain)) ? "" : ", atomic ones over " + atomic);
	}

	@Override
	public void close() {
	}

}
