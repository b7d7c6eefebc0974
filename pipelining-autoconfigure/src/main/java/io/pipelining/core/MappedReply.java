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

import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

import io.pipelining.Reply;

/**
 * A reply that applies a function to the value of another, once, when asked.
 */
final class MappedReply<S, T> implements Reply<T> {

	private final Reply<S> source;

	private final Function<? super S, ? extends T> mapper;

	private boolean mapped;

	private @Nullable T value;

	private @Nullable Throwable failure;

	MappedReply(Reply<S> source, Function<? super S, ? extends T> mapper) {
		Assert.notNull(mapper, "'mapper' must not be null");
		this.source = source;
		this.mapper = mapper;
	}

	@Override
	@SuppressWarnings("NullAway") // the function takes what the source holds, null
									// included
	public synchronized @Nullable T get() {
		if (!this.mapped) {
			S sourceValue = this.source.get();
			try {
				this.value = this.mapper.apply(sourceValue);
			}
			catch (StopSignal ex) {
				// Asked inside a deferred supplier, which runs again
				throw ex;
			}
			catch (Throwable ex) {
				this.failure = ex;
			}
			this.mapped = true;
		}
		if (this.failure != null) {
			throw Exceptions.<RuntimeException>rethrow(this.failure);
		}
		return this.value;
	}

	@Override
	public boolean isDone() {
		return this.source.isDone();
	}

	@Override
	public <R> Reply<R> map(Function<? super T, ? extends R> mapper) {
		return new MappedReply<>(this, mapper);
	}

}
