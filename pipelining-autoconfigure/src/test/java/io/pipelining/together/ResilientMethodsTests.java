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

package io.pipelining.together;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

import io.pipelining.Pipeline;
import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineOperations;
import io.pipelining.SendTrigger;
import io.pipelining.annotation.Pipelined;
import io.pipelining.autoconfigure.PipeliningAutoConfiguration;
import io.pipelining.support.BootLine;
import io.pipelining.support.Observer;
import io.pipelining.support.RedisServers;
import io.pipelining.test.BatchRecorder;
import io.pipelining.test.RecordedBatches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * {@link Pipelined @Pipelined} on resilient methods of Spring Framework 7. It is not
 * compiled where that is not there.
 */
class ResilientMethodsTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, PipeliningAutoConfiguration.class))
		.withConfiguration(BootLine.redis())
		.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + RedisServers.standalone())
		.withUserConfiguration(Application.class);

	@ParameterizedTest // 51
	@ValueSource(booleans = { true, false })
	void eachAttemptIsAPipelineOfItsOwn(boolean proxyTargetClass) {
		try (Observer observer = new Observer(RedisServers.standalone())) {
			observer.flush();
			this.contextRunner.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
				.run((context) -> {
					Resilient bean = context.getBean(Resilient.class);
					assertThat(AopUtils.isJdkDynamicProxy(bean)).isEqualTo(!proxyTargetClass);
					RecordedBatches sent = context.getBean(BatchRecorder.class)
						.during(() -> assertThat(bean.warm()).isEqualTo("attempt 2 counted 2"));
					sent.assertBatchesOf(2, 1, 2, 1)
						.assertTriggers(SendTrigger.VALUE, SendTrigger.EXCEPTION, SendTrigger.VALUE,
								SendTrigger.RETURN);
					assertThat(bean.pipelines()).hasSize(2).doesNotHaveDuplicates();
					assertThat(observer.get("after")).isEqualTo("2");
				});
		}
	}

	@Test
	void aBatchWithAFailedCallIsTriedAgain() {
		try (Observer observer = new Observer(RedisServers.standalone())) {
			observer.flush();
			observer.call("SET", "list", "text");
			this.contextRunner.run((context) -> {
				RecordedBatches sent = context.getBean(BatchRecorder.class)
					.during(() -> context.getBean(Resilient.class).push(() -> observer.call("DEL", "list")));
				sent.assertBatchesOf(2, 2);
				assertThat(sent.toList()).extracting((batch) -> batch.failures().size()).containsExactly(1, 0);
				assertThat(observer.call("LLEN", "list")).isEqualTo(1L);
			});
		}
	}

	@Test
	void whatTheLastAttemptThrewReachesTheCaller() {
		this.contextRunner.run((context) -> {
			RecordedBatches sent = context.getBean(BatchRecorder.class)
				.during(() -> assertThatIllegalStateException()
					.isThrownBy(() -> context.getBean(Resilient.class).never())
					.withMessage("never"));
			sent.assertBatchesOf(1, 1).assertTriggers(SendTrigger.EXCEPTION, SendTrigger.EXCEPTION);
		});
	}

	/** Spring looks for its annotations where the proxy was called. */
	interface Resilient {

		@Retryable(includes = IllegalStateException.class, maxRetries = 1, delay = 1)
		@ConcurrencyLimit(1)
		String warm();

		void push(Runnable beforeTheSecond);

		void never();

		List<Pipeline> pipelines();

	}

	static class ResilientService implements Resilient {

		private final StringRedisTemplate redis;

		private final PipelineOperations operations;

		private final List<Pipeline> pipelines = new ArrayList<>();

		private int pushes;

		ResilientService(StringRedisTemplate redis, PipelineOperations operations) {
			this.redis = redis;
			this.operations = operations;
		}

		@Override
		@Retryable(includes = IllegalStateException.class, maxRetries = 1, delay = 1)
		@ConcurrencyLimit(1)
		@Pipelined
		public String warm() {
			this.pipelines.add(this.operations.current().orElseThrow());
			this.redis.opsForValue().set("before", "v");
			Long count = this.redis.opsForValue().increment("count");
			this.redis.opsForValue().set("after", count.toString());
			if (this.pipelines.size() == 1) {
				throw new IllegalStateException("first attempt");
			}
			return "attempt " + this.pipelines.size() + " counted " + count;
		}

		@Override
		@Retryable(includes = PipelineExecutionException.class, maxRetries = 1, delay = 1)
		@Pipelined
		public void push(Runnable beforeTheSecond) {
			if (this.pushes++ > 0) {
				beforeTheSecond.run();
			}
			this.redis.opsForList().leftPush("list", "v");
			this.redis.opsForValue().set("pushed", "v");
		}

		@Override
		@Retryable(maxRetries = 1, delay = 1)
		@Pipelined
		public void never() {
			this.redis.opsForValue().increment("nevers");
			throw new IllegalStateException("never");
		}

		@Override
		public List<Pipeline> pipelines() {
			return this.pipelines;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableResilientMethods
	@Import({ ResilientService.class, BatchRecorder.class })
	static class Application {

	}

}
