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
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import redis.embedded.RedisServer;

import org.springframework.util.FileSystemUtils;

/**
 * Real Redis servers for tests, on loopback and free ports, started once per
 * configuration and ended with the test JVM. {@code -Dredis.server=<path>} names another
 * server binary.
 */
public final class RedisServers {

	private static final Map<List<String>, RedisServer> SERVERS = new ConcurrentHashMap<>();

	private RedisServers() {
	}

	/**
	 * Return the port of the plain server that tests share.
	 */
	public static int standalone() {
		return withSettings();
	}

	/**
	 * Return the port of the server with these settings, such as {@code "maxmemory 1mb"}.
	 */
	public static int withSettings(String... settings) {
		return SERVERS.computeIfAbsent(List.of(settings), RedisServers::start).ports().get(0);
	}

	/**
	 * Start a server that belongs to the caller, who stops it.
	 */
	public static RedisServer start(List<String> settings) {
		return start(freePort(), settings, "save \"\"", "appendonly no");
	}

	/**
	 * Start a server on a port that another one had before.
	 */
	public static RedisServer startAgain(int port) {
		return start(port, List.of(), "save \"\"", "appendonly no");
	}

	static RedisServer start(int port, List<String> settings, String... further) {
		try {
			var builder = RedisServer.newRedisServer().port(port).bind("127.0.0.1");
			binary().ifPresent((binary) -> builder.executableProvider(binary::toFile));
			List.of(further).forEach(builder::setting);
			settings.forEach(builder::setting);
			RedisServer server = builder.build();
			Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
			server.start();
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Return the other server binary, if one is named.
	 */
	static Optional<Path> binary() {
		return Optional.ofNullable(System.getProperty("redis.server"))
			.filter((binary) -> !binary.isBlank())
			.map(Path::of);
	}

	public static void stop(RedisServer server) {
		try {
			server.stop();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Stop a server and delete its directory.
	 */
	static void stop(RedisServer server, Path directory) {
		stop(server);
		try {
			FileSystemUtils.deleteRecursively(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public static int freePort() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
