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

import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

/**
 * A command of a batch, and where it has come on its way through a cluster. Confined to
 * whoever drives the batch.
 */
final class RoutedCommand {

	/** The slot of a command without a key. */
	static final int NO_SLOT = -1;

	/** The slot of a command that goes to its node and to no other. */
	private static final int ONE_NODE = -2;

	private final RedisCommand<?, ?, ?> command;

	private final CommandTraces traces;

	private final int slot;

	private final @Nullable Node firstNode;

	private @Nullable Node node;

	private @Nullable BatchCommand attempt;

	private @Nullable Throwable refusal;

	private int redirections;

	RoutedCommand(RedisCommand<?, ?, ?> command, CommandTraces traces, int slot, @Nullable Node node) {
		this.command = command;
		this.traces = traces;
		this.slot = slot;
		this.firstNode = node;
		this.node = node;
	}

	static RoutedCommand aimed(AimedCommand command, CommandTraces traces) {
		return new RoutedCommand(command, traces, ONE_NODE, command.node());
	}

	/**
	 * Create one that no node can be found for.
	 */
	static RoutedCommand uncovered(RedisCommand<?, ?, ?> command, CommandTraces traces, int slot, Throwable why) {
		RoutedCommand uncovered = new RoutedCommand(command, traces, slot, null);
		uncovered.refused(why);
		return uncovered;
	}

	/**
	 * Return what is sent at one attempt.
	 */
	RedisCommand<?, ?, ?> command() {
		return this.traces.trace(this.command);
	}

	int slot() {
		return this.slot;
	}

	/**
	 * Return whether it may go to another node than the first.
	 */
	boolean isMovable() {
		return this.slot != ONE_NODE;
	}

	/**
	 * Return where it goes first, {@code null} if no node could be found.
	 */
	@Nullable Node firstNode() {
		return this.firstNode;
	}

	/**
	 * It is on its way to a node.
	 */
	void sent(Node node, BatchCommand attempt) {
		this.node = node;
		this.attempt = attempt;
		this.refusal = null;
	}

	/**
	 * It could not be handed to the connection of a node.
	 */
	void refused(Throwable why) {
		this.attempt = null;
		this.refusal = why;
	}

	@Nullable BatchCommand attempt() {
		return this.attempt;
	}

	@Nullable Throwable refusal() {
		return this.refusal;
	}

	/**
	 * Return where the node that answered sends it, {@code null} if that is the answer.
	 */
	@Nullable Redirection redirection() {
		BatchCommand sent = this.attempt;
		Node from = this.node;
		if (sent == null || from == null || sent.loss() != null) {
			return null;
		}
		CommandOutput<?, ?, ?> output = sent.getOutput();
		return (output != null && output.hasError()) ? Redirection.of(output.getError(), from) : null;
	}

	/**
	 * Return whether the driver closed the connection on which it waited.
	 */
	boolean isWithdrawn() {
		return isMovable() && this.attempt != null && this.attempt.isWithdrawn();
	}

	/**
	 * Make it ready to be sent elsewhere.
	 * @return how often that was
	 */
	int redirect() {
		CommandOutput<?, ?, ?> output = this.command.getOutput();
		if (output != null) {
			output.setError((String) null);
		}
		return ++this.redirections;
	}

	int redirections() {
		return this.redirections;
	}

}
