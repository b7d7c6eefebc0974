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

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.annotation.Pipelined;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.BootLine;
import io.pipelining.support.Observer;
import io.pipelining.support.RecordingListener;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of pipelines when the application context closes.
 */
@ExtendWith(OutputCaptureExtension.class)
class ShutdownTests {

	private static final Duration WHILE = Duration.ofMillis(300);

	private final Relay relay = new Relay(RedisServers.standalone());

	private final Observer observer = new Observer(RedisServers.standalone());

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
		.withConfiguration(BootLine.redis())
		.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + this.relay.port(),
				"spring.data.redis.lettuce.shutdown-timeout=0s")
		.withBean(RecordingListener.class)
		.withBean(Catalog.class);

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
	@ValueSource(strings = { "lettuce", "jedis" })
	void waitsForABatchInFlight(String client) {
		this.contextRunner.withPropertyValues("spring.data.redis.client-type=" + client).run((context) -> {
			this.relay.holdRepliesAfter("flight");
			CompletableFuture<Void> batch = inThread(context.getBean(Catalog.class)::warm);
			await().until(() -> this.observer.exists("flight2"));
			CompletableFuture<Void> closing = closing(context);
			await().during(WHILE).until(() -> !closing.isDone());
			this.relay.release();
			batch.join();
			closing.join();
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "lettuce", "jedis" })
	void saysWhatIsLostInFlight(String client, CapturedOutput output) {
		this.contextRunner.withPropertyValues("spring.data.redis.client-type=" + client, "pipelining.timeout=500ms")
			.run((context) -> {
				this.relay.holdRepliesAfter("flight");
				CompletableFuture<Void> batch = inThread(context.getBean(Catalog.class)::warm);
				await().until(() -> this.observer.exists("flight2"));
				closing(context).join();
				assertThatExceptionOfType(CompletionException.class).isThrownBy(batch::join)
					.withCauseInstanceOf(PipelineOutcomeUnknownException.class);
				assertThat(output).contains(
						"Closing with 2 calls of pipelines unanswered or not sent, by pipeline:" + " {catalog-warm=2}");
			});
	}

	@Test
	void waitsForCallsThatWait() {
		this.contextRunner.run((context) -> {
			Catalog catalog = context.getBean(Catalog.class);
			CompletableFuture<Void> method = inThread(catalog::slow);
			await().until(() -> catalog.entered().getCount() == 0);
			CompletableFuture<Void> closing = closing(context);
			await().during(WHILE).until(() -> !closing.isDone());
			catalog.proceed().countDown();
			method.join();
			closing.join();
			assertThat(this.observer.exists("slow")).isTrue();
		});
	}

	@Test
	void saysWhichCallsStillWait(CapturedOutput output) {
		this.contextRunner.withPropertyValues("pipelining.timeout=300ms").run((context) -> {
			Catalog catalog = context.getBean(Catalog.class);
			RecordingListener listener = context.getBean(RecordingListener.class);
			CompletableFuture<Void> method = inThread(catalog::slow);
			await().until(() -> catalog.entered().getCount() == 0);
			closing(context).join();
			assertThat(output)
				.contains("Closing with 1 call of pipelines unanswered or not sent, by pipeline: {catalog-slow=1}");
			catalog.proceed().countDown();
			assertThatExceptionOfType(CompletionException.class).isThrownBy(method::join);
			assertThat(listener.batches()).singleElement().satisfies((batch) -> assertThat(batch.error()).isNotNull());
			assertThat(this.observer.keyCount()).isZero();
		});
	}

	@Test
	void doesNotWaitForAPipelineThatHasNothingToLose() {
		this.contextRunner.run((context) -> {
			CountDownLatch entered = new CountDownLatch(1);
			CountDownLatch proceed = new CountDownLatch(1);
			PipelineTemplate template = context.getBean(PipelineTemplate.class);
			CompletableFuture<Void> idle = inThread(() -> template.executeWithoutResult((pipeline) -> {
				entered.countDown();
				waitFor(proceed);
			}));
			waitFor(entered);
			closing(context).join();
			proceed.countDown();
			idle.join();
		});
	}

	@Test
	void aPipelineThatClosesTheContextItselfIsNotWaitedFor(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			PipelineTemplate template = context.getBean(PipelineTemplate.class);
			StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> template.executeWithoutResult((pipeline) -> {
					redis.opsForValue().set("a", "1");
					context.getSourceApplicationContext(ConfigurableApplicationContext.class).close();
				}));
			assertThat(output).contains("{default=1}");
		});
	}

	@Test
	void holdsForFactoriesWithoutATemplateBean() {
		this.contextRunner.withUserConfiguration(TwoFactories.class).run((context) -> {
			this.relay.holdRepliesAfter("flight");
			CompletableFuture<Void> batch = inThread(context.getBean(OnMain.class)::warm);
			await().until(() -> this.observer.exists("flight"));
			CompletableFuture<Void> closing = closing(context);
			await().during(WHILE).until(() -> !closing.isDone());
			this.relay.release();
			batch.join();
			closing.join();
		});
	}

	@Test
	void nothingIsStartedEarly() {
		this.contextRunner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				assertThat(context.getBeanFactory().containsSingleton("pipelineTemplate")).isFalse();
				assertThat(this.relay.connections()).isZero();
			});
	}

	@Test
	void isStoppedBeforeItsConnectionFactory() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", this.relay.port());
		assertThat(new PipelineTemplate(factory).getPhase()).isEqualTo(1);
		factory.setPhase(100);
		assertThat(new PipelineTemplate(factory).getPhase()).isEqualTo(101);
		factory.setPhase(Integer.MAX_VALUE);
		assertThat(new PipelineTemplate(factory).getPhase()).isEqualTo(1);
	}

	private static CompletableFuture<Void> closing(AssertableApplicationContext context) {
		return inThread(context.getSourceApplicationContext(ConfigurableApplicationContext.class)::close);
	}

	private static CompletableFuture<Void> inThread(Runnable code) {
		return CompletableFuture.runAsync(code, (task) -> new Thread(task).start());
	}

	private static void waitFor(CountDownLatch latch) {
		try {
			assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static class Catalog {

		private final CountDownLatch entered = new CountDownLatch(1);

		private final CountDownLatch proceed = new CountDownLatch(1);

		private final StringRedisTemplate redis;

		Catalog(StringRedisTemplate redis) {
			this.redis = redis;
		}

		CountDownLatch entered() {
			return this.entered;
		}

		CountDownLatch proceed() {
			return this.proceed;
		}

		@Pipelined
		void warm() {
			this.redis.opsForValue().set("flight", "1");
			this.redis.opsForValue().set("flight2", "1");
		}

		@Pipelined
		void slow() {
			this.redis.opsForValue().set("slow", "1");
			this.entered.countDown();
			waitFor(this.proceed);
		}

	}

	static class OnMain {

		private final StringRedisTemplate redis;

		OnMain(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined(connectionFactory = "main")
		void warm() {
			this.redis.opsForValue().set("flight", "1");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoFactories {

		@Bean
		LettuceConnectionFactory main(Environment environment) {
			return new LettuceConnectionFactory("127.0.0.1",
					environment.getRequiredProperty("spring.data.redis.port", Integer.class));
		}

		@Bean
		LettuceConnectionFactory sessions() {
			return new LettuceConnectionFactory("127.0.0.1", RedisServers.standalone());
		}

		@Bean
		StringRedisTemplate stringRedisTemplate(@Qualifier("sessions") RedisConnectionFactory connectionFactory) {
			return new StringRedisTemplate(connectionFactory);
		}

		@Bean
		OnMain onMain(@Qualifier("main") RedisConnectionFactory connectionFactory) {
			return new OnMain(new StringRedisTemplate(connectionFactory));
		}

	}

}
