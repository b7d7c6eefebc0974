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
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;
import redis.embedded.RedisServer;

import io.pipelining.support.RedisServers;

/**
 * A Redis server at the end of a line of a given length, each a process of its own.
 */
final class Server implements AutoCloseable {

	private final RedisServer redis = RedisServers.start(List.of());

	private final @Nullable Process relay;

	private final int port;

	/**
	 * Start a server.
	 * @param roundTrip the length of the line in microseconds, 0 for none but loopback
	 */
	Server(long roundTrip) throws IOException {
		int redisPort = this.redis.ports().get(0);
		this.relay = (roundTrip > 0) ? startRelay(redisPort, roundTrip) : null;
		this.port = (this.relay != null) ? readPort(this.relay) : redisPort;
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

	int port() {
		return this.port;
	}

	@Override
	public void close() {
		if (this.relay != null) {
			this.relay.destroy();
		}
		RedisServers.stop(this.redis);
	}

}
