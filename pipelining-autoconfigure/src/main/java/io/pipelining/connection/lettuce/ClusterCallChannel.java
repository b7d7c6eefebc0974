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
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceClusterConnection;

import io.pipelining.PipelineUsageException;
import io.pipelining.connection.CallChannel;
import io.pipelining.connection.CannotWaitException;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.Invocation;
import io.pipelining.connection.Outcome;
import io.pipelining.connection.RecordedCall;

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

	private final BatchConnections dedicatedConnections;

	/** What may still await replies, oldest first. */
	private final List<ClusterBatch> inFlight = new ArrayList<>(2);

	/** The connection of the last batch, which may be on its way. */
	private @Nullable ConnectionUse use;

	private final PipelineWrites writes = new PipelineWrites();

	/**
	 * Create a channel.
	 * @param source where connections come from
	 * @param facade makes and decodes calls
	 * @param links what is known about the cluster
	 * @param client its client, {@code null} where a decorated factory hides it
	 * @param connections those of plain batches
	 * @param dedicatedConnections those of atomic batches where the driver writes a batch
	 * command by command
	 */
	ClusterCallChannel(ConnectionSource source, LettuceFacade facade, ClusterLinks links,
			@Nullable RedisClusterClient client, BatchConnections connections, BatchConnections dedicatedConnections) {
		this.source = source;
		this.facade = facade;
		this.links = links;
		this.client = client;
		this.connections = connections;
		this.dedicatedConnections = dedicatedConnections;
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
	public CompletionStage<List<Outcome>> send(List<? extends RecordedCall> recorded, @Nullable Duration timeout) {
		List<LettuceRecordedCall> calls = recorded.stream().map(LettuceRecordedCall.class::cast).toList();
		if (areWithoutCommands(calls)) {
			return answered(calls);
		}
		try {
			ConnectionUse current = use(this.connections, timeout);
			return ending(current, () -> write(link(current, this.connections), calls, timeout)).thenApply((batch) -> {
				current.end(batch.isComplete());
				return new OutcomesOnDemand(() -> ClusterOutcomes.of(calls, batch.commands()));
			});
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(LettuceErrors.translate(ex));
		}
	}

	private static boolean areWithoutCommands(List<LettuceRecordedCall> calls) {
		return calls.stream().allMatch((call) -> call.commands().length == 0);
	}

	private static CompletionStage<List<Outcome>> answered(List<LettuceRecordedCall> calls) {
		return CompletableFuture.completedFuture(Collections.nCopies(calls.size(), Outcome.ANSWERED));
	}

	/**
	 * Batches of a pipeline follow each other on one connection.
	 */
	private ConnectionUse use(BatchConnections from, @Nullable Duration timeout) {
		ConnectionUse current = this.use;
		if (current != null && current.goOn()) {
			return current;
		}
		ConnectionUse next = new ConnectionUse(from, from.take(this.source, timeout));
		this.use = next;
		return next;
	}

	@SuppressWarnings("unchecked")
	private ClusterLink link(ConnectionUse current, BatchConnections from) {
		return this.links.of((StatefulRedisClusterConnection<byte[], byte[]>) current.nativeConnection(), this.client,
				from == this.dedicatedConnections);
	}

	private static <T> CompletionStage<T> ending(ConnectionUse current, Sending<T> sending) {
		try {
			return sending.begin();
		}
		catch (RuntimeException ex) {
			current.end(true);
			throw ex;
		}
	}

	private CompletionStage<ClusterBatch> write(ClusterLink link, List<LettuceRecordedCall> calls,
			@Nullable Duration timeout) {
		this.inFlight.removeIf(ClusterBatch::isDone);
		ClusterBatch last = this.inFlight.isEmpty() ? null : this.inFlight.get(this.inFlight.size() - 1);
		Deadline deadline = Deadline.in((timeout != null) ? timeout : link.connection().getTimeout());
		ReadFrom readFrom = readFrom(link, calls);
		ClusterRouter router = new ClusterRouter(CommandTraces.ofCurrent(link.resources()),
				(readFrom != null) ? new ReadNodes(link, readFrom, deadline) : link::masterOf,
				(last != null && last.isReading() == (readFrom != null)) ? this.inFlight : List.of());
		ClusterBatch batch = new ClusterBatch(link, router.route(calls), deadline,
				(last != null) ? last.whenDone() : CompletableFuture.completedFuture(null), readFrom != null);
		boolean mustWait = this.inFlight.stream().anyMatch((earlier) -> !earlier.mayBeFollowedBy(batch));
		this.inFlight.add(batch);
		if (last == null) {
			batch.write();
		}
		else {
			(mustWait ? last.whenDone() : last.whenWritten()).thenRun(batch::write);
		}
		return batch.whenDone();
	}

	/**
	 * Return where a batch may read from, {@code null} if it goes to the masters: one
	 * that writes, and everything after it, so that a pipeline reads its own writes.
	 */
	private @Nullable ReadFrom readFrom(ClusterLink link, List<LettuceRecordedCall> calls) {
		if (this.writes.areBegunBy(calls, link.connection().getOptions())) {
			return null;
		}
		ReadFrom readFrom = link.connection().getReadFrom();
		return (readFrom != ReadFrom.UPSTREAM) ? readFrom : null;
	}

	@Override
	public void wroteElsewhere() {
		this.writes.begin();
	}

	@Override
	public @Nullable RedisConnection pagingConnection(RedisConnection ordinary, Runnable beforePage) {
		return this.writes.areBegun() ? readingMasters(ordinary, beforePage) : null;
	}

	@Override
	public RedisConnection directConnection(RedisConnection ordinary, Invocation invocation) {
		RedisConnection masters = ClusterCalls.isEmulated(invocation) ? readingMasters(ordinary, () -> {
		}) : null;
		return (masters != null) ? masters : ordinary;
	}

	/**
	 * Return a connection over an ordinary one that reads from masters, {@code null} if
	 * that does so itself.
	 */
	private static @Nullable RedisConnection readingMasters(RedisConnection ordinary, Runnable beforePage) {
		if (!(ordinary instanceof LettuceClusterConnection cluster)) {
			return null;
		}
		StatefulRedisClusterConnection<byte[], byte[]> connection = BatchConnection.clusterConnection(ordinary);
		return (connection.getReadFrom() != ReadFrom.UPSTREAM) ? new MastersConnection(cluster, connection, beforePage)
				: null;
	}

	@Override
	public CompletionStage<List<Outcome>> sendAtomically(List<? extends RecordedCall> recorded,
			@Nullable Duration timeout) {
		List<LettuceRecordedCall> calls = recorded.stream().map(LettuceRecordedCall.class::cast).toList();
		if (areWithoutCommands(calls)) {
			return answered(calls);
		}
		try {
			int slot = onlySlot(calls);
			ConnectionUse current = use(this.connections, timeout);
			BatchConnections from = this.connections;
			if (!PipelineNettyCustomizer.isIn(current.nativeConnection().getResources())
					&& this.connections != this.dedicatedConnections) {
				// Commands of others would come in between
				current.end(true);
				from = this.dedicatedConnections;
				current = use(from, timeout);
			}
			return sendAtomically(current, link(current, from), calls, slot, timeout);
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(LettuceErrors.translate(ex));
		}
	}

	private static CompletionStage<List<Outcome>> sendAtomically(ConnectionUse current, ClusterLink link,
			List<LettuceRecordedCall> calls, int slot, @Nullable Duration timeout) {
		Deadline deadline = Deadline.in((timeout != null) ? timeout : link.connection().getTimeout());
		ClusterTransaction transaction = new ClusterTransaction(link, CommandTraces.ofCurrent(link.resources()), calls,
				slot, deadline);
		return ending(current, transaction::send)
			.whenComplete((outcomes, failure) -> current.end(transaction.isComplete()));
	}

	/**
	 * Return the slot of all keys.
	 * @throws PipelineUsageException if there are several
	 */
	private static int onlySlot(List<LettuceRecordedCall> calls) {
		Set<Integer> slots = new TreeSet<>();
		for (LettuceRecordedCall call : calls) {
			for (RedisCommand<?, ?, ?> command : call.commands()) {
				if (command instanceof AimedCommand) {
					throw new PipelineUsageException(call.command() + " goes to all nodes, so it cannot be part of an"
							+ " atomic pipeline on a cluster. Nothing was sent");
				}
				slots.add(ClusterCalls.slotOf(command, call.invocation()));
			}
		}
		slots.remove(RoutedCommand.NO_SLOT);
		if (slots.size() > 1) {
			throw new PipelineUsageException("The keys of an atomic pipeline on a cluster must share a slot, and these"
					+ " have slots " + slots.stream().map(String::valueOf).collect(Collectors.joining(", "))
					+ ". Nothing was sent. Give the keys a common hash tag, as in {user:1}:name and {user:1}:mail");
		}
		return slots.isEmpty() ? RoutedCommand.NO_SLOT : slots.iterator().next();
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

	/**
	 * Begins to send.
	 *
	 * @param <T> what it ends with
	 */
	private interface Sending<T> {

		CompletionStage<T> begin();

	}

}
