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

import java.util.concurrent.CompletionStage;

import io.lettuce.core.AbstractRedisAsyncCommands;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnection.PipeliningFlushPolicy;
import org.springframework.util.Assert;

import io.pipelining.connection.ConnectionSource;

/**
 * A connection for the time of one batch: Lettuce's own, and Spring's around it, which
 * gives it back.
 */
final class BatchConnection {

	private static final Log logger = LogFactory.getLog(BatchConnection.class);

	private final RedisConnection owner;

	private final StatefulConnection<byte[], byte[]> nativeConnection;

	private BatchConnection(RedisConnection owner) {
		this.owner = owner;
		this.nativeConnection = statefulConnection(owner);
	}

	/**
	 * Take a connection as direct calls do: the shared one, where the factory shares it.
	 */
	static BatchConnection ordinary(ConnectionSource source) {
		RedisConnection owner = source.getConnection();
		try {
			return new BatchConnection(owner);
		}
		catch (RuntimeException ex) {
			close(owner);
			throw ex;
		}
	}

	/**
	 * Take a connection that nobody else uses, from the factory's pool or a new one:
	 * Spring has one for a pipeline of its own.
	 */
	static BatchConnection dedicated(ConnectionSource source) {
		RedisConnection owner = source.getConnection();
		try {
			if (owner instanceof LettuceConnection lettuce) {
				// Any other would hold back what is written past Spring's pipeline
				lettuce.setPipeliningFlushPolicy(PipeliningFlushPolicy.flushEachCommand());
			}
			owner.openPipeline();
			return new BatchConnection(owner);
		}
		catch (RuntimeException ex) {
			close(owner);
			throw ex;
		}
	}

	static StatefulRedisConnection<byte[], byte[]> nativeConnection(RedisConnection connection) {
		return (StatefulRedisConnection<byte[], byte[]>) statefulConnection(connection);
	}

	static StatefulRedisClusterConnection<byte[], byte[]> clusterConnection(RedisConnection connection) {
		return (StatefulRedisClusterConnection<byte[], byte[]>) statefulConnection(connection);
	}

	@SuppressWarnings("unchecked")
	private static StatefulConnection<byte[], byte[]> statefulConnection(RedisConnection connection) {
		Object commands = connection.getNativeConnection();
		Assert.isInstanceOf(AbstractRedisAsyncCommands.class, commands);
		return ((AbstractRedisAsyncCommands<byte[], byte[]>) commands).getConnection();
	}

	StatefulConnection<byte[], byte[]> nativeConnection() {
		return this.nativeConnection;
	}

	StatefulRedisClusterConnection<byte[], byte[]> clusterConnection() {
		return (StatefulRedisClusterConnection<byte[], byte[]>) this.nativeConnection;
	}

	RedisChannelHandler<?, ?> handler() {
		return (RedisChannelHandler<?, ?>) this.nativeConnection;
	}

	boolean isOpen() {
		return this.nativeConnection.isOpen();
	}

	/**
	 * Give the connection back to where it came from.
	 */
	void giveBack() {
		close(this.owner);
	}

	/**
	 * End a MULTI that may have been left without its EXEC. Harmless where there is none.
	 */
	void discardTransaction() {
		if (this.nativeConnection instanceof StatefulRedisConnection<byte[], byte[]> connection) {
			logFailure(connection.async().discard());
		}
	}

	/**
	 * Close the connection for good, without waiting for that.
	 */
	void closeForGood() {
		if (!handler().isClosed()) {
			logFailure(this.nativeConnection.closeAsync());
		}
	}

	private static void logFailure(CompletionStage<?> farewell) {
		farewell.whenComplete((done, failure) -> {
			if (failure != null) {
				logger.debug("Cannot leave a connection of Lettuce properly", failure);
			}
		});
	}

	/**
	 * The outcomes are known by now, and a connection that does not close changes none.
	 */
	static void close(RedisConnection connection) {
		try {
			connection.close();
		}
		catch (RuntimeException ex) {
			logger.debug("Cannot close a connection of Lettuce properly", ex);
		}
	}

}
