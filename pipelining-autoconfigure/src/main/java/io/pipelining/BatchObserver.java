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
 * Goes along with each batch from just before it is sent to its end, as a tracer does. A
 * {@link PipelineListener} is told of the end alone. Called on the thread that collected
 * the calls. One that throws harms nobody: its exception is logged. Redis calls that it
 * makes run directly and belong to no batch.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface BatchObserver {

	/**
	 * Called before a batch is sent.
	 * @param batch what is known of the batch
	 * @return what goes along with it, or {@code null} if nothing does
	 */
	@Nullable BatchObservation begin(OutgoingBatch batch);

}
