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
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisSystemException;

import io.pipelining.connection.ConnectionSource;

/**
 * A few connections that are kept open, each for one batch at a time: for a factory that
 * has no pool and would open one for each batch. Those that are broken, or whose factory
 * was stopped, are replaced when they are asked for. Thread-safe.
 */
final class KeptConnections implements BatchConnections {

	/** As many as commons-pool2 has by default. */
	static final int MOST = 8;

	private final Duration defaultTimeout;

	private final Semaphore permits = new Semaphore(MOST, true);

	private final Deque<BatchConnection> idle = new ConcurrentLinkedDeque<>();

	private volatile boolean closed;

	/**
	 * Create an instance, which opens nothing yet.
	 * @param defaultTimeout how long to wait for a connection where nothing is said
	 * @param closed whether it keeps none yet
	 */
	KeptConnections(Duration defaultTimeout, boolean closed) {
		this.defaultTimeout = defaultTimeout;
		this.closed = closed;
	}

	@Override
	public BatchConnection take(ConnectionSource source, @Nullable Duration timeout) {
		acquire((timeout != null) ? timeout : this.defaultTimeout);
		try {
			BatchConnection kept = pollOpen();
			return (kept != null) ? kept : BatchConnection.dedicated(source);
		}
		catch (RuntimeException | Error ex) {
			this.permits.release();
			throw ex;
		}
	}

	private void acquire(Duration timeout) {
		try {
			if (!this.permits.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
				throw new QueryTimeoutException("All " + MOST + " connections that are kept for batches are in use,"
						+ " and none became free within " + timeout.toMillis() + " ms. A pool (commons-pool2) may have"
						+ " more");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RedisSystemException("Interrupted while waiting for a connection", ex);
		}
	}

	private @Nullable BatchConnection pollOpen() {
		BatchConnection connection = this.idle.pollFirst();
		while (connection != null && !connection.isOpen()) {
			connection.closeForGood();
			connection = this.idle.pollFirst();
		}
		return connection;
	}

	/** A late reply must not meet the next batch, nor an EXEC the MULTI of another. */
	@Override
	public void giveBack(BatchConnection connection, boolean complete) {
		if (complete && connection.isOpen()) {
			this.idle.addFirst(connection);
		}
		else {
			connection.closeForGood();
		}
		this.permits.release();
		if (this.closed) {
			closeIdle();
		}
	}

	@Override
	public String describe() {
		return "up to " + MOST + " connections that are kept open for them";
	}

	/**
	 * Close what is idle, and from now on what is given back.
	 */
	void close() {
		this.closed = true;
		closeIdle();
	}

	/**
	 * Keep connections again.
	 */
	void reopen() {
		this.closed = false;
	}

	private void closeIdle() {
		BatchConnection connection = this.idle.pollFirst();
		while (connection != null) {
			connection.closeForGood();
			connection = this.idle.pollFirst();
		}
	}

}
