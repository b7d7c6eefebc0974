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
import io.pipelining.callsite.Site;
import io.pipelining.connection.Invocation;

/**
 * What would send an atomic pipeline early, or split it, is refused with these.
 */
final class AtomicRefusals {

	private AtomicRefusals() {
	}

	/**
	 * The code uses the value of a call.
	 */
	static PipelineUsageException usedValue(String pipeline, Invocation invocation, @Nullable Site site) {
		String where = (site != null) ? "is used at " + site
				: "counts as used, since a template post-processes the results of all calls";
		return new PipelineUsageException("The value of " + invocation.command() + " " + where
				+ ", but atomic pipeline '" + pipeline + "' sends nothing before it ends. Make this call before or"
				+ " after the pipeline, or defer it and read the reply after the pipeline; if the code ignores the"
				+ " value, results = RAW says so");
	}

	/**
	 * A reply is asked for its value before the end.
	 */
	static PipelineUsageException earlyGet(String pipeline, DeferredReply<?> reply) {
		return new PipelineUsageException("The value of a deferred " + reply.lastCommand() + " of atomic pipeline '"
				+ pipeline + "' is not there before the pipeline ends: read the reply after it");
	}

	/**
	 * The code asks for a send.
	 */
	static PipelineUsageException earlySend(String pipeline) {
		return new PipelineUsageException("send() in atomic pipeline '" + pipeline
				+ "': it is sent as a whole when it ends. Leave send() away, or make two pipelines of it");
	}

	/**
	 * A call comes when a limit is reached.
	 */
	static PipelineUsageException limitReached(PipelineOptions options, Invocation invocation, int waiting) {
		String limit = (options.maxBatchSize() > 0 && waiting >= options.maxBatchSize())
				? "max-batch-size is " + options.maxBatchSize() + " calls"
				: "max-batch-bytes is " + options.maxBatchBytes() + " bytes";
		return new PipelineUsageException(invocation.command() + " goes over the limit of atomic pipeline '"
				+ options.name() + "', which is never split: " + limit + ", and " + waiting
				+ " calls wait. Raise the limit of this pipeline, or make several of it");
	}

	/**
	 * A deferred supplier makes a call when the batch was sent.
	 */
	static PipelineUsageException secondStage(String pipeline, Invocation invocation) {
		return new PipelineUsageException(invocation.command() + " in a deferred supplier of atomic pipeline '"
				+ pipeline + "' depends on the reply to another call, and cannot be in the same transaction: make the"
				+ " first call before the pipeline, or put both into a script");
	}

	/**
	 * An atomic method would join a pipeline that is not.
	 */
	static PipelineUsageException join(String pipeline, OpenPipeline open) {
		return new PipelineUsageException("Atomic pipeline '" + pipeline + "' cannot join pipeline '" + open.name()
				+ "', which is not atomic: give it propagation = REQUIRES_NEW, or make the outer one atomic");
	}

	/**
	 * An atomic method has no batch of its own to be sent as a whole.
	 */
	static PipelineUsageException noBatch(String pipeline, String why, String wayOut) {
		return new PipelineUsageException("Pipeline '" + pipeline + "' cannot be atomic, since " + why + ": " + wayOut);
	}

}
