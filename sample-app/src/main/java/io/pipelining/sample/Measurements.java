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

package io.pipelining.sample;

import java.util.function.IntSupplier;

import org.springframework.stereotype.Component;

import io.pipelining.BatchExecution;
import io.pipelining.PipelineListener;

/**
 * Measures an operation of the catalogue. A listener is called on the thread that
 * collected the calls, so that requests do not see each other's batches.
 */
@Component
class Measurements implements PipelineListener {

	private final ThreadLocal<Traffic> batches = new ThreadLocal<>();

	/**
	 * Run an operation that answers with the number of products it dealt with.
	 */
	Measurement take(Workload work, IntSupplier operation) {
		this.batches.set(Traffic.NONE);
		try {
			long start = System.nanoTime();
			int products = operation.getAsInt();
			long nanoseconds = System.nanoTime() - start;
			Traffic traffic = switch (work.mode()) {
				case PLAIN -> Traffic.ofPlainCalls(work.count());
				case PIPELINED -> this.batches.get();
			};
			return new Measurement(work.mode(), products, traffic.calls(), traffic.batches(),
					nanoseconds / 10_000 / 100.0);
		}
		finally {
			this.batches.remove();
		}
	}

	@Override
	public void batchSent(BatchExecution batch) {
		Traffic soFar = this.batches.get();
		if (soFar != null) {
			this.batches.set(soFar.plusBatch(batch.calls()));
		}
	}

}
