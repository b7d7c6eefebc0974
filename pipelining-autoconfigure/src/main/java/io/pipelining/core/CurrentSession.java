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
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.PipelineUsageException;
import io.pipelining.connection.Invocation;

/**
 * The {@link DirectSession} that the code of a pipeline has begun and not ended, if there
 * is one. Confined to the collecting thread.
 */
final class CurrentSession {

	private final String pipeline;

	private final RedisConnectionFactory factory;

	private @Nullable DirectSession session;

	CurrentSession(String pipeline, RedisConnectionFactory factory) {
		this.pipeline = pipeline;
		this.factory = factory;
	}

	boolean isOpen() {
		return this.session != null;
	}

	void open() {
		this.session = new DirectSession(this.factory);
	}

	/**
	 * Run a call in the session that is open.
	 */
	@Nullable Object run(Invocation invocation, String command) throws Throwable {
		DirectSession open = Objects.requireNonNull(this.session);
		try {
			return open.run(invocation, command);
		}
		finally {
			closeIfOver(open);
		}
	}

	/**
	 * Begin a pipeline of Spring's own in the session that is open.
	 */
	void openPipeline() {
		DirectSession open = Objects.requireNonNull(this.session);
		try {
			open.openPipeline();
		}
		finally {
			closeIfOver(open);
		}
	}

	/**
	 * End a pipeline of Spring's own. There is no result where none was begun.
	 */
	List<@Nullable Object> closePipeline() {
		DirectSession open = this.session;
		if (open == null) {
			return List.of();
		}
		try {
			return open.closePipeline();
		}
		finally {
			closeIfOver(open);
		}
	}

	private void closeIfOver(DirectSession open) {
		if (open.isOver()) {
			this.session = null;
			open.close();
		}
	}

	boolean isPipelined() {
		return this.session != null && this.session.isPipelined();
	}

	boolean isQueueing() {
		return this.session != null && this.session.isQueueing();
	}

	/**
	 * The code has ended, and what it left open is closed.
	 * @return what is to be reported, {@code null} if nothing is
	 */
	@Nullable RuntimeException end() {
		DirectSession open = this.session;
		if (open == null) {
			return null;
		}
		this.session = null;
		try {
			return open.close() ? new PipelineUsageException("Pipeline '" + this.pipeline
					+ "' ended between MULTI and EXEC: the transaction was discarded. Call exec() or discard() in the"
					+ " same method") : null;
		}
		catch (RuntimeException ex) {
			return ex;
		}
	}

}
