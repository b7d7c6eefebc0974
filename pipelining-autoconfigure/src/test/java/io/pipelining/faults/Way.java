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

import java.util.stream.Stream;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.ConnectionMode;
import io.pipelining.PipelineOptions;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;

/**
 * The ways over which batches reach a server: each must stand every fault.
 */
enum Way {

	LETTUCE("Lettuce", Client.LETTUCE, ConnectionMode.AUTO),

	LETTUCE_PLAIN("Lettuce, resources of its own", Client.LETTUCE_WITHOUT_CARRIER, ConnectionMode.AUTO),

	LETTUCE_DEDICATED("Lettuce, `dedicated`", Client.LETTUCE, ConnectionMode.DEDICATED),

	LETTUCE_NODE("Lettuce, one of several nodes", Client.LETTUCE_REPLICA, ConnectionMode.AUTO),

	JEDIS("Jedis", Client.JEDIS, ConnectionMode.AUTO);

	private final String title;

	private final Client client;

	private final ConnectionMode mode;

	Way(String title, Client client, ConnectionMode mode) {
		this.title = title;
		this.client = client;
		this.mode = mode;
	}

	/**
	 * Whether the long form of tests was asked for, with {@code -Dfaults=long}.
	 */
	static boolean isLong() {
		return "long".equals(System.getProperty("faults"));
	}

	/**
	 * Those that each build looks at, and all of them in the long form.
	 */
	static Stream<Way> usual() {
		return isLong() ? Stream.of(values()) : Stream.of(LETTUCE, LETTUCE_PLAIN, JEDIS);
	}

	/**
	 * One for each driver, and all of them in the long form.
	 */
	static Stream<Way> few() {
		return isLong() ? Stream.of(values()) : Stream.of(LETTUCE, JEDIS);
	}

	RedisConnectionFactory connect(Settings settings) {
		return this.client.connect(settings);
	}

	PipelineOptions options(PipelineOptions options) {
		return options.withConnection(this.mode);
	}

	/**
	 * Return how many connections so many threads may have open.
	 */
	int connections(int threads) {
		return switch (this) {
			case LETTUCE, LETTUCE_PLAIN, LETTUCE_NODE -> 1;
			case LETTUCE_DEDICATED -> 1 + Math.min(threads, 8);
			case JEDIS -> threads;
		};
	}

	/**
	 * Return how many of them are open when so many threads send a batch at once.
	 */
	int connectionsOfBatches(int threads) {
		return (this == LETTUCE_DEDICATED) ? Math.min(threads, 8) : connections(threads);
	}

	/**
	 * Return how many more it opens, and closes, to learn who is the master.
	 */
	int connectionsToLook() {
		return (this == LETTUCE_NODE) ? 2 : 0;
	}

	String title() {
		return this.title;
	}

	/**
	 * Return the name of its driver in the table of the README.
	 */
	String driver() {
		return (this == JEDIS) ? "Jedis" : "Lettuce";
	}

}
