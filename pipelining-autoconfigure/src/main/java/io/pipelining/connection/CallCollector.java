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

package io.pipelining.connection;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisPipelineException;

/**
 * What a {@link CollectingConnection} hands its calls to. Asked on the collecting thread
 * only.
 */
public interface CallCollector {

	/**
	 * Return whether the pipeline is open on the current thread.
	 * @return {@code false} once it has ended, and on any other thread
	 */
	boolean isCollecting();

	/**
	 * Take a call that can wait.
	 * @param invocation the call, its arguments not copied yet
	 * @return what the code gets
	 * @throws Throwable what the code gets to see
	 */
	@Nullable Object collect(Invocation invocation) throws Throwable;

	/**
	 * Take a call that cannot wait.
	 * @param invocation the call
	 * @param command the Redis command in upper case
	 * @return its real result
	 * @throws Throwable what the call throws, or the refusal
	 */
	@Nullable Object runDirectly(Invocation invocation, String command) throws Throwable;

	/**
	 * Take a call that is bound to one connection from here on: MULTI, WATCH, the
	 * driver's own connection.
	 * @param invocation the call
	 * @param command the Redis command in upper case
	 * @return its real result
	 * @throws Throwable what the call throws, or the refusal
	 */
	@Nullable Object runInSession(Invocation invocation, String command) throws Throwable;

	/**
	 * Run a call of a thread or a time that does not belong to the pipeline.
	 * @param invocation the call
	 * @return its real result
	 * @throws Throwable what the call throws
	 */
	@Nullable Object runOutside(Invocation invocation) throws Throwable;

	/**
	 * Refuse a call that no pipeline can honour.
	 * @param command the Redis command in upper case
	 * @return the exception to throw
	 */
	RuntimeException refuse(String command);

	/**
	 * Begin a pipeline of Spring's own.
	 */
	void openPipeline();

	/**
	 * End a pipeline of Spring's own.
	 * @return its results
	 * @throws RedisPipelineException as Spring's own pipeline throws it
	 */
	List<@Nullable Object> closePipeline() throws RedisPipelineException;

	/**
	 * Return what Spring is to believe.
	 * @return whether calls return as inside Spring's own pipeline
	 */
	boolean isPipelined();

	/**
	 * Return whether a MULTI of the code is open.
	 * @return {@code true} between MULTI and EXEC
	 */
	boolean isQueueing();

	/**
	 * Called when Spring closes the connection, which it does when it has given back more
	 * references than it took.
	 */
	void connectionClosed();

}
