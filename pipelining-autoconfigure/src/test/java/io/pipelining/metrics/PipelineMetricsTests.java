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
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import io.pipelining.BatchExecution;
import io.pipelining.CallFailure;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.SendTrigger;
import io.pipelining.support.Seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link PipelineMetrics}.
 */
class PipelineMetricsTests {

	private final PipelineMetrics metrics = new PipelineMetrics();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	@Test
	void recordsTheSizeOfABatch() {
		this.metrics.bindTo(this.registry);
		this.metrics.batchSent(batch("warm", 20, SendTrigger.RETURN, List.of(), null));
		this.metrics.batchSent(batch("warm", 4, SendTrigger.RETURN, List.of(), null));
		DistributionSummary summary = this.registry.get("redis.pipeline.batch.size")
			.tags("pipeline", "warm", "outcome", "success", "trigger", "return")
			.summary();
		assertThat(summary.count()).isEqualTo(2);
		assertThat(summary.totalAmount()).isEqualTo(24);
		assertThat(summary.max()).isEqualTo(20);
		assertThat(summary.getId().getBaseUnit()).isEqualTo("calls");
		assertThat(summary.getId().getDescription()).isNotBlank();
		assertThat(summary.getId().getTags()).hasSize(3);
	}

	@Test
	void outcomesAndTriggersAreTags() {
		this.metrics.bindTo(this.registry);
		CallFailure failure = new CallFailure(0, "SET", "k", new IllegalStateException());
		this.metrics.batchSent(batch("a", 1, SendTrigger.VALUE, List.of(failure), null));
		this.metrics.batchSent(batch("a", 2, SendTrigger.SIZE, List.of(failure), unknown(1)));
		assertThat(summary(this.registry, "outcome", "error", "trigger", "value").totalAmount()).isEqualTo(1);
		assertThat(summary(this.registry, "outcome", "unknown", "trigger", "size").totalAmount()).isEqualTo(2);
		assertThat(this.registry.find("redis.pipeline.batch.size").summaries()).hasSize(2);
	}

	@ParameterizedTest
	@EnumSource
	void everyTriggerIsATag(SendTrigger trigger) {
		this.metrics.bindTo(this.registry);
		this.metrics.batchSent(batch("a", 3, trigger, List.of(), null));
		assertThat(summary(this.registry, "trigger", trigger.name().toLowerCase(Locale.ROOT)).totalAmount())
			.isEqualTo(3);
	}

	@Test
	void countsFailuresByStatusCode() {
		this.metrics.batchSent(batch("a", 9, SendTrigger.RETURN, List.of(failure("WRONGTYPE Operation against"),
				failure("OOM command not allowed"), failure("WRONGTYPE again")), null));
		this.metrics.bindTo(this.registry);
		this.metrics.batchSent(batch("a", 9, SendTrigger.RETURN, List.of(failure("MYCODE by a script")), null));
		List<CallFailure> failures = List.of(failure("READONLY You can't write"));
		this.metrics.batchSent(batch("a", 9, SendTrigger.RETURN, failures,
				new PipelineOutcomeUnknownException("lost", 3, 5, failures, new QueryTimeoutException("late"))));
		this.metrics
			.batchSent(batch("a", 4, SendTrigger.RETURN, List.of(), new RedisConnectionFailureException("refused")));
		assertThat(this.registry.find("redis.pipeline.failures").counters())
			.extracting((counter) -> counter.getId().getTag("db.response.status_code"), Counter::count,
					(counter) -> counter.getId().getTag("pipeline"), (counter) -> counter.getId().getTags().size())
			.containsExactlyInAnyOrder(tuple("WRONGTYPE", 2.0, "a", 2), tuple("OOM", 1.0, "a", 2),
					tuple("other", 1.0, "a", 2), tuple("READONLY", 1.0, "a", 2), tuple("timeout", 6.0, "a", 2),
					tuple("connection", 4.0, "a", 2));
		assertThat(this.registry.get("redis.pipeline.failures").counter().getId().getBaseUnit()).isEqualTo("calls");
		assertThat(this.registry.get("redis.pipeline.failures").counter().getId().getDescription()).isNotBlank();
	}

	@Test // 54
	void thereAreNoMoreMetersForMoreKeysAndMessages() {
		this.metrics.bindTo(this.registry);
		for (int i = 0; i < 10_000; i++) {
			this.metrics.batchSent(batch("a", 1 + i % 50, SendTrigger.RETURN, List
				.of(new CallFailure(i, "SET", "key" + i, new IllegalStateException("MADEUP" + i + " text " + i))),
					null));
		}
		assertThat(this.registry.getMeters()).hasSize(2);
	}

	@Test
	void aMeterIsRegisteredOnce() {
		AtomicInteger registrations = new AtomicInteger();
		SimpleMeterRegistry counting = new SimpleMeterRegistry();
		counting.config().meterFilter(new MeterFilter() {

			@Override
			public MeterFilterReply accept(Meter.Id id) {
				registrations.incrementAndGet();
				return MeterFilterReply.NEUTRAL;
			}

		});
		this.metrics.bindTo(counting);
		this.metrics.bindTo(this.registry);
		for (int i = 0; i < 100; i++) {
			counting.clear();
			send(5);
		}
		assertThat(registrations).hasValue(1);
		assertThat(summary(this.registry).count()).isEqualTo(100);
	}

	@Test
	void whatWasCertainlyNotSentIsAnErrorAndNotUnknown() {
		this.metrics.bindTo(this.registry);
		this.metrics.batchSent(batch("a", 3, SendTrigger.VALUE, List.of(), new IllegalStateException("refused")));
		this.metrics.batchSent(batch("a", 4, SendTrigger.VALUE, List.of(), unknown(0)));
		assertThat(summary(this.registry, "outcome", "error", "trigger", "value").totalAmount()).isEqualTo(7);
		assertThat(this.registry.find("redis.pipeline.batch.size").summaries()).hasSize(1);
	}

	private static PipelineOutcomeUnknownException unknown(int unanswered) {
		return new PipelineOutcomeUnknownException("lost", 1, unanswered, List.of(), null);
	}

	@Test
	void countsDiscardedCalls() {
		this.metrics.callsDiscarded("a", 3, 10);
		this.metrics.bindTo(this.registry);
		this.metrics.callsDiscarded("a", 4, 0);
		assertThat(this.registry.get("redis.pipeline.discarded").tags("pipeline", "a").counter().count()).isEqualTo(7);
		assertThat(this.registry.getMeters()).hasSize(1);
	}

	@Test
	void whatHappenedBeforeARegistryWasBoundCountsInEachOfThem() {
		send(5, 7);
		this.metrics.bindTo(this.registry);
		send(9);
		SimpleMeterRegistry late = new SimpleMeterRegistry();
		this.metrics.bindTo(late);
		send(1);
		for (MeterRegistry bound : List.of(this.registry, late)) {
			DistributionSummary summary = summary(bound);
			assertThat(summary.count()).isEqualTo(4);
			assertThat(summary.totalAmount()).isEqualTo(22);
			assertThat(summary.max()).isEqualTo(9);
		}
	}

	@Test
	void bindingTwiceCountsOnce() {
		send(5);
		this.metrics.bindTo(this.registry);
		this.metrics.bindTo(this.registry);
		send(5);
		assertThat(summary(this.registry).count()).isEqualTo(2);
	}

	@Test
	void aCompositeCountsOnceInItsRegistries() {
		send(5);
		CompositeMeterRegistry composite = new CompositeMeterRegistry();
		composite.add(this.registry);
		this.metrics.bindTo(composite);
		send(6);
		assertThat(summary(this.registry).count()).isEqualTo(2);
		assertThat(summary(this.registry).totalAmount()).isEqualTo(11);
	}

	@Test
	void countTotalAndMaximumOfTheTimeBeforeAreExact() {
		long seed = Seeds.of("metrics");
		Random random = new Random(seed);
		long total = 0;
		int max = 0;
		for (int i = 0; i < 20_000; i++) {
			int size = 1 + random.nextInt(1 << random.nextInt(31));
			total += size;
			max = Math.max(max, size);
			send(size);
		}
		this.metrics.bindTo(this.registry);
		DistributionSummary summary = summary(this.registry);
		assertThat(summary.count()).as("seed %d", seed).isEqualTo(20_000);
		assertThat(summary.totalAmount()).as("seed %d", seed).isCloseTo(total, within(1e-9 * total));
		assertThat(summary.max()).as("seed %d", seed).isEqualTo(max);
	}

	@Test
	void smallSizesOfTheTimeBeforeKeepTheirDistribution() {
		BatchSizes sizes = new BatchSizes();
		List<Double> expected = new ArrayList<>();
		for (int size = 1; size <= 1000; size++) {
			sizes.add(size);
			expected.add((double) size);
		}
		List<Double> replayed = new ArrayList<>();
		sizes.forEach(replayed::add);
		assertThat(replayed).containsExactlyElementsOf(expected);
	}

	@Test
	void noBatchIsLostOrCountedTwiceWhileARegistryIsBound() throws InterruptedException {
		ExecutorService executor = Executors.newFixedThreadPool(4);
		for (int i = 0; i < 4; i++) {
			executor.execute(() -> {
				for (int n = 0; n < 5_000; n++) {
					send(3);
				}
			});
		}
		List<SimpleMeterRegistry> bound = new ArrayList<>();
		while (bound.size() < 20) {
			SimpleMeterRegistry next = new SimpleMeterRegistry();
			this.metrics.bindTo(next);
			bound.add(next);
		}
		executor.shutdown();
		assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
		assertThat(bound).allSatisfy((registry) -> {
			assertThat(summary(registry).count()).isEqualTo(20_000);
			assertThat(summary(registry).totalAmount()).isEqualTo(60_000);
		});
	}

	private static CallFailure failure(String message) {
		return new CallFailure(0, "SET", "k", new RedisSystemException("no code", new IllegalStateException(message)));
	}

	private void send(int... sizes) {
		for (int size : sizes) {
			this.metrics.batchSent(batch("a", size, SendTrigger.RETURN, List.of(), null));
		}
	}

	private static DistributionSummary summary(MeterRegistry registry, String... tags) {
		return registry.get("redis.pipeline.batch.size").tags(tags).summary();
	}

	private static BatchExecution batch(String pipeline, int calls, SendTrigger trigger, List<CallFailure> failures,
			@Nullable Throwable error) {
		return new BatchExecution(pipeline, calls, Map.of("SET", calls), trigger, false, Duration.ofMillis(1), failures,
				error);
	}

}
