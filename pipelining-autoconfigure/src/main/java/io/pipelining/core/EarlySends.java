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

import org.jspecify.annotations.Nullable;

import io.pipelining.PipelineOptions;
import io.pipelining.PipelineUsageException;
import io.pipelining.SendPhase;
import io.pipelining.callsite.Site;
import io.pipelining.connection.Invocation;

/**
 * Refuses what would send a pipeline early, or split it: one that is atomic, or waits for
 * a commit. Immutable.
 */
final class EarlySends {

	private final PipelineOptions options;

	EarlySends(PipelineOptions options) {
		this.options = options;
	}

	/**
	 * Return whether nothing may go before the end, {@code false} for a pipeline that
	 * refuses nothing.
	 */
	boolean areRefused() {
		return this.options.atomic() || isHeld();
	}

	private boolean isHeld() {
		return this.options.phase() == SendPhase.AFTER_COMMIT;
	}

	/**
	 * Return what messages call the pipeline.
	 */
	String place() {
		return (this.options.atomic() ? "atomic pipeline '" : "pipeline '") + this.options.name() + "'"
				+ (isHeld() ? " (phase = AFTER_COMMIT)" : "");
	}

	private String end() {
		return isHeld() ? "the transaction has committed" : "it ends";
	}

	/**
	 * The code uses the value of a call.
	 */
	PipelineUsageException usedValue(Invocation invocation, @Nullable Site site) {
		String where = (site != null) ? "is used at " + site
				: "counts as used, since a template post-processes the results of all calls";
		return new PipelineUsageException("The value of " + invocation.command() + " " + where + ", but " + place()
				+ " sends nothing before " + end() + ". Make this call before or after the pipeline, or defer it and"
				+ " read the reply then; if the code ignores the value, results = RAW says so");
	}

	/**
	 * A reply is asked for its value before the end.
	 */
	PipelineUsageException get(DeferredReply<?> reply) {
		return new PipelineUsageException("The value of a deferred " + reply.lastCommand() + " of " + place()
				+ " is not there before " + end() + ": read the reply after it");
	}

	/**
	 * The code asks for a send.
	 */
	PipelineUsageException send() {
		return new PipelineUsageException("send() in " + place() + ": it is sent when " + end()
				+ ". Leave send() away, or make two pipelines of it");
	}

	/**
	 * A call comes when a limit is reached.
	 */
	PipelineUsageException limitReached(Invocation invocation, int waiting) {
		String limit = (this.options.maxBatchSize() > 0 && waiting >= this.options.maxBatchSize())
				? "max-batch-size is " + this.options.maxBatchSize() + " calls"
				: "max-batch-bytes is " + this.options.maxBatchBytes() + " bytes";
		return new PipelineUsageException(
				invocation.command() + " goes over the limit of " + place() + ", which is never split: " + limit
						+ ", and " + waiting + " calls wait. Raise the limit of this pipeline, or make several of it");
	}

	/**
	 * A deferred supplier makes a call when the batch was sent.
	 */
	PipelineUsageException secondStage(Invocation invocation) {
		return new PipelineUsageException(invocation.command() + " in a deferred supplier of " + place()
				+ " depends on the reply to another call, and cannot be in the same transaction: make the"
				+ " first call before the pipeline, or put both into a script");
	}

	/**
	 * The method would join a pipeline that promises less.
	 */
	PipelineUsageException join(OpenPipeline open) {
		String lacks = (isHeld() && !open.options().phase().equals(SendPhase.AFTER_COMMIT))
				? "which is sent when it returns: give it propagation = REQUIRES_NEW, or phase = AFTER_COMMIT to the outer"
						+ " one"
				: "which is not atomic: give it propagation = REQUIRES_NEW, or make the outer one atomic";
		return new PipelineUsageException(
				capitalized(place()) + " cannot join pipeline '" + open.name() + "', " + lacks);
	}

	/**
	 * The method has no batch of its own that could be sent as it promises.
	 */
	PipelineUsageException noBatch(String why, String wayOut) {
		return new PipelineUsageException("Pipeline '" + this.options.name() + "' cannot "
				+ (this.options.atomic() ? "be atomic" : "wait for the commit") + ", since " + why + ": " + wayOut);
	}

	private static String capitalized(String text) {
		return Character.toUpperCase(text.charAt(0)) + text.substring(1);
	}

}
