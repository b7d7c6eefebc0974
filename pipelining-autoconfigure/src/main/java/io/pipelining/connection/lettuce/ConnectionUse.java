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

import java.util.concurrent.atomic.AtomicBoolean;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.api.StatefulConnection;

/**
 * A connection that one pipeline uses as long as batches of it are on their way, so that
 * they arrive in order, and then gives back. Thread-safe.
 */
final class ConnectionUse {

	private final BatchConnections from;

	private final BatchConnection connection;

	private final AtomicBoolean complete = new AtomicBoolean(true);

	private int onTheirWay = 1;

	/**
	 * Begin with one batch.
	 * @param from where the connection goes back to
	 * @param connection the connection
	 */
	ConnectionUse(BatchConnections from, BatchConnection connection) {
		this.from = from;
		this.connection = connection;
	}

	StatefulConnection<byte[], byte[]> nativeConnection() {
		return this.connection.nativeConnection();
	}

	RedisChannelHandler<?, ?> handler() {
		return this.connection.handler();
	}

	/**
	 * Return whether a batch that is sent now goes in one piece.
	 */
	boolean isCarrying() {
		return BatchWriter.isCarrying(handler(), nativeConnection().getOptions());
	}

	/**
	 * Go on with a further batch.
	 * @return {@code false} if the connection was given back
	 */
	synchronized boolean goOn() {
		if (this.onTheirWay == 0) {
			return false;
		}
		this.onTheirWay++;
		return true;
	}

	/**
	 * End with a batch. Does not wait.
	 * @param complete whether each of its commands was answered
	 */
	void end(boolean complete) {
		if (!complete) {
			this.complete.set(false);
		}
		if (isLast()) {
			this.from.giveBack(this.connection, this.complete.get());
		}
	}

	private synchronized boolean isLast() {
		return --this.onTheirWay == 0;
	}

}
