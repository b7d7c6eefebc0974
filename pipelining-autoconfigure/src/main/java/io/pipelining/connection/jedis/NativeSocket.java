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

import org.springframework.util.ReflectionUtils;

/**
 * The socket of a connection of Jedis. Jedis hands it out nowhere, and without it a write
 * that is stuck can neither be avoided nor ended.
 */
final class NativeSocket {

	private static final @Nullable Field FIELD = find();

	private NativeSocket() {
	}

	/**
	 * Return the socket.
	 * @return the socket, {@code null} if this version of Jedis or this runtime does not
	 * let us have it
	 */
	static @Nullable Socket of(Connection connection) {
		return (FIELD != null) ? (Socket) ReflectionUtils.getField(FIELD, connection) : null;
	}

	private static @Nullable Field find() {
		Field field = ReflectionUtils.findField(Connection.class, "socket", Socket.class);
		return (field != null && field.trySetAccessible()) ? field : null;
	}

}
