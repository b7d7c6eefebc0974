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
package io.pipelining.support;

import java.util.List;

import redis.embedded.RedisServer;

/**
 * The server that a client of {@link Client} connects to, with all data on one port.
 */
public final class Server implements AutoCloseable {

	private final int port;

	private final Runnable stop;

	private Server(int port, Runnable stop) {
		this.port = port;
		this.stop = stop;
	}

	/**
	 * Start a server that belongs to the caller.
	 */
	public static Server start(Client client) {
		if (client == Client.LETTUCE_CLUSTER) {
			RedisCluster cluster = RedisCluster.start(1, 0);
			return new Server(cluster.ports().get(0), cluster::close);
		}
		if (client.readsFromReplica()) {
			MasterReplica servers = (client == Client.LETTUCE_SENTINEL) ? MasterReplica.startWithSentinel()
					: MasterReplica.start(1);
			return new Server(servers.master().port(), servers::close);
		}
		RedisServer server = RedisServers.start(List.of());
		return new Server(server.ports().get(0), () -> RedisServers.stop(server));
	}

	public int port() {
		return this.port;
	}

	@Override
	public void close() {
		this.stop.run();
	}

}
