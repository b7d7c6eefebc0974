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

import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import org.springframework.core.InfrastructureProxy;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConnection;
import org.springframework.data.redis.core.RedisConnectionUtils;
import org.springframework.transaction.support.ResourceHolderSupport;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Binds a connection to the thread so that every template of a factory takes it.
 */
public final class ConnectionBinding {

	private ConnectionBinding() {
	}

	/**
	 * Bind a connection in the place of those of a factory.
	 * @param factory the real factory
	 * @param connection the connection that templates shall take
	 * @return what was bound, for {@link #unbind(RedisConnectionFactory, Object)}
	 */
	public static @Nullable Object bind(RedisConnectionFactory factory, RedisConnection connection) {
		RedisConnectionUtils.bindConnection(new StandInFactory(factory, connection));
		return TransactionSynchronizationManager.getResource(factory);
	}

	/**
	 * Return whether a connection of the factory is bound to the thread, by us or by
	 * Spring.
	 * @param factory the real factory
	 * @return {@code true} if one is
	 */
	public static boolean isBound(RedisConnectionFactory factory) {
		return TransactionSynchronizationManager.hasResource(factory);
	}

	/**
	 * Return whether the connection that is bound to the thread is between MULTI and
	 * EXEC.
	 * @param factory the real factory
	 * @return {@code true} if one is bound, and it is
	 */
	public static boolean isInTransaction(RedisConnectionFactory factory) {
		if (!isBound(factory)) {
			return false;
		}
		RedisConnection bound = RedisConnectionUtils.getConnection(factory);
		try {
			return bound.isQueueing();
		}
		finally {
			RedisConnectionUtils.releaseConnection(bound, factory);
		}
	}

	/**
	 * Return whether Spring has bound a connection for the time of a transaction of Redis
	 * that ends with the one around it.
	 * @param factory the real factory
	 * @return {@code true} if it has
	 */
	public static boolean isInSynchronizedTransaction(RedisConnectionFactory factory) {
		return TransactionSynchronizationManager.getResource(factory) instanceof ResourceHolderSupport holder
				&& holder.isSynchronizedWithTransaction() && isInTransaction(factory);
	}

	/**
	 * Take what was bound off the thread, unless it is not there any more.
	 * @param factory the real factory
	 * @param bound what {@link #bind} returned
	 */
	public static void unbind(RedisConnectionFactory factory, @Nullable Object bound) {
		if (bound != null && TransactionSynchronizationManager.getResource(factory) == bound) {
			TransactionSynchronizationManager.unbindResourceIfPossible(factory);
		}
	}

	/**
	 * Take what is bound off the thread.
	 * @param factory the real factory
	 * @return what was bound, for {@link #restore}, {@code null} if nothing was
	 */
	public static @Nullable Object unbind(RedisConnectionFactory factory) {
		return TransactionSynchronizationManager.unbindResourceIfPossible(factory);
	}

	/**
	 * Bind again what was taken off the thread. Where a transaction of Redis has begun
	 * meanwhile, that keeps the thread until it ends.
	 * @param factory the real factory
	 * @param bound what {@link #unbind(RedisConnectionFactory)} returned
	 * @param wanted whether it is to be bound still, once that transaction has ended
	 */
	public static void restore(RedisConnectionFactory factory, @Nullable Object bound, BooleanSupplier wanted) {
		if (bound == null) {
			return;
		}
		if (!isBound(factory)) {
			TransactionSynchronizationManager.bindResource(factory, bound);
		}
		else if (TransactionSynchronizationManager.isSynchronizationActive()) {
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCompletion(int status) {
					if (wanted.getAsBoolean() && !isBound(factory)) {
						TransactionSynchronizationManager.bindResource(factory, bound);
					}
				}

			});
		}
	}

	/**
	 * Spring derives the key under which it binds a connection from the factory, and
	 * unwraps an {@link InfrastructureProxy} for it. So this binds under the key of the
	 * real factory, by public API alone.
	 */
	private record StandInFactory(RedisConnectionFactory factory,
			RedisConnection connection) implements RedisConnectionFactory, InfrastructureProxy {

		@Override
		public Object getWrappedObject() {
			return this.factory;
		}

		@Override
		public RedisConnection getConnection() {
			return this.connection;
		}

		@Override
		public RedisClusterConnection getClusterConnection() {
			return this.factory.getClusterConnection();
		}

		@Override
		public RedisSentinelConnection getSentinelConnection() {
			return this.factory.getSentinelConnection();
		}

		@Override
		public boolean getConvertPipelineAndTxResults() {
			return this.factory.getConvertPipelineAndTxResults();
		}

		@Override
		public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException ex) {
			return this.factory.translateExceptionIfPossible(ex);
		}

	}

}
