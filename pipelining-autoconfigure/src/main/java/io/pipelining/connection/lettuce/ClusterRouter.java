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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

import io.pipelining.connection.Invocation;

/**
 * Finds a node for each command of a batch. Confined to the collecting thread.
 */
final class ClusterRouter {

	private final CommandTraces traces;

	private final NodeChoice choice;

	/**
	 * The nodes of slots of which calls await their replies. Further ones go to the same
	 * node, whatever became known about the slot since: it redirects them all.
	 */
	private final Map<Integer, Node> fixed = new HashMap<>();

	private final List<RoutedCommand> routed = new ArrayList<>();

	/** A command without a key goes along with the one before it. */
	private @Nullable Node last;

	/**
	 * @param traces traces each command
	 * @param choice tells the node for a slot
	 * @param inFlight batches of the pipeline that await their replies
	 */
	ClusterRouter(CommandTraces traces, NodeChoice choice, List<ClusterBatch> inFlight) {
		this.traces = traces;
		this.choice = choice;
		inFlight.forEach((batch) -> batch.addNodesTo(this.fixed));
	}

	List<RoutedCommand> route(List<LettuceRecordedCall> calls) {
		for (LettuceRecordedCall call : calls) {
			for (RedisCommand<?, ?, ?> command : call.commands()) {
				this.routed.add(route(command, call.invocation()));
			}
		}
		return this.routed;
	}

	private RoutedCommand route(RedisCommand<?, ?, ?> command, Invocation invocation) {
		if (command instanceof AimedCommand aimed) {
			return RoutedCommand.aimed(aimed, this.traces);
		}
		int slot = ClusterCalls.slotOf(command, invocation);
		try {
			Node node = node(slot);
			this.last = node;
			return new RoutedCommand(command, this.traces, slot, node);
		}
		catch (PartitionSelectorException ex) {
			return RoutedCommand.uncovered(command, this.traces, slot, ex);
		}
	}

	private Node node(int slot) {
		Node node = this.fixed.isEmpty() ? null : this.fixed.get(slot);
		if (node != null) {
			return node;
		}
		Node before = this.last;
		return (slot == RoutedCommand.NO_SLOT && before != null) ? before : this.choice.nodeOf(slot);
	}

	/**
	 * Tells the node for a slot.
	 */
	interface NodeChoice {

		/**
		 * Return the node.
		 * @param slot the slot, negative for none
		 * @throws PartitionSelectorException if there is none
		 */
		Node nodeOf(int slot);

	}

}
