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

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.pipelining.connection.ConnectionSource;

/**
 * Where batches get their connections from. Thread-safe.
 */
interface BatchConnections {

	/** The one that the factory shares. */
	BatchConnections SHARED = new Ordinary("its shared connection");

	/** As direct calls get theirs. */
	BatchConnections ORDINARY = new Ordinary("the connections that it gives");

	/** One of its own for each batch, from the factory's pool. */
	BatchConnections POOLED = new Dedicated("connections of its pool");

	/** One of its own for each batch, from whatever stands behind the factory. */
	BatchConnections DEDICATED = new Dedicated("connections that it gives for a batch alone");

	/**
	 * Take a connection.
	 * @param source where new connections come from
	 * @param timeout how long to wait for one, {@code null} for the default
	 * @return the connection, to be given back
	 */
	BatchConnection take(ConnectionSource source, @Nullable Duration timeout);

	/**
	 * Give a connection back. Does not wait.
	 * @param connection the connection
	 * @param complete whether every command that it was to carry was answered
	 */
	void giveBack(BatchConnection connection, boolean complete);

	/**
	 * Say what they are, for a line in the log.
	 */
	String describe();

	/**
	 * As direct calls get theirs.
	 *
	 * @param describe what they are
	 */
	record Ordinary(String describe) implements BatchConnections {

		@Override
		public BatchConnection take(ConnectionSource source, @Nullable Duration timeout) {
			return BatchConnection.ordinary(source);
		}

		@Override
		public void giveBack(BatchConnection connection, boolean complete) {
			connection.giveBack();
		}

	}

	/**
	 * For one batch alone, taken and given back each time.
	 *
	 * @param describe what they are
	 */
	record Dedicated(String describe) implements BatchConnections {

		@Override
		public BatchConnection take(ConnectionSource source, @Nullable Duration timeout) {
			return BatchConnection.dedicated(source);
		}

		@Override
		public void giveBack(BatchConnection connection, boolean complete) {
			if (!complete) {
				connection.discardTransaction();
			}
			connection.giveBack();
		}

	}

}
