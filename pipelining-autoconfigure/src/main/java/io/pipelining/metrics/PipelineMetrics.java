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
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import io.pipelining.BatchExecution;
import io.pipelining.PipelineListener;

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
 * <td>{@code pipeline}; {@code outcome}: {@code success}, {@code error} if calls failed,
 * {@code unknown} if replies were lost; {@code trigger}: a
 * {@link io.pipelining.SendTrigger} in lower case</td>
 * </tr>
 * <tr>
 * <td>{@code redis.pipeline.failures}</td>
 * <td>counter of calls that failed or were not answered</td>
 * <td>{@code pipeline}; {@code db.response.status_code}: the first word of what Redis
 * answered, such as {@code WRONGTYPE}, or {@code timeout}, {@code connection},
 * {@code other}</td>
 * </tr>
 * <tr>
 * <td>{@code redis.pipeline.discarded}</td>
 * <td>counter of calls that were discarded</td>
 * <td>{@code pipeline}</td>
 * </tr>
 * </table>
 *
 * @since 0.1.0
 * @see PipelineObserver
 */
public class PipelineMetrics implements PipelineListener, MeterBinder {

	private static final String PIPELINE = "pipeline";

	/** By the tags of the meter; what a batch needs is found without a lock. */
	private final Map<Object, LateBoundMeter<?>> meters = new ConcurrentHashMap<>();

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
	public synchronized void bindTo(MeterRegistry registry) {
		if (this.registries.stream().anyMatch((bound) -> bound == registry)) {
			return;
		}
		List<MeterRegistry> extended = new ArrayList<>(this.registries);
		extended.add(registry);
		this.registries = List.copyOf(extended);
		this.meters.values().forEach((meter) -> meter.bindTo(registry));
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
		SizeTags sizeTags = new SizeTags(batch.pipeline(), Outcomes.of(batch), batch.trigger().tag());
		meter(sizeTags, () -> new BatchSizeMeter(sizeTags.tags())).record(batch.calls());
		if (!batch.failures().isEmpty() || batch.error() != null) {
			StatusCodes.of(batch).forEach((code, calls) -> {
				FailureTags failureTags = new FailureTags(batch.pipeline(), code);
				meter(failureTags, () -> CallCounter.failures(failureTags.tags())).record(calls);
			});
		}
	}

	@Override
	public void callsDiscarded(String pipeline, int discarded, int alreadySent) {
		DiscardTags tags = new DiscardTags(pipeline);
		meter(tags, () -> CallCounter.discarded(tags.tags())).record(discarded);
	}

	private LateBoundMeter<?> meter(Object tags, Supplier<LateBoundMeter<?>> creation) {
		LateBoundMeter<?> meter = this.meters.get(tags);
		return (meter != null) ? meter : create(tags, creation);
	}

	/** Not while a registry is being bound, which would miss the new meter. */
	private synchronized LateBoundMeter<?> create(Object tags, Supplier<LateBoundMeter<?>> creation) {
		return this.meters.computeIfAbsent(tags, (missing) -> {
			LateBoundMeter<?> created = creation.get();
			this.registries.forEach(created::bindTo);
			return created;
		});
	}

	private record SizeTags(String pipeline, String outcome, String trigger) {

		Tags tags() {
			return Tags.of(PIPELINE, this.pipeline, "outcome", this.outcome, "trigger", this.trigger);
		}

	}

	private record FailureTags(String pipeline, String statusCode) {

		Tags tags() {
			return Tags.of(PIPELINE, this.pipeline, "db.response.status_code", this.statusCode);
		}

	}

	private record DiscardTags(String pipeline) {

		Tags tags() {
			return Tags.of(PIPELINE, this.pipeline);
		}

	}

}
