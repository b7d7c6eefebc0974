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

import java.lang.reflect.Field;
import java.net.Socket;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.ConnectionProvider;

import org.springframework.util.ReflectionUtils;

/**
 * What Jedis hands out nowhere: the socket of a connection, without which a write that is
 * stuck can neither be avoided nor ended, and where a client takes its connections from.
 */
final class JedisInternals {

	private static final @Nullable Field SOCKET = find(Connection.class, "socket", Socket.class);

	private static final @Nullable Field PROVIDER = find(UnifiedJedis.class, "provider", ConnectionProvider.class);

	private JedisInternals() {
	}

	/**
	 * Return the socket of a connection.
	 * @return the socket, {@code null} if this version of Jedis or this runtime does not
	 * let us have it
	 */
	static @Nullable Socket socket(Connection connection) {
		return (SOCKET != null) ? (Socket) ReflectionUtils.getField(SOCKET, connection) : null;
	}

	/**
	 * Return where a client takes its connections from.
	 * @return the provider, {@code null} if there is none, or if this version of Jedis or
	 * this runtime does not let us have it
	 */
	static @Nullable ConnectionProvider provider(UnifiedJedis client) {
		return (PROVIDER != null) ? (ConnectionProvider) ReflectionUtils.getField(PROVIDER, client) : null;
	}

	private static @Nullable Field find(Class<?> owner, String name, Class<?> type) {
		Field field = ReflectionUtils.findField(owner, name, type);
		return (field != null && field.trySetAccessible()) ? field : null;
	}

}
