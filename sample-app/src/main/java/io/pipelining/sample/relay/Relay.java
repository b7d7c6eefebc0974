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
package io.pipelining.sample.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

import io.pipelining.sample.relay.Line.Packets;

/**
 * A line to a Redis server on loopback that is as long as a network's: what crosses it
 * takes half the round-trip time in each direction, however much is on its way. It counts
 * what passes, as the client sees it. Thread-safe.
 */
public final class Relay implements AutoCloseable {

	private static final int BUFFER = 64 * 1024;

	private final IntSupplier target;

	private final ServerSocket listener;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private volatile long delayNanos;

	private volatile Recording recording = new Recording();

	/**
	 * Listen on a free port of the loopback interface.
	 * @param target gives the port of the server, asked at each connection
	 */
	public Relay(IntSupplier target) {
		this.target = target;
		try {
			this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	/**
	 * Return where clients connect to.
	 * @return the port
	 */
	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Set how long the line is. Zero at first.
	 * @param roundTrip the time to the server and back
	 */
	public void setRoundTrip(Duration roundTrip) {
		this.delayNanos = roundTrip.toNanos() / 2;
	}

	/**
	 * Begin a recording, which ends when the next one begins.
	 * @return the recording
	 */
	public Recording record() {
		Recording next = new Recording();
		this.recording = next;
		return next;
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.listener.accept();
			this.sockets.add(client);
			try {
				connect(client);
			}
			catch (IOException | RuntimeException ex) {
				// No server: the client sees its connection closed, and tries again
				close(client);
			}
		}
	}

	private void connect(Socket client) throws IOException {
		Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target.getAsInt());
		this.sockets.add(server);
		client.setTcpNoDelay(true);
		server.setTcpNoDelay(true);
		// Seen where the client sees it: a request when it leaves, a reply when it comes
		Line requests = new Line(server.getOutputStream(), Packets.UNSEEN);
		Line replies = new Line(client.getOutputStream(), (messages, bytes) -> this.recording.reply(messages, bytes));
		start(() -> pump(client, requests, (messages, bytes) -> this.recording.request(messages, bytes)));
		start(() -> deliver(requests, server));
		start(() -> pump(server, replies, Packets.UNSEEN));
		start(() -> deliver(replies, client));
	}

	private void pump(Socket from, Line line, Packets departures) throws IOException {
		byte[] buffer = new byte[BUFFER];
		RespCounter counter = new RespCounter();
		try (from) {
			InputStream in = from.getInputStream();
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				int messages = counter.count(buffer, length);
				departures.passed(messages, length);
				line.send(buffer, length, messages, this.delayNanos);
			}
		}
		finally {
			line.end();
			this.sockets.remove(from);
		}
	}

	private void deliver(Line line, Socket to) throws IOException, InterruptedException {
		try (to) {
			line.deliver();
		}
		finally {
			this.sockets.remove(to);
		}
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			// Closed already
		}
	}

	private static void start(Action action) {
		Thread thread = new Thread(() -> {
			try {
				action.run();
			}
			catch (IOException ex) {
				// Closed from one side or the other
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}, "relay");
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * Close all connections, and accept no more.
	 */
	@Override
	public void close() {
		try {
			this.listener.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			this.sockets.forEach(Relay::close);
		}
	}

	private interface Action {

		void run() throws IOException, InterruptedException;

	}

}
