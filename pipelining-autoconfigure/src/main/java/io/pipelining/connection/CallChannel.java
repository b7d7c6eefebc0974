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

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;

import io.pipelining.PipelineUsageException;

/**
 * Records and sends the calls of one pipeline through one driver. Used by the collecting
 * thread only; the stage that {@link #send} returns may complete on another.
 */
public interface CallChannel extends AutoCloseable {

	/**
	 * Record a call. Nothing reaches the server, and no connection is taken.
	 * @param invocation the call
	 * @return the recorded call
	 * @throws CannotWaitException if the call cannot wait in a batch; nothing of it is
	 * recorded
	 * @throws Throwable what the direct call throws for its arguments at this line
	 */
	RecordedCall record(Invocation invocation) throws Throwable;

	/**
	 * Send recorded calls as one batch.
	 * @param calls the calls, in order, at least one
	 * @param timeout how long to wait for all replies, {@code null} for the time-out of
	 * the connection
	 * @return completes with one outcome for each call, in the same order; it completes
	 * exceptionally only where nothing was written, with what the direct call throws. It
	 * completes by the time-out at the latest.
	 */
	CompletionStage<List<Outcome>> send(List<? extends RecordedCall> calls, @Nullable Duration timeout);

	/**
	 * Send recorded calls as one batch between MULTI and EXEC, with nobody's commands in
	 * between: all of them run, or none. A call that the server refuses before EXEC fails
	 * with its own error, and the others with that of EXEC; one that fails as it runs
	 * fails alone. Replies are there after EXEC only, so where that has none, what became
	 * of every call is unknown, and where EXEC was certainly not written, none was sent.
	 * @param calls the calls, in order, at least one
	 * @param timeout how long to wait for all replies, {@code null} for the time-out of
	 * the connection
	 * @return as {@link #send} does; completes exceptionally with a
	 * {@link PipelineUsageException} where this driver has no transactions
	 */
	CompletionStage<List<Outcome>> sendAtomically(List<? extends RecordedCall> calls, @Nullable Duration timeout);

	/**
	 * Decode the value of an answered call: of the same type as that of the direct call.
	 * May be asked repeatedly.
	 * @param call a call whose outcome is {@link Outcome.Kind#ANSWERED}
	 * @return the value, {@code null} if the direct call returns {@code null}
	 * @throws Throwable what the direct call throws for this reply
	 */
	@Nullable Object value(RecordedCall call) throws Throwable;

	/**
	 * Make a connection for a cursor that runs an action before it fetches a page.
	 * @param ordinary an ordinary connection, which the returned one closes with itself
	 * @param beforePage the action
	 * @return the connection, or {@code null} if this driver cannot tell pages apart
	 */
	default @Nullable RedisConnection pagingConnection(RedisConnection ordinary, Runnable beforePage) {
		return null;
	}

	/**
	 * Choose the connection for a call that runs directly, after {@link #wroteElsewhere}.
	 * @param ordinary an ordinary connection
	 * @param invocation the call
	 * @return the ordinary connection, or one over it that reads where the pipeline
	 * writes
	 */
	default RedisConnection directConnection(RedisConnection ordinary, Invocation invocation) {
		return ordinary;
	}

	/**
	 * Return whether all calls of a batch go to one server, on one connection, in order.
	 * @return {@code true} if they do
	 */
	default boolean isInOrderOnOneConnection() {
		return false;
	}

	/**
	 * Say how batches travel, for a line in the log.
	 * @return what goes where, as in "over its shared connection"; the same text for all
	 * channels that are alike
	 */
	String way();

	/**
	 * Take note that a call of the pipeline ran on another connection, and may have
	 * written: from now on the pipeline reads where it writes.
	 */
	default void wroteElsewhere() {
	}

	/**
	 * Let go of what the channel holds. No call is made after it.
	 */
	@Override
	void close();

}
