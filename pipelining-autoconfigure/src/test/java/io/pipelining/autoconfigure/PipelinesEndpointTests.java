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

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.OnException;
import io.pipelining.PipelinePropagation;
import io.pipelining.Results;
import io.pipelining.SendPhase;
import io.pipelining.annotation.Pipelined;
import io.pipelining.autoconfigure.PipelinesEndpoint.Pipeline;
import io.pipelining.autoconfigure.PipelinesEndpoint.Settings;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.BootLine;
import io.pipelining.support.Observer;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for {@link PipelinesEndpoint} and the hints that it gives.
 */
@ExtendWith(OutputCaptureExtension.class)
class PipelinesEndpointTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
		.withConfiguration(BootLine.redis())
		.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + RedisServers.standalone(),
				"management.endpoints.web.exposure.include=pipelines");

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.observer.close();
	}

	@Test
	void isThereWhereItIsExposed() {
		this.contextRunner.run((context) -> assertThat(context).hasSingleBean(PipelinesEndpoint.class));
		assertThat(PipelinesEndpoint.class.getAnnotation(Endpoint.class).id()).isEqualTo("pipelines");
	}

	@Test
	void isAbsentWhereItIsNotExposed() {
		this.contextRunner.withPropertyValues("management.endpoints.web.exposure.include=health")
			.run((context) -> assertThat(context).doesNotHaveBean(PipelinesEndpoint.class));
	}

	@Test
	void isAbsentWithoutActuator() {
		this.contextRunner.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
			.run((context) -> {
				assertThat(context).hasSingleBean(PipelineTemplate.class);
				assertThat(context).doesNotHaveBean("pipelinesEndpoint");
			});
	}

	@Test
	void backsOffFromOneOfTheApplication() {
		this.contextRunner.withBean("own", PipelinesEndpoint.class, () -> new PipelinesEndpoint(null, null))
			.run((context) -> assertThat(context).hasSingleBean(PipelinesEndpoint.class).hasBean("own"));
	}

	@Test
	void showsWhatAPipelineGained() {
		run((context, catalog) -> {
			catalog.warm(25);
			catalog.warm(4);
			assertThat(catchThrowable(() -> catalog.fail(3))).isNotNull();
			assertThat(catchThrowable(() -> catalog.discard(2))).isNotNull();
			assertThat(pipelines(context)).extracting(Pipeline::name)
				.containsExactly("catalog-discard", "catalog-fail", "catalog-joining", "catalog-load", "catalog-self",
						"catalog-stood-aside", "catalog-threads", "warming");
			assertThat(pipeline(context, "warming")).satisfies((warming) -> {
				assertThat(warming.methods()).containsExactly(Catalog.class.getName() + ".warm");
				assertThat(warming.connectionFactory()).isEqualTo("redisConnectionFactory");
				assertThat(warming.opened()).isEqualTo(2);
				assertThat(warming.joined()).isZero();
				assertThat(warming.batches()).isEqualTo(4);
				assertThat(warming.calls()).isEqualTo(29);
				assertThat(warming.averageBatch()).isEqualTo(29 / 4.0);
				assertThat(warming.largestBatch()).isEqualTo(10);
				assertThat(warming.batchesByTrigger()).isEqualTo(Map.of("size", 2L, "return", 2L));
				assertThat(warming.failures()).isZero();
				assertThat(warming.discarded()).isZero();
				assertThat(warming.hints()).isEmpty();
			});
			assertThat(pipeline(context, "catalog-fail").failures()).isEqualTo(3);
			assertThat(pipeline(context, "catalog-discard").discarded()).isEqualTo(2);
		}, "pipelining.pipelines.warming.max-batch-size=10");
	}

	@Test
	void showsThePipelineByWhoseNameJoinedCallsGo() {
		run((context, catalog) -> {
			context.getBean(PipelineTemplate.class)
				.with((options) -> options.withName("outer"))
				.executeWithoutResult((pipeline) -> catalog.joining());
			assertThat(pipeline(context, "catalog-joining").joined()).isEqualTo(1);
			assertThat(pipeline(context, "catalog-joining").calls()).isZero();
			assertThat(pipeline(context, "outer").calls()).isEqualTo(1);
			assertThat(pipeline(context, "outer").methods()).isEmpty();
		});
	}

	@Test
	void showsTheSettingsThatHold() {
		run((context, catalog) -> {
			assertThat(pipeline(context, "warming").settings()).isEqualTo(
					new Settings(true, "auto", "send", "required", "return", false, "auto", 10, 4096, 2, "3000ms"));
			assertThat(pipeline(context, "catalog-discard").settings()).isEqualTo(
					new Settings(true, "raw", "discard", "requires_new", "return", false, "auto", 1000, 4096, 2, null));
			assertThat(pipeline(context, "catalog-joining").settings().enabled()).isFalse();
			PipelineTemplate template = context.getBean(PipelineTemplate.class);
			template.with((options) -> options.withName("later").withPhase(SendPhase.AFTER_COMMIT));
			assertThat(pipeline(context, "later").settings())
				.extracting(Settings::phase, Settings::onException, Settings::results)
				.containsExactly("after_commit", "discard", "auto");
			template.with((options) -> options.withName("later").withAtomic(true).withOnException(OnException.SEND));
			assertThat(pipeline(context, "later").settings()).extracting(Settings::atomic, Settings::onException)
				.containsExactly(true, "send");
		}, "pipelining.pipelines.warming.max-batch-size=10", "pipelining.pipelines.warming.timeout=3s",
				"pipelining.max-batch-bytes=4KB", "pipelining.pipelines.catalog-joining.enabled=false");
	}

	@Test
	void showsPipelinesOfBeansThatAreNotThereYet() {
		this.contextRunner.withUserConfiguration(LazyConfiguration.class).run((context) -> {
			assertThat(pipelines(context)).extracting(Pipeline::name).containsExactly("lazy-catalog-warm");
			assertThat(context.getSourceApplicationContext().getBeanFactory().containsSingleton("lazyCatalog"))
				.isFalse();
		});
	}

	@Test
	void hintsAtValuesThatAreUsedAtOnce(CapturedOutput output) {
		run((context, catalog) -> {
			catalog.load(9);
			assertThat(hints(context, "catalog-load")).isEmpty();
			catalog.load(11);
			assertThat(hints(context, "catalog-load")).singleElement()
				.asString()
				.startsWith("20 of 20 batches held a single call, since the code uses values at once: at "
						+ Catalog.class.getName() + ".load:")
				.contains(" (20 times). ", "pipelines.defer(() -> ...)", "multiGet");
			hints(context, "catalog-load");
			assertThat(output).containsOnlyOnce("Pipeline 'catalog-load' gains nothing. 20 of 20 batches")
				.containsPattern("INFO .*Pipeline 'catalog-load'");
		});
	}

	@Test
	void namesThePlacesThatUseTheMostValues() {
		run((context, catalog) -> {
			StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
			PipelineTemplate template = context.getBean(PipelineTemplate.class)
				.with((options) -> options.withName("places"));
			for (int i = 0; i < 4; i++) {
				template.executeWithoutResult((pipeline) -> {
					assertThat(redis.opsForValue().get("a")).isNull();
					assertThat(redis.opsForValue().get("b")).isNull();
					assertThat(redis.opsForValue().get("c")).isNull();
					assertThat(redis.opsForValue().get("d")).isNull();
					for (String key : List.of("e", "f")) {
						assertThat(redis.opsForValue().get(key)).isNull();
					}
				});
			}
			assertThat(hints(context, "places")).singleElement()
				.asString()
				.matches("24 of 24 batches .+: at .+ \\(8 times\\), at .+ \\(4 times\\), at .+ \\(4 times\\)"
						+ " and at 2 other places\\. Let .+");
		});
	}

	@Test
	void givesNoHintWhereSomeBatchesAreLarge() {
		run((context, catalog) -> {
			catalog.load(20);
			context.getBean(PipelineTemplate.class)
				.with((options) -> options.withName("catalog-load"))
				.executeWithoutResult((pipeline) -> {
					for (int i = 0; i < 20; i++) {
						context.getBean(StringRedisTemplate.class).opsForValue().set("k" + i, "v");
					}
				});
			assertThat(hints(context, "catalog-load")).isEmpty();
		});
	}

	@Test
	void hintsAtATemplateThatSeesEveryValue() {
		this.contextRunner.withBean(SeeingTemplate.class).run((context) -> {
			for (int i = 0; i < 10; i++) {
				context.getBean(PipelineTemplate.class)
					.with((options) -> options.withName("seen"))
					.executeWithoutResult(
							(pipeline) -> context.getBean(SeeingTemplate.class).opsForValue().increment("n"));
			}
			assertThat(hints(context, "seen")).singleElement()
				.asString()
				.startsWith("10 of 10 batches held a single call, since a RedisTemplate that overrides"
						+ " postProcessResult sees the value of each call.");
		});
	}

	@Test
	void hintsAtCallsOfOtherThreads() {
		run((context, catalog) -> {
			for (int i = 0; i < 9; i++) {
				catalog.threads();
			}
			assertThat(hints(context, "catalog-threads")).isEmpty();
			catalog.threads();
			assertThat(hints(context, "catalog-threads")).singleElement()
				.asString()
				.startsWith("It was opened 10 times and collected no call. If its code makes Redis calls")
				.contains("other threads");
		});
	}

	@Test
	void hintsAtTemplatesOfOtherFactories() {
		this.contextRunner.withUserConfiguration(TwoFactories.class).run((context) -> {
			for (int i = 0; i < 10; i++) {
				context.getBean(OnMain.class).warm();
			}
			assertThat(hints(context, "main-only")).singleElement()
				.asString()
				.contains("collected no call", "It collects calls on the connection factory 'main'",
						"the template 'sessionRedisTemplate' uses 'sessions', 'wrappedRedisTemplate' uses '"
								+ WrappedFactory.class.getName() + "'",
						"@Pipelined(connectionFactory = \"...\")");
		});
	}

	@Test
	void hintsAtConnectionsThatWereBoundBefore() {
		run((context, catalog) -> {
			context.getBean(StringRedisTemplate.class).execute(new SessionCallback<Object>() {

				@Override
				public <K, V> Object execute(RedisOperations<K, V> operations) {
					for (int i = 0; i < 10; i++) {
						catalog.stoodAside();
					}
					return true;
				}

			});
			assertThat(hints(context, "catalog-stood-aside")).singleElement()
				.asString()
				.startsWith("It ran 10 times where a connection was bound to the thread already")
				.contains("SessionCallback");
		});
	}

	@Test
	void hintsAtCallsPastTheProxy() {
		run((context, catalog) -> {
			assertThat(hints(context, "catalog-self")).singleElement()
				.asString()
				.startsWith("It was never opened. " + Catalog.class.getName() + ".outer:")
				.contains(" calls self() of its own object, which no proxy sees")
				.contains("PipelineTemplate.execute");
			catalog.self();
			assertThat(hints(context, "catalog-self")).isEmpty();
		});
	}

	@Test
	void hintsAtAMethodWithoutAConnectionFactory() {
		this.contextRunner.withUserConfiguration(Ambiguous.class).run((context) -> {
			assertThat(pipeline(context, "ambiguous-warm").settings()).isNull();
			assertThat(pipeline(context, "ambiguous-warm").connectionFactory()).isNull();
			assertThat(hints(context, "ambiguous-warm")).singleElement()
				.asString()
				.contains("several RedisConnectionFactory beans", "'main', 'sessions'");
		});
	}

	@Test
	void givesNoHintForWhatIsSwitchedOff() {
		run((context, catalog) -> {
			catalog.load(20);
			assertThat(pipeline(context, "catalog-load").settings().enabled()).isFalse();
			assertThat(pipelines(context)).allSatisfy((pipeline) -> assertThat(pipeline.hints()).isEmpty());
		}, "pipelining.enabled=false");
	}

	@Test
	void logsHintsWithoutBeingAsked(CapturedOutput output) {
		this.contextRunner.withPropertyValues("management.endpoints.web.exposure.include=health")
			.withBean(Catalog.class)
			.run((context) -> {
				Catalog catalog = context.getBean(Catalog.class);
				for (int i = 0; i < 99; i++) {
					catalog.load(1);
				}
				assertThat(output).doesNotContain("gains nothing");
				for (int i = 0; i < 1000; i++) {
					catalog.load(1);
				}
				assertThat(output).containsOnlyOnce("Pipeline 'catalog-load' gains nothing. 99 of 99 batches")
					.containsOnlyOnce("Pipeline 'catalog-self' gains nothing. It was never opened.");
			});
	}

	private void run(CatalogConsumer consumer, String... properties) {
		this.contextRunner.withBean(Catalog.class)
			.withPropertyValues(properties)
			.run((context) -> consumer.accept(context, context.getBean(Catalog.class)));
	}

	private static List<Pipeline> pipelines(AssertableApplicationContext context) {
		return context.getBean(PipelinesEndpoint.class).pipelines().pipelines();
	}

	private static Pipeline pipeline(AssertableApplicationContext context, String name) {
		return pipelines(context).stream().filter((pipeline) -> pipeline.name().equals(name)).findFirst().orElseThrow();
	}

	private static List<String> hints(AssertableApplicationContext context, String name) {
		return pipeline(context, name).hints();
	}

	private interface CatalogConsumer {

		void accept(AssertableApplicationContext context, Catalog catalog) throws Exception;

	}

	static class Catalog {

		private final StringRedisTemplate redis;

		Catalog(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined("warming")
		void warm(int count) {
			for (int i = 0; i < count; i++) {
				this.redis.opsForValue().set("k" + i, "v");
			}
		}

		@Pipelined
		int load(int count) {
			int length = 0;
			for (int i = 0; i < count; i++) {
				length += String.valueOf(this.redis.opsForValue().get("k" + i)).length();
			}
			return length;
		}

		@Pipelined
		void fail(int count) {
			this.redis.opsForValue().set("text", "t");
			for (int i = 0; i < count; i++) {
				this.redis.opsForList().rightPush("text", "v");
			}
		}

		@Pipelined(results = Results.RAW, propagation = PipelinePropagation.REQUIRES_NEW)
		void discard(int count) {
			warm(count);
			throw new IllegalStateException();
		}

		@Pipelined
		void joining() {
			this.redis.opsForValue().set("k", "v");
		}

		@Pipelined
		void threads() {
			CompletableFuture.runAsync(() -> this.redis.opsForValue().set("k", "v")).join();
		}

		@Pipelined
		void stoodAside() {
			this.redis.opsForValue().set("k", "v");
		}

		void outer() {
			self();
		}

		@Pipelined
		void self() {
			this.redis.opsForValue().set("k", "v");
		}

	}

	static class LazyCatalog {

		@Pipelined
		void warm() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LazyConfiguration {

		@Bean
		@Lazy
		LazyCatalog lazyCatalog() {
			return new LazyCatalog();
		}

	}

	static class SeeingTemplate extends StringRedisTemplate {

		SeeingTemplate(RedisConnectionFactory connectionFactory) {
			super(connectionFactory);
		}

		@Override
		protected <T> T postProcessResult(T result, RedisConnection connection, boolean existingConnection) {
			return result;
		}

	}

	static class WrappedFactory extends LettuceConnectionFactory {

		WrappedFactory() {
			super("127.0.0.1", RedisServers.standalone());
		}

	}

	static class OnMain {

		private final StringRedisTemplate redis;

		OnMain(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined(name = "main-only", connectionFactory = "main")
		void warm() {
			this.redis.opsForValue().set("a", "1");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoFactories {

		@Bean
		LettuceConnectionFactory main() {
			return new LettuceConnectionFactory("127.0.0.1", RedisServers.standalone());
		}

		@Bean
		LettuceConnectionFactory sessions() {
			return new LettuceConnectionFactory("127.0.0.1", RedisServers.standalone());
		}

		@Bean
		StringRedisTemplate sessionRedisTemplate(@Qualifier("sessions") RedisConnectionFactory connectionFactory) {
			return new StringRedisTemplate(connectionFactory);
		}

		@Bean
		StringRedisTemplate wrappedRedisTemplate() {
			return new StringRedisTemplate(new WrappedFactory());
		}

		@Bean
		StringRedisTemplate mainRedisTemplate(@Qualifier("main") RedisConnectionFactory connectionFactory) {
			return new StringRedisTemplate(connectionFactory);
		}

		@Bean
		OnMain onMain(@Qualifier("sessionRedisTemplate") StringRedisTemplate redis) {
			return new OnMain(redis);
		}

	}

	static class AmbiguousService {

		@Pipelined("ambiguous-warm")
		void warm() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Ambiguous {

		@Bean
		LettuceConnectionFactory main() {
			return new LettuceConnectionFactory();
		}

		@Bean
		LettuceConnectionFactory sessions() {
			return new LettuceConnectionFactory();
		}

		@Bean
		AmbiguousService ambiguous() {
			return new AmbiguousService();
		}

	}

}
