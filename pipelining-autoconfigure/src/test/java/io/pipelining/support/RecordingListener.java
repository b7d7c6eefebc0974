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
package io.pipelining.support;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.pipelining.BatchExecution;
import io.pipelining.PipelineListener;

/**
 * Keeps what a listener is told.
 */
public final class RecordingListener implements PipelineListener {

	private final Collection<BatchExecution> batches = new ConcurrentLinkedQueue<>();

	private final Collection<Discard> discards = new ConcurrentLinkedQueue<>();

	@Override
	public void batchSent(BatchExecution batch) {
		this.batches.add(batch);
	}

	@Override
	public void callsDiscarded(String pipeline, int discarded, int alreadySent) {
		this.discards.add(new Discard(pipeline, discarded, alreadySent));
	}

	public List<BatchExecution> batches() {
		return List.copyOf(this.batches);
	}

	/**
	 * Return how many calls each batch held.
	 */
	public List<Integer> sizes() {
		return this.batches.stream().map(BatchExecution::calls).toList();
	}

	public List<Discard> discards() {
		return List.copyOf(this.discards);
	}

	public void clear() {
		this.batches.clear();
		this.discards.clear();
	}

	/**
	 * What {@link PipelineListener#callsDiscarded} was told.
	 *
	 * @param pipeline the name of the pipeline
	 * @param discarded how many calls were discarded
	 * @param alreadySent how many had been sent
	 */
	public record Discard(String pipeline, int discarded, int alreadySent) {

	}

}
