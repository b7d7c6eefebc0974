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

import org.jspecify.annotations.Nullable;

import io.pipelining.CallFailure;
import io.pipelining.PipelineExecutionException;

/**
 * What is to be reported of one or several batches, once. Confined to the collecting
 * thread.
 */
final class SendReport {

	private final List<PendingCall> failures = new ArrayList<>();

	private @Nullable RuntimeException loss;

	/**
	 * Note the failure of a call that no reply stands for.
	 */
	void failed(PendingCall call) {
		this.failures.add(call);
	}

	/**
	 * Note that outcomes are unknown, or that nothing was written.
	 */
	void lost(RuntimeException exception) {
		this.loss = Exceptions.join(this.loss, exception);
	}

	boolean isLost() {
		return this.loss != null;
	}

	/**
	 * Take out why outcomes are unknown, to be thrown at once.
	 */
	RuntimeException lossAlone() {
		RuntimeException taken = this.loss;
		this.loss = null;
		return (taken != null) ? taken : new IllegalStateException("Nothing was lost");
	}

	/**
	 * Throw what the direct call throws if that call alone failed, and what there is to
	 * be reported otherwise.
	 */
	void throwFor(@Nullable PendingCall wanted, int calls, boolean showKeys) throws Throwable {
		if (this.loss == null && wanted != null && this.failures.size() == 1 && this.failures.get(0) == wanted) {
			Throwable cause = wanted.cause();
			if (cause != null) {
				throw cause;
			}
		}
		RuntimeException exception = toException(calls, showKeys);
		if (exception != null) {
			throw exception;
		}
	}

	@Nullable RuntimeException toException(int calls, boolean showKeys) {
		if (this.failures.isEmpty()) {
			return this.loss;
		}
		List<CallFailure> described = this.failures.stream().map(PendingCall::failure).toList();
		PipelineExecutionException exception = new PipelineExecutionException(calls, described, showKeys);
		return Exceptions.join(this.loss, exception);
	}

}
