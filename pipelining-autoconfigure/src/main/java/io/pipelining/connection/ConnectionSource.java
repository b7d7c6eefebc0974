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

package io.pipelining.connection;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Where a pipeline's connections come from: the factory itself, never what is bound to
 * the thread. One for each pipeline; confined to the collecting thread.
 */
public final class ConnectionSource {

	private final RedisConnectionFactory factory;

	private @Nullable Class<?> connectionType;

	/**
	 * Create a source.
	 * @param factory the real factory, which may decorate or route to others
	 */
	public ConnectionSource(RedisConnectionFactory factory) {
		this.factory = factory;
	}

	/**
	 * Return the factory.
	 * @return the real factory
	 */
	public RedisConnectionFactory factory() {
		return this.factory;
	}

	/**
	 * Take an ordinary connection. Who takes it closes it.
	 * @return the connection
	 */
	public RedisConnection getConnection() {
		return this.factory.getConnection();
	}

	/**
	 * Return the class of the factory's connections. This takes a connection and gives it
	 * back, once, so a driver asks it last: only for factories whose own class says
	 * nothing, as those that decorate or route.
	 * @return the class of the connection
	 */
	public Class<?> connectionType() {
		Class<?> type = this.connectionType;
		if (type == null) {
			try (RedisConnection connection = getConnection()) {
				type = connection.getClass();
			}
			this.connectionType = type;
		}
		return type;
	}

}
