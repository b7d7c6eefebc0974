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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.providers.ConnectionProvider;

import org.springframework.data.redis.connection.RedisConnection;

import io.pipelining.PipelineSetupException;
import io.pipelining.connection.ConnectionSource;

/**
 * The native connection of an ordinary connection, for the time of one batch.
 */
final class ConnectionLease {

	private static final Log logger = LogFactory.getLog(ConnectionLease.class);

	private final RedisConnection owner;

	private final Connection connection;

	private final boolean pooledByJedis;

	private ConnectionLease(RedisConnection owner, Connection connection, boolean pooledByJedis) {
		this.owner = owner;
		this.connection = connection;
		this.pooledByJedis = pooledByJedis;
	}

	/**
	 * Take a connection.
	 * @param source where connections come from
	 * @return the connection, which {@link #release} gives back
	 */
	static ConnectionLease take(ConnectionSource source) {
		RedisConnection owner = source.getConnection();
		try {
			return take(source, owner);
		}
		catch (RuntimeException ex) {
			close(owner);
			throw ex;
		}
	}

	/**
	 * Take the native connection of an ordinary connection.
	 * @param source where that comes from
	 * @param owner the ordinary connection, which {@link #release} closes
	 * @return the connection, which {@link #release} gives back
	 */
	static ConnectionLease take(ConnectionSource source, RedisConnection owner) {
		Object client = owner.getNativeConnection();
		ConnectionLease lease;
		if (client instanceof Jedis jedis) {
			lease = new ConnectionLease(owner, jedis.getConnection(), false);
		}
		else {
			lease = new ConnectionLease(owner, provided(source, client), true);
		}
		if (!lease.connection.isConnected()) {
			// Jedis would connect again, without password and database
			lease.connection.setBroken();
			if (lease.pooledByJedis) {
				close(lease.connection);
			}
			throw JedisErrors.translate(new JedisConnectionException("The connection is closed"));
		}
		return lease;
	}

	/**
	 * From Spring Data Redis 4.1 on the native connection is a client that takes a
	 * connection for each command, of types that earlier lines of Jedis lack.
	 */
	private static Connection provided(ConnectionSource source, Object client) {
		ConnectionProvider provider = (client instanceof UnifiedJedis unified) ? JedisInternals.provider(unified)
				: null;
		if (provider == null) {
			throw new PipelineSetupException(
					"%s gave a connection that cannot be pipelined: its native client is not one of Jedis but a %s."
						.formatted(source.factory().getClass().getName(), client.getClass().getName()),
					"Use a JedisConnectionFactory as it is, or leave these calls out of a pipeline.", null);
		}
		try {
			return provider.getConnection();
		}
		catch (RuntimeException ex) {
			throw JedisErrors.translate(ex);
		}
	}

	Connection connection() {
		return this.connection;
	}

	/**
	 * Give the connection back.
	 * @param healthy whether every reply was read and nothing else is on its way;
	 * otherwise the connection is destroyed
	 */
	void release(boolean healthy) {
		if (!healthy) {
			this.connection.setBroken();
		}
		if (this.pooledByJedis) {
			close(this.connection);
		}
		close(this.owner);
	}

	private static void close(AutoCloseable closeable) {
		try {
			closeable.close();
		}
		catch (Exception ex) {
			// What became of the calls is known, and some pools make a new connection
			// for each broken one, which fails again while the server is away.
			logger.debug("Cannot close a connection of Jedis properly", ex);
		}
	}

}
