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

import java.io.UncheckedIOException;
import java.util.List;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.models.role.RedisNodeDescription;
import org.jspecify.annotations.Nullable;

/**
 * {@link ReadFrom#REPLICA}, once that has what the master has: so a test may read what it
 * wrote before; the master where there is none. Thread-safe.
 */
final class CaughtUpReplica extends ReadFrom {

	private final int port;

	private @Nullable Observer master;

	/**
	 * @param port the port of the master
	 */
	CaughtUpReplica(int port) {
		this.port = port;
	}

	@Override
	public List<RedisNodeDescription> select(Nodes nodes) {
		List<RedisNodeDescription> replicas = ReadFrom.REPLICA.select(nodes);
		if (replicas.isEmpty()) {
			return ReadFrom.UPSTREAM.select(nodes);
		}
		catchUp();
		return replicas;
	}

	private synchronized void catchUp() {
		try {
			if (this.master == null) {
				this.master = Observer.unseen(this.port);
			}
			MasterReplica.awaitReplicas(this.master, 1);
		}
		catch (RespConnection.ServerError ex) {
			// It is a replica itself now
		}
		catch (UncheckedIOException ex) {
			// A test has killed the connection
			this.master = Observer.unseen(this.port);
			MasterReplica.awaitReplicas(this.master, 1);
		}
	}

}
