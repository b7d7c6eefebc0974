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
 * Learns what became of batches. Beans of this type are called in their order, on the
 * thread that collected the calls. One that throws harms nobody: its exception is logged.
 * Redis calls that a listener makes run directly and belong to no batch.
 *
 * @since 0.1.0
 */
public interface PipelineListener {

	/**
	 * Called once per batch, after its replies or their loss.
	 * @param batch what is known of the batch
	 */
	default void batchSent(BatchExecution batch) {
	}

	/**
	 * Called when waiting calls were discarded.
	 * @param pipeline the name of the pipeline
	 * @param discarded how many calls were discarded
	 * @param alreadySent how many calls of the pipeline had been sent before, and stay
	 */
	default void callsDiscarded(String pipeline, int discarded, int alreadySent) {
	}

}
