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
import java.util.stream.Collectors;

import org.springframework.data.redis.connection.RedisPipelineException;

/**
 * Calls of a pipeline failed. Every other call ran. Its message names each failure by
 * index and command, and never shows a value.
 *
 * @since 0.1.0
 */
public class PipelineExecutionException extends RedisPipelineException {

	private static final int SHOWN = 10;

	private final int callCount;

	private final transient List<CallFailure> failures;

	/**
	 * Create an exception.
	 * @param callCount how many calls the pipeline has collected so far
	 * @param failures the failures, at least one
	 * @param showKeys whether the message may name keys
	 */
	public PipelineExecutionException(int callCount, List<CallFailure> failures, boolean showKeys) {
		super(message(callCount, failures, showKeys), failures.get(0).cause(), List.of());
		this.callCount = callCount;
		this.failures = List.copyOf(failures);
	}

	/**
	 * Return how many calls the pipeline had collected when the failures were reported,
	 * those of earlier batches included.
	 * @return the number of calls, failed ones included
	 */
	public int getCallCount() {
		return this.callCount;
	}

	/**
	 * Return every failure.
	 * @return the failures in the order of the calls, never empty
	 */
	public List<CallFailure> getFailures() {
		return this.failures;
	}

	private static String message(int callCount, List<CallFailure> failures, boolean showKeys) {
		String shown = failures.stream()
			.limit(SHOWN)
			.map((failure) -> describe(failure, showKeys))
			.collect(Collectors.joining(", "));
		int more = failures.size() - SHOWN;
		return failures.size() + " of " + callCount + ((callCount == 1) ? " call" : " calls") + " failed: " + shown
				+ ((more > 0) ? " and " + more + " more (see getFailures())" : "");
	}

	private static String describe(CallFailure failure, boolean showKeys) {
		if (showKeys && failure.key() != null) {
			return "#" + failure.index() + " " + failure.command() + " '" + failure.key() + "' "
					+ RedisErrors.describe(failure.cause());
		}
		return failure.toString();
	}

}
