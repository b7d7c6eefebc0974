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

package io.pipelining.core;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;

import io.pipelining.connection.Invocation;

/**
 * An ordinary connection that calls go to directly, from the WATCH, the MULTI or the
 * pipeline of Spring's own that began it, to the end of that.
 */
final class DirectSession {

	private static final Set<String> ENDS_WATCH = Set.of("EXEC", "DISCARD", "UNWATCH");

	private final RedisConnection connection;

	private boolean watching;

	private boolean handedOut;

	DirectSession(RedisConnection connection) {
		this.connection = connection;
	}

	@Nullable Object run(Invocation invocation, String command) throws Throwable {
		if (ENDS_WATCH.contains(command)) {
			// However it ends: the server forgets the keys with an EXEC that fails, too
			this.watching = false;
		}
		Object result = invocation.invokeOn(this.connection);
		if (command.equals("WATCH")) {
			this.watching = true;
		}
		else if (command.startsWith("GET")) {
			// The driver's own connection is in the hands of the code from here on
			this.handedOut = true;
		}
		return result;
	}

	RedisConnection connection() {
		return this.connection;
	}

	boolean isQueueing() {
		return this.connection.isQueueing();
	}

	boolean isPipelined() {
		return this.connection.isPipelined();
	}

	boolean isOver() {
		return !this.watching && !this.handedOut && !isQueueing() && !isPipelined();
	}

	/**
	 * Close the connection, and leave nothing on it: a MULTI of the code is discarded.
	 * @return whether there was one
	 */
	boolean close() {
		boolean unfinished = isQueueing();
		try {
			if (isPipelined()) {
				this.connection.closePipeline();
			}
			if (unfinished) {
				this.connection.discard();
			}
			else if (this.watching) {
				this.connection.unwatch();
			}
		}
		finally {
			this.connection.close();
		}
		return unfinished;
	}

}
