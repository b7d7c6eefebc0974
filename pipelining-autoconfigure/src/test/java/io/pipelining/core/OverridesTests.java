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

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

import io.pipelining.BatchExecution;
import io.pipelining.Pipeline;
import io.pipelining.PipelineOptions;
import io.pipelining.PipelinePropagation;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.SendTrigger;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What is set for one pipeline by name wins over its options, and may switch it off.
 */
class OverridesTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private Redis redis;

	private StringRedisTemplate strings;

	private void connect(Client client) {
		this.observer.flush();
		this.redis = new Redis(client.connect(RedisServers.standalone()));
		this.strings = this.redis.strings();
	}

	@AfterEach
	void close() {
		if (this.redis != null) {
			this.redis.close();
		}
		this.observer.close();
	}

	@Test
	void whatIsSetForAPipelineWinsOverItsOptions() {
		connect(Client.LETTUCE);
		PipelineTemplate template = template("tuned",
				(options) -> options.withResults(Results.RAW)
					.withMaxBatchSize(2)
					.withMaxBatchBytes(77)
					.withTimeout(Duration.ofSeconds(7)));
		PipelineTemplate tuned = template.with((options) -> options.withName("tuned")
			.withResults(Results.AUTO)
			.withMaxBatchSize(500)
			.withMaxBatchBytes(500)
			.withTimeout(Duration.ofSeconds(1)));
		assertThat(tuned.options().maxBatchSize()).isEqualTo(500);
		assertThat(tuned.effectiveOptions())
			.extracting(PipelineOptions::results, PipelineOptions::maxBatchSize, PipelineOptions::maxBatchBytes,
					PipelineOptions::timeout)
			.containsExactly(Results.RAW, 2, 77L, Duration.ofSeconds(7));
		tuned.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 5; i++) {
				assertThat(this.strings.opsForValue().increment("n")).isNull();
			}
		});
		assertThat(this.redis.listener().sizes()).containsExactly(2, 2, 1);
	}

	@Test
	void otherPipelinesAreLeftAlone() {
		connect(Client.LETTUCE);
		PipelineTemplate other = template("tuned", (options) -> options.withMaxBatchSize(2).withEnabled(false))
			.with((options) -> options.withName("other").withMaxBatchSize(3));
		assertThat(other.effectiveOptions().maxBatchSize()).isEqualTo(3);
		assertThat(other.effectiveOptions().enabled()).isTrue();
		assertThat(other.effectiveOptions().results()).isEqualTo(Results.AUTO);
	}

	@Test
	void aTemplateDerivedFromOneThatIsOverriddenBeginsWithItsOwnOptions() {
		connect(Client.LETTUCE);
		PipelineTemplate other = template("tuned", (options) -> options.withMaxBatchSize(2))
			.with((options) -> options.withName("tuned"))
			.with((options) -> options.withName("other"));
		assertThat(other.effectiveOptions().maxBatchSize()).isEqualTo(1000);
	}

	@Test
	void theNameStays() {
		connect(Client.LETTUCE);
		PipelineTemplate template = this.redis.builder().overrides((options) -> options.withName("x")).build();
		assertThat(template.effectiveOptions().name()).isEqualTo("default");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS", "REDISSON" })
	void onePipelineIsSwitchedOff(Client client) {
		connect(client);
		PipelineTemplate template = template("off", (options) -> options.withEnabled(false).withResults(Results.RAW));
		PipelineTemplate off = template.with((options) -> options.withName("off").withResults(Results.RAW));
		String returned = off.execute((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			assertThat(this.observer.get("a")).isEqualTo("1");
			assertThat(off.current()).map(Pipeline::name).contains("off");
			assertThat(pipeline.defer(() -> this.strings.opsForValue().get("a")).get()).isEqualTo("1");
			assertThat(pipeline.size()).isZero();
			return this.strings.opsForValue().get("a");
		});
		assertThat(returned).isEqualTo("1");
		assertThat(this.redis.listener().batches()).isEmpty();
		template.executeWithoutResult((pipeline) -> this.strings.opsForValue().set("b", "1"));
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	@ParameterizedTest
	@CsvSource({ "LETTUCE, AUTO", "LETTUCE, RAW", "JEDIS, AUTO", "JEDIS, RAW", "REDISSON, AUTO" })
	void insideAnotherItsCallsGoAtOnceAfterWhatWaits(Client client, Results outerResults) {
		connect(client);
		PipelineTemplate template = template("off", (options) -> options.withEnabled(false));
		PipelineTemplate outer = template.with((options) -> options.withName("outer").withResults(outerResults));
		PipelineTemplate off = template.with((options) -> options.withName("off"));
		outer.executeWithoutResult((pipeline) -> {
			this.strings.opsForList().rightPush("l", "1");
			assertThat(this.observer.exists("l")).isFalse();
			off.executeWithoutResult((inner) -> {
				assertThat(inner.name()).isEqualTo("outer");
				this.strings.opsForList().rightPush("l", "2");
				assertThat(this.observer.call("LLEN", "l")).isEqualTo(2L);
				this.strings.opsForList().trim("l", 0, 9);
				assertThat(this.strings.opsForList().range("l", 0, -1)).containsExactly("1", "2");
				Reply<Long> size = inner.defer(() -> this.strings.opsForList().size("l"));
				assertThat(inner.size()).isZero();
				assertThat(size.get()).isEqualTo(2);
				this.strings.opsForValue().set("text", "t");
				assertThat(catchThrowable(() -> this.strings.opsForValue().increment("text")))
					.isInstanceOf(DataAccessException.class)
					.hasStackTraceContaining("not an integer");
			});
			this.strings.opsForList().rightPush("l", "3");
			assertThat(this.observer.call("LLEN", "l")).isEqualTo(2L);
		});
		assertThat(this.observer.call("LRANGE", "l", "0", "-1")).isEqualTo(List.of("1", "2", "3"));
		assertThat(this.redis.listener().batches()).extracting(BatchExecution::pipeline).containsOnly("outer");
		assertThat(this.redis.listener().batches()).extracting(BatchExecution::trigger)
			.endsWith(SendTrigger.VALUE, SendTrigger.RETURN);
		assertThat(this.redis.listener().sizes()).startsWith(2, 1, 1);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS", "REDISSON" })
	void aScriptInsideGoesAtOnceToo(Client client) {
		connect(client);
		PipelineTemplate template = template("off", (options) -> options.withEnabled(false));
		RedisScript<Long> script = RedisScript.of("return redis.call('incr', KEYS[1])", Long.class);
		template.executeWithoutResult(
				(pipeline) -> template.with((options) -> options.withName("off")).executeWithoutResult((inner) -> {
					this.strings.execute(script, List.of("n"));
					assertThat(this.observer.get("n")).isEqualTo("1");
					assertThat(this.strings.execute(script, List.of("n"))).isEqualTo(2);
				}));
		assertThat(this.observer.get("n")).isEqualTo("2");
	}

	@Test
	void anExceptionOfItDiscardsNothingOfTheOuterOne() {
		connect(Client.LETTUCE);
		PipelineTemplate template = template("off", (options) -> options.withEnabled(false));
		PipelineTemplate raw = template.with((options) -> options.withName("outer").withResults(Results.RAW));
		IllegalStateException thrown = new IllegalStateException();
		raw.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("before", "1");
			assertThat(catchThrowable(
					() -> template.with((options) -> options.withName("off")).executeWithoutResult((inner) -> {
						throw thrown;
					})))
				.isSameAs(thrown);
			assertThat(pipeline.size()).isEqualTo(1);
		});
		assertThat(this.observer.exists("before")).isTrue();
		assertThat(this.redis.listener().discards()).isEmpty();
	}

	@Test
	void withANewPipelineOfItsOwnTheOuterOneGoesOnWaiting() {
		connect(Client.LETTUCE);
		PipelineTemplate template = template("off", (options) -> options.withEnabled(false));
		template.executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("outer", "1");
			template.with((options) -> options.withName("off").withPropagation(PipelinePropagation.REQUIRES_NEW))
				.executeWithoutResult((inner) -> this.strings.opsForValue().set("inner", "1"));
			assertThat(this.observer.exists("inner")).isTrue();
			assertThat(this.observer.exists("outer")).isFalse();
		});
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	private PipelineTemplate template(String name, UnaryOperator<PipelineOptions> change) {
		return this.redis.builder()
			.overrides((options) -> options.name().equals(name) ? change.apply(options) : options)
			.build();
	}

}
