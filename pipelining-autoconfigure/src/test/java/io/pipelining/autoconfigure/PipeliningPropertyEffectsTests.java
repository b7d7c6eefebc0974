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

package io.pipelining.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.annotation.Pipelined;
import io.pipelining.support.BootLine;
import io.pipelining.support.Observer;
import io.pipelining.support.Observer.Seen;
import io.pipelining.support.RecordingListener;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Every property does something that is seen from outside: one test for each, those of
 * one pipeline included.
 */
@ExtendWith(OutputCaptureExtension.class)
class PipeliningPropertyEffectsTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private final Relay relay = new Relay(RedisServers.standalone());

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.relay.close();
		this.observer.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "pipelining.enabled", "pipelining.pipelines.effects-work.enabled" })
	void enabled(String property) {
		run(property + "=true", (effects, context) -> {
			effects.work();
			assertThat(sizes(context)).containsExactly(5);
		});
		run(property + "=false", (effects, context) -> {
			effects.work();
			assertThat(sizes(context)).isEmpty();
			assertThat(this.observer.get("k4")).isEqualTo("0123456789");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "pipelining.results", "pipelining.pipelines.effects-read.results" })
	void results(String property) {
		this.observer.call("SET", "k", "v");
		run(property + "=auto", (effects, context) -> assertThat(effects.read()).isEqualTo("v"));
		run(property + "=raw", (effects, context) -> assertThat(effects.read()).isNull());
	}

	@ParameterizedTest
	@ValueSource(strings = { "pipelining.max-batch-size", "pipelining.pipelines.effects-work.max-batch-size" })
	void maxBatchSize(String property) {
		run(property + "=2", (effects, context) -> {
			effects.work();
			assertThat(sizes(context)).containsExactly(2, 2, 1);
		});
		run(property + "=0", (effects, context) -> {
			effects.work();
			assertThat(sizes(context)).containsExactly(5);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "pipelining.max-batch-bytes", "pipelining.pipelines.effects-work.max-batch-bytes" })
	void maxBatchBytes(String property) {
		// 2 bytes of key and 10 of value
		run(property + "=36B", (effects, context) -> {
			effects.work();
			assertThat(sizes(context)).containsExactly(3, 2);
		});
		run(property + "=0B", (effects, context) -> {
			effects.work();
			assertThat(sizes(context)).containsExactly(5);
		});
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 3 })
	void maxInFlight(int most) {
		run("pipelining.max-in-flight=" + most, (effects, context) -> {
			// What connects is answered
			effects.read();
			this.relay.holdRepliesAfter("k0");
			Thread[] collecting = new Thread[1];
			CompletableFuture<Void> work = CompletableFuture.runAsync(() -> {
				collecting[0] = Thread.currentThread();
				effects.work();
			});
			try {
				await().until(() -> this.observer.keyCount() == most && isWaiting(collecting[0]));
				assertThat(work).isNotDone();
			}
			finally {
				this.relay.release();
			}
			work.join();
			assertThat(this.observer.keyCount()).isEqualTo(5);
		}, "pipelining.max-batch-size=1", "spring.data.redis.port=" + this.relay.port());
	}

	@ParameterizedTest
	@ValueSource(strings = { "pipelining.timeout", "pipelining.pipelines.effects-work.timeout" })
	void timeout(String property) {
		run(property + "=200ms", (effects, context) -> {
			effects.read();
			this.relay.holdRepliesAfter("k0");
			assertThatExceptionOfType(PipelineOutcomeUnknownException.class).isThrownBy(effects::work);
			this.relay.release();
		}, "spring.data.redis.port=" + this.relay.port());
	}

	@ParameterizedTest
	@ValueSource(strings = { "pipelining.connection", "pipelining.pipelines.effects-work.connection" })
	void connection(String property) {
		run(property + "=shared", (effects, context) -> assertThat(clients(effects)).hasSize(1));
		run(property + "=auto", (effects, context) -> assertThat(clients(effects)).hasSize(1));
		run(property + "=dedicated", (effects, context) -> assertThat(clients(effects)).hasSize(2));
	}

	@ParameterizedTest
	@CsvSource({ "fail, true, false", "warn, false, true", "off, false, false" })
	void checks(String checks, boolean fails, boolean warns, CapturedOutput output) {
		runner("pipelining.checks=" + checks).withBean(Unsuitable.class)
			.run((context) -> assertThat(context.getStartupFailure() != null).isEqualTo(fails));
		assertThat(output.getAll().contains("WARN") && output.getAll().contains("PipelinedBeanPostProcessor"))
			.isEqualTo(warns);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void showKeys(boolean show) {
		this.observer.call("SET", "secret", "text");
		run("pipelining.show-keys=" + show,
				(effects, context) -> assertThatExceptionOfType(PipelineExecutionException.class)
					.isThrownBy(effects::fail)
					.satisfies((ex) -> assertThat(ex.getMessage().contains("secret")).isEqualTo(show)));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void metrics(boolean enabled) {
		run("pipelining.metrics.enabled=" + enabled, (effects, context) -> {
			effects.work();
			assertThat(context.getBean(MeterRegistry.class).find("redis.pipeline.batch.size").summary() != null)
				.isEqualTo(enabled);
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void observations(boolean enabled) {
		List<String> observed = new ArrayList<>();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new NamingHandler(observed));
		runner("pipelining.observations.enabled=" + enabled).withBean(ObservationRegistry.class, () -> registry)
			.run((context) -> {
				context.getBean(Effects.class).work();
				assertThat(observed.contains("redis.pipeline")).isEqualTo(enabled);
			});
	}

	@Test // 62
	void aHandlerOfObservationsMayUseTheTemplate() {
		List<String> observed = new ArrayList<>();
		ObservationRegistry registry = ObservationRegistry.create();
		runner("pipelining.enabled=true").withBean(ObservationRegistry.class, () -> registry).run((context) -> {
			StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
			registry.observationConfig().observationHandler(new NamingHandler(observed) {

				@Override
				public void onStart(Observation.Context observation) {
					super.onStart(observation);
					redis.opsForValue().increment("started");
				}

				@Override
				public void onStop(Observation.Context observation) {
					redis.opsForValue().increment("stopped");
				}

			});
			context.getBean(Effects.class).work();
			assertThat(observed).containsOnlyOnce("redis.pipeline");
			assertThat(sizes(context)).containsExactly(5);
			assertThat(List.of(this.observer.get("started"), this.observer.get("stopped"))).containsOnly("1");
		});
	}

	private List<String> clients(Effects effects) {
		// The connection is made before
		effects.read();
		return this.observer.commandsDuring(() -> {
			effects.read();
			effects.plainly();
			effects.work();
		})
			.stream()
			.filter((seen) -> List.of("SET", "INCR").contains(seen.command()))
			.map(Seen::client)
			.distinct()
			.toList();
	}

	private static boolean isWaiting(Thread thread) {
		return thread != null
				&& (thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
	}

	private void run(String property, Consumer consumer, String... others) {
		runner(property).withPropertyValues(others)
			.run((context) -> consumer.accept(context.getBean(Effects.class), context));
	}

	private ApplicationContextRunner runner(String property) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
			.withConfiguration(BootLine.redis())
			.withPropertyValues("spring.data.redis.host=127.0.0.1",
					"spring.data.redis.port=" + RedisServers.standalone(), property)
			.withBean(RecordingListener.class)
			.withBean(SimpleMeterRegistry.class)
			.withBean(Effects.class);
	}

	private static List<Integer> sizes(ApplicationContext context) {
		return context.getBean(RecordingListener.class).sizes();
	}

	@FunctionalInterface
	private interface Consumer {

		void accept(Effects effects, ApplicationContext context) throws Exception;

	}

	private static class NamingHandler implements ObservationHandler<Observation.Context> {

		private final List<String> observed;

		NamingHandler(List<String> observed) {
			this.observed = observed;
		}

		@Override
		public void onStart(Observation.Context context) {
			this.observed.add(context.getName());
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

	static class Effects {

		private final StringRedisTemplate redis;

		Effects(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		void work() {
			for (int i = 0; i < 5; i++) {
				this.redis.opsForValue().set("k" + i, "0123456789");
			}
		}

		@Pipelined
		String read() {
			return this.redis.opsForValue().get("k");
		}

		@Pipelined
		void fail() {
			this.redis.opsForList().rightPush("secret", "v");
		}

		void plainly() {
			this.redis.opsForValue().increment("n");
		}

	}

	static class Unsuitable {

		@Pipelined
		final void warm() {
		}

	}

}
