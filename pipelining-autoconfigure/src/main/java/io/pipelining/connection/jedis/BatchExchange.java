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

import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.IOUtils;

/**
 * Writes one batch to a connection and reads its replies one by one, until they are all
 * there, something goes wrong or time is up. The time is that of the batch, and the
 * connection's own for one reply where it has none.
 */
final class BatchExchange {

	/**
	 * For a writer whose commands are all answered, in milliseconds.
	 */
	private static final int PATIENCE = 10_000;

	private final Connection connection;

	private final @Nullable Socket socket;

	private final int connectionTimeout;

	private final int timeout;

	private final BatchWriter writer;

	private final Dialogue dialogue;

	private long start;

	private int lastTimeout;

	private @Nullable Exception failure;

	/**
	 * Create an exchange.
	 * @param connection the connection
	 * @param socket its socket, {@code null} if it cannot be had
	 * @param dialogue what is written, and takes the replies
	 * @param timeout for the whole exchange, {@code null} for that of the connection
	 */
	BatchExchange(Connection connection, @Nullable Socket socket, Dialogue dialogue, @Nullable Duration timeout) {
		this.connection = connection;
		this.socket = socket;
		this.connectionTimeout = connection.getSoTimeout();
		this.timeout = (timeout != null) ? millis(timeout) : this.connectionTimeout;
		this.lastTimeout = this.connectionTimeout;
		this.dialogue = dialogue;
		this.writer = new BatchWriter(connection, socket, dialogue.commands());
	}

	private static int millis(Duration timeout) {
		return (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
	}

	/**
	 * Write and read.
	 * @return whether the connection can be used again
	 */
	boolean run() {
		this.start = System.nanoTime();
		boolean complete = false;
		try {
			this.writer.start();
			this.dialogue.read(this.connection.getRedisProtocol(), this::readReply);
			setTimeout(this.connectionTimeout);
			complete = true;
		}
		catch (RuntimeException ex) {
			this.failure = ex;
		}
		finally {
			if (!complete) {
				this.connection.setBroken();
				IOUtils.closeQuietly(this.socket);
			}
			this.writer.finish(complete ? PATIENCE : 0);
		}
		Exception notWritten = this.writer.failure();
		if (this.failure == null) {
			this.failure = notWritten;
		}
		else if (notWritten != null) {
			this.failure.addSuppressed(notWritten);
		}
		return this.failure == null;
	}

	/**
	 * Return what went wrong, {@code null} if nothing did.
	 */
	@Nullable Exception failure() {
		return this.failure;
	}

	/**
	 * Return the number of commands of which something may have been written.
	 */
	int handedOver() {
		return this.writer.handedOver();
	}

	private @Nullable Object readReply() {
		if (this.timeout > 0) {
			setTimeout(remaining());
		}
		try {
			return this.connection.getOne();
		}
		catch (JedisDataException ex) {
			return ex;
		}
	}

	private int remaining() {
		long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.start);
		if (passed >= this.timeout) {
			throw new JedisConnectionException(
					new SocketTimeoutException("Not every reply came within %d ms".formatted(this.timeout)));
		}
		return (int) (this.timeout - passed);
	}

	private void setTimeout(int timeout) {
		if (timeout != this.lastTimeout) {
			this.connection.setSoTimeout(timeout);
			this.lastTimeout = timeout;
		}
	}

}
