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

import io.pipelining.PipelineCallback;
import io.pipelining.PipelineOptions;

/**
 * The run of the code of an outermost pipeline, from its opening to its end.
 */
final class PipelineRun {

	private final PipelineStack stack = PipelineStack.obtain();

	private final OpenPipeline pipeline;

	private final PipelineScope scope;

	PipelineRun(PipelineEngine engine, PipelineOptions options) {
		this.pipeline = new OpenPipeline(engine, options, this.stack, null);
		this.scope = this.pipeline.enter(options);
	}

	<T> @Nullable T run(PipelineCallback<T> action) {
		this.stack.push(this.scope);
		try {
			this.pipeline.bind();
			T result = call(action);
			this.pipeline.complete();
			return result;
		}
		finally {
			this.pipeline.end();
			this.pipeline.leave(this.scope);
			this.stack.pop();
		}
	}

	private <T> @Nullable T call(PipelineCallback<T> action) {
		try {
			return this.scope.run(action);
		}
		catch (Throwable ex) {
			completeWith(ex);
			throw ex;
		}
	}

	/** Whatever goes wrong now, the caller receives what the code threw. */
	private void completeWith(Throwable thrown) {
		try {
			this.pipeline.completeWith(thrown, this.scope);
		}
		catch (RuntimeException | Error ex) {
			Exceptions.suppress(thrown, ex);
		}
	}

}
