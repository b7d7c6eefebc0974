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

import java.util.concurrent.atomic.AtomicLong;

import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions.RefreshTrigger;
import io.lettuce.core.cluster.RedisClusterClient;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Asks the driver to look at the topology again where its options want that, and as often
 * as they allow, as the driver's own routing does. Thread-safe; one for each client.
 */
final class TopologyRefresh {

	private static final Log logger = LogFactory.getLog(TopologyRefresh.class);

	private static final long NEVER = Long.MIN_VALUE;

	private final AtomicLong lastNanos = new AtomicLong(NEVER);

	/**
	 * Ask for it.
	 * @param client the client
	 * @param trigger what happened
	 */
	void ask(RedisClusterClient client, RefreshTrigger trigger) {
		if (!(client.getOptions() instanceof ClusterClientOptions options)) {
			return;
		}
		ClusterTopologyRefreshOptions refresh = options.getTopologyRefreshOptions();
		if (refresh.getAdaptiveRefreshTriggers().contains(trigger) && isDue(refresh)
				&& !client.isTopologyRefreshInProgress()) {
			client.refreshPartitionsAsync().exceptionally((failure) -> {
				logger.warn("Cannot refresh the topology of the Redis cluster", failure);
				return null;
			});
		}
	}

	private boolean isDue(ClusterTopologyRefreshOptions options) {
		long last = this.lastNanos.get();
		long now = System.nanoTime();
		return (last == NEVER || now - last >= options.getAdaptiveRefreshTimeout().toNanos())
				&& this.lastNanos.compareAndSet(last, now);
	}

}
