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

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A connection that speaks the protocol by itself, so that what a test observes does not
 * depend on a driver under test. Strings are ISO-8859-1, one character for each byte.
 */
final class RespConnection implements AutoCloseable {

	private final Socket socket;

	private final InputStream in;

	RespConnection(int port) {
		try {
			this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
			this.socket.setTcpNoDelay(true);
			this.in = new BufferedInputStream(this.socket.getInputStream());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	String address() {
		return "127.0.0.1:" + this.socket.getLocalPort();
	}

	@Nullable Object call(String... command) {
		try {
			write(command);
			return read();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void write(String... command) throws IOException {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		out.write(("*" + command.length + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
		for (String argument : command) {
			byte[] bytes = argument.getBytes(StandardCharsets.ISO_8859_1);
			out.write(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
			out.write(bytes);
			out.write("\r\n".getBytes(StandardCharsets.ISO_8859_1));
		}
		this.socket.getOutputStream().write(out.toByteArray());
	}

	@Nullable Object read() throws IOException {
		String line = readLine();
		String rest = line.substring(1);
		return switch (line.charAt(0)) {
			case '+' -> rest;
			case '-' -> throw new ServerError(rest);
			case ':' -> Long.valueOf(rest);
			case '$' -> readBulk(Integer.parseInt(rest));
			case '*' -> readArray(Integer.parseInt(rest));
			default -> throw new IOException("Unexpected reply " + line);
		};
	}

	private @Nullable String readBulk(int length) throws IOException {
		if (length < 0) {
			return null;
		}
		byte[] bytes = this.in.readNBytes(length);
		this.in.skipNBytes(2);
		return new String(bytes, StandardCharsets.ISO_8859_1);
	}

	private @Nullable List<@Nullable Object> readArray(int length) throws IOException {
		if (length < 0) {
			return null;
		}
		List<@Nullable Object> values = new ArrayList<>(length);
		for (int i = 0; i < length; i++) {
			values.add(read());
		}
		return values;
	}

	private String readLine() throws IOException {
		StringBuilder line = new StringBuilder();
		for (int next = this.in.read(); next != '\r'; next = this.in.read()) {
			if (next < 0) {
				throw new EOFException();
			}
			line.append((char) next);
		}
		this.in.skipNBytes(1);
		return line.toString();
	}

	@Override
	public void close() {
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * An error reply.
	 */
	static final class ServerError extends RuntimeException {

		ServerError(String message) {
			super(message);
		}

	}

}
