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
 * Goes along with one batch. Called on the thread that collected the calls. Before a
 * batch ends, further ones of its pipeline may begin.
 *
 * @since 0.1.0
 * @see BatchObserver
 */
public interface BatchObservation {

	/**
	 * Called once the calls were handed to the driver, which reads what is current on the
	 * thread before.
	 */
	void sent();

	/**
	 * Called after the replies are in, or lost.
	 * @param batch what became of the batch
	 */
	void ended(BatchExecution batch);

}
