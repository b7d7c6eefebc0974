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

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.core.PipelineTemplate;

/**
 * The calls of a batch, and the ways of Spring to make them.
 *
 * @param increments whether they are INCR; they are SET otherwise
 * @param keys their keys
 * @param keyBytes the same
 * @param value the value of each SET
 * @param valueBytes the same
 */
record Calls(boolean increments, String[] keys, byte[][] keyBytes, String value, byte[] valueBytes) {

	/** INCR of one key again and again. */
	static final String ONE_KEY = "INCR_ONE";

	static Calls of(String command, int count, int valueSize) {
		String[] keys = new String[count];
		byte[][] keyBytes = new byte[count][];
		for (int i = 0; i < count; i++) {
			keys[i] = command.equals(ONE_KEY) ? ONE_KEY : command + ":" + i;
			keyBytes[i] = keys[i].getBytes(StandardCharsets.UTF_8);
		}
		String value = "v".repeat(valueSize);
		return new Calls(command.startsWith("INCR"), keys, keyBytes, value, value.getBytes(StandardCharsets.UTF_8));
	}

	void plain(AnnotatedCalls service) {
		if (this.increments) {
			service.incrementPlainly(this.keys);
		}
		else {
			service.setPlainly(this.keys, this.value);
		}
	}

	void raw(AnnotatedCalls service) {
		if (this.increments) {
			service.incrementRaw(this.keys);
		}
		else {
			service.setRaw(this.keys, this.value);
		}
	}

	void auto(AnnotatedCalls service) {
		if (this.increments) {
			service.incrementAuto(this.keys);
		}
		else {
			service.setAuto(this.keys, this.value);
		}
	}

	void inCode(PipelineTemplate pipelines, AnnotatedCalls service) {
		pipelines.executeWithoutResult((pipeline) -> plain(service));
	}

	List<Object> executePipelined(StringRedisTemplate redis) {
		return redis.executePipelined((RedisCallback<?>) this::on);
	}

	private Object on(RedisConnection connection) {
		for (byte[] key : this.keyBytes) {
			if (this.increments) {
				connection.stringCommands().incr(key);
			}
			else {
				connection.stringCommands().set(key, this.valueBytes);
			}
		}
		return null;
	}

}
