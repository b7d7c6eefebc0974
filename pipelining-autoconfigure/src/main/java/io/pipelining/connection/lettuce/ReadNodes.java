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
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.lettuce.core.OrderingReadFromAccessor;
import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.cluster.PartitionSelectorException;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.models.role.RedisNodeDescription;

/**
 * The nodes from which a batch reads: for each master one that {@link ReadFrom} selects,
 * as the driver's own routing chooses it for each call. Confined to the collecting
 * thread.
 */
final class ReadNodes implements ClusterRouter.NodeChoice {

	private final ClusterLink link;

	private final ReadFrom readFrom;

	private final Deadline deadline;

	private final Map<Node, Node> chosen = new HashMap<>();

	ReadNodes(ClusterLink link, ReadFrom readFrom, Deadline deadline) {
		this.link = link;
		this.readFrom = readFrom;
		this.deadline = deadline;
	}

	@Override
	public Node nodeOf(int slot) {
		Node master = this.link.masterOf(slot);
		Node known = this.chosen.get(master);
		if (known == null) {
			known = choose(master, slot);
			this.chosen.put(master, known);
		}
		return known;
	}

	private Node choose(Node master, int slot) {
		Partitions partitions = this.link.connection().getPartitions();
		RedisClusterNode known = partitions.getPartition(master.host(), master.port());
		if (known == null) {
			return master;
		}
		List<RedisNodeDescription> candidates = new ArrayList<>();
		for (RedisClusterNode node : partitions) {
			if (node.getNodeId().equals(known.getNodeId()) || isReplica(node, known)) {
				candidates.add(node);
			}
		}
		List<RedisNodeDescription> selected = this.readFrom.select(new Candidates(candidates));
		if (selected.isEmpty()) {
			this.link.askForRefresh(RefreshTrigger.UNCOVERED_SLOT);
			throw new PartitionSelectorException(
					"Cannot determine a partition to read for slot " + slot + " with setting " + this.readFrom + ".",
					partitions.clone());
		}
		List<Node> nodes = new ArrayList<>(selected.stream().map(ReadNodes::node).toList());
		if (!OrderingReadFromAccessor.isOrderSensitive(this.readFrom)) {
			Collections.shuffle(nodes);
		}
		return firstReachable(nodes);
	}

	/** One that has nothing of its master yet has nothing to read. */
	private static boolean isReplica(RedisClusterNode node, RedisClusterNode master) {
		return master.getNodeId().equals(node.getSlaveOf()) && node.getReplOffset() != 0;
	}

	private static Node node(RedisNodeDescription node) {
		RedisURI uri = node.getUri();
		return new Node(uri.getHost(), uri.getPort(), !node.getRole().isUpstream());
	}

	private Node firstReachable(List<Node> nodes) {
		for (Node node : nodes) {
			if (nodes.size() == 1 || isReachable(node)) {
				return node;
			}
		}
		return nodes.get(0);
	}

	/** Waits only where the driver has no connection to the node yet. */
	private boolean isReachable(Node node) {
		try {
			return this.link.connect(node).get(this.deadline.remainingNanos(), TimeUnit.NANOSECONDS).isOpen();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (ExecutionException | TimeoutException ex) {
			return false;
		}
	}

	private record Candidates(List<RedisNodeDescription> nodes) implements ReadFrom.Nodes {

		@Override
		public List<RedisNodeDescription> getNodes() {
			return this.nodes;
		}

		@Override
		public Iterator<RedisNodeDescription> iterator() {
			return this.nodes.iterator();
		}

	}

}
