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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.pipelining.Reply;

/**
 * The replies of a pipeline whose failure somebody must be told of, at its end at the
 * latest. Confined to the collecting thread, but for those that ran at once.
 */
final class UnreportedReplies {

	private final List<DeferredReply<?>> failed = new ArrayList<>(0);

	private final List<DeferredReply<?>> refused = new ArrayList<>(0);

	private final ImmediateReplies immediate = new ImmediateReplies();

	/**
	 * Run a supplier whose calls do not wait.
	 */
	<T> Reply<T> runAtOnce(Supplier<? extends @Nullable T> call) {
		return this.immediate.run(call);
	}

	/**
	 * Take a reply whose supplier has run.
	 * @param discarding whether a call that is refused now was to be discarded anyway
	 */
	void add(DeferredReply<?> reply, boolean discarding) {
		if (reply.unreportedFailure() != null) {
			this.failed.add(reply);
		}
		else if (reply.unreportedRefusal() != null && !discarding) {
			this.refused.add(reply);
		}
	}

	/**
	 * Return why calls of suppliers could not even wait, {@code null} if all could.
	 */
	@Nullable RuntimeException refusal() {
		return joinRefusals(null);
	}

	private @Nullable RuntimeException joinRefusals(@Nullable RuntimeException failure) {
		RuntimeException joined = failure;
		for (DeferredReply<?> reply : this.refused) {
			joined = Exceptions.join(joined, reply.unreportedRefusal());
		}
		return joined;
	}

	void addFailuresTo(SendReport report) {
		for (DeferredReply<?> reply : this.failed) {
			PendingCall call = reply.unreportedFailure();
			if (call != null) {
				report.failed(call);
			}
		}
	}

	/**
	 * Add refusals, and failures of what ran at once, to what is to be reported anyway.
	 * @return what is to be reported, {@code null} if nothing is
	 */
	@Nullable RuntimeException joinTo(@Nullable RuntimeException failure) {
		return Exceptions.join(joinRefusals(failure), this.immediate.unreportedFailure());
	}

}
