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

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.OnException;
import io.pipelining.PipelineCallback;
import io.pipelining.PipelineOptions;
import io.pipelining.PipelineUsageException;
import io.pipelining.Reply;
import io.pipelining.Results;

/**
 * A scope that collects: the one that opened a pipeline, or one that joined it.
 */
final class PipelineScope implements PipelineStack.Scope {

	private final OpenPipeline pipeline;

	private final boolean raw;

	private final boolean immediate;

	private final boolean discardOnException;

	/** The calls from this one on were collected in this scope. */
	private final int firstCall;

	private @Nullable ValueProof proof;

	private boolean ended;

	PipelineScope(OpenPipeline pipeline, PipelineOptions options) {
		this.pipeline = pipeline;
		this.raw = options.results() == Results.RAW;
		this.immediate = !options.enabled();
		this.discardOnException = (options.onException() == OnException.DEFAULT)
				? this.raw || pipeline.sendsNothingEarly() : options.onException() == OnException.DISCARD;
		this.firstCall = pipeline.collected();
	}

	OpenPipeline pipeline() {
		return this.pipeline;
	}

	boolean isRaw() {
		return this.raw;
	}

	/**
	 * Return whether no call waits, since the pipeline that joined is switched off.
	 */
	boolean isImmediate() {
		return this.immediate;
	}

	boolean isDiscardOnException() {
		return this.discardOnException;
	}

	int firstCall() {
		return this.firstCall;
	}

	/**
	 * Run the code of the scope.
	 */
	<T> @Nullable T run(PipelineCallback<T> action) {
		this.proof = this.pipeline.proofOf(DescribedCallback.bodyOf(action));
		try {
			return action.doInPipeline(this);
		}
		finally {
			// What comes after the code is other code
			this.proof = null;
		}
	}

	/**
	 * Return whether it is proven that the code uses no value. To be asked itself: the
	 * frame of this class is where the code begins.
	 */
	@Nullable ValueProof proof() {
		return this.proof;
	}

	void end() {
		this.ended = true;
	}

	@Override
	public RedisConnectionFactory connectionFactory() {
		return this.pipeline.connectionFactory();
	}

	@Override
	public String name() {
		return this.pipeline.name();
	}

	@Override
	public int size() {
		checkOpen("size");
		return this.pipeline.size();
	}

	@Override
	public <T> Reply<T> defer(Supplier<? extends @Nullable T> call) {
		checkOpen("defer");
		return this.pipeline.defer(call);
	}

	@Override
	public void send() {
		checkOpen("send");
		this.pipeline.send();
	}

	@Override
	public void discard() {
		checkOpen("discard");
		this.pipeline.discard(this.firstCall);
	}

	private void checkOpen(String operation) {
		if (this.ended || !this.pipeline.isCollecting()) {
			throw new PipelineUsageException("Pipeline '" + name() + "' is not open on this thread: " + operation
					+ "() works on the thread that runs the pipeline's code, until that code returns");
		}
	}

}
