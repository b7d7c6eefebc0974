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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.masterreplica.StatefulRedisMasterReplicaConnection;
import io.lettuce.core.protocol.ConnectionIntent;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.pipelining.PipelineSetupException;

/**
 * The connections to a master and to its replicas that are behind one of the driver's.
 * Lettuce hands them out nowhere, and without them nobody knows on which of them a batch
 * is, nor can a batch of reads be kept on the master.
 *
 * @param connection the driver's connection
 */
record MasterReplicaNodes(StatefulRedisMasterReplicaConnection<byte[], byte[]> connection) {

	private static final String PACKAGE = "io.lettuce.core.masterreplica.";

	private static final @Nullable Method NODES = find("MasterReplicaChannelWriter",
			"getUpstreamReplicaConnectionProvider");

	private static final @Nullable Method CONNECT = find("MasterReplicaConnectionProvider", "getConnectionAsync",
			ConnectionIntent.class);

	/**
	 * Return the nodes behind a connection, {@code null} if it is one to a single server.
	 */
	static @Nullable MasterReplicaNodes of(StatefulConnection<byte[], byte[]> connection) {
		return (connection instanceof StatefulRedisMasterReplicaConnection<byte[], byte[]> replicated)
				? new MasterReplicaNodes(replicated) : null;
	}

	/**
	 * Return whether a batch of reads alone may go elsewhere than to the master.
	 */
	boolean haveReadersBesideTheMaster() {
		ReadFrom readFrom = this.connection.getReadFrom();
		return readFrom != null && readFrom != ReadFrom.UPSTREAM;
	}

	/**
	 * Return whether no node can be asked for any more.
	 */
	boolean areClosed() {
		return ((RedisChannelHandler<?, ?>) this.connection).isClosed();
	}

	/**
	 * Return the connection that the driver's own routing uses now.
	 * @param reading whether the one that {@link ReadFrom} selects, instead of that to
	 * the master
	 * @param deadline until when it must be there
	 * @return the connection, mostly there already; this never throws
	 */
	CompletionStage<StatefulRedisConnection<byte[], byte[]>> connect(boolean reading, Deadline deadline) {
		return deadline.limit(connect(reading), this.connection.getResources());
	}

	@SuppressWarnings("unchecked")
	private CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect(boolean reading) {
		if (NODES == null || CONNECT == null) {
			return CompletableFuture.failedFuture(new PipelineSetupException(
					"This version of Lettuce does not tell the connections to a master and its replicas apart.",
					"Use a version that this library names, or leave these calls out of a pipeline.", null));
		}
		try {
			Object nodes = NODES.invoke(((RedisChannelHandler<?, ?>) this.connection).getChannelWriter());
			if (nodes == null) {
				throw new RedisException("Connection is closed");
			}
			Object connecting = CONNECT.invoke(nodes, reading ? ConnectionIntent.READ : ConnectionIntent.WRITE);
			return (CompletableFuture<StatefulRedisConnection<byte[], byte[]>>) connecting;
		}
		catch (InvocationTargetException ex) {
			return CompletableFuture.failedFuture(ex.getTargetException());
		}
		catch (IllegalAccessException | RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * Return the connection that the driver's own routing uses now, and wait for it where
	 * it is not there.
	 * @throws RuntimeException what the direct call throws where there is none
	 */
	StatefulRedisConnection<byte[], byte[]> await(boolean reading, Deadline deadline) {
		try {
			return connect(reading, deadline).toCompletableFuture().join();
		}
		catch (CompletionException ex) {
			throw (LettuceErrors.translate(Deadline.reason(ex)) instanceof RuntimeException translated) ? translated
					: ex;
		}
	}

	private static @Nullable Method find(String type, String name, Class<?>... parameters) {
		ClassLoader loader = StatefulRedisMasterReplicaConnection.class.getClassLoader();
		if (!ClassUtils.isPresent(PACKAGE + type, loader)) {
			return null;
		}
		Method method = ReflectionUtils.findMethod(ClassUtils.resolveClassName(PACKAGE + type, loader), name,
				parameters);
		return (method != null && method.trySetAccessible()) ? method : null;
	}

}
