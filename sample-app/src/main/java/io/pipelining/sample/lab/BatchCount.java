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
package io.pipelining.sample.lab;

import org.springframework.stereotype.Component;

import io.pipelining.BatchExecution;
import io.pipelining.PipelineListener;

/**
 * Counts the batches of a piece of code. A listener is called on the thread that
 * collected the calls, so that each thread counts its own.
 */
@Component
class BatchCount implements PipelineListener {

	private final ThreadLocal<Integer> batches = new ThreadLocal<>();

	/**
	 * Begin to count on this thread.
	 */
	void begin() {
		this.batches.set(0);
	}

	/**
	 * Return how many batches this thread sent since it began to count, and count no
	 * further.
	 */
	int end() {
		Integer count = this.batches.get();
		this.batches.remove();
		return (count != null) ? count : 0;
	}

	@Override
	public void batchSent(BatchExecution batch) {
		Integer count = this.batches.get();
		if (count != null) {
			this.batches.set(count + 1);
		}
	}

}
