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

package io.pipelining.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A line to a server on loopback that is as long as a network's: each piece of a reply
 * arrives so much later than it was sent, however many are on their way. A process of its
 * own, so that it takes no time of the measured one; it ends with its standard input.
 */
final class DelayRelay {

	private static final int BUFFER = 64 * 1024;

	private static final byte[] END = {};

	private DelayRelay() {
	}

	/**
	 * Start a relay.
	 * @param arguments the port of the server, and the round trip in microseconds
	 */
	public static void main(String[] arguments) throws IOException {
		int target = Integer.parseInt(arguments[0]);
		long delay = TimeUnit.MICROSECONDS.toNanos(Long.parseLong(arguments[1]));
		ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		start(() -> accept(listener, target, delay));
		System.out.println(listener.getLocalPort());
		System.out.flush();
		while (System.in.read() >= 0) {
			// The process that started this one is there
		}
		System.exit(0);
	}

	private static void accept(ServerSocket listener, int target, long delay) throws IOException {
		while (true) {
			Socket client = listener.accept();
			Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
			client.setTcpNoDelay(true);
			server.setTcpNoDelay(true);
			BlockingQueue<Piece> line = new LinkedBlockingQueue<>();
			start(() -> forward(client, server));
			start(() -> receive(server, line, delay));
			start(() -> deliver(line, client));
		}
	}

	private static void forward(Socket client, Socket server) throws IOException {
		try (client; server) {
			client.getInputStream().transferTo(server.getOutputStream());
		}
	}

	private static void receive(Socket server, BlockingQueue<Piece> line, long delay) throws IOException {
		byte[] buffer = new byte[BUFFER];
		try (server) {
			InputStream in = server.getInputStream();
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				line.add(new Piece(System.nanoTime() + delay, Arrays.copyOf(buffer, length)));
			}
		}
		finally {
			line.add(new Piece(System.nanoTime(), END));
		}
	}

	private static void deliver(BlockingQueue<Piece> line, Socket client) throws IOException, InterruptedException {
		try (client) {
			OutputStream out = client.getOutputStream();
			for (Piece piece = line.take(); piece.content() != END; piece = line.take()) {
				for (long left = piece.due() - System.nanoTime(); left > 0; left = piece.due() - System.nanoTime()) {
					LockSupport.parkNanos(left);
				}
				out.write(piece.content());
			}
		}
	}

	private static void start(Action action) {
		Thread thread = new Thread(() -> {
			try {
				action.run();
			}
			catch (IOException | InterruptedException ex) {
				// Closed by one side or the other
			}
		});
		thread.setDaemon(true);
		thread.start();
	}

	private record Piece(long due, byte[] content) {

	}

	private interface Action {

		void run() throws IOException, InterruptedException;

	}

}
