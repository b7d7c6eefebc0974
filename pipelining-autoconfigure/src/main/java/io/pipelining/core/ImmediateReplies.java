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

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.pipelining.Reply;

/**
 * The replies of a scope whose suppliers ran at once. The failure of a call that nobody
 * read is reported when the scope ends, as that of a call which waited. Thread-safe.
 */
final class ImmediateReplies {

	private final Queue<ImmediateReply<?>> failed = new ConcurrentLinkedQueue<>();

	<T> Reply<T> run(Supplier<? extends @Nullable T> call) {
		ImmediateReply<T> reply = ImmediateReply.of(call);
		if (reply.unreportedFailure() != null) {
			this.failed.add(reply);
		}
		return reply;
	}

	/**
	 * Return what is to be reported, {@code null} if nothing is.
	 */
	@Nullable RuntimeException unreportedFailure() {
		RuntimeException first = null;
		for (ImmediateReply<?> reply : this.failed) {
			first = Exceptions.join(first, reply.unreportedFailure());
		}
		return first;
	}

}
