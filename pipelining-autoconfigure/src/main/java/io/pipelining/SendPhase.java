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
 * When the calls of a pipeline are sent. Named after Spring's transaction phases.
 *
 * @since 0.1.0
 */
public enum SendPhase {

	/**
	 * When the code returns, or earlier: when it uses a value, at a limit. The default.
	 */
	RETURN,

	/**
	 * After the surrounding transaction has committed, and never if it does not; where
	 * there is none, when the code returns. Until then all calls are held in memory, so a
	 * value that the code uses is refused with a {@link PipelineUsageException}, as is
	 * all else that cannot wait. Replies are there after the commit.
	 * <p>
	 * The pipelines of one transaction are sent in the order in which their code
	 * returned. What fails then cannot undo the transaction any more, nor does the caller
	 * hear of it: it is logged, and told to each {@link PipelineListener}. A rollback to
	 * a savepoint drops the calls that were made after it.
	 */
	AFTER_COMMIT

}
