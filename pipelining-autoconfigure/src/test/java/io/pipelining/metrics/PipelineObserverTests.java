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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.common.KeyValue;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.QueryTimeoutException;

import io.pipelining.BatchExecution;
import io.pipelining.BatchObservation;
import io.pipelining.CallFailure;
import io.pipelining.OutgoingBatch;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.SendTrigger;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PipelineObserver} and its convention.
 */
class PipelineObserverTests {

	private final ObservationRegistry registry = ObservationRegistry.create();

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final List<PipelineObservationContext> stopped = new ArrayList<>();

	private final PipelineObserver observer = new PipelineObserver(() -> this.registry);

	@BeforeEach
	void handle() {
		this.registry.observationConfig()
			.observationHandler(new DefaultMeterObservationHandler(this.meters))
			.observationHandler(new ObservationHandler<PipelineObservationContext>() {

				@Override
				public void onStop(PipelineObservationContext context) {
					PipelineObserverTests.this.stopped.add(context);
				}

				@Override
				public boolean supportsContext(Observation.Context context) {
					return context instanceof PipelineObservationContext;
				}

			});
	}

	@Test
	void namesABatch() {
		observe(batch(Map.of("GET", 2, "SET", 1), false), List.of(), null);
		assertThat(context().getName()).isEqualTo("redis.pipeline");
		assertThat(context().getContextualName()).isEqualTo("PIPELINE");
		assertThat(low()).containsOnly(Map.entry("pipeline", "warm"), Map.entry("outcome", "success"),
				Map.entry("db.system.name", "redis"), Map.entry("db.operation.name", "PIPELINE"));
		assertThat(high()).containsOnly(Map.entry("db.operation.batch.size", "3"));
		assertThat(context().getKind()).isEqualTo(Kind.CLIENT);
		assertThat(context().getRemoteServiceName()).isEqualTo("Redis");
		assertThat(context().getError()).isNull();
	}

	@Test
	void namesABatchOfOneCommand() {
		observe(batch(Map.of("GET", 20), false), List.of(), null);
		assertThat(context().getContextualName()).isEqualTo("PIPELINE GET");
		assertThat(low()).containsEntry("db.operation.name", "PIPELINE GET");
		assertThat(high()).containsOnly(Map.entry("db.operation.batch.size", "20"));
	}

	@Test
	void aBatchOfOneIsThePlainOperation() {
		observe(batch(Map.of("GET", 1), false), List.of(), null);
		assertThat(context().getContextualName()).isEqualTo("GET");
		assertThat(low()).containsEntry("db.operation.name", "GET");
		assertThat(high()).isEmpty();
	}

	@Test
	void namesAnAtomicBatch() {
		observe(batch(Map.of("GET", 2), true), List.of(), null);
		assertThat(low()).containsEntry("db.operation.name", "MULTI");
		assertThat(high()).containsOnly(Map.entry("db.operation.batch.size", "2"));
	}

	@Test
	void saysWhatFailed() {
		IllegalStateException cause = new IllegalStateException("WRONGTYPE Operation against a key");
		observe(batch(Map.of("GET", 2), false), List.of(new CallFailure(1, "GET", "secret", cause)), null);
		assertThat(low()).containsEntry("outcome", "error");
		assertThat(high()).containsOnly(Map.entry("db.operation.batch.size", "2"),
				Map.entry("db.response.status_code", "WRONGTYPE"), Map.entry("error.type", "WRONGTYPE"));
		assertThat(context().getError()).isSameAs(cause);
	}

	@Test
	void saysThatRepliesWereLost() {
		PipelineOutcomeUnknownException error = new PipelineOutcomeUnknownException("lost", 1, 1, List.of(),
				new QueryTimeoutException("late"));
		observe(batch(Map.of("GET", 2), false), List.of(), error);
		assertThat(low()).containsEntry("outcome", "unknown");
		assertThat(high()).containsOnly(Map.entry("db.operation.batch.size", "2"), Map.entry("error.type", "timeout"));
		assertThat(context().getError()).isSameAs(error);
	}

	@Test
	void theTimerHasABoundedNumberOfTags() {
		observe(batch(Map.of("GET", 2), false), List.of(), null);
		Timer timer = this.meters.get("redis.pipeline").timer();
		assertThat(timer.count()).isEqualTo(1);
		assertThat(timer.getId().getTags()).containsExactlyInAnyOrder(Tag.of("pipeline", "warm"),
				Tag.of("outcome", "success"), Tag.of("db.system.name", "redis"),
				Tag.of("db.operation.name", "PIPELINE GET"), Tag.of("error", "none"));
	}

	@Test
	void everyKeyIsDocumented() {
		observe(batch(Map.of("GET", 2), false),
				List.of(new CallFailure(1, "GET", "k", new IllegalStateException("ERR x"))), null);
		PipelineObservationDocumentation documentation = PipelineObservationDocumentation.BATCH;
		assertThat(Stream.of(documentation.getLowCardinalityKeyNames()).map(KeyName::asString))
			.containsExactlyInAnyOrderElementsOf(low().keySet());
		assertThat(Stream.of(documentation.getHighCardinalityKeyNames()).map(KeyName::asString))
			.containsExactlyInAnyOrderElementsOf(high().keySet());
		assertThat(Stream.of(documentation.getLowCardinalityKeyNames())).allMatch(KeyName::isRequired);
		assertThat(Stream.of(documentation.getHighCardinalityKeyNames())).noneMatch(KeyName::isRequired);
		assertThat(documentation.getDefaultConvention()).isEqualTo(DefaultPipelineObservationConvention.class);
	}

	@Test
	void isCurrentUntilTheBatchWasSent() {
		Observation outer = Observation.start("outer", this.registry);
		try (Observation.Scope scope = outer.openScope()) {
			BatchObservation observation = this.observer.begin(batch(Map.of("GET", 2), false));
			Observation current = this.registry.getCurrentObservation();
			assertThat(current.getContextView()).isInstanceOf(PipelineObservationContext.class);
			assertThat(current.getContextView().getParentObservation()).isSameAs(outer);
			observation.sent();
			assertThat(this.registry.getCurrentObservation()).isSameAs(outer);
			assertThat(this.stopped).isEmpty();
		}
	}

	@Test
	void aConventionOfTheApplicationTakesItsPlace() {
		PipelineObserver named = new PipelineObserver(() -> this.registry,
				() -> new DefaultPipelineObservationConvention() {

					@Override
					public String getName() {
						return "mine";
					}

				});
		BatchObservation observation = named.begin(batch(Map.of("GET", 2), false));
		observation.sent();
		observation.ended(execution(batch(Map.of("GET", 2), false), List.of(), null));
		assertThat(context().getName()).isEqualTo("mine");
	}

	@Test
	void observesNothingWithoutAHandler() {
		assertThat(new PipelineObserver(() -> ObservationRegistry.NOOP).begin(batch(Map.of("GET", 2), false))).isNull();
		assertThat(new PipelineObserver(ObservationRegistry::create).begin(batch(Map.of("GET", 2), false))).isNull();
	}

	@Test
	void observesNothingThatAPredicateLeavesOut() {
		this.registry.observationConfig().observationPredicate((name, context) -> false);
		assertThat(this.observer.begin(batch(Map.of("GET", 2), false))).isNull();
		assertThat(this.registry.getCurrentObservation()).isNull();
	}

	private void observe(OutgoingBatch batch, List<CallFailure> failures, @Nullable Throwable error) {
		BatchObservation observation = this.observer.begin(batch);
		observation.sent();
		observation.ended(execution(batch, failures, error));
	}

	private static OutgoingBatch batch(Map<String, Integer> commands, boolean atomic) {
		int calls = commands.values().stream().mapToInt(Integer::intValue).sum();
		return new OutgoingBatch("warm", calls, commands, SendTrigger.RETURN, atomic);
	}

	private static BatchExecution execution(OutgoingBatch batch, List<CallFailure> failures,
			@Nullable Throwable error) {
		return new BatchExecution(batch.pipeline(), batch.calls(), batch.commands(), batch.trigger(), batch.atomic(),
				Duration.ofMillis(1), failures, error);
	}

	private PipelineObservationContext context() {
		assertThat(this.stopped).hasSize(1);
		return this.stopped.get(0);
	}

	private Map<String, String> low() {
		return context().getLowCardinalityKeyValues()
			.stream()
			.collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
	}

	private Map<String, String> high() {
		return context().getHighCardinalityKeyValues()
			.stream()
			.collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
	}

}
