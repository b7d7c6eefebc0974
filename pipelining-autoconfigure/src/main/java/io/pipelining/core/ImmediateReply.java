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

import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

import io.pipelining.Reply;

/**
 * A reply whose supplier ran at once. Thread-safe.
 */
final class ImmediateReply<T> implements Reply<T> {

	private final @Nullable T value;

	private final @Nullable Throwable failure;

	private volatile boolean failureReported;

	private ImmediateReply(@Nullable T value, @Nullable Throwable failure) {
		this.value = value;
		this.failure = failure;
	}

	static <T> ImmediateReply<T> of(Supplier<? extends @Nullable T> call) {
		try {
			return new ImmediateReply<>(call.get(), null);
		}
		catch (StopSignal ex) {
			throw ex;
		}
		catch (Throwable ex) {
			return new ImmediateReply<>(null, ex);
		}
	}

	@Override
	public @Nullable T get() {
		if (this.failure != null) {
			this.failureReported = true;
			throw Exceptions.<RuntimeException>rethrow(this.failure);
		}
		return this.value;
	}

	/**
	 * Return the failure of a call that nobody was told of.
	 */
	@Nullable RuntimeException unreportedFailure() {
		return (!this.failureReported && this.failure instanceof DataAccessException ex) ? ex : null;
	}

	@Override
	public boolean isDone() {
		return true;
	}

	@Override
	public <R> Reply<R> map(Function<? super T, ? extends R> mapper) {
		return new MappedReply<>(this, mapper);
	}

}
