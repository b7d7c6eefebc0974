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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import redis.embedded.RedisServer;

import org.springframework.util.FileSystemUtils;

import io.pipelining.support.RedisCluster;
import io.pipelining.support.RedisServers;

/**
 * Redis at the end of a line: servers and relay are processes of their own.
 */
final class Server implements AutoCloseable {

	private static final int MASTERS = 3;

	private final Line line;

	/** Of the servers themselves. */
	private final List<Integer> ports;

	/** The one to connect to. */
	private final int port;

	private final @Nullable Path socket;

	private final Runnable stop;

	private Server(Line line, List<Integer> ports, int port, @Nullable Path socket, Runnable stop) {
		this.line = line;
		this.ports = ports;
		this.port = port;
		this.socket = socket;
		this.stop = stop;
	}

	static Server start(Line line) throws IOException {
		if (line == Line.CLUSTER) {
			RedisCluster cluster = RedisCluster.start(MASTERS, 0, "cluster-node-timeout 15000");
			return new Server(line, cluster.ports(), cluster.ports().get(0), null, cluster::close);
		}
		if (line == Line.SOCKET) {
			Path directory = Files.createTempDirectory("redis");
			Path socket = directory.resolve("socket");
			RedisServer redis = RedisServers.start(List.of("unixsocket " + socket));
			return new Server(line, redis.ports(), redis.ports().get(0), socket, () -> {
				RedisServers.stop(redis);
				delete(directory);
			});
		}
		RedisServer redis = RedisServers.start(List.of());
		int port = redis.ports().get(0);
		if (line.roundTripMicros() == 0) {
			return new Server(line, redis.ports(), port, null, () -> RedisServers.stop(redis));
		}
		Process relay = startRelay(port, line.roundTripMicros());
		return new Server(line, redis.ports(), readPort(relay), null, () -> {
			relay.destroy();
			RedisServers.stop(redis);
		});
	}

	private static Process startRelay(int target, long roundTrip) throws IOException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		return new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), DelayRelay.class.getName(),
				String.valueOf(target), String.valueOf(roundTrip))
			.redirectError(Redirect.INHERIT)
			.start();
	}

	private static int readPort(Process relay) throws IOException {
		BufferedReader reader = new BufferedReader(
				new InputStreamReader(relay.getInputStream(), StandardCharsets.US_ASCII));
		return Integer.parseInt(reader.readLine());
	}

	private static void delete(Path directory) {
		try {
			FileSystemUtils.deleteRecursively(directory);
		}
		catch (IOException ex) {
			// In the directory for such things
		}
	}

	/**
	 * Return the same server without the line. To close it does nothing.
	 */
	Server near() {
		return new Server(Line.LOOPBACK, this.ports, this.ports.get(0), null, () -> {
		});
	}

	Line line() {
		return this.line;
	}

	int port() {
		return this.port;
	}

	List<Integer> ports() {
		return this.ports;
	}

	@Nullable Path socket() {
		return this.socket;
	}

	/**
	 * Return the address, as Lettuce writes it.
	 */
	String url() {
		return (this.socket != null) ? "redis-socket://" + this.socket : "redis://127.0.0.1:" + this.port;
	}

	/**
	 * Return the properties of an application that connects to it.
	 */
	String[] properties() {
		if (this.socket != null) {
			return new String[] { Application.SOCKET + "=" + this.socket };
		}
		if (this.line == Line.CLUSTER) {
			return new String[] { "spring.data.redis.cluster.nodes="
					+ this.ports.stream().map((node) -> "127.0.0.1:" + node).collect(Collectors.joining(",")) };
		}
		return new String[] { "spring.data.redis.url=" + url(),
				Application.NO_DELAY + "=" + (this.line != Line.NAGLE) };
	}

	@Override
	public void close() {
		this.stop.run();
	}

}
