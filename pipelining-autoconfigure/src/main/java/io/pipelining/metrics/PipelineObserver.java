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

import java.util.function.Supplier;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.pipelining.BatchExecution;
import io.pipelining.BatchObservation;
import io.pipelining.BatchObserver;
import io.pipelining.OutgoingBatch;

/**
 * Observes each batch: a span that is the parent of those that the driver makes for its
 * commands, and the timer {@code redis.pipeline}. Thread-safe.
 *
 * @since 0.1.0
 * @see PipelineObservationDocumentation
 */
public class PipelineObserver implements BatchObserver {

	private static final PipelineObservationConvention DEFAULT_CONVENTION = new DefaultPipelineObservationConvention();

	private final Supplier<? extends ObservationRegistry> registry;

	private final Supplier<? extends @Nullable PipelineObservationConvention> convention;

	/**
	 * Create an observer with the default convention.
	 * @param registry asked at each batch
	 */
	public PipelineObserver(Supplier<? extends ObservationRegistry> registry) {
		this(registry, () -> null);
	}

	/**
	 * Create an observer.
	 * @param registry asked at each batch
	 * @param convention asked at each batch; {@code null} for a global convention of the
	 * registry, or else the default one
	 */
	public PipelineObserver(Supplier<? extends ObservationRegistry> registry,
			Supplier<? extends @Nullable PipelineObservationConvention> convention) {
		this.registry = registry;
		this.convention = convention;
	}

	@Override
	public @Nullable BatchObservation begin(OutgoingBatch batch) {
		ObservationRegistry current = this.registry.get();
		if (current.isNoop()) {
			return null;
		}
		PipelineObservationContext context = new PipelineObservationContext(batch);
		Observation observation = PipelineObservationDocumentation.BATCH
			.observation(this.convention.get(), DEFAULT_CONVENTION, () -> context, current)
			.start();
		return observation.isNoop() ? null : new Observed(observation, context, observation.openScope());
	}

	private static final class Observed implements BatchObservation {

		private final Observation observation;

		private final PipelineObservationContext context;

		private final Observation.Scope scope;

		Observed(Observation observation, PipelineObservationContext context, Observation.Scope scope) {
			this.observation = observation;
			this.context = context;
			this.scope = scope;
		}

		@Override
		public void sent() {
			this.scope.close();
		}

		@Override
		public void ended(BatchExecution batch) {
			this.context.setExecution(batch);
			Throwable error = batch.error();
			if (error == null && !batch.failures().isEmpty()) {
				error = batch.failures().get(0).cause();
			}
			if (error != null) {
				this.observation.error(error);
			}
			this.observation.stop();
		}

	}

}
