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

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What became of one batch. Immutable.
 *
 * @since 0.1.0
 * @see PipelineListener#batchSent
 */
public final class BatchExecution {

	private final String pipeline;

	private final int calls;

	private final Map<String, Integer> commands;

	private final SendTrigger trigger;

	private final boolean atomic;

	private final Duration duration;

	private final List<CallFailure> failures;

	private final @Nullable Throwable error;

	/**
	 * Create the record of a batch.
	 * @param pipeline the name of the pipeline
	 * @param calls how many calls the batch held
	 * @param commands how many of each command, by its name in upper case
	 * @param trigger why it was sent
	 * @param atomic whether MULTI and EXEC stood around it
	 * @param duration the time from the send to the last reply, or to its loss
	 * @param failures the calls that failed
	 * @param error why outcomes are unknown, or {@code null} if every reply came
	 */
	public BatchExecution(String pipeline, int calls, Map<String, Integer> commands, SendTrigger trigger,
			boolean atomic, Duration duration, List<CallFailure> failures, @Nullable Throwable error) {
		this.pipeline = pipeline;
		this.calls = calls;
		this.commands = Map.copyOf(commands);
		this.trigger = trigger;
		this.atomic = atomic;
		this.duration = duration;
		this.failures = List.copyOf(failures);
		this.error = error;
	}

	/**
	 * Return the name of the pipeline.
	 * @return the name
	 */
	public String pipeline() {
		return this.pipeline;
	}

	/**
	 * Return how many calls the batch held.
	 * @return the number of calls, from 1
	 */
	public int calls() {
		return this.calls;
	}

	/**
	 * Return how many calls of each command the batch held.
	 * @return the counts, by the command's name in upper case
	 */
	public Map<String, Integer> commands() {
		return this.commands;
	}

	/**
	 * Return why the batch was sent.
	 * @return the trigger
	 */
	public SendTrigger trigger() {
		return this.trigger;
	}

	/**
	 * Return whether MULTI and EXEC stood around the batch.
	 * @return {@code true} for an atomic batch
	 */
	public boolean atomic() {
		return this.atomic;
	}

	/**
	 * Return the time from the send to the last reply, or to its loss.
	 * @return the duration
	 */
	public Duration duration() {
		return this.duration;
	}

	/**
	 * Return the calls that failed, those of deferred replies included.
	 * @return the failures in the order of the calls, empty if none
	 */
	public List<CallFailure> failures() {
		return this.failures;
	}

	/**
	 * Return why the batch could not be sent or its outcomes are unknown.
	 * @return the error, or {@code null} if every reply came
	 */
	public @Nullable Throwable error() {
		return this.error;
	}

	@Override
	public String toString() {
		return "Batch of " + this.calls + " calls of pipeline '" + this.pipeline + "' " + this.commands + ", "
				+ this.trigger + ", " + this.duration.toMillis() + " ms, " + this.failures.size() + " failed"
				+ ((this.error != null) ? ", " + RedisErrors.describe(this.error) : "");
	}

}
