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
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between a client and a server, and cuts or blocks the line where it is told to.
 */
final class Relay implements AutoCloseable {

	private final ServerSocket listener;

	private final int target;

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private volatile long requestBytes = Long.MAX_VALUE;

	private volatile long replyBytes = Long.MAX_VALUE;

	private volatile byte[] lastWords = {};

	private volatile boolean stalled;

	Relay(int target) {
		this.target = target;
		try {
			this.listener = new ServerSocket();
			// small, so that what is stuck is stuck soon
			this.listener.setReceiveBufferSize(8 * 1024);
			this.listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Cut the line, once, after so many more bytes of requests.
	 */
	void cutAfterRequestBytes(long bytes) {
		this.requestBytes = bytes;
	}

	/**
	 * Cut the line, once, after so many more bytes of replies and these last ones.
	 */
	void cutAfterReplyBytes(long bytes, byte... lastWords) {
		this.lastWords = lastWords;
		this.replyBytes = bytes;
	}

	/**
	 * Do nothing to the line from here on.
	 */
	void heal() {
		this.requestBytes = Long.MAX_VALUE;
		this.replyBytes = Long.MAX_VALUE;
		this.lastWords = new byte[0];
		this.stalled = false;
	}

	/**
	 * Take nothing from the client from here on.
	 */
	void stall() {
		this.stalled = true;
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.listener.accept();
			Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			client.setTcpNoDelay(true);
			server.setTcpNoDelay(true);
			this.sockets.add(client);
			this.sockets.add(server);
			start(() -> pump(client, server, true));
			start(() -> pump(server, client, false));
		}
	}

	private void pump(Socket from, Socket to, boolean requests) throws IOException {
		try (from; to) {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			byte[] buffer = new byte[8192];
			while (true) {
				while (requests && this.stalled && !from.isClosed()) {
					Thread.yield();
				}
				int count = in.read(buffer);
				if (count < 0) {
					return;
				}
				long left = requests ? this.requestBytes : this.replyBytes;
				out.write(buffer, 0, (int) Math.min(count, left));
				if (count >= left) {
					byte[] words = requests ? new byte[0] : this.lastWords;
					heal();
					out.write(words);
					return;
				}
				if (left != Long.MAX_VALUE) {
					if (requests) {
						this.requestBytes = left - count;
					}
					else {
						this.replyBytes = left - count;
					}
				}
			}
		}
	}

	private static void start(Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException ex) {
				// the line is cut
			}
		}, "relay");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

	private interface Task {

		void run() throws IOException;

	}

}
