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
 * How a pipeline behaves where one is already open on the thread for the same connection
 * factory. Named after Spring's transaction propagation.
 *
 * @since 0.1.0
 */
public enum PipelinePropagation {

	/**
	 * Join the open pipeline, so that both travel as one batch under the name and the
	 * limits of the outermost; open one where there is none. The default.
	 */
	REQUIRED,

	/**
	 * Open a pipeline of its own, sent when it ends. The calls of the outer one go on
	 * waiting.
	 */
	REQUIRES_NEW,

	/**
	 * Run without a pipeline: each call goes at once, whatever is open outside.
	 */
	NOT_SUPPORTED

}
