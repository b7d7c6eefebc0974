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

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Role;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.annotation.Order;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.pipelining.BatchExecution;
import io.pipelining.OnException;
import io.pipelining.Pipeline;
import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineListener;
import io.pipelining.PipelineUsageException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.annotation.Pipelined;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.BootLine;
import io.pipelining.support.Observer;
import io.pipelining.support.RecordingListener;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for {@link Pipelined @Pipelined} in applications of Spring Boot, against a real
 * server.
 */
class PipelinedMethodsTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
		.withConfiguration(BootLine.redis())
		.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + RedisServers.standalone())
		.withBean(RecordingListener.class)
		.withBean(SimpleMeterRegistry.class);

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.observer.close();
	}

	@ParameterizedTest // 50
	@MethodSource
	void isFoundAndIntercepted(Class<? extends Warming> type, boolean proxyTargetClass, String name) {
		this.contextRunner.withBean(Warming.class, () -> instantiate(type))
			.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
			.run((context) -> {
				Warming bean = context.getBean(Warming.class);
				assertThat(AopUtils.isJdkDynamicProxy(bean)).isEqualTo(!proxyTargetClass);
				bean.warm(context.getBean(StringRedisTemplate.class));
				assertThat(this.observer.keyCount()).isEqualTo(3);
				assertThat(batches(context)).extracting(BatchExecution::calls, BatchExecution::pipeline)
					.containsExactly(tuple(3, name));
				DistributionSummary summary = context.getBean(SimpleMeterRegistry.class)
					.get("redis.pipeline.batch.size")
					.tags("pipeline", name, "outcome", "success", "trigger", "return")
					.summary();
				assertThat(summary.count()).isEqualTo(1);
				assertThat(summary.totalAmount()).isEqualTo(3);
			});
	}

	static Stream<Arguments> isFoundAndIntercepted() {
		return Stream.of(true, false)
			.flatMap((proxyTargetClass) -> Stream.of(
					Arguments.of(OnInterface.class, proxyTargetClass, "on-interface-warm"),
					Arguments.of(OnInterfaceType.class, proxyTargetClass, "on-interface-type-warm"),
					Arguments.of(OnMethod.class, proxyTargetClass, "on-method-warm"),
					Arguments.of(OnClass.class, proxyTargetClass, "on-class-warm"),
					Arguments.of(OnInterfaceOfSubclass.class, proxyTargetClass, "on-interface-of-subclass-warm"),
					Arguments.of(OnSuperclass.class, proxyTargetClass, "on-superclass-warm"),
					Arguments.of(Composed.class, proxyTargetClass, "composed")));
	}

	@Test // 48
	void aCallByThisRunsPlainly() {
		this.contextRunner.withBean(SelfInvoking.class).run((context) -> {
			context.getBean(SelfInvoking.class).outer();
			assertThat(this.observer.get("k")).isEqualTo("v");
			assertThat(batches(context)).isEmpty();
		});
	}

	@Test // 49
	void aClassLeavesAloneWhatCannotBeIntercepted() {
		this.contextRunner.withBean(WholeClass.class).run((context) -> {
			WholeClass bean = context.getBean(WholeClass.class);
			bean.warm(context.getBean(StringRedisTemplate.class));
			WholeClass.shared(context.getBean(StringRedisTemplate.class));
			bean.sealed(context.getBean(StringRedisTemplate.class));
			assertThat(this.observer.keyCount()).isEqualTo(3);
			assertThat(batches(context)).extracting(BatchExecution::pipeline).containsExactly("whole-class-warm");
		});
	}

	@Test
	void aScopedBeanIsInterceptedOnce() {
		this.contextRunner.withUserConfiguration(ScopedConfiguration.class).run((context) -> {
			context.getBean(OnMethod.class).warm(context.getBean(StringRedisTemplate.class));
			assertThat(batches(context)).extracting(BatchExecution::calls).containsExactly(3);
		});
	}

	@Test // 51
	void aCachedValueNeedsNoBatch() {
		this.contextRunner.withUserConfiguration(CachingConfiguration.class).withBean(Cached.class).run((context) -> {
			Cached bean = context.getBean(Cached.class);
			assertThat(bean.load("a")).isEqualTo("loaded a");
			assertThat(batches(context)).hasSize(1);
			assertThat(bean.load("a")).isEqualTo("loaded a");
			assertThat(batches(context)).hasSize(1);
		});
	}

	@Test // 51
	void otherAdviceIsOutside() {
		this.contextRunner.withUserConfiguration(AdvisedConfiguration.class).run((context) -> {
			context.getBean(Advised.class).warm(context.getBean(StringRedisTemplate.class));
			assertThat(context.getBean(Seen.class).events).containsExactly("last open=false batches=0",
					"first open=false batches=0", "second open=false batches=0", "method open=true batches=0",
					"second open=false batches=1", "first open=false batches=1", "last open=false batches=1");
		});
	}

	@Test // 51
	void eachAttemptOfARetryIsAPipeline() {
		this.contextRunner.withUserConfiguration(RetryConfiguration.class).run((context) -> {
			Flaky bean = context.getBean(Flaky.class);
			bean.warm();
			assertThat(bean.pipelines()).hasSize(2).doesNotHaveDuplicates();
			assertThat(batches(context)).extracting(BatchExecution::calls).containsExactly(2, 2);
			assertThat(this.observer.get("attempts")).isEqualTo("2");
		});
	}

	@Test
	void anAsynchronousMethodIsCollectedOnItsThread() {
		this.contextRunner.withUserConfiguration(AsyncConfiguration.class).run((context) -> {
			Asynchronous bean = context.getBean(Asynchronous.class);
			assertThat(bean.warm().get()).isNotEqualTo(Thread.currentThread().getName());
			assertThat(batches(context)).extracting(BatchExecution::calls).containsExactly(2);
		});
	}

	@Test
	void theBatchIsSentBeforeTheTransactionCommits() {
		this.contextRunner.withUserConfiguration(TransactionConfiguration.class).run((context) -> {
			context.getBean(Transacted.class).warm();
			assertThat(context.getBean(TransactionConfiguration.class).events).containsExactly("begin",
					"sent 2, active true", "commit");
		});
	}

	@Test
	void theCallerReceivesTheVeryExceptionThatTheMethodThrew() {
		this.contextRunner.withBean(Throwing.class).run((context) -> {
			Throwing bean = context.getBean(Throwing.class);
			for (Throwable thrown : List.of(new IOException("checked"), new Exception("checked"),
					new IllegalStateException("unchecked"), new AssertionError("error"), new Throwable("throwable"))) {
				assertThat(catchThrowable(() -> bean.fail(thrown))).isSameAs(thrown);
				assertThat(thrown).hasNoSuppressedExceptions();
			}
		});
	}

	@Test
	void aFailedCallIsSuppressedInTheExceptionOfTheMethod() {
		this.observer.call("SET", "text", "v");
		this.contextRunner.withBean(Throwing.class).run((context) -> {
			IOException thrown = new IOException("checked");
			assertThat(catchThrowable(() -> context.getBean(Throwing.class).failAfterWrongType(thrown)))
				.isSameAs(thrown);
			assertThat(thrown.getSuppressed()).hasSize(1);
			assertThat(thrown.getSuppressed()[0]).isInstanceOf(PipelineExecutionException.class)
				.hasMessageContaining("LPUSH");
		});
	}

	@Test // 54
	void anEmptyMethodLeavesNoSample() {
		this.contextRunner.withBean(Empty.class).run((context) -> {
			context.getBean(Empty.class).nothing();
			assertThat(batches(context)).isEmpty();
			assertThat(context.getBean(SimpleMeterRegistry.class).getMeters()).isEmpty();
		});
	}

	@Test // 54
	void theNumberOfMetersDoesNotGrowWithKeysAndMessages() {
		this.contextRunner.withBean(Numerous.class).run((context) -> {
			Numerous bean = context.getBean(Numerous.class);
			SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);
			for (int i = 0; i < 10_000; i++) {
				String key = "key" + i;
				if (i % 100 == 0) {
					this.observer.call("SET", key, "text");
					assertThatExceptionOfType(PipelineExecutionException.class).isThrownBy(() -> bean.push(key));
				}
				else {
					bean.push(key);
				}
			}
			assertThat(registry.getMeters()).extracting((meter) -> meter.getId().getName())
				.containsExactlyInAnyOrder("redis.pipeline.batch.size", "redis.pipeline.batch.size",
						"redis.pipeline.failures");
			assertThat(registry.get("redis.pipeline.batch.size").tag("outcome", "error").summary().count())
				.isEqualTo(100);
			assertThat(registry.get("redis.pipeline.batch.size").tag("outcome", "error").summary().totalAmount())
				.isEqualTo(200);
			assertThat(registry.get("redis.pipeline.batch.size").tag("outcome", "success").summary().count())
				.isEqualTo(9_900);
		});
	}

	@Test // 54
	void worksWithoutARegistry() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
			.withConfiguration(BootLine.redis())
			.withPropertyValues("spring.data.redis.host=127.0.0.1",
					"spring.data.redis.port=" + RedisServers.standalone())
			.withBean(RecordingListener.class)
			.withBean(OnMethod.class)
			.run((context) -> {
				context.getBean(OnMethod.class).warm(context.getBean(StringRedisTemplate.class));
				assertThat(batches(context)).hasSize(1);
			});
	}

	@Test
	void discardedCallsAreCounted() {
		this.contextRunner.withBean(Throwing.class).run((context) -> {
			assertThatExceptionOfType(IOException.class)
				.isThrownBy(() -> context.getBean(Throwing.class).discard(new IOException()));
			assertThat(context.getBean(SimpleMeterRegistry.class)
				.get("redis.pipeline.discarded")
				.tag("pipeline", "throwing-discard")
				.counter()
				.count()).isEqualTo(2);
			assertThat(this.observer.keyCount()).isZero();
		});
	}

	@Test
	void valuesAreRealUnlessThePropertySaysOtherwise() {
		this.observer.call("SET", "k", "v");
		this.contextRunner.withBean(Reading.class)
			.run((context) -> assertThat(context.getBean(Reading.class).read()).isEqualTo("v"));
		this.contextRunner.withBean(Reading.class).withPropertyValues("pipelining.results=raw").run((context) -> {
			assertThat(context.getBean(Reading.class).read()).isNull();
			assertThat(context.getBean(Reading.class).readReal()).isEqualTo("v");
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void keysAreShownWhereThePropertyAllowsIt(boolean show) {
		this.observer.call("SET", "secret", "text");
		this.contextRunner.withBean(Numerous.class)
			.withPropertyValues("pipelining.show-keys=" + show)
			.run((context) -> assertThatExceptionOfType(PipelineExecutionException.class)
				.isThrownBy(() -> context.getBean(Numerous.class).push("secret"))
				.satisfies((ex) -> assertThat(ex.getMessage().contains("secret")).isEqualTo(show)));
	}

	@Test
	void listenersAreAskedInOrderAndNotBeforeTheFirstBatch() {
		this.contextRunner.withUserConfiguration(ListenerConfiguration.class)
			.withBean(OnMethod.class)
			.run((context) -> {
				List<String> events = context.getBean(ListenerConfiguration.class).events;
				assertThat(events).isEmpty();
				context.getBean(OnMethod.class).warm(context.getBean(StringRedisTemplate.class));
				assertThat(events).containsSubsequence("first told", "second told").contains("second created");
			});
	}

	@Test
	void offMeansOff() {
		this.contextRunner.withBean(OnMethod.class)
			.withBean(UsingPipelines.class)
			.withPropertyValues("pipelining.enabled=false")
			.run((context) -> {
				context.getBean(OnMethod.class).warm(context.getBean(StringRedisTemplate.class));
				assertThat(this.observer.keyCount()).isEqualTo(3);
				assertThat(context.getBean(UsingPipelines.class).read()).isEqualTo("v v");
				assertThat(batches(context)).isEmpty();
				assertThat(context.getBean(SimpleMeterRegistry.class).getMeters()).isEmpty();
			});
	}

	@Test
	void aPipelineCanBeUsedInsideAMethod() {
		this.contextRunner.withBean(UsingPipelines.class).run((context) -> {
			assertThat(context.getBean(UsingPipelines.class).read()).isEqualTo("v v");
			assertThat(batches(context)).extracting(BatchExecution::calls).containsExactly(3);
		});
	}

	@Test
	void offMeansOffWhereNoTemplateCanBeFound() {
		ApplicationContextRunner off = this.contextRunner.withPropertyValues("pipelining.enabled=false");
		off.withUserConfiguration(TwoServers.class).withBean(TwoFactories.class).run((context) -> {
			context.getBean(TwoFactories.class).unqualified();
			assertThat(this.observer.get("k")).isEqualTo("v");
		});
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
			.withPropertyValues("pipelining.enabled=false")
			.withBean(Empty.class)
			.run((context) -> context.getBean(Empty.class).nothing());
	}

	@Test // 53
	void anAmbiguousMethodSaysWhichNamesToChooseFrom() {
		this.contextRunner.withUserConfiguration(TwoServers.class).withBean(TwoFactories.class).run((context) -> {
			assertThat(context).hasNotFailed();
			TwoFactories bean = context.getBean(TwoFactories.class);
			assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(bean::unqualified)
				.withMessageContaining("'main', 'sessions'")
				.withMessageContaining("@Primary");
			assertThat(this.observer.exists("k")).isFalse();
			assertThatExceptionOfType(PipelineUsageException.class).isThrownBy(bean::unknown)
				.withMessageContaining("\"nobody\"")
				.withMessageContaining("'main', 'sessions'");
		});
	}

	@Test // 53
	void aMethodCollectsTheCallsOfTheFactoryItNamesAndNoOthers() {
		this.contextRunner.withUserConfiguration(TwoServers.class).withBean(TwoFactories.class).run((context) -> {
			TwoFactories bean = context.getBean(TwoFactories.class);
			bean.main();
			assertThat(batches(context)).extracting(BatchExecution::calls).containsExactly(2);
			try (Observer other = new Observer(RedisServers.withSettings("databases 4"))) {
				other.flush();
				bean.sessions(() -> {
					assertThat(this.observer.get("direct")).isEqualTo("v");
					assertThat(other.exists("collected")).isFalse();
				});
				assertThat(other.exists("collected")).isTrue();
			}
			bean.byQualifier();
			assertThat(batches(context)).extracting(BatchExecution::pipeline)
				.containsExactly("two-factories-main", "two-factories-sessions", "two-factories-by-qualifier");
		});
	}

	@Test
	void thePrimaryFactoryIsTheDefault() {
		this.contextRunner.withUserConfiguration(PrimaryServer.class).withBean(TwoFactories.class).run((context) -> {
			TwoFactories bean = context.getBean(TwoFactories.class);
			bean.unqualified();
			assertThat(batches(context)).extracting(BatchExecution::calls).containsExactly(1);
			bean.main();
			assertThat(batches(context)).extracting(BatchExecution::calls).containsExactly(1, 2);
		});
	}

	@Test // 53
	void theUsersOwnTemplateWins() {
		this.contextRunner.withUserConfiguration(OwnTemplate.class).withBean(OnMethod.class).run((context) -> {
			context.getBean(OnMethod.class).warm(context.getBean(StringRedisTemplate.class));
			assertThat(context.getBean(OwnTemplate.class).listener.sizes()).containsExactly(3);
			assertThat(batches(context)).isEmpty();
		});
	}

	@Test
	void theUsersOwnTemplatesWinForTheirFactories() {
		this.contextRunner.withUserConfiguration(TwoServers.class, TemplateOfSessions.class)
			.withBean(TwoFactories.class)
			.run((context) -> {
				TwoFactories bean = context.getBean(TwoFactories.class);
				bean.byQualifier();
				assertThat(context.getBean(TemplateOfSessions.class).listener.sizes()).containsExactly(1);
				bean.main();
				assertThat(batches(context)).extracting(BatchExecution::calls).containsExactly(2);
			});
	}

	@Test // 53
	void aMethodWithoutAnyFactorySaysSo() {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
			.withBean(Empty.class)
			.run((context) -> assertThatExceptionOfType(PipelineUsageException.class)
				.isThrownBy(context.getBean(Empty.class)::nothing)
				.withMessageContaining("RedisConnectionFactory"));
	}

	private static List<BatchExecution> batches(ApplicationContext context) {
		return context.getBean(RecordingListener.class).batches();
	}

	private static Warming instantiate(Class<? extends Warming> type) {
		return BeanUtils.instantiateClass(type);
	}

	private static void setThree(StringRedisTemplate redis) {
		for (int i = 0; i < 3; i++) {
			redis.opsForValue().set("k" + i, "v");
		}
	}

	private static LettuceConnectionFactory connect(int port) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", port);
		factory.setShutdownTimeout(0);
		return factory;
	}

	interface Warming {

		void warm(StringRedisTemplate redis);

	}

	interface AnnotatedWarming extends Warming {

		@Override
		@Pipelined
		void warm(StringRedisTemplate redis);

	}

	static class OnInterface implements AnnotatedWarming {

		@Override
		public void warm(StringRedisTemplate redis) {
			setThree(redis);
		}

	}

	@Pipelined
	interface AnnotatedType extends Warming {

	}

	static class OnInterfaceType implements AnnotatedType {

		@Override
		public void warm(StringRedisTemplate redis) {
			setThree(redis);
		}

	}

	static class WithoutInterface {

		public void warm(StringRedisTemplate redis) {
			setThree(redis);
		}

	}

	static class OnInterfaceOfSubclass extends WithoutInterface implements AnnotatedWarming {

	}

	static class OnMethod implements Warming {

		@Override
		@Pipelined
		public void warm(StringRedisTemplate redis) {
			setThree(redis);
		}

	}

	@Pipelined
	static class OnClass implements Warming {

		@Override
		public void warm(StringRedisTemplate redis) {
			setThree(redis);
		}

	}

	static class OnSuperclass extends OnMethod {

		@Override
		public void warm(StringRedisTemplate redis) {
			super.warm(redis);
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@Pipelined(name = "overridden")
	@interface Warm {

		@AliasFor(annotation = Pipelined.class, attribute = "name")
		String value();

	}

	static class Composed implements Warming {

		@Override
		@Warm("composed")
		public void warm(StringRedisTemplate redis) {
			setThree(redis);
		}

	}

	static class SelfInvoking {

		private final StringRedisTemplate redis;

		SelfInvoking(StringRedisTemplate redis) {
			this.redis = redis;
		}

		void outer() {
			this.inner();
		}

		@Pipelined
		void inner() {
			this.redis.opsForValue().set("k", "v");
		}

	}

	@Pipelined
	static class WholeClass {

		void warm(StringRedisTemplate redis) {
			redis.opsForValue().set("warm", "v");
		}

		static void shared(StringRedisTemplate redis) {
			redis.opsForValue().set("shared", "v");
		}

		final void sealed(StringRedisTemplate redis) {
			redis.opsForValue().set("sealed", "v");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ScopedConfiguration {

		@Bean
		@Scope(scopeName = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
		OnMethod scoped() {
			return new OnMethod();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class CachingConfiguration {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	static class Cached {

		private final StringRedisTemplate redis;

		Cached(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		@Cacheable("values")
		public String load(String key) {
			this.redis.opsForValue().set(key, "loaded");
			return "loaded " + key;
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@interface Watched {

	}

	static class Seen {

		private final List<String> events = new ArrayList<>();

		private final PipelineTemplate pipelines;

		private final RecordingListener listener;

		Seen(PipelineTemplate pipelines, RecordingListener listener) {
			this.pipelines = pipelines;
			this.listener = listener;
		}

		void add(String who) {
			this.events.add(who + " open=" + this.pipelines.current().isPresent() + " batches="
					+ this.listener.batches().size());
		}

		MethodInterceptor around(String who) {
			return (invocation) -> {
				add(who);
				Object result = invocation.proceed();
				add(who);
				return result;
			};
		}

	}

	static class Advised {

		private final Seen seen;

		Advised(Seen seen) {
			this.seen = seen;
		}

		@Watched
		@Pipelined
		void warm(StringRedisTemplate redis) {
			redis.opsForValue().set("k", "v");
			this.seen.add("method");
		}

	}

	/**
	 * Two advisors of the auto-proxy creator, at the ends of the order, and a
	 * post-processor that comes after ours and puts itself before.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class AdvisedConfiguration extends CachingConfiguration {

		@Bean
		Seen seen(@Lazy PipelineTemplate pipelines, RecordingListener listener) {
			return new Seen(pipelines, listener);
		}

		@Bean
		Advised advised(Seen seen) {
			return new Advised(seen);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static DefaultPointcutAdvisor first(@Lazy Seen seen) {
			return advisor((invocation) -> seen.around("first").invoke(invocation), Ordered.HIGHEST_PRECEDENCE);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static DefaultPointcutAdvisor second(@Lazy Seen seen) {
			return advisor((invocation) -> seen.around("second").invoke(invocation), Ordered.LOWEST_PRECEDENCE);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static WatchedPostProcessor last(@Lazy Seen seen) {
			return new WatchedPostProcessor((invocation) -> seen.around("last").invoke(invocation));
		}

		private static DefaultPointcutAdvisor advisor(MethodInterceptor interceptor, int order) {
			DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(
					AnnotationMatchingPointcut.forMethodAnnotation(Watched.class), interceptor);
			advisor.setOrder(order);
			return advisor;
		}

	}

	@SuppressWarnings("serial")
	static class WatchedPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {

		WatchedPostProcessor(MethodInterceptor interceptor) {
			setBeforeExistingAdvisors(true);
			this.advisor = new DefaultPointcutAdvisor(AnnotationMatchingPointcut.forMethodAnnotation(Watched.class),
					interceptor);
		}

	}

	static class Flaky {

		private final StringRedisTemplate redis;

		private final PipelineTemplate pipelines;

		private final List<Pipeline> seen = new ArrayList<>();

		Flaky(StringRedisTemplate redis, PipelineTemplate pipelines) {
			this.redis = redis;
			this.pipelines = pipelines;
		}

		@Watched
		@Pipelined
		void warm() {
			this.seen.add(this.pipelines.current().orElseThrow());
			this.redis.opsForValue().increment("attempts");
			this.redis.opsForValue().set("k", "v");
			if (this.seen.size() == 1) {
				throw new IllegalStateException("first attempt");
			}
		}

		List<Pipeline> pipelines() {
			return this.seen;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class RetryConfiguration extends CachingConfiguration {

		@Bean
		Flaky flaky(StringRedisTemplate redis, PipelineTemplate pipelines) {
			return new Flaky(redis, pipelines);
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static DefaultPointcutAdvisor retry() {
			MethodInterceptor retry = (invocation) -> {
				try {
					return ((ProxyMethodInvocation) invocation).invocableClone().proceed();
				}
				catch (IllegalStateException ex) {
					return invocation.proceed();
				}
			};
			return new DefaultPointcutAdvisor(AnnotationMatchingPointcut.forMethodAnnotation(Watched.class), retry);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class AsyncConfiguration {

		@Bean
		Asynchronous asynchronous(StringRedisTemplate redis) {
			return new Asynchronous(redis);
		}

	}

	static class Asynchronous {

		private final StringRedisTemplate redis;

		Asynchronous(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Async
		@Pipelined
		public CompletableFuture<String> warm() {
			this.redis.opsForValue().set("a", "v");
			this.redis.opsForValue().set("b", "v");
			return CompletableFuture.completedFuture(Thread.currentThread().getName());
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	static class TransactionConfiguration {

		private final List<String> events = new CopyOnWriteArrayList<>();

		@Bean
		Transacted transacted(StringRedisTemplate redis) {
			return new Transacted(redis);
		}

		@Bean
		PipelineListener recorder() {
			return new PipelineListener() {

				@Override
				public void batchSent(BatchExecution batch) {
					TransactionConfiguration.this.events.add("sent " + batch.calls() + ", active "
							+ TransactionSynchronizationManager.isActualTransactionActive());
				}

			};
		}

		@Bean
		PlatformTransactionManager transactionManager() {
			return new RecordingTransactionManager(this.events::add);
		}

	}

	@SuppressWarnings("serial")
	static class RecordingTransactionManager extends AbstractPlatformTransactionManager {

		private final transient Consumer<String> events;

		RecordingTransactionManager(Consumer<String> events) {
			this.events = events;
		}

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			this.events.accept("begin");
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			this.events.accept("commit");
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			this.events.accept("rollback");
		}

	}

	static class Transacted {

		private final StringRedisTemplate redis;

		Transacted(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		@Transactional
		public void warm() {
			this.redis.opsForValue().set("a", "v");
			this.redis.opsForValue().set("b", "v");
		}

	}

	static class Throwing {

		private final StringRedisTemplate redis;

		Throwing(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		void fail(Throwable thrown) throws Throwable {
			this.redis.opsForValue().set("k", "v");
			throw thrown;
		}

		@Pipelined
		void failAfterWrongType(IOException thrown) throws IOException {
			this.redis.opsForList().leftPush("text", "v");
			throw thrown;
		}

		@Pipelined(onException = OnException.DISCARD)
		void discard(IOException thrown) throws IOException {
			this.redis.opsForValue().set("a", "v");
			this.redis.opsForValue().set("b", "v");
			throw thrown;
		}

	}

	static class Empty {

		@Pipelined
		void nothing() {
		}

	}

	static class Numerous {

		private final StringRedisTemplate redis;

		Numerous(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		void push(String key) {
			this.redis.opsForList().leftPush(key, key);
			this.redis.opsForValue().set("other", key);
		}

	}

	static class Reading {

		private final StringRedisTemplate redis;

		Reading(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		@Nullable String read() {
			return this.redis.opsForValue().get("k");
		}

		@Pipelined(results = Results.AUTO)
		@Nullable String readReal() {
			return this.redis.opsForValue().get("k");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ListenerConfiguration {

		private final List<String> events = new CopyOnWriteArrayList<>();

		@Bean
		@Lazy
		@Order(2)
		PipelineListener second() {
			this.events.add("second created");
			return telling("second told");
		}

		@Bean
		@Lazy
		@Order(1)
		PipelineListener first() {
			return telling("first told");
		}

		private PipelineListener telling(String event) {
			return new PipelineListener() {

				@Override
				public void batchSent(BatchExecution batch) {
					ListenerConfiguration.this.events.add(event);
				}

			};
		}

	}

	static class UsingPipelines {

		private final StringRedisTemplate redis;

		private final PipelineTemplate pipelines;

		UsingPipelines(StringRedisTemplate redis, PipelineTemplate pipelines) {
			this.redis = redis;
			this.pipelines = pipelines;
		}

		@Pipelined
		String read() {
			this.redis.opsForValue().set("k", "v");
			Reply<String> first = this.pipelines.defer(() -> this.redis.opsForValue().get("k"));
			Reply<String> second = this.pipelines
				.execute((pipeline) -> pipeline.defer(() -> this.redis.opsForValue().get("k")));
			return first.get() + " " + second.get();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoServers {

		@Bean
		LettuceConnectionFactory main() {
			return connect(RedisServers.standalone());
		}

		@Bean
		@Qualifier("second")
		LettuceConnectionFactory sessions() {
			return connect(RedisServers.withSettings("databases 4"));
		}

		@Bean
		StringRedisTemplate mainTemplate(@Qualifier("main") RedisConnectionFactory factory) {
			return new StringRedisTemplate(factory);
		}

		@Bean
		StringRedisTemplate sessionTemplate(@Qualifier("sessions") RedisConnectionFactory factory) {
			return new StringRedisTemplate(factory);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryServer {

		@Bean
		@Primary
		LettuceConnectionFactory main() {
			return connect(RedisServers.standalone());
		}

		@Bean
		LettuceConnectionFactory sessions() {
			return connect(RedisServers.withSettings("databases 4"));
		}

		@Bean
		@Primary
		StringRedisTemplate mainTemplate(RedisConnectionFactory factory) {
			return new StringRedisTemplate(factory);
		}

		@Bean
		StringRedisTemplate sessionTemplate(@Qualifier("sessions") RedisConnectionFactory factory) {
			return new StringRedisTemplate(factory);
		}

	}

	static class TwoFactories {

		private final StringRedisTemplate main;

		private final StringRedisTemplate sessions;

		TwoFactories(@Qualifier("mainTemplate") StringRedisTemplate main,
				@Qualifier("sessionTemplate") StringRedisTemplate sessions) {
			this.main = main;
			this.sessions = sessions;
		}

		@Pipelined
		void unqualified() {
			this.main.opsForValue().set("k", "v");
		}

		@Pipelined(connectionFactory = "nobody")
		void unknown() {
			this.main.opsForValue().set("k", "v");
		}

		@Pipelined(connectionFactory = "main")
		void main() {
			this.main.opsForValue().set("a", "v");
			this.main.opsForValue().set("b", "v");
		}

		@Pipelined(connectionFactory = "sessions")
		void sessions(Runnable check) {
			this.sessions.opsForValue().set("collected", "v");
			this.main.opsForValue().set("direct", "v");
			check.run();
		}

		@Pipelined(connectionFactory = "second")
		void byQualifier() {
			this.sessions.opsForValue().set("collected", "v");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnTemplate {

		private final RecordingListener listener = new RecordingListener();

		@Bean
		PipelineTemplate ownTemplate(RedisConnectionFactory factory) {
			return PipelineTemplate.builder(factory).listeners(() -> List.of(this.listener)).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TemplateOfSessions {

		private final RecordingListener listener = new RecordingListener();

		@Bean
		PipelineTemplate sessionPipelines(@Qualifier("sessions") RedisConnectionFactory factory) {
			return PipelineTemplate.builder(factory).listeners(() -> List.of(this.listener)).build();
		}

	}

}
