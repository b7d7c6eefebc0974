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
package io.pipelining.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A line to a server on loopback that counts what passes, and delays, holds or cuts it.
 * Each direction of each connection has a thread.
 */
public final class Relay implements AutoCloseable {

	private static final int BUFFER = 256 * 1024;

	private final int target;

	private final ServerSocket listener;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final AtomicLong connections = new AtomicLong();

	private final AtomicLong requestBytes = new AtomicLong();

	private final AtomicLong requestChunks = new AtomicLong();

	private final AtomicLong replyBytes = new AtomicLong();

	private final AtomicLong replyChunks = new AtomicLong();

	private final AtomicLong cutAfter = new AtomicLong(Long.MAX_VALUE);

	private final Object holding = new Object();

	private volatile long delayNanos;

	private volatile boolean resetOnCut;

	private volatile @Nullable String holdTrigger;

	private volatile boolean held;

	public Relay(int target) {
		this.target = target;
		try {
			this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start("relay", this::accept);
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Return how many connections came in.
	 */
	public long connections() {
		return this.connections.get();
	}

	/**
	 * Return how many bytes clients sent.
	 */
	public long requestBytes() {
		return this.requestBytes.get();
	}

	/**
	 * Return in how many reads the clients' bytes came: at most as many as their writes.
	 */
	public long requestChunks() {
		return this.requestChunks.get();
	}

	public long replyBytes() {
		return this.replyBytes.get();
	}

	public long replyChunks() {
		return this.replyChunks.get();
	}

	/**
	 * Delay each chunk of replies.
	 */
	public void delayReplies(long amount, TimeUnit unit) {
		this.delayNanos = unit.toNanos(amount);
	}

	/**
	 * Close the connections once that many further bytes of replies have passed.
	 * @param bytes the number of bytes
	 * @param reset whether by RST instead of FIN
	 */
	public void cutAfterReplyBytes(long bytes, boolean reset) {
		this.resetOnCut = reset;
		this.cutAfter.set(bytes);
	}

	/**
	 * Hold back replies, on all connections, from the moment that a client sends a text.
	 */
	public void holdRepliesAfter(String text) {
		this.holdTrigger = text;
	}

	/**
	 * Let replies pass again, those held back first.
	 */
	public void release() {
		synchronized (this.holding) {
			this.holdTrigger = null;
			this.held = false;
		}
	}

	/**
	 * Close all connections now.
	 */
	public void cut() {
		this.sockets.forEach(this::close);
	}

	private void accept() {
		try {
			while (true) {
				Socket client = this.listener.accept();
				this.connections.incrementAndGet();
				Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
				this.sockets.add(client);
				this.sockets.add(server);
				client.setTcpNoDelay(true);
				server.setTcpNoDelay(true);
				start("relay-requests", () -> pump(client, server, true));
				start("relay-replies", () -> pump(server, client, false));
			}
		}
		catch (IOException ex) {
			// Closed
		}
	}

	private void pump(Socket from, Socket to, boolean requests) {
		byte[] buffer = new byte[BUFFER];
		try {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				if (requests) {
					request(buffer, length, out);
				}
				else if (!reply(buffer, length, out)) {
					break;
				}
			}
		}
		catch (IOException ex) {
			// Cut from one side or the other
		}
		close(from);
		close(to);
	}

	private void request(byte[] buffer, int length, OutputStream out) throws IOException {
		this.requestChunks.incrementAndGet();
		this.requestBytes.addAndGet(length);
		synchronized (this.holding) {
			String trigger = this.holdTrigger;
			if (trigger != null && new String(buffer, 0, length, StandardCharsets.ISO_8859_1).contains(trigger)) {
				this.held = true;
			}
		}
		out.write(buffer, 0, length);
	}

	private boolean reply(byte[] buffer, int length, OutputStream out) throws IOException {
		if (this.delayNanos > 0) {
			LockSupport.parkNanos(this.delayNanos);
		}
		while (this.held && !this.listener.isClosed()) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		}
		long left = this.cutAfter
			.getAndUpdate((bytes) -> (bytes != Long.MAX_VALUE) ? Math.max(0, bytes - length) : bytes);
		int passing = (int) Math.min(left, length);
		this.replyChunks.incrementAndGet();
		this.replyBytes.addAndGet(passing);
		out.write(Arrays.copyOf(buffer, passing));
		return left > length;
	}

	private void close(Socket socket) {
		this.sockets.remove(socket);
		try {
			if (this.resetOnCut && !socket.isClosed()) {
				socket.setSoLinger(true, 0);
			}
			socket.close();
		}
		catch (IOException ex) {
			// Closed already
		}
	}

	private static void start(String name, Runnable code) {
		Thread thread = new Thread(code, name);
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		try {
			this.listener.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		cut();
	}

}
