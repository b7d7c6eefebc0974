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

import io.pipelining.ConnectionMode;
import io.pipelining.PipelineSetupException;

/**
 * Where a pipeline's connections come from: the factory itself, never what is bound to
 * the thread. One for each pipeline; confined to the collecting thread.
 */
public final class ConnectionSource {

	private final RedisConnectionFactory factory;

	private final ConnectionMode mode;

	private @Nullable Class<?> connectionType;

	/**
	 * Create a source.
	 * @param factory the real factory, which may decorate or route to others
	 */
	public ConnectionSource(RedisConnectionFactory factory) {
		this(factory, ConnectionMode.AUTO);
	}

	/**
	 * Create a source.
	 * @param factory the real factory, which may decorate or route to others
	 * @param mode which connections batches take
	 */
	public ConnectionSource(RedisConnectionFactory factory, ConnectionMode mode) {
		this.factory = factory;
		this.mode = mode;
	}

	/**
	 * Return the factory.
	 * @return the real factory
	 */
	public RedisConnectionFactory factory() {
		return this.factory;
	}

	/**
	 * Return which connections batches take.
	 * @return the mode
	 */
	public ConnectionMode mode() {
		return this.mode;
	}

	/**
	 * Refuse to share a connection where there is none to share.
	 * @param why why there is none, as a clause
	 * @throws PipelineSetupException if the mode is {@link ConnectionMode#SHARED}
	 */
	public void checkNotShared(String why) {
		if (this.mode == ConnectionMode.SHARED) {
			throw new PipelineSetupException("pipelining.connection=shared cannot be honoured, since " + why + ".",
					"Set it to auto or dedicated.", null);
		}
	}

	/**
	 * Return whether the factory is of a class, or of one that extends it, such as a
	 * proxy. For classes that may not be loaded where their driver is absent.
	 * @param className the binary name of the class
	 * @return {@code true} if it is
	 */
	public boolean isFactoryOf(String className) {
		for (Class<?> type = this.factory.getClass(); type != null; type = type.getSuperclass()) {
			if (type.getName().equals(className)) {
				return true;
			}
		}
		return false;
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
