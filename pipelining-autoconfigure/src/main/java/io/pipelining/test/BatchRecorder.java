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

package io.pipelining.test;

import java.util.ArrayList;
import java.util.List;

import io.pipelining.BatchExecution;
import io.pipelining.PipelineListener;

/**
 * Records batches, so that a test says in one line what a method sent. As a bean it hears
 * of every batch of the application:
 *
 * <pre class="code">
 * &#064;SpringBootTest
 * &#064;Import(BatchRecorder.class)
 * class CatalogServiceTests {
 *
 *     &#064;Autowired
 *     private CatalogService catalog;
 *
 *     &#064;Autowired
 *     private BatchRecorder batches;
 *
 *     &#064;Test
 *     void warmsInOneRoundTrip() {
 *         this.batches.during(() -&gt; this.catalog.warm(twelveProducts)).assertOneBatchOf(12, "SET");
 *     }
 *
 * }
 * </pre>
 *
 * Without Spring Boot, give it to
 * {@link io.pipelining.core.PipelineTemplate.Builder#listeners the builder of the
 * template}. Thread-safe.
 *
 * @since 0.1.0
 */
public class BatchRecorder implements PipelineListener {

	private final List<BatchExecution> batches = new ArrayList<>();

	private final List<RecordedBatches.Discard> discards = new ArrayList<>();

	/**
	 * Create a recorder that has heard of nothing.
	 */
	public BatchRecorder() {
	}

	@Override
	public synchronized void batchSent(BatchExecution batch) {
		this.batches.add(batch);
	}

	@Override
	public synchronized void callsDiscarded(String pipeline, int discarded, int alreadySent) {
		this.discards.add(new RecordedBatches.Discard(pipeline, discarded));
	}

	/**
	 * Return what was recorded since the start, or since {@link #clear()}.
	 * @return a snapshot
	 */
	public RecordedBatches recorded() {
		return since(0, 0);
	}

	/**
	 * Run code and return what was recorded meanwhile, of all threads.
	 * @param code the code
	 * @param <X> what the code throws, which is thrown on
	 * @return what was recorded
	 * @throws X what the code throws
	 */
	public <X extends Exception> RecordedBatches during(Code<X> code) throws X {
		int firstBatch;
		int firstDiscard;
		synchronized (this) {
			firstBatch = this.batches.size();
			firstDiscard = this.discards.size();
		}
		code.run();
		return since(firstBatch, firstDiscard);
	}

	private synchronized RecordedBatches since(int firstBatch, int firstDiscard) {
		return new RecordedBatches(since(this.batches, firstBatch), since(this.discards, firstDiscard));
	}

	/** Somebody may have cleared them. */
	private static <T> List<T> since(List<T> recorded, int first) {
		return List.copyOf(recorded.subList(Math.min(first, recorded.size()), recorded.size()));
	}

	/**
	 * Forget what was recorded.
	 */
	public synchronized void clear() {
		this.batches.clear();
		this.discards.clear();
	}

	/**
	 * Code that sends batches.
	 *
	 * @param <X> what it throws
	 */
	@FunctionalInterface
	public interface Code<X extends Exception> {

		/**
		 * Run the code.
		 * @throws X anything
		 */
		void run() throws X;

	}

}
