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

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.connection.Invocation;

/**
 * An ordinary connection that calls go to directly, from the WATCH, the MULTI or the
 * pipeline of Spring's own that began it, to the end of that.
 */
final class DirectSession {

	private static final Set<String> ENDS_WATCH = Set.of("EXEC", "DISCARD", "UNWATCH");

	private final RedisConnectionFactory factory;

	private final RedisConnection connection;

	private boolean watching;

	private boolean handedOut;

	DirectSession(RedisConnectionFactory factory) {
		this.factory = factory;
		this.connection = factory.getConnection();
	}

	@Nullable Object run(Invocation invocation, String command) throws Throwable {
		if (ENDS_WATCH.contains(command)) {
			// However it ends: the server forgets the keys with an EXEC that fails, too
			this.watching = false;
		}
		Object result;
		try {
			result = invocation.invokeOn(this.connection);
		}
		catch (RuntimeException ex) {
			throw translate(ex);
		}
		if (command.equals("WATCH")) {
			this.watching = true;
		}
		else if (command.startsWith("GET")) {
			// The driver's own connection is in the hands of the code from here on
			this.handedOut = true;
		}
		return result;
	}

	void openPipeline() {
		try {
			this.connection.openPipeline();
		}
		catch (RuntimeException ex) {
			throw translate(ex);
		}
	}

	List<@Nullable Object> closePipeline() {
		try {
			return this.connection.closePipeline();
		}
		catch (RuntimeException ex) {
			throw translate(ex);
		}
	}

	/**
	 * From Spring Data Redis 4.1 on a connection over Jedis takes one of its pool when
	 * code says MULTI, WATCH or opens a pipeline, and lets exceptions of Jedis through
	 * there.
	 */
	private RuntimeException translate(RuntimeException failure) {
		if (failure instanceof UnsupportedOperationException) {
			return failure;
		}
		RuntimeException translated = this.factory.translateExceptionIfPossible(failure);
		return (translated != null) ? translated : failure;
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
				closePipeline();
			}
			if (unfinished) {
				this.connection.discard();
			}
			else if (this.watching) {
				this.connection.unwatch();
			}
		}
		catch (RuntimeException ex) {
			throw translate(ex);
		}
		finally {
			this.connection.close();
		}
		return unfinished;
	}

}
