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

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * No Redis, but as some proxies are: it reads no further command until the client has
 * taken the reply to the last one. Redis itself always reads on.
 */
final class StubbornServer implements AutoCloseable {

	private final ServerSocket listener;

	private final byte[] reply;

	private final Duration delay;

	StubbornServer(int valueSize, Duration delay) {
		this.delay = delay;
		this.reply = ("$" + valueSize + "\r\n" + "x".repeat(valueSize) + "\r\n").getBytes(StandardCharsets.US_ASCII);
		try {
			this.listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Thread thread = new Thread(this::accept, "stubborn-server");
		thread.setDaemon(true);
		thread.start();
	}

	int port() {
		return this.listener.getLocalPort();
	}

	private void accept() {
		while (true) {
			try (Socket socket = this.listener.accept()) {
				socket.setSendBufferSize(4096);
				serve(new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
			}
			catch (IOException ex) {
				if (this.listener.isClosed()) {
					return;
				}
			}
		}
	}

	private void serve(InputStream in, OutputStream out) throws IOException {
		while (in.read() == '*') {
			int arguments = number(in);
			String name = null;
			for (int i = 0; i < arguments; i++) {
				in.read();
				byte[] argument = in.readNBytes(number(in));
				in.readNBytes(2);
				name = (name != null) ? name : new String(argument, StandardCharsets.US_ASCII);
			}
			if ("GET".equals(name)) {
				LockSupport.parkNanos(this.delay.toNanos());
			}
			out.write("GET".equals(name) ? this.reply : "+OK\r\n".getBytes(StandardCharsets.US_ASCII));
		}
	}

	private static int number(InputStream in) throws IOException {
		int number = 0;
		for (int digit = in.read(); digit != '\r'; digit = in.read()) {
			number = number * 10 + digit - '0';
		}
		in.read();
		return number;
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
	}

}
