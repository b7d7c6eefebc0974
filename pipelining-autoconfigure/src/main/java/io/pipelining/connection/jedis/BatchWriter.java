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

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.args.Rawable;
import redis.clients.jedis.util.IOUtils;
import redis.clients.jedis.util.RedisOutputStream;

/**
 * Writes the commands of a batch: one that surely fits into the buffers of the network in
 * one write to the socket, on the calling thread. A larger one is written by a thread of
 * its own while the calling thread reads, since a server may stop reading until somebody
 * takes its replies, and a write has no time-out. Where the socket cannot be had, Jedis
 * writes.
 */
final class BatchWriter {

	/**
	 * Less than what the system buffers for a fresh connection on this side alone.
	 */
	private static final int BUFFER_SIZE = 32 * 1024;

	/**
	 * The most that is written before a reply is read.
	 */
	private static final int MOST_AT_ONCE = 256 * 1024;

	/**
	 * What the protocol adds to a command or an argument beside the digits of its length.
	 */
	private static final int OVERHEAD = 5;

	private final Connection connection;

	private final @Nullable Socket socket;

	private final List<CommandArguments> commands;

	private int begun;

	private int handedOver;

	private @Nullable Exception failure;

	private @Nullable Thread thread;

	BatchWriter(Connection connection, @Nullable Socket socket, List<CommandArguments> commands) {
		this.connection = connection;
		this.socket = socket;
		this.commands = commands;
	}

	/**
	 * Write, or begin to.
	 */
	void start() {
		Socket socket = this.socket;
		if (socket == null) {
			attempt(this::writeByJedis);
			return;
		}
		int limit = limit(socket);
		int size = size(limit);
		if (size <= limit) {
			attempt(() -> writeTo(socket, Math.min(size, BUFFER_SIZE)));
		}
		else {
			this.thread = new Thread(() -> attempt(() -> writeTo(socket, BUFFER_SIZE)), "pipelining-jedis-writer");
			this.thread.setDaemon(true);
			this.thread.start();
		}
	}

	/**
	 * Wait until nothing is written any more; then, and only then, ask the other methods.
	 * @param patience how long to wait before the socket is closed, in milliseconds, 0
	 * for not at all
	 */
	void finish(long patience) {
		Thread writing = this.thread;
		if (writing == null) {
			return;
		}
		boolean interrupted = !join(writing, patience);
		IOUtils.closeQuietly(writing.isAlive() ? this.socket : null);
		while (writing.isAlive()) {
			interrupted |= !join(writing, Long.MAX_VALUE);
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	private static boolean join(Thread thread, long millis) {
		try {
			if (millis > 0) {
				thread.join(millis);
			}
			return true;
		}
		catch (InterruptedException ex) {
			return false;
		}
	}

	/**
	 * Return the number of commands of which something may have been written: those after
	 * them were certainly not.
	 */
	int handedOver() {
		return this.handedOver;
	}

	/**
	 * Return what went wrong on writing, {@code null} if everything was written.
	 */
	@Nullable Exception failure() {
		return this.failure;
	}

	private void attempt(Write write) {
		try {
			write.run();
		}
		catch (Exception ex) {
			this.failure = ex;
		}
	}

	private void writeTo(Socket socket, int bufferSize) throws IOException {
		RedisOutputStream out = new RedisOutputStream(new HandOver(socket.getOutputStream()), bufferSize);
		for (CommandArguments command : this.commands) {
			this.begun++;
			Protocol.sendCommand(out, command);
		}
		out.flush();
	}

	private void writeByJedis() {
		for (CommandArguments command : this.commands) {
			this.handedOver++;
			this.connection.sendCommand(command);
		}
	}

	/**
	 * Return how much the system takes at once, so that writing never blocks. It counts
	 * what it adds to each packet as well, and a buffer that is in use already.
	 */
	private static int limit(Socket socket) {
		try {
			return Math.max(BUFFER_SIZE, Math.min(socket.getSendBufferSize() / 4, MOST_AT_ONCE));
		}
		catch (SocketException ex) {
			return BUFFER_SIZE;
		}
	}

	/**
	 * Return how many bytes the batch needs at the most, or any number above the limit.
	 */
	private int size(int limit) {
		int size = OVERHEAD;
		for (CommandArguments command : this.commands) {
			size += OVERHEAD + digits(command.size());
			for (Rawable argument : command) {
				int length = argument.getRaw().length;
				if (length > limit || size > limit) {
					return Integer.MAX_VALUE;
				}
				size += length + OVERHEAD + digits(length);
			}
		}
		return size;
	}

	private static int digits(int number) {
		return (number < 100) ? 2 : 10;
	}

	/**
	 * Writes that may fail.
	 */
	private interface Write {

		void run() throws IOException;

	}

	/**
	 * Notes before each write how far the commands got.
	 */
	private final class HandOver extends OutputStream {

		private final OutputStream target;

		HandOver(OutputStream target) {
			this.target = target;
		}

		@Override
		public void write(int b) throws IOException {
			write(new byte[] { (byte) b }, 0, 1);
		}

		@Override
		public void write(byte[] bytes, int offset, int length) throws IOException {
			BatchWriter.this.handedOver = BatchWriter.this.begun;
			this.target.write(bytes, offset, length);
		}

		@Override
		public void flush() throws IOException {
			this.target.flush();
		}

	}

}
