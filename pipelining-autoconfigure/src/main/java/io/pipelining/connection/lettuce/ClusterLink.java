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

import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.event.Event;
import io.lettuce.core.protocol.ConnectionIntent;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a cluster, and what is known about its nodes.
 *
 * @param connection the connection, which has connections to the nodes
 * @param client its client, {@code null} where a decorated factory hides it
 * @param deliveries the batches on their way
 * @param moves slots that are elsewhere than the driver believes
 * @param refresh asks the driver to look again
 * @param dedicated whether nobody else uses the connection
 */
record ClusterLink(StatefulRedisClusterConnection<byte[], byte[]> connection, @Nullable RedisClusterClient client,
		Deliveries deliveries, MovedSlots moves, TopologyRefresh refresh, boolean dedicated) {

	/**
	 * Return the master that has a slot.
	 * @param slot the slot, negative for any master, always the same one while the
	 * topology stays
	 * @throws PartitionSelectorException if no node has it
	 */
	Node masterOf(int slot) {
		Node known = (slot < 0) ? anyMaster() : master(slot);
		if (known == null) {
			askForRefresh(RefreshTrigger.UNCOVERED_SLOT);
			throw new PartitionSelectorException("Cannot determine a partition for slot " + slot + ".",
					this.connection.getPartitions().clone());
		}
		return this.moves.nodeOf(slot, known);
	}

	private @Nullable Node anyMaster() {
		for (int slot = 0; slot < SlotHash.SLOT_COUNT; slot++) {
			Node node = master(slot);
			if (node != null) {
				return node;
			}
		}
		return null;
	}

	private @Nullable Node master(int slot) {
		Partitions partitions = this.connection.getPartitions();
		RedisClusterNode node = partitions.getMasterBySlot(slot);
		if (node == null) {
			return null;
		}
		RedisURI uri = node.getUri();
		return Node.master(uri.getHost(), uri.getPort());
	}

	/**
	 * Learn that a slot has moved.
	 */
	void moved(int slot, Node to) {
		Node known = master(slot);
		if (known != null) {
			this.moves.moved(slot, known, to);
		}
		askForRefresh(RefreshTrigger.MOVED_REDIRECT);
	}

	void askForRefresh(RefreshTrigger trigger) {
		if (this.client != null) {
			this.refresh.ask(this.client, trigger);
		}
	}

	/**
	 * Return the connection to a node that the driver's own routing uses: by host and
	 * port, since it has others by the node's id.
	 * @return the connection, mostly there already; this never throws
	 */
	CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect(Node node) {
		try {
			return this.connection.getConnectionAsync(node.host(), node.port(),
					node.replica() ? ConnectionIntent.READ : ConnectionIntent.WRITE);
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	ClientResources resources() {
		return this.connection.getResources();
	}

	int maxRedirects() {
		return (this.connection.getOptions() instanceof ClusterClientOptions options) ? options.getMaxRedirects()
				: ClusterClientOptions.DEFAULT_MAX_REDIRECTS;
	}

	void publish(Event event) {
		resources().eventBus().publish(event);
	}

}
