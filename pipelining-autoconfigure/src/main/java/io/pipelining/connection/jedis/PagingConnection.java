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

package io.pipelining.connection.jedis;

import java.util.concurrent.atomic.AtomicBoolean;

import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.jedis.JedisConnection;

/**
 * An ordinary connection for a cursor. Spring asks it before each page whether a
 * transaction is open, which is the moment to send what waits.
 */
final class PagingConnection extends JedisConnection {

	private final ConnectionLease lease;

	private final Runnable beforePage;

	private final AtomicBoolean closed = new AtomicBoolean();

	PagingConnection(ConnectionLease lease, Runnable beforePage) {
		super(new Jedis(lease.connection()));
		this.lease = lease;
		this.beforePage = beforePage;
	}

	@Override
	public boolean isQueueing() {
		this.beforePage.run();
		return super.isQueueing();
	}

	/** Once: a pool would take it back twice. */
	@Override
	public void close() {
		if (this.closed.compareAndSet(false, true)) {
			this.lease.release(true);
		}
	}

}
