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

package io.pipelining.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import io.pipelining.BatchExecution;
import io.pipelining.PipelineListener;
import io.pipelining.PipelineOutcomeUnknownException;

/**
 * Records batches in any number of meter registries. What happened before a registry was
 * bound counts in it as well. Works without a registry. Thread-safe.
 * <table border="1">
 * <caption>Meters</caption>
 * <tr>
 * <th>meter</th>
 * <th>type</th>
 * <th>tags</th>
 * </tr>
 * <tr>
 * <td>{@code redis.pipeline.batch.size}</td>
 * <td>summary of the calls that each batch held</td>
 * <td>{@code pipeline}; {@code outcome}: {@code success}, {@code error} if calls failed
 * or were not sent, {@code unknown} if some may or may not have run; {@code trigger}: a
 * {@link io.pipelining.SendTrigger} in lower case</td>
 * </tr>
 * <tr>
 * <td>{@code redis.pipeline.discarded}</td>
 * <td>counter of calls that were discarded</td>
 * <td>{@code pipeline}</td>
 * </tr>
 * </table>
 *
 * @since 0.1.0
 */
public class PipelineMetrics implements PipelineListener, MeterBinder {

	private static final String CALLS = "calls";

	private final Object monitor = new Object();

	private final Map<BatchTags, BatchSizes> batches = new LinkedHashMap<>();

	private final Map<String, Long> discarded = new LinkedHashMap<>();

	private volatile List<MeterRegistry> registries = List.of();

	/**
	 * Create metrics that no registry is bound to yet.
	 */
	public PipelineMetrics() {
	}

	/**
	 * Record in a registry from now on, and what happened so far. A registry that is
	 * bound already is left as it is.
	 * @param registry the registry
	 */
	@Override
	public void bindTo(MeterRegistry registry) {
		synchronized (this.monitor) {
			if (this.registries.stream().anyMatch((bound) -> bound == registry)) {
				return;
			}
			this.batches.forEach((tags, sizes) -> sizes.forEach(batchSize(registry, tags)::record));
			this.discarded.forEach((pipeline, calls) -> discarded(registry, pipeline).increment(calls));
			List<MeterRegistry> extended = new ArrayList<>(this.registries);
			extended.add(registry);
			this.registries = List.copyOf(extended);
		}
	}

	/**
	 * Return whether a registry was bound.
	 * @return {@code true} if batches are recorded in at least one registry
	 */
	public boolean isBound() {
		return !this.registries.isEmpty();
	}

	@Override
	public void batchSent(BatchExecution batch) {
		BatchTags tags = new BatchTags(batch.pipeline(), outcome(batch), batch.trigger().tag());
		List<MeterRegistry> bound;
		synchronized (this.monitor) {
			this.batches.computeIfAbsent(tags, (ignored) -> new BatchSizes()).add(batch.calls());
			bound = this.registries;
		}
		bound.forEach((registry) -> batchSize(registry, tags).record(batch.calls()));
	}

	@Override
	public void callsDiscarded(String pipeline, int discarded, int alreadySent) {
		List<MeterRegistry> bound;
		synchronized (this.monitor) {
			this.discarded.merge(pipeline, (long) discarded, Long::sum);
			bound = this.registries;
		}
		bound.forEach((registry) -> discarded(registry, pipeline).increment(discarded));
	}

	private static String outcome(BatchExecution batch) {
		Throwable error = batch.error();
		if (error instanceof PipelineOutcomeUnknownException lost && lost.getUnanswered() > 0) {
			return "unknown";
		}
		return (error == null && batch.failures().isEmpty()) ? "success" : "error";
	}

	private static DistributionSummary batchSize(MeterRegistry registry, BatchTags tags) {
		return DistributionSummary.builder("redis.pipeline.batch.size")
			.description("Calls that each batch of a Redis pipeline held")
			.baseUnit(CALLS)
			.tag("pipeline", tags.pipeline())
			.tag("outcome", tags.outcome())
			.tag("trigger", tags.trigger())
			.register(registry);
	}

	private static Counter discarded(MeterRegistry registry, String pipeline) {
		return Counter.builder("redis.pipeline.discarded")
			.description("Calls of Redis pipelines that were discarded and not sent")
			.baseUnit(CALLS)
			.tag("pipeline", pipeline)
			.register(registry);
	}

	private record BatchTags(String pipeline, String outcome, String trigger) {

	}

}
