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

import io.pipelining.Pipeline;
import io.pipelining.PipelineCallback;
import io.pipelining.callsite.Body;

/**
 * A callback that says what code it runs.
 */
final class DescribedCallback<T> implements PipelineCallback<T> {

	private final PipelineCallback<T> callback;

	private final Body body;

	DescribedCallback(PipelineCallback<T> callback, Body body) {
		this.callback = callback;
		this.body = body;
	}

	static Body bodyOf(PipelineCallback<?> callback) {
		return (callback instanceof DescribedCallback<?> described) ? described.body : Body.of(callback);
	}

	@Override
	public @Nullable T doInPipeline(Pipeline pipeline) {
		return this.callback.doInPipeline(pipeline);
	}

}
