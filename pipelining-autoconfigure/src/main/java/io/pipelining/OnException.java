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
 * What becomes of the calls that still wait when the code of a pipeline throws an
 * exception. The caller receives that very exception in any case, and what was sent
 * before stays: discarding is no rollback.
 *
 * @since 0.1.0
 */
public enum OnException {

	/**
	 * {@link #SEND} under {@link Results#AUTO}; {@link #DISCARD} under
	 * {@link Results#RAW}, in atomic pipelines and under {@link SendPhase#AFTER_COMMIT}.
	 */
	DEFAULT,

	/**
	 * Send the waiting calls, as they would have been sent without a pipeline.
	 */
	SEND,

	/**
	 * Forget the waiting calls. {@link PipelineListener#callsDiscarded} and a note among
	 * the suppressed exceptions say how many were discarded and how many had been sent.
	 */
	DISCARD

}
