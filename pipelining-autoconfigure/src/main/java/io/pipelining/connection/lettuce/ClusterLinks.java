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

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.jspecify.annotations.Nullable;

/**
 * What pipelines learn about clusters and share. Thread-safe.
 */
final class ClusterLinks {

	private final Deliveries deliveries;

	/** All connections of a client have the same partitions. */
	private final Map<Partitions, Learned> clusters = Collections.synchronizedMap(new WeakHashMap<>());

	ClusterLinks(Deliveries deliveries) {
		this.deliveries = deliveries;
	}

	/**
	 * Return what a batch needs of a connection.
	 * @param connection the connection
	 * @param client its client, {@code null} where a decorated factory hides it
	 * @param dedicated whether nobody else uses the connection
	 */
	ClusterLink of(StatefulRedisClusterConnection<byte[], byte[]> connection, @Nullable RedisClusterClient client,
			boolean dedicated) {
		Learned learned = this.clusters.computeIfAbsent(connection.getPartitions(),
				(partitions) -> new Learned(new MovedSlots(), new TopologyRefresh()));
		return new ClusterLink(connection, client, this.deliveries, learned.moves(), learned.refresh(), dedicated);
	}

	/**
	 * What is learned about a cluster. Refers to no client, so that it goes with it.
	 *
	 * @param moves slots that are elsewhere than the driver believes
	 * @param refresh when the driver was asked to look
	 */
	private record Learned(MovedSlots moves, TopologyRefresh refresh) {

	}

}
