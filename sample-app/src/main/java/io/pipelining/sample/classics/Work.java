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
package io.pipelining.sample.classics;

import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * What one call does.
 */
enum Work {

	/**
	 * PING.
	 */
	PING {

		@Override
		void call(StringRedisTemplate redis, int thread) {
			redis.execute(PING_COMMAND);
		}

	},

	/**
	 * INCR of the thread's own counter.
	 */
	INCR {

		@Override
		void call(StringRedisTemplate redis, int thread) {
			redis.opsForValue().increment("counter:" + thread);
		}

	},

	/**
	 * SET of a value of 2 KiB.
	 */
	SET {

		@Override
		void call(StringRedisTemplate redis, int thread) {
			redis.opsForValue().set("value:" + thread, TWO_KIBIBYTES);
		}

	};

	private static final RedisCallback<Object> PING_COMMAND = (connection) -> {
		connection.ping();
		return null;
	};

	private static final String TWO_KIBIBYTES = "x".repeat(2048);

	abstract void call(StringRedisTemplate redis, int thread);

}
