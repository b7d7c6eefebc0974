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

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

/**
 * What goes to one node in one write: commands of a batch, in order.
 */
final class NodeWrite {

	private final Node node;

	/** Each traced once, for one attempt. */
	private final List<RedisCommand<?, ?, ?>> commands = new ArrayList<>();

	/** One for each command, {@code null} for what goes before one. */
	private final List<@Nullable RoutedCommand> routed = new ArrayList<>();

	private final boolean allOrNothing;

	private @Nullable Delivery delivery;

	private @Nullable Throwable refusal;

	NodeWrite(Node node) {
		this(node, false);
	}

	private NodeWrite(Node node, boolean allOrNothing) {
		this.node = node;
		this.allOrNothing = allOrNothing;
	}

	/**
	 * Create a write that comes in one piece, with nobody's commands in between, or not
	 * at all.
	 */
	static NodeWrite allOrNothing(Node node, List<RedisCommand<?, ?, ?>> commands) {
		NodeWrite write = new NodeWrite(node, true);
		write.commands.addAll(commands);
		return write;
	}

	Node node() {
		return this.node;
	}

	void add(RoutedCommand command) {
		this.commands.add(command.command());
		this.routed.add(command);
	}

	/**
	 * Add a command that asks for a key of a slot that is on its way to the node.
	 */
	void addAsking(RoutedCommand command) {
		this.commands.add(new Command<>(CommandType.ASKING, new StatusOutput<>(ByteArrayCodec.INSTANCE)));
		this.routed.add(null);
		add(command);
	}

	/**
	 * Write as soon as there is a connection.
	 * @param link the connection to the cluster
	 * @param connection the connection to the node
	 * @param deadline when the batch ends
	 * @param written told once it is known whether the commands can be written
	 * @param settled told once each of them is answered or given up
	 */
	void write(ClusterLink link, CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connection,
			Deadline deadline, Runnable written, Runnable settled) {
		deadline.limit(connection, link.resources()).whenComplete((connected, failure) -> {
			if (failure != null) {
				refuse(Deadline.reason(failure));
				written.run();
				settled.run();
			}
			else {
				write(link, connected, deadline, written, settled);
			}
		});
	}

	private void write(ClusterLink link, StatefulRedisConnection<byte[], byte[]> connected, Deadline deadline,
			Runnable written, Runnable settled) {
		RedisChannelHandler<?, ?> handler = (RedisChannelHandler<?, ?>) connected;
		boolean carrying = BatchWriter.isCarrying(handler, connected.getOptions());
		if (this.allOrNothing && !carrying && !link.dedicated()) {
			refuse(new RedisException("The connection to " + this.node
					+ " would not write the batch in one piece, and others use it as well"));
			written.run();
			settled.run();
			return;
		}
		PatientWrite write = new PatientWrite(handler, carrying, this::attempt, deadline, link.deliveries());
		write.whenHandedOver().thenRun(written);
		write.whenSettled().whenComplete((attempt, failure) -> {
			if (failure != null) {
				refuse(failure);
			}
			settled.run();
		});
		write.begin();
	}

	private Attempt attempt() {
		if (this.delivery != null) {
			traceAgain();
		}
		Delivery next = this.allOrNothing ? Delivery.allOrNothing(this.commands) : new Delivery(this.commands);
		this.delivery = next;
		for (int i = 0; i < this.routed.size(); i++) {
			RoutedCommand command = this.routed.get(i);
			if (command != null) {
				command.sent(this.node, next.commands().get(i));
			}
		}
		return new Attempt(next, List::of);
	}

	private void traceAgain() {
		for (int i = 0; i < this.routed.size(); i++) {
			RoutedCommand command = this.routed.get(i);
			if (command != null) {
				this.commands.set(i, command.command());
			}
		}
	}

	private void refuse(Throwable why) {
		this.delivery = null;
		this.refusal = why;
		for (RoutedCommand command : this.routed) {
			if (command != null) {
				command.refused(why);
			}
		}
	}

	/**
	 * Return what was written, {@code null} if nothing was.
	 */
	@Nullable Delivery delivery() {
		return this.delivery;
	}

	/**
	 * Return why nothing was written, {@code null} if something was.
	 */
	@Nullable Throwable refusal() {
		return this.refusal;
	}

}
