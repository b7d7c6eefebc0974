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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import redis.embedded.RedisServer;

/**
 * A server that belongs to one test, which may stop, kill and restart it. What it has
 * answered outlives its process: it writes its log before it replies.
 */
public final class OwnServer implements AutoCloseable {

	private final int port = RedisServers.freePort();

	private final Path directory;

	private final List<String> settings;

	private final Signals signals = new Signals();

	private RedisServer server;

	private ProcessHandle process;

	public OwnServer() {
		try {
			this.directory = Files.createTempDirectory("own-redis");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.settings = List.of("save \"\"", "appendonly yes", "appendfsync no", "dir " + this.directory);
		start();
	}

	private void start() {
		this.server = RedisServers.start(this.port, this.settings);
		try (Observer observer = new Observer(this.port)) {
			this.process = ProcessHandle.of(Long.parseLong(observer.info("server").get("process_id"))).orElseThrow();
		}
	}

	public int port() {
		return this.port;
	}

	/**
	 * End the process without a chance to do anything (SIGKILL).
	 */
	public void kill() {
		this.process.destroyForcibly();
		this.process.onExit().join();
	}

	/**
	 * Start it again, with what it had answered.
	 */
	public void restart() {
		RedisServers.stop(this.server);
		start();
	}

	/**
	 * Let the process stand still (SIGSTOP): the system still takes connections and bytes
	 * for it.
	 */
	public void freeze() {
		this.signals.send("STOP", this.process);
	}

	/**
	 * Let the process go on (SIGCONT).
	 */
	public void thaw() {
		this.signals.send("CONT", this.process);
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
		this.process.onExit().join();
		RedisServers.stop(this.server, this.directory);
		this.signals.close();
	}

}
