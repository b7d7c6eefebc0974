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
package io.pipelining.sample.sweep;

import java.util.List;
import java.util.Objects;
import java.util.Properties;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisServerCommands;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.types.RedisClientInfo;

/**
 * Watches the memory of the server, over a connection that does not go through the relay,
 * from a thread of its own.
 */
final class ServerMemory implements AutoCloseable {

	private final StringRedisTemplate redis;

	private final long before;

	private final Thread watch = new Thread(this::watch, "lab-memory");

	private volatile boolean over;

	private volatile long outputBuffer;

	private volatile long memory;

	/**
	 * Begin to watch.
	 * @param redis leads to the server
	 * @param before what the server used at first
	 */
	ServerMemory(StringRedisTemplate redis, long before) {
		this.redis = redis;
		this.before = before;
		this.watch.setDaemon(true);
		this.watch.start();
	}

	/**
	 * Return how much memory a server uses now.
	 */
	static long used(StringRedisTemplate redis) {
		return ask(redis).memory();
	}

	/**
	 * Return the most bytes seen in the output buffer.
	 */
	long outputBuffer() {
		return this.outputBuffer;
	}

	/**
	 * Return the most bytes seen beyond what was used at first.
	 */
	long memory() {
		return Math.max(0, this.memory - this.before);
	}

	private void watch() {
		while (!this.over) {
			Sample sample = ask(this.redis);
			this.outputBuffer = Math.max(this.outputBuffer, sample.outputBuffer());
			this.memory = Math.max(this.memory, sample.memory());
		}
	}

	private static Sample ask(StringRedisTemplate redis) {
		return Objects.requireNonNull(redis.execute((RedisCallback<Sample>) (connection) -> {
			RedisServerCommands server = connection.serverCommands();
			return new Sample(outputBuffer(server.getClientList()), usedMemory(server.info("memory")));
		}));
	}

	private static long outputBuffer(@Nullable List<RedisClientInfo> clients) {
		return Objects.requireNonNull(clients).stream().mapToLong(ServerMemory::outputBuffer).max().orElse(0);
	}

	private static long outputBuffer(RedisClientInfo client) {
		return Long.parseLong(client.get("obl")) + Long.parseLong(client.get("omem"));
	}

	private static long usedMemory(@Nullable Properties memory) {
		return Long.parseLong(Objects.requireNonNull(memory).getProperty("used_memory"));
	}

	@Override
	public void close() {
		this.over = true;
		try {
			this.watch.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private record Sample(long outputBuffer, long memory) {

	}

}
