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

import org.jspecify.annotations.Nullable;

/**
 * A call of a batch, and what became of it.
 */
final class BatchEntry {

	private final ExecutePipelinedCall call;

	/** What the method returned when it was called in the pipeline. */
	@Nullable Object returned;

	@Nullable Outcome outcome;

	BatchEntry(ExecutePipelinedCall call) {
		this.call = call;
	}

	Invocation invocation() {
		return this.call.invocation();
	}

	void answer(@Nullable Object value) {
		this.call.answer(value);
		this.outcome = Outcome.ANSWERED;
	}

	void answerUnreadable(String why) {
		this.call
			.answerUnreadable(invocation().command() + " was answered, but " + why + "; its next call runs directly");
		this.outcome = Outcome.ANSWERED;
	}

}
