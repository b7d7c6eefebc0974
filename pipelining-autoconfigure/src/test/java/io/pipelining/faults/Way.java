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

package io.pipelining.faults;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;

/**
 * The ways over which batches reach a server: each must stand every fault.
 */
enum Way {

	LETTUCE("Lettuce") {

		@Override
		RedisConnectionFactory connect(Settings settings) {
			return Client.LETTUCE.connect(settings);
		}

	},

	JEDIS("Jedis") {

		@Override
		RedisConnectionFactory connect(Settings settings) {
			return Client.JEDIS.connect(settings);
		}

	};

	private final String title;

	Way(String title) {
		this.title = title;
	}

	abstract RedisConnectionFactory connect(Settings settings);

	/**
	 * Return its name in the table of the README.
	 */
	String title() {
		return this.title;
	}

}
