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

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.OnException;
import io.pipelining.PipelinePropagation;
import io.pipelining.SendTrigger;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link PipelineStatistics}.
 */
class PipelineStatisticsTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private Redis redis;

	private StringRedisTemplate strings;

	private PipelineTemplate pipelines;

	@BeforeEach
	void connect() {
		this.observer.flush();
		this.redis = new Redis(Client.LETTUCE.connect(RedisServers.standalone()));
		this.strings = this.redis.strings();
		this.pipelines = this.redis.builder().build();
	}

	@AfterEach
	void close() {
		this.redis.close();
		this.observer.close();
	}

	@Test
	void countsBatchesByTheirTriggers() {
		this.pipelines.with((options) -> options.withName("a").withMaxBatchSize(4)).executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("k1", "1");
			pipeline.send();
			for (int i = 0; i < 5; i++) {
				this.strings.opsForValue().set("k" + i, "1");
			}
			assertThat(this.strings.opsForValue().get("k1")).isEqualTo("1");
			this.strings.opsForValue().set("k1", "1");
		});
		PipelineStatistics statistics = statistics("a");
		assertThat(statistics.batchesByTrigger()).isEqualTo(
				Map.of(SendTrigger.EXPLICIT, 1L, SendTrigger.SIZE, 1L, SendTrigger.VALUE, 1L, SendTrigger.RETURN, 1L));
		assertThat(statistics.batches()).isEqualTo(4);
		assertThat(statistics.calls()).isEqualTo(8);
		assertThat(statistics.largestBatch()).isEqualTo(4);
		assertThat(statistics.opened()).isEqualTo(1);
		assertThat(statistics.valuesUsed()).isEqualTo(1);
		assertThat(statistics.failures()).isZero();
		assertThat(statistics.discarded()).isZero();
	}

	@Test
	void knowsAPipelineBeforeItIsOpened() {
		this.pipelines.with((options) -> options.withName("later"));
		PipelineStatistics statistics = statistics("later");
		assertThat(statistics.opened()).isZero();
		assertThat(statistics.batches()).isZero();
		assertThat(statistics.largestBatch()).isZero();
		assertThat(statistics.batchesByTrigger()).isEmpty();
	}

	@Test
	void countsFailuresAndWhatWasDiscarded() {
		this.strings.opsForValue().set("text", "t");
		PipelineTemplate template = this.pipelines
			.with((options) -> options.withName("a").withOnException(OnException.DISCARD));
		assertThat(catchThrowable(() -> template.executeWithoutResult((pipeline) -> {
			this.strings.opsForList().rightPush("text", "1");
			this.strings.opsForList().rightPush("text", "2");
			this.strings.opsForValue().set("a", "1");
		}))).isNotNull();
		assertThat(catchThrowable(() -> template.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			this.strings.opsForValue().set("b", "1");
			throw new IllegalStateException();
		}))).isNotNull();
		assertThat(statistics("a").failures()).isEqualTo(2);
		assertThat(statistics("a").discarded()).isEqualTo(2);
		assertThat(statistics("a").opened()).isEqualTo(2);
		assertThat(statistics("a").batches()).isEqualTo(1);
	}

	@Test
	void whatWasNotAnsweredFailed() {
		try (Redis nowhere = new Redis(Client.LETTUCE.connect(RedisServers.freePort()))) {
			assertThat(catchThrowable(() -> nowhere.pipelines().executeWithoutResult((pipeline) -> {
				nowhere.strings().opsForValue().set("a", "1");
				nowhere.strings().opsForValue().set("b", "1");
			}))).isNotNull();
			assertThat(nowhere.pipelines().statistics()).singleElement()
				.satisfies((statistics) -> assertThat(statistics.failures()).isEqualTo(2));
		}
	}

	@Test
	void tellsOpeningFromJoining() {
		PipelineTemplate inner = this.pipelines.with((options) -> options.withName("inner"));
		this.pipelines.with((options) -> options.withName("outer")).executeWithoutResult((pipeline) -> {
			inner.executeWithoutResult((joined) -> this.strings.opsForValue().set("a", "1"));
			inner.with((options) -> options.withPropagation(PipelinePropagation.REQUIRES_NEW))
				.executeWithoutResult((own) -> this.strings.opsForValue().set("a", "1"));
		});
		assertThat(statistics("inner").joined()).isEqualTo(1);
		assertThat(statistics("inner").opened()).isEqualTo(1);
		assertThat(statistics("inner").calls()).isEqualTo(1);
		assertThat(statistics("outer").joined()).isZero();
		assertThat(statistics("outer").opened()).isEqualTo(1);
		assertThat(statistics("outer").calls()).isEqualTo(1);
	}

	@Test
	void countsHowOftenItStoodAside() {
		this.strings.execute(new SessionCallback<Object>() {

			@Override
			public <K, V> Object execute(RedisOperations<K, V> operations) throws DataAccessException {
				PipelineStatisticsTests.this.pipelines.with((options) -> options.withName("a"))
					.executeWithoutResult(
							(pipeline) -> PipelineStatisticsTests.this.strings.opsForValue().set("a", "1"));
				return true;
			}

		});
		assertThat(statistics("a").stoodAside()).isEqualTo(1);
		assertThat(statistics("a").opened()).isZero();
	}

	@Test
	void countsNothingOfWhatIsSwitchedOff() {
		this.pipelines.with((options) -> options.withName("a").withEnabled(false))
			.executeWithoutResult((pipeline) -> this.strings.opsForValue().set("a", "1"));
		assertThat(statistics("a").opened() + statistics("a").joined() + statistics("a").stoodAside()).isZero();
	}

	private PipelineStatistics statistics(String name) {
		return this.pipelines.statistics()
			.stream()
			.filter((statistics) -> statistics.pipeline().equals(name))
			.findFirst()
			.orElseThrow();
	}

}
