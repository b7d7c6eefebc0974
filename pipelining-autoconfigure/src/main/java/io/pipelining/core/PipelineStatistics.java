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

package io.pipelining.core;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

import io.pipelining.PipelineOptions;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.SendTrigger;
import io.pipelining.callsite.Site;

/**
 * What the pipelines of one name gained, since the start of the application. Thread-safe.
 *
 * @since 0.1.0
 */
public final class PipelineStatistics {

	/** Places in code are bounded by the code; generated code may have more. */
	private static final int MOST_PLACES = 100;

	private final String pipeline;

	private final AtomicLong opened = new AtomicLong();

	private final LongAdder joined = new LongAdder();

	private final AtomicLong stoodAside = new AtomicLong();

	private final LongAdder calls = new LongAdder();

	private final LongAdder batchesOfOne = new LongAdder();

	private final LongAccumulator largestBatch = new LongAccumulator(Math::max, 0);

	private final Map<SendTrigger, LongAdder> batches = new ConcurrentHashMap<>();

	private final LongAdder failures = new LongAdder();

	private final LongAdder discarded = new LongAdder();

	private final LongAdder valuesUsed = new LongAdder();

	private final Map<Site, LongAdder> places = new ConcurrentHashMap<>();

	private volatile PipelineOptions options;

	PipelineStatistics(PipelineOptions options) {
		this.pipeline = options.name();
		this.options = options;
	}

	/**
	 * A template with these options names the pipeline.
	 */
	void namedWith(PipelineOptions options) {
		this.options = options;
	}

	long addOpened() {
		return this.opened.incrementAndGet();
	}

	void addJoined() {
		this.joined.increment();
	}

	long addStoodAside() {
		return this.stoodAside.incrementAndGet();
	}

	void batchSent(int calls, SendTrigger trigger, int failures, @Nullable Throwable loss) {
		this.batches.computeIfAbsent(trigger, (first) -> new LongAdder()).increment();
		this.calls.add(calls);
		if (calls == 1) {
			this.batchesOfOne.increment();
		}
		this.largestBatch.accumulate(calls);
		this.failures.add(failures + ((loss != null) ? calls - answered(loss) : 0));
	}

	private static int answered(Throwable loss) {
		return (loss instanceof PipelineOutcomeUnknownException unknown) ? unknown.getAnswered() : 0;
	}

	void addDiscarded(int calls) {
		this.discarded.add(calls);
	}

	void valueUsed(@Nullable Site site) {
		this.valuesUsed.increment();
		if (site == null) {
			return;
		}
		LongAdder uses = this.places.get(site);
		if (uses == null && this.places.size() < MOST_PLACES) {
			uses = this.places.computeIfAbsent(site, (added) -> new LongAdder());
		}
		if (uses != null) {
			uses.increment();
		}
	}

	/**
	 * Return the name of the pipeline.
	 * @return the name
	 */
	public String pipeline() {
		return this.pipeline;
	}

	/**
	 * Return the options that hold.
	 * @return those of the template that named the pipeline last, changed by what was set
	 * for the pipeline by name
	 */
	public PipelineOptions options() {
		return this.options;
	}

	/**
	 * Return how often the pipeline was opened.
	 * @return the number of times, without those where it joined another or collects
	 * nothing
	 */
	public long opened() {
		return this.opened.get();
	}

	/**
	 * Return how often the pipeline joined another, by whose name its calls go then.
	 * @return the number of times
	 */
	public long joined() {
		return this.joined.sum();
	}

	/**
	 * Return how often the pipeline collected nothing, since somebody else had bound a
	 * connection to the thread, as a {@code SessionCallback} does.
	 * @return the number of times
	 */
	public long stoodAside() {
		return this.stoodAside.get();
	}

	/**
	 * Return how many calls were sent.
	 * @return the number of calls
	 */
	public long calls() {
		return this.calls.sum();
	}

	/**
	 * Return in how many batches they were sent.
	 * @return the number of batches
	 */
	public long batches() {
		return this.batches.values().stream().mapToLong(LongAdder::sum).sum();
	}

	/**
	 * Return how many batches held a single call.
	 * @return the number of batches
	 */
	public long batchesOfOne() {
		return this.batchesOfOne.sum();
	}

	/**
	 * Return how many calls the largest batch held.
	 * @return the number of calls, 0 without a batch
	 */
	public long largestBatch() {
		return this.largestBatch.get();
	}

	/**
	 * Return how many batches there were by what triggered them.
	 * @return the number of batches, for those triggers that occurred
	 */
	public Map<SendTrigger, Long> batchesByTrigger() {
		Map<SendTrigger, Long> counts = new EnumMap<>(SendTrigger.class);
		this.batches.forEach((trigger, batches) -> counts.put(trigger, batches.sum()));
		return counts;
	}

	/**
	 * Return how many calls failed, those included that were not answered.
	 * @return the number of calls
	 */
	public long failures() {
		return this.failures.sum();
	}

	/**
	 * Return how many calls were discarded.
	 * @return the number of calls
	 */
	public long discarded() {
		return this.discarded.sum();
	}

	/**
	 * Return how many calls went at once since the code uses their values.
	 * @return the number of calls
	 */
	public long valuesUsed() {
		return this.valuesUsed.sum();
	}

	/**
	 * Return where in the code values are used, and how often they were.
	 * @return the number of calls by place, such as {@code com.example.Catalog.warm:42}
	 */
	public Map<String, Long> valuesUsedAt() {
		Map<String, Long> counts = new TreeMap<>();
		this.places.forEach((site, uses) -> counts.merge(site.toString(), uses.sum(), Long::sum));
		return counts;
	}

}
