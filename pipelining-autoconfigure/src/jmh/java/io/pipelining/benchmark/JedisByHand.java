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

package io.pipelining.benchmark;

import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.PipeliningBase;
import redis.clients.jedis.Protocol;

/**
 * A pipeline of Jedis, or a transaction, on a connection of a pool.
 */
final class JedisByHand implements Sender {

	private static final byte[][] NO_ARGUMENTS = {};

	private final Calls calls;

	private final boolean atomic;

	private final JedisPool pool;

	JedisByHand(Server server, Calls calls, boolean atomic) {
		this.calls = calls;
		this.atomic = atomic;
		GenericObjectPoolConfig<Jedis> settings = new GenericObjectPoolConfig<>();
		settings.setMaxTotal(64);
		settings.setMaxIdle(64);
		this.pool = new JedisPool(settings, "127.0.0.1", server.port());
	}

	@Override
	public Object send() {
		try (Jedis connection = this.pool.getResource()) {
			if (this.atomic) {
				var transaction = connection.multi();
				addTo(transaction);
				return transaction.exec();
			}
			var pipeline = connection.pipelined();
			addTo(pipeline);
			return pipeline.syncAndReturnAll();
		}
	}

	private void addTo(PipeliningBase target) {
		for (byte[] key : this.calls.keyBytes()) {
			switch (this.calls.command()) {
				case INCR, INCR_ONE -> target.incr(key);
				case SET -> target.set(key, this.calls.valueBytes());
				case PING -> target.sendCommand(Protocol.Command.PING, NO_ARGUMENTS);
			}
		}
	}

	@Override
	public void close() {
		this.pool.close();
	}

}
