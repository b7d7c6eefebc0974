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

import org.jspecify.annotations.Nullable;

/**
 * Code to run inside a pipeline.
 *
 * @param <T> what it returns
 * @since 0.1.0
 * @see PipelineOperations#execute
 */
@FunctionalInterface
public interface PipelineCallback<T> {

	/**
	 * Make Redis calls through any template of the pipeline's connection factory.
	 * @param pipeline the open pipeline, to be used on this thread and until this method
	 * returns
	 * @return whatever the caller of {@link PipelineOperations#execute} shall get
	 */
	@Nullable T doInPipeline(Pipeline pipeline);

}
