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

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.cluster.event.AskRedirectionEvent;
import io.lettuce.core.cluster.event.MovedRedirectionEvent;
import io.lettuce.core.protocol.CommandArgs;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * One batch on its way through a cluster: one write for each node, and what the nodes
 * send elsewhere.
 * <p>
 * <strong>Redirections.</strong> They are followed for each slot by itself, once the
 * batch and those before it have their first replies: the first of the slot's commands
 * goes alone, to see whether the slot is there, and then the others in one write. So a
 * slot's commands run in order, and since a node that redirects a command did not run it,
 * each of them once. Only where a slot comes back to a node while that reads a batch, or
 * two of one pipeline, has the node redirected the first of the slot's commands and run
 * others: nobody can write them together and prevent that.
 */
final class ClusterBatch {

	private static final Log logger = LogFactory.getLog(ClusterBatch.class);

	private final ClusterLink link;

	private final List<RoutedCommand> commands;

	private final Deadline deadline;

	private final CompletionStage<?> previous;

	private final boolean reading;

	private final CompletableFuture<Void> written = new CompletableFuture<>();

	private final CompletableFuture<ClusterBatch> done = new CompletableFuture<>();

	private volatile boolean redirected;

	/**
	 * @param link the connection to the cluster
	 * @param commands the commands, in order
	 * @param deadline when the batch ends
	 * @param previous completes when the batches of the pipeline before this one are done
	 * @param reading whether it goes to nodes that are for reading
	 */
	ClusterBatch(ClusterLink link, List<RoutedCommand> commands, Deadline deadline, CompletionStage<?> previous,
			boolean reading) {
		this.link = link;
		this.commands = commands;
		this.deadline = deadline;
		this.previous = previous;
		this.reading = reading;
	}

	List<RoutedCommand> commands() {
		return this.commands;
	}

	/**
	 * Completes when each command can no longer be overtaken by those of a later batch
	 * for the same nodes.
	 */
	CompletionStage<Void> whenWritten() {
		return this.written;
	}

	/**
	 * Completes, never exceptionally, when each command of this batch and of those before
	 * it is answered or given up.
	 */
	CompletionStage<ClusterBatch> whenDone() {
		return this.done;
	}

	/**
	 * Return whether each command was answered.
	 */
	boolean isComplete() {
		return this.commands.stream().map(RoutedCommand::attempt).allMatch(ClusterBatch::isAnswered);
	}

	private static boolean isAnswered(@Nullable BatchCommand attempt) {
		return attempt != null && attempt.loss() == null;
	}

	boolean isDone() {
		return this.done.isDone();
	}

	/**
	 * Return whether it goes to nodes that are for reading.
	 */
	boolean isReading() {
		return this.reading;
	}

	/**
	 * Return whether a later batch may be written while this one awaits its replies: if
	 * the connections to nodes keep the calls of each slot in order.
	 */
	boolean mayBeFollowedBy(ClusterBatch later) {
		return !this.redirected && this.link.connection() == later.link.connection() && this.reading == later.reading;
	}

	/**
	 * Add the nodes that slots were first sent to.
	 */
	void addNodesTo(Map<Integer, Node> nodes) {
		for (RoutedCommand command : this.commands) {
			Node node = command.firstNode();
			if (node != null && command.isMovable()) {
				nodes.put(command.slot(), node);
			}
		}
	}

	void write() {
		Map<Node, NodeWrite> writes = new LinkedHashMap<>();
		for (RoutedCommand command : this.commands) {
			Node node = command.firstNode();
			if (node != null) {
				writes.computeIfAbsent(node, NodeWrite::new).add(command);
			}
		}
		write(writes.values(), () -> this.written.complete(null), this::firstReplies);
	}

	/** All connections are asked for before the first is waited for. */
	private void write(Collection<NodeWrite> writes, Runnable written, Runnable settled) {
		if (writes.isEmpty()) {
			written.run();
			settled.run();
			return;
		}
		Map<NodeWrite, CompletableFuture<StatefulRedisConnection<byte[], byte[]>>> connections = new LinkedHashMap<>();
		writes.forEach((write) -> connections.put(write, this.link.connect(write.node())));
		Countdown allWritten = new Countdown(writes.size(), written);
		Countdown allSettled = new Countdown(writes.size(), settled);
		connections
			.forEach((write, connection) -> write.write(this.link, connection, this.deadline, allWritten, allSettled));
	}

	private void firstReplies() {
		this.commands.forEach(this::distrustIfUnanswered);
		List<RoutedCommand> elsewhere = this.commands.stream().filter(ClusterBatch::goesElsewhere).toList();
		if (elsewhere.isEmpty()) {
			this.previous.thenRun(this::finish);
			return;
		}
		this.redirected = true;
		Map<Integer, MovingSlot> slots = new LinkedHashMap<>();
		for (RoutedCommand command : elsewhere) {
			slots.computeIfAbsent(command.slot(), MovingSlot::new).add(command);
		}
		this.previous.thenRun(() -> follow(slots.values()));
	}

	private static boolean goesElsewhere(RoutedCommand command) {
		return command.isWithdrawn() || command.redirection() != null;
	}

	private void finish() {
		this.done.complete(this);
	}

	// Redirections

	private void follow(Collection<MovingSlot> slots) {
		Map<Node, NodeWrite> writes = new LinkedHashMap<>();
		try {
			slots.forEach((slot) -> slot.next(writes));
		}
		catch (RuntimeException ex) {
			logger.warn("Cannot follow the redirections of a batch", ex);
			writes.clear();
		}
		if (writes.isEmpty()) {
			finish();
			return;
		}
		write(writes.values(), () -> {
		}, () -> {
			slots.forEach(MovingSlot::replies);
			follow(slots);
		});
	}

	/**
	 * Where a node cannot be reached, or does not answer, the driver knows better than
	 * what was learned: the node may be gone, and another have its slots.
	 */
	private void distrustIfUnanswered(RoutedCommand command) {
		if (!isAnswered(command.attempt())) {
			this.link.moves().forget(command.slot());
		}
	}

	/**
	 * A slot whose commands go elsewhere.
	 */
	private final class MovingSlot {

		private final int slot;

		private List<RoutedCommand> waiting = new ArrayList<>();

		private List<RoutedCommand> onTheirWay = List.of();

		/** Where the slot has moved to, as the last node said. */
		private @Nullable Node moved;

		/** Whether the node answered the first command, so that the others may follow. */
		private boolean settled;

		MovingSlot(int slot) {
			this.slot = slot;
		}

		void add(RoutedCommand command) {
			this.waiting.add(command);
		}

		/**
		 * Take what is to be sent next.
		 */
		void next(Map<Node, NodeWrite> writes) {
			this.onTheirWay = new ArrayList<>();
			Iterator<RoutedCommand> commands = this.waiting.iterator();
			while (commands.hasNext() && (this.settled || this.onTheirWay.isEmpty())) {
				RoutedCommand command = commands.next();
				if (command.redirections() >= ClusterBatch.this.link.maxRedirects() || !route(command, writes)) {
					commands.remove();
				}
				else {
					this.onTheirWay.add(command);
				}
			}
		}

		private boolean route(RoutedCommand command, Map<Node, NodeWrite> writes) {
			Redirection redirection = command.redirection();
			if (redirection != null) {
				tell(command, redirection);
			}
			command.redirect();
			if (redirection != null && redirection.ask()) {
				writes.computeIfAbsent(redirection.target(), NodeWrite::new).addAsking(command);
				return true;
			}
			try {
				Node target = target(redirection);
				writes.computeIfAbsent(target, NodeWrite::new).add(command);
				return true;
			}
			catch (PartitionSelectorException ex) {
				command.refused(ex);
				return false;
			}
		}

		private Node target(@Nullable Redirection redirection) {
			if (this.settled && this.moved != null) {
				return this.moved;
			}
			if (redirection == null) {
				this.moved = null;
				return ClusterBatch.this.link.masterOf(this.slot);
			}
			this.moved = redirection.target();
			return redirection.target();
		}

		/**
		 * Take note of the replies to what was sent last.
		 */
		void replies() {
			if (this.onTheirWay.isEmpty()) {
				return;
			}
			List<RoutedCommand> left = new ArrayList<>();
			for (RoutedCommand command : this.onTheirWay) {
				distrustIfUnanswered(command);
				if (goesElsewhere(command)) {
					left.add(command);
				}
			}
			this.settled = left.isEmpty();
			left.addAll(this.waiting.subList(this.onTheirWay.size(), this.waiting.size()));
			this.waiting = left;
		}

	}

	private void tell(RoutedCommand command, Redirection redirection) {
		String type = command.command().getType().toString();
		String error = command.command().getOutput().getError();
		if (redirection.ask()) {
			this.link.askForRefresh(RefreshTrigger.ASK_REDIRECT);
			this.link.publish(new AskRedirectionEvent(type, key(command), redirection.slot(), error));
		}
		else {
			this.link.moved(redirection.slot(), redirection.target());
			this.link.publish(new MovedRedirectionEvent(type, key(command), redirection.slot(), error));
		}
	}

	private static @Nullable String key(RoutedCommand command) {
		CommandArgs<?, ?> arguments = command.command().getArgs();
		ByteBuffer key = (arguments != null) ? arguments.getFirstEncodedKey() : null;
		return (key != null) ? StandardCharsets.UTF_8.decode(key.duplicate()).toString() : null;
	}

	/**
	 * Runs an action the last time that it is run.
	 */
	private static final class Countdown implements Runnable {

		private final AtomicInteger left;

		private final Runnable action;

		Countdown(int count, Runnable action) {
			this.left = new AtomicInteger(count);
			this.action = action;
		}

		@Override
		public void run() {
			if (this.left.decrementAndGet() == 0) {
				this.action.run();
			}
		}

	}

}
