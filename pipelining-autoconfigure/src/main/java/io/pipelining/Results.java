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

/**
 * What a Redis call made inside a pipeline returns to the code that made it.
 *
 * @since 0.1.0
 */
public enum Results {

	/**
	 * Whatever is configured: {@code pipelining.results}, and where that is not set,
	 * {@link #AUTO}.
	 */
	DEFAULT,

	/**
	 * Values are real. A call whose value the code uses is answered with its real value:
	 * the calls that wait and this one travel as one batch. A call whose value is ignored
	 * waits. Whether a value is used is read from the byte code of the call site; where
	 * that cannot be known for certain, it is used.
	 */
	AUTO,

	/**
	 * Spring's own pipeline: every call waits for the batch and returns what it returns
	 * inside {@code RedisTemplate.executePipelined}, which is mostly {@code null}. Reads
	 * go through {@link PipelineOperations#defer}. For code that makes only its own calls
	 * and knows it, at full speed.
	 */
	RAW

}
