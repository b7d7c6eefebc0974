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

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * The handle of a deferred value. It is completed when its batch is sent, on the
 * collecting thread, whether or not anyone asks; afterwards {@link #get()} only reads, on
 * any thread and as often as wanted.
 *
 * @param <T> the type of the value
 * @since 0.1.0
 * @see PipelineOperations#defer
 */
public interface Reply<T> {

	/**
	 * Return the value. Where it has not been sent yet, this sends the waiting calls
	 * first, provided that it is asked on the collecting thread and its pipeline is the
	 * innermost one.
	 * @return the value of the supplier, {@code null} if that is what it returned
	 * @throws PipelineUsageException if the value is not there and cannot be sent for
	 * from here, or if it was discarded; it never hangs
	 * @throws RuntimeException what the call threw, or what the supplier threw
	 */
	@Nullable T get();

	/**
	 * Return whether {@link #get()} will answer at once: the value is there, its call
	 * failed, or it was discarded.
	 * @return {@code true} if nothing is left to wait for
	 */
	boolean isDone();

	/**
	 * Return a reply that applies a function to the value of this one. The function runs
	 * once, when the returned reply is first asked for its value, on the thread that
	 * asks. It may use Redis.
	 * @param mapper the function
	 * @param <R> the type of the result
	 * @return the handle of the result
	 */
	<R> Reply<R> map(Function<? super T, ? extends R> mapper);

}
