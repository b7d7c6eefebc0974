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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A line to a server on loopback that counts what passes, and delays, holds, swallows or
 * cuts it. Each direction of each connection has a thread.
 */
public final class Relay implements AutoCloseable {

	private static final int BUFFER = 256 * 1024;

	private final int target;

	private final ServerSocket listener;

	private final Set<Line> lines = ConcurrentHashMap.newKeySet();

	private final AtomicLong connections = new AtomicLong();

	private final Direction requests = new Direction();

	private final Direction replies = new Direction();

	private final Object holding = new Object();

	private volatile long delayNanos;

	private volatile boolean resetOnCut;

	private volatile @Nullable String holdTrigger;

	private volatile boolean held;

	private volatile boolean stalled;

	private volatile boolean down;

	private volatile boolean resetting;

	private final AtomicLong resets = new AtomicLong();

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
		return this.requests.bytes.get();
	}

	/**
	 * Return in how many reads the clients' bytes came: at most as many as their writes.
	 */
	public long requestChunks() {
		return this.requests.chunks.get();
	}

	public long replyBytes() {
		return this.replies.bytes.get();
	}

	public long replyChunks() {
		return this.replies.chunks.get();
	}

	/**
	 * Delay each chunk of replies.
	 */
	public void delayReplies(long amount, TimeUnit unit) {
		this.delayNanos = unit.toNanos(amount);
	}

	/**
	 * Pass requests on in small pieces, as a slow line does, so that a server runs a part
	 * of what a client sent at once.
	 */
	public void trickleRequests(int bytes, long pause, TimeUnit unit) {
		this.requests.trickle(bytes, unit.toNanos(pause));
	}

	/**
	 * Let cuts be by RST instead of FIN.
	 */
	public void resetOnCut(boolean reset) {
		this.resetOnCut = reset;
	}

	/**
	 * Cut the line, once, after so many more bytes of requests.
	 */
	public void cutAfterRequestBytes(long bytes) {
		this.requests.limit(bytes, false);
	}

	/**
	 * Cut the line, once, after so many more bytes of replies and these last ones.
	 */
	public void cutAfterReplyBytes(long bytes, byte... lastWords) {
		this.replies.limit(bytes, false, lastWords);
	}

	/**
	 * Let requests vanish after so many more bytes, on the connection that they are
	 * reached on and until it is cut.
	 */
	public void swallowAfterRequestBytes(long bytes) {
		this.requests.limit(bytes, true);
	}

	/**
	 * Let replies vanish after so many more bytes, on the connection that they are
	 * reached on and until it is cut.
	 */
	public void swallowAfterReplyBytes(long bytes) {
		this.replies.limit(bytes, true);
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
	 * Take nothing from clients from here on.
	 */
	public void stall() {
		this.stalled = true;
	}

	/**
	 * Close all connections now.
	 */
	public void cut() {
		this.lines.forEach(Line::close);
	}

	/**
	 * Close all connections now and take no more.
	 */
	public void down() {
		this.down = true;
		cut();
	}

	/**
	 * Reset all connections now, and each new one as soon as it says something: its
	 * client believes for a moment that it is connected.
	 */
	public void reset() {
		this.resetting = true;
		this.resetOnCut = true;
		cut();
	}

	/**
	 * Return how many connections were reset since they said something.
	 */
	public long resets() {
		return this.resets.get();
	}

	/**
	 * Do nothing to the line from here on. What swallowed is cut.
	 */
	public void heal() {
		this.requests.heal();
		this.replies.heal();
		this.stalled = false;
		this.down = false;
		this.resetting = false;
		this.lines.stream().filter((line) -> line.swallowing).forEach(Line::close);
	}

	private void accept() {
		try {
			while (true) {
				Socket client = this.listener.accept();
				this.connections.incrementAndGet();
				if (this.down) {
					client.close();
				}
				else if (this.resetting) {
					start("relay-reset", () -> reset(client));
				}
				else {
					connect(client);
				}
			}
		}
		catch (IOException ex) {
			// Closed
		}
	}

	private void reset(Socket client) {
		try (client) {
			int said = client.getInputStream().read();
			client.setSoLinger(true, 0);
			if (said >= 0) {
				this.resets.incrementAndGet();
			}
		}
		catch (IOException ex) {
			// The client was faster
		}
	}

	private void connect(Socket client) throws IOException {
		try {
			Line line = new Line(client, new Socket(InetAddress.getLoopbackAddress(), this.target));
			this.lines.add(line);
			if (this.down) {
				line.close();
			}
			start("relay-requests", () -> line.pump(line.client, line.server, this.requests));
			start("relay-replies", () -> line.pump(line.server, line.client, this.replies));
		}
		catch (IOException ex) {
			// No server
			client.close();
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

	/**
	 * What happens to the bytes of one direction on all lines.
	 */
	private static final class Direction {

		private final AtomicLong bytes = new AtomicLong();

		private final AtomicLong chunks = new AtomicLong();

		private long left = Long.MAX_VALUE;

		private boolean swallow;

		private byte[] lastWords = {};

		private int pieces = Integer.MAX_VALUE;

		private long pauseNanos;

		synchronized void trickle(int pieces, long pauseNanos) {
			this.pieces = pieces;
			this.pauseNanos = pauseNanos;
		}

		synchronized void limit(long bytes, boolean swallow, byte... lastWords) {
			this.left = bytes;
			this.swallow = swallow;
			this.lastWords = lastWords;
		}

		synchronized void heal() {
			limit(Long.MAX_VALUE, false);
		}

		/**
		 * Pass bytes on as far as they may go.
		 * @param line where they come from
		 * @param buffer the bytes
		 * @param length how many there are
		 * @param out where they go
		 * @return what becomes of the bytes that come next
		 */
		Next pass(Line line, byte[] buffer, int length, OutputStream out) throws IOException {
			int passing;
			byte[] words = {};
			Next next = Next.PASS;
			synchronized (this) {
				passing = (int) Math.min(this.left, length);
				if (this.left <= length) {
					next = this.swallow ? Next.SWALLOW : Next.CUT;
					// Seen by whoever heals from now on, who then cuts the line
					line.swallowing |= this.swallow;
					words = this.lastWords;
					heal();
				}
				else if (this.left != Long.MAX_VALUE) {
					this.left -= length;
				}
			}
			this.bytes.addAndGet(passing);
			this.chunks.incrementAndGet();
			write(buffer, passing, out);
			out.write(words);
			return next;
		}

		private void write(byte[] buffer, int length, OutputStream out) throws IOException {
			int size;
			long pause;
			synchronized (this) {
				size = this.pieces;
				pause = this.pauseNanos;
			}
			for (int written = 0; written < length; written += Math.min(size, length - written)) {
				if (written > 0) {
					LockSupport.parkNanos(pause);
				}
				out.write(buffer, written, Math.min(size, length - written));
			}
		}

	}

	private enum Next {

		PASS, SWALLOW, CUT

	}

	/**
	 * A connection from a client, and the one to the server.
	 */
	private final class Line {

		private final Socket client;

		private final Socket server;

		private volatile boolean swallowing;

		Line(Socket client, Socket server) throws IOException {
			this.client = client;
			this.server = server;
			client.setTcpNoDelay(true);
			server.setTcpNoDelay(true);
		}

		private void pump(Socket from, Socket to, Direction direction) {
			byte[] buffer = new byte[BUFFER];
			Next next = Next.PASS;
			try {
				InputStream in = from.getInputStream();
				OutputStream out = to.getOutputStream();
				awaitNoStall(direction);
				while (next != Next.CUT) {
					int length = in.read(buffer);
					if (length < 0) {
						break;
					}
					if (next == Next.PASS) {
						awaitTurn(direction, buffer, length);
						next = direction.pass(this, buffer, length, out);
					}
					awaitNoStall(direction);
				}
			}
			catch (IOException ex) {
				// Cut from one side or the other
			}
			close();
		}

		private void awaitNoStall(Direction direction) {
			while (direction == Relay.this.requests && Relay.this.stalled && !this.client.isClosed()) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
			}
		}

		private void awaitTurn(Direction direction, byte[] buffer, int length) {
			if (direction == Relay.this.requests) {
				synchronized (Relay.this.holding) {
					String trigger = Relay.this.holdTrigger;
					if (trigger != null
							&& new String(buffer, 0, length, StandardCharsets.ISO_8859_1).contains(trigger)) {
						Relay.this.held = true;
					}
				}
				return;
			}
			if (Relay.this.delayNanos > 0) {
				LockSupport.parkNanos(Relay.this.delayNanos);
			}
			while (Relay.this.held && !Relay.this.listener.isClosed()) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
			}
		}

		private void close() {
			Relay.this.lines.remove(this);
			close(this.client);
			close(this.server);
		}

		private void close(Socket socket) {
			try {
				if (Relay.this.resetOnCut && !socket.isClosed()) {
					socket.setSoLinger(true, 0);
				}
				socket.close();
			}
			catch (IOException ex) {
				// Closed already
			}
		}

	}

}
