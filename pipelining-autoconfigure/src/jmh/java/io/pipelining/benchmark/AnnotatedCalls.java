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

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.Results;
import io.pipelining.annotation.Pipelined;

/**
 * The service of a user: the same methods plainly, and annotated.
 */
class AnnotatedCalls {

	/** Name of the atomic pipelines, which may be longer than others. */
	static final String ATOMIC = "atomic";

	private static final RedisCallback<String> PING = RedisConnection::ping;

	private final StringRedisTemplate redis;

	AnnotatedCalls(StringRedisTemplate redis) {
		this.redis = redis;
	}

	void incrementPlainly(String[] keys) {
		for (String key : keys) {
			this.redis.opsForValue().increment(key);
		}
	}

	void setPlainly(String[] keys, String value) {
		for (String key : keys) {
			this.redis.opsForValue().set(key, value);
		}
	}

	void pingPlainly(int count) {
		for (int i = 0; i < count; i++) {
			this.redis.execute(PING);
		}
	}

	@Pipelined(results = Results.RAW)
	void incrementRaw(String[] keys) {
		incrementPlainly(keys);
	}

	@Pipelined(results = Results.RAW)
	void setRaw(String[] keys, String value) {
		setPlainly(keys, value);
	}

	@Pipelined(results = Results.RAW)
	void pingRaw(int count) {
		pingPlainly(count);
	}

	@Pipelined(name = ATOMIC, results = Results.RAW, atomic = true)
	void incrementAtomically(String[] keys) {
		incrementPlainly(keys);
	}

	@Pipelined(name = ATOMIC, results = Results.RAW, atomic = true)
	void setAtomically(String[] keys, String value) {
		setPlainly(keys, value);
	}

	@Pipelined(name = ATOMIC, results = Results.RAW, atomic = true)
	void pingAtomically(int count) {
		pingPlainly(count);
	}

	@Pipelined
	void incrementAuto(String[] keys) {
		for (String key : keys) {
			this.redis.opsForValue().increment(key);
		}
	}

	@Pipelined
	void setAuto(String[] keys, String value) {
		for (String key : keys) {
			this.redis.opsForValue().set(key, value);
		}
	}

	@Pipelined
	void pingAuto(int count) {
		for (int i = 0; i < count; i++) {
			this.redis.execute(PING);
		}
	}

}
