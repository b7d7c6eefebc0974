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

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * The connection was lost, or a time-out passed, before all replies came. At least
 * {@link #getAnswered()} calls ran, and at most those and {@link #getUnanswered()} more.
 * Nothing of it is ever sent again.
 *
 * @since 0.1.0
 */
public class PipelineOutcomeUnknownException extends DataAccessResourceFailureException {

	private final int answered;

	private final int unanswered;

	private final transient List<CallFailure> failures;

	/**
	 * Create an exception.
	 * @param message what happened
	 * @param answered how many calls of the batch were answered
	 * @param unanswered how many calls may or may not have run
	 * @param failures those of the answered calls that failed
	 * @param cause what the driver said, or {@code null}
	 */
	public PipelineOutcomeUnknownException(String message, int answered, int unanswered, List<CallFailure> failures,
			@Nullable Throwable cause) {
		super(message, cause);
		this.answered = answered;
		this.unanswered = unanswered;
		this.failures = List.copyOf(failures);
	}

	/**
	 * Return how many calls of the batch were answered.
	 * @return the number of replies that came
	 */
	public int getAnswered() {
		return this.answered;
	}

	/**
	 * Return how many calls may or may not have run.
	 * @return the number of calls that were written, or may have been, without a reply
	 */
	public int getUnanswered() {
		return this.unanswered;
	}

	/**
	 * Return those of the answered calls that failed.
	 * @return the failures, empty if none is known
	 */
	public List<CallFailure> getFailures() {
		return this.failures;
	}

}
