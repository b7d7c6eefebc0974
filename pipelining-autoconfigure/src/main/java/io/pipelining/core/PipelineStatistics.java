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

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

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

	private final LongAdder calls = new LongAdder();

	private final LongAdder batches = new LongAdder();

	private final LongAdder valuesUsed = new LongAdder();

	private final Map<Site, LongAdder> places = new ConcurrentHashMap<>();

	PipelineStatistics(String pipeline) {
		this.pipeline = pipeline;
	}

	void batchSent(int calls) {
		this.batches.increment();
		this.calls.add(calls);
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
		return this.batches.sum();
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
