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

package io.pipelining.sample;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

import org.springframework.util.FileSystemUtils;

/**
 * A Redis server of our own, on loopback and a free port, that keeps nothing on disk. It
 * ends with the JVM at the latest.
 */
public final class EmbeddedRedis {

	private static final String HOST = "127.0.0.1";

	private final RedisServer server;

	private final @Nullable Path socket;

	private EmbeddedRedis(RedisServer server, @Nullable Path socket) {
		this.server = server;
		this.socket = socket;
	}

	public static EmbeddedRedis start() {
		try {
			Path socket = socketFile();
			RedisServerBuilder builder = RedisServer.newRedisServer()
				.port(freePort())
				.bind(HOST)
				.setting("save \"\"")
				.setting("appendonly no");
			if (socket != null) {
				builder.setting("unixsocket " + socket);
			}
			RedisServer server = builder.build();
			server.start();
			return new EmbeddedRedis(server, socket);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(
					"The Redis server of the sample does not start; set spring.data.redis.host to use another one", ex);
		}
	}

	public String host() {
		return HOST;
	}

	public int port() {
		return this.server.ports().get(0);
	}

	/**
	 * Return the Unix socket on which the server listens as well.
	 * @return the file, or {@code null} on a platform that has none
	 */
	public @Nullable Path socket() {
		return this.socket;
	}

	public void stop() {
		try {
			this.server.stop();
			if (this.socket != null) {
				FileSystemUtils.deleteRecursively(this.socket.getParent());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The Redis server of the sample does not stop", ex);
		}
	}

	private static @Nullable Path socketFile() throws IOException {
		if (File.separatorChar != '/') {
			return null;
		}
		return Files.createTempDirectory("pipelining-sample").resolve("redis.sock");
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
			return socket.getLocalPort();
		}
	}

}
