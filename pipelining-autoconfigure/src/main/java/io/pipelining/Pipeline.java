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

package io.pipelining;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A pipeline that is open on the current thread. Used on that thread only, while it is
 * open; anything else is a {@link PipelineUsageException}. Only {@link #name()} can be
 * asked anywhere.
 *
 * @since 0.1.0
 * @see PipelineOperations#execute
 * @see PipelineOperations#current
 */
public interface Pipeline {

	/**
	 * Return the name of the pipeline; that of the outermost where several are joined.
	 * @return the name, as in meters and messages
	 */
	String name();

	/**
	 * Return how many calls were collected and not yet sent.
	 * @return the number of waiting calls, from 0
	 * @throws PipelineUsageException if the pipeline is not open on this thread
	 */
	int size();

	/**
	 * Make a read wait for the batch as well. See {@link PipelineOperations#defer}.
	 * @param call code that makes Redis calls and computes, and does nothing else
	 * @param <T> the type of the value
	 * @return the handle of the value
	 * @throws PipelineUsageException if the pipeline is not open on this thread
	 */
	<T> Reply<T> defer(Supplier<? extends @Nullable T> call);

	/**
	 * Send the waiting calls now and wait for their replies. Does nothing where no call
	 * waits.
	 * @throws PipelineExecutionException if calls failed that no {@link Reply} stands for
	 * @throws PipelineOutcomeUnknownException if the connection was lost or a time-out
	 * passed before all replies came
	 * @throws PipelineUsageException if the pipeline is not open on this thread, or
	 * inside a deferred supplier
	 */
	void send();

	/**
	 * Forget the calls that wait. What was sent stays.
	 * @throws PipelineUsageException if the pipeline is not open on this thread, or
	 * inside a deferred supplier
	 */
	void discard();

}
