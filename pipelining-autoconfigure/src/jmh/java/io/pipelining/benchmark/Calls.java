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

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.core.PipelineTemplate;

/**
 * The calls of a batch, and the ways of Spring to make them.
 *
 * @param command what they are
 * @param keys their keys
 * @param keyBytes the same
 * @param value the value of each SET
 * @param valueBytes the same
 */
record Calls(Command command, String[] keys, byte[][] keyBytes, String value, byte[] valueBytes) {

	static Calls of(Command command, int count, int valueSize) {
		String[] keys = new String[count];
		byte[][] keyBytes = new byte[count][];
		for (int i = 0; i < count; i++) {
			keys[i] = (command == Command.INCR_ONE) ? "counter" : command + ":" + i;
			keyBytes[i] = keys[i].getBytes(StandardCharsets.UTF_8);
		}
		String value = "v".repeat(valueSize);
		return new Calls(command, keys, keyBytes, value, value.getBytes(StandardCharsets.UTF_8));
	}

	int count() {
		return this.keys.length;
	}

	void plain(AnnotatedCalls service) {
		switch (this.command) {
			case INCR, INCR_ONE -> service.incrementPlainly(this.keys);
			case SET -> service.setPlainly(this.keys, this.value);
			case PING -> service.pingPlainly(count());
		}
	}

	void raw(AnnotatedCalls service) {
		switch (this.command) {
			case INCR, INCR_ONE -> service.incrementRaw(this.keys);
			case SET -> service.setRaw(this.keys, this.value);
			case PING -> service.pingRaw(count());
		}
	}

	void auto(AnnotatedCalls service) {
		switch (this.command) {
			case INCR, INCR_ONE -> service.incrementAuto(this.keys);
			case SET -> service.setAuto(this.keys, this.value);
			case PING -> service.pingAuto(count());
		}
	}

	void atomic(AnnotatedCalls service) {
		switch (this.command) {
			case INCR, INCR_ONE -> service.incrementAtomically(this.keys);
			case SET -> service.setAtomically(this.keys, this.value);
			case PING -> service.pingAtomically(count());
		}
	}

	void inCode(PipelineTemplate pipelines, AnnotatedCalls service) {
		pipelines.executeWithoutResult((pipeline) -> plain(service));
	}

	List<Object> executePipelined(StringRedisTemplate redis) {
		return redis.executePipelined((RedisCallback<?>) this::on);
	}

	List<Object> executePipelinedAtomically(StringRedisTemplate redis) {
		return redis.executePipelined((RedisCallback<?>) (connection) -> {
			connection.multi();
			on(connection);
			connection.exec();
			return null;
		});
	}

	private @Nullable Object on(RedisConnection connection) {
		for (byte[] key : this.keyBytes) {
			switch (this.command) {
				case INCR, INCR_ONE -> connection.stringCommands().incr(key);
				case SET -> connection.stringCommands().set(key, this.valueBytes);
				case PING -> connection.ping();
			}
		}
		return null;
	}

}
