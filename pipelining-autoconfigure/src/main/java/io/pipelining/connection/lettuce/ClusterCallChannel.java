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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

import io.pipelining.PipelineUsageException;
import io.pipelining.connection.CallChannel;
import io.pipelining.connection.CannotWaitException;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.Invocation;
import io.pipelining.connection.Outcome;
import io.pipelining.connection.RecordedCall;
import io.pipelining.connection.lettuce.NodeWrite.Deadline;

/**
 * Sends the calls of a pipeline to the nodes of a cluster, over the connections to nodes
 * that the factory's connection has: one write for each node and batch.
 */
final class ClusterCallChannel implements CallChannel {

	private final ConnectionSource source;

	private final LettuceFacade facade;

	private final ClusterLinks links;

	private final @Nullable RedisClusterClient client;

	private final BatchConnections connections;

	/** What may still await replies, oldest first. */
	private final List<ClusterBatch> inFlight = new ArrayList<>(2);

	ClusterCallChannel(ConnectionSource source, LettuceFacade facade, ClusterLinks links,
			@Nullable RedisClusterClient client, BatchConnections connections) {
		this.source = source;
		this.facade = facade;
		this.links = links;
		this.client = client;
		this.connections = connections;
	}

	@Override
	public RecordedCall record(Invocation invocation) throws Throwable {
		ClusterCalls.checkSlots(invocation);
		try {
			return this.facade.record(invocation);
		}
		catch (Exception ex) {
			if (ClusterConnections.areNodesNeeded(ex)) {
				throw new CannotWaitException(ClusterCalls.commandOf(invocation));
			}
			throw ex;
		}
	}

	@Override
	public CompletionStage<List<Outcome>> send(List<? extends RecordedCall> calls, @Nullable Duration timeout) {
		if (calls.stream().allMatch((call) -> commandsOf(call).length == 0)) {
			return CompletableFuture.completedFuture(Collections.nCopies(calls.size(), Outcome.ANSWERED));
		}
		try {
			BatchConnection connection = this.connections.take(this.source, timeout);
			return write(connection, calls, timeout).thenApply((batch) -> {
				this.connections.giveBack(connection, batch.isComplete());
				return new OutcomesOnDemand(() -> outcomes(calls, batch));
			});
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(LettuceErrors.translate(ex));
		}
	}

	@Override
	public CompletionStage<List<Outcome>> sendAtomically(List<? extends RecordedCall> calls,
			@Nullable Duration timeout) {
		return CompletableFuture.failedFuture(new PipelineUsageException("An atomic pipeline needs a single server,"
				+ " and the connection factory is one for a cluster. Nothing was sent"));
	}

	private CompletionStage<ClusterBatch> write(BatchConnection connection, List<? extends RecordedCall> calls,
			@Nullable Duration timeout) {
		try {
			ClusterLink link = this.links.of(connection.clusterConnection(), this.client);
			this.inFlight.removeIf(ClusterBatch::isDone);
			ClusterBatch last = this.inFlight.isEmpty() ? null : this.inFlight.get(this.inFlight.size() - 1);
			Deadline deadline = Deadline.in((timeout != null) ? timeout : link.connection().getTimeout());
			ClusterBatch batch = new ClusterBatch(link, route(calls, link), deadline,
					(last != null) ? last.whenDone() : CompletableFuture.completedFuture(null));
			boolean mustWait = this.inFlight.stream().anyMatch((earlier) -> !mayBeFollowed(earlier, batch));
			this.inFlight.add(batch);
			if (last == null) {
				batch.write();
			}
			else {
				(mustWait ? last.whenDone() : last.whenWritten()).thenRun(batch::write);
			}
			return batch.whenDone();
		}
		catch (RuntimeException ex) {
			this.connections.giveBack(connection, false);
			throw ex;
		}
	}

	/**
	 * Whether a batch may be written while an earlier one awaits its replies: if the
	 * connection to the node keeps the calls of each slot in order.
	 */
	private static boolean mayBeFollowed(ClusterBatch earlier, ClusterBatch later) {
		return !earlier.isRedirected() && earlier.link().connection() == later.link().connection();
	}

	/**
	 * While calls of a slot await their replies, further ones go to the same node,
	 * whatever became known about the slot since: it redirects them all.
	 */
	private List<RoutedCommand> route(List<? extends RecordedCall> calls, ClusterLink link) {
		CommandTraces traces = CommandTraces.ofCurrent(link.resources());
		Map<Integer, Node> fixed = new HashMap<>();
		this.inFlight.forEach((batch) -> batch.addNodesTo(fixed));
		List<RoutedCommand> routed = new ArrayList<>(calls.size());
		for (RecordedCall call : calls) {
			for (RedisCommand<?, ?, ?> command : commandsOf(call)) {
				routed.add(route(command, call.invocation(), traces, routed, fixed, link));
			}
		}
		return routed;
	}

	private static RoutedCommand route(RedisCommand<?, ?, ?> command, Invocation invocation, CommandTraces traces,
			List<RoutedCommand> before, Map<Integer, Node> fixed, ClusterLink link) {
		if (command instanceof AimedCommand aimed) {
			return RoutedCommand.aimed(aimed, traces);
		}
		int slot = ClusterCalls.slotOf(command, invocation);
		Node node = fixed.get(slot);
		return new RoutedCommand(command, traces, slot, (node != null) ? node : nodeOf(slot, before, link));
	}

	/** A command without a key goes along with the one before it. */
	private static Node nodeOf(int slot, List<RoutedCommand> before, ClusterLink link) {
		return (slot == RoutedCommand.NO_SLOT && !before.isEmpty()) ? before.get(before.size() - 1).firstNode()
				: link.masterOf(slot);
	}

	private static RedisCommand<?, ?, ?>[] commandsOf(RecordedCall call) {
		return ((LettuceRecordedCall) call).commands();
	}

	private static List<Outcome> outcomes(List<? extends RecordedCall> calls, ClusterBatch batch) {
		List<Outcome> outcomes = new ArrayList<>(calls.size());
		int next = 0;
		for (RecordedCall call : calls) {
			int count = commandsOf(call).length;
			outcomes.add(outcome(batch.commands().subList(next, next + count)));
			next += count;
		}
		return outcomes;
	}

	/**
	 * A call of which some commands were sent, and some not, may have done its work in
	 * part.
	 */
	private static Outcome outcome(List<RoutedCommand> commands) {
		Outcome failed = null;
		Outcome notSent = null;
		boolean sent = false;
		for (RoutedCommand command : commands) {
			Outcome outcome = outcome(command);
			switch (outcome.kind()) {
				case UNKNOWN -> {
					return outcome;
				}
				case NOT_SENT -> notSent = (notSent != null) ? notSent : outcome;
				case FAILED -> failed = (failed != null) ? failed : outcome;
				default -> {
				}
			}
			sent |= outcome.kind() != Outcome.Kind.NOT_SENT;
		}
		if (notSent != null) {
			Throwable cause = notSent.cause();
			return (sent && cause != null) ? Outcome.unknown(cause) : notSent;
		}
		return (failed != null) ? failed : Outcome.ANSWERED;
	}

	private static Outcome outcome(RoutedCommand command) {
		BatchCommand attempt = command.attempt();
		if (attempt != null) {
			return LettuceCallChannel.outcome(List.of(attempt));
		}
		Throwable refusal = command.refusal();
		Assert.state(refusal != null, "A command was neither sent nor refused");
		return Outcome.notSent(LettuceErrors.translate(refusal));
	}

	@Override
	public @Nullable Object value(RecordedCall call) throws Throwable {
		return this.facade.replay((LettuceRecordedCall) call);
	}

	@Override
	public String way() {
		return "over the connections to nodes of " + this.connections.describe();
	}

	@Override
	public void close() {
	}

}
