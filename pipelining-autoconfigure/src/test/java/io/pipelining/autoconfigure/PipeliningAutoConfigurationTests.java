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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Role;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

import io.pipelining.BatchObservation;
import io.pipelining.OutgoingBatch;
import io.pipelining.PipelineOptions;
import io.pipelining.SendTrigger;
import io.pipelining.annotation.AnnotationPipelinedAttributeSource;
import io.pipelining.annotation.BeanFactoryPipelineTemplateResolver;
import io.pipelining.annotation.Checks;
import io.pipelining.annotation.Pipelined;
import io.pipelining.annotation.PipelinedAdvisor;
import io.pipelining.annotation.PipelinedBeanPostProcessor;
import io.pipelining.annotation.PipelinedMethodException;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.metrics.DefaultPipelineObservationConvention;
import io.pipelining.metrics.PipelineMetrics;
import io.pipelining.metrics.PipelineObservationConvention;
import io.pipelining.metrics.PipelineObserver;
import io.pipelining.support.BootLine;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PipeliningAutoConfiguration} that need no server. See
 * {@link PipelinedMethodsTests} for those that do.
 */
class PipeliningAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class));

	private final ApplicationContextRunner redisRunner = this.contextRunner.withConfiguration(BootLine.redis());

	@Test
	void declaresATemplateAndMetrics() {
		this.redisRunner.run((context) -> {
			assertThat(context).hasSingleBean(PipelineTemplate.class);
			assertThat(context).hasSingleBean(PipelinedBeanPostProcessor.class);
			assertThat(context).hasSingleBean(PipelineMetrics.class);
			assertThat(context.getBean(PipelineTemplate.class).getConnectionFactory())
				.isSameAs(context.getBean(RedisConnectionFactory.class));
		});
	}

	@Test // 53
	void startsWithoutAConnectionFactory() {
		this.contextRunner.withUserConfiguration(ServiceConfiguration.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context).doesNotHaveBean(PipelineTemplate.class);
			assertThat(AopUtils.isAopProxy(context.getBean(Service.class))).isTrue();
		});
	}

	@Test // 53
	void startsWithSeveralConnectionFactories() {
		this.contextRunner.withUserConfiguration(TwoFactories.class, ServiceConfiguration.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context).doesNotHaveBean(PipelineTemplate.class);
		});
	}

	@Test // 53
	void takesThePrimaryConnectionFactory() {
		this.contextRunner.withUserConfiguration(PrimaryFactory.class)
			.run((context) -> assertThat(context.getBean(PipelineTemplate.class).getConnectionFactory())
				.isSameAs(context.getBean("main")));
	}

	@Test
	void limitsPipelinesAsThePropertiesSay() {
		this.redisRunner
			.withPropertyValues("pipelining.max-batch-size=7", "pipelining.max-batch-bytes=2KB",
					"pipelining.max-in-flight=3", "pipelining.timeout=24d")
			.run((context) -> {
				PipelineOptions options = context.getBean(PipelineTemplate.class).options();
				assertThat(options.maxBatchSize()).isEqualTo(7);
				assertThat(options.maxBatchBytes()).isEqualTo(2048);
				assertThat(options.maxInFlight()).isEqualTo(3);
				assertThat(options.timeout()).isEqualTo(Duration.ofDays(24));
			});
	}

	@Test // 53
	void backsOffFromATemplate() {
		this.redisRunner.withUserConfiguration(OwnTemplate.class).run((context) -> {
			assertThat(context).hasSingleBean(PipelineTemplate.class);
			assertThat(context).hasBean("ownTemplate");
		});
	}

	@Test
	void backsOffFromMetrics() {
		this.redisRunner.withBean("ownMetrics", PipelineMetrics.class).run((context) -> {
			assertThat(context).hasSingleBean(PipelineMetrics.class);
			assertThat(context).hasBean("ownMetrics");
		});
	}

	@Test
	void backsOffFromAnAdvisor() {
		this.redisRunner.withUserConfiguration(OwnAdvisor.class)
			.run((context) -> assertThat(context).doesNotHaveBean(PipelinedBeanPostProcessor.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "io.lettuce", "redis.clients" })
	void startsWithoutADriver(String driver) {
		this.redisRunner.withClassLoader(new FilteredClassLoader(driver)).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context).hasSingleBean(PipelineTemplate.class);
		});
	}

	@Test
	void startsWithoutAnyDriver() {
		this.redisRunner.withClassLoader(new FilteredClassLoader("io.lettuce", "redis.clients")).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context).doesNotHaveBean(PipelineTemplate.class);
		});
	}

	@Test
	void hasNoMetricsWithoutMicrometer() {
		this.redisRunner.withClassLoader(new FilteredClassLoader("io.micrometer.core")).run((context) -> {
			assertThat(context).hasSingleBean(PipelineTemplate.class);
			assertThat(context).doesNotHaveBean("pipelineMetrics");
		});
	}

	@Test
	void hasNoMetricsWhereTheyAreOff() {
		this.redisRunner.withPropertyValues("pipelining.metrics.enabled=false").run((context) -> {
			assertThat(context).hasSingleBean(PipelineTemplate.class);
			assertThat(context).doesNotHaveBean(PipelineMetrics.class);
		});
	}

	@Test
	void hasNoObserverWhereObservationsAreOff() {
		this.redisRunner.withPropertyValues("pipelining.observations.enabled=false").run((context) -> {
			assertThat(context).hasSingleBean(PipelineTemplate.class);
			assertThat(context).doesNotHaveBean(PipelineObserver.class);
		});
	}

	@Test
	void hasNoObserverWithoutMicrometer() {
		this.redisRunner.withClassLoader(new FilteredClassLoader("io.micrometer")).run((context) -> {
			assertThat(context).hasSingleBean(PipelineTemplate.class);
			assertThat(context).doesNotHaveBean("pipelineObserver");
		});
	}

	@Test
	void backsOffFromAnObserver() {
		PipelineObserver own = new PipelineObserver(ObservationRegistry::create);
		this.redisRunner.withBean("ownObserver", PipelineObserver.class, () -> own)
			.run((context) -> assertThat(context.getBean(PipelineObserver.class)).isSameAs(own));
	}

	@Test
	void observesWithARegistryAndAConvention() {
		List<Observation.Context> started = new ArrayList<>();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig().observationHandler(new ObservationHandler<>() {

			@Override
			public void onStart(Observation.Context context) {
				started.add(context);
			}

			@Override
			public boolean supportsContext(Observation.Context context) {
				return true;
			}

		});
		this.redisRunner.withBean(ObservationRegistry.class, () -> registry)
			.withBean(PipelineObservationConvention.class, NamedMine::new)
			.run((context) -> {
				observe(context.getBean(PipelineObserver.class));
				assertThat(started).extracting(Observation.Context::getName).containsExactly("mine");
			});
	}

	@Test
	void observesNothingWithoutARegistry() {
		this.redisRunner.run((context) -> {
			assertThat(context).hasSingleBean(PipelineObserver.class);
			assertThat(observe(context.getBean(PipelineObserver.class))).isNull();
		});
	}

	private static @Nullable BatchObservation observe(PipelineObserver observer) {
		BatchObservation observation = observer
			.begin(new OutgoingBatch("a", 1, Map.of("GET", 1), SendTrigger.RETURN, false));
		if (observation != null) {
			observation.sent();
		}
		return observation;
	}

	@Test
	void bindsMetersWithActuator() {
		this.redisRunner.withConfiguration(BootLine.metrics()).run((context) -> {
			context.getBean(PipelineMetrics.class).callsDiscarded("a", 3, 0);
			assertThat(discarded(context.getBean(MeterRegistry.class))).isEqualTo(3);
		});
	}

	@Test
	void bindsMetersWithSeveralRegistriesOnce() {
		this.redisRunner.withConfiguration(BootLine.metrics())
			.withBean("first", MeterRegistry.class, SimpleMeterRegistry::new)
			.withBean("second", MeterRegistry.class, SimpleMeterRegistry::new)
			.run((context) -> {
				context.getBean(PipelineMetrics.class).callsDiscarded("a", 3, 0);
				assertThat(discarded(context.getBean("first", MeterRegistry.class))).isEqualTo(3);
				assertThat(discarded(context.getBean("second", MeterRegistry.class))).isEqualTo(3);
			});
	}

	@Test
	void bindsMetersWithoutActuator() {
		this.redisRunner.withBean(SimpleMeterRegistry.class).run((context) -> {
			context.getBean(PipelineMetrics.class).callsDiscarded("a", 3, 0);
			assertThat(discarded(context.getBean(MeterRegistry.class))).isEqualTo(3);
		});
	}

	@Test
	void theTemplateStaysWhereItIsOff() {
		this.redisRunner.withPropertyValues("pipelining.enabled=false")
			.run((context) -> assertThat(context).hasSingleBean(PipelineTemplate.class));
	}

	@Test
	void checksFail() {
		this.redisRunner.withUserConfiguration(UnsuitableConfiguration.class).run((context) -> {
			assertThat(context).hasFailed();
			assertThat(context.getStartupFailure()).hasRootCauseInstanceOf(PipelinedMethodException.class)
				.rootCause()
				.hasMessageContaining(Unsuitable.class.getName() + ".warm()");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "pipelining.checks=warn", "pipelining.checks=off", "pipelining.enabled=false" })
	void checksLetItStart(String property) {
		this.redisRunner.withUserConfiguration(UnsuitableConfiguration.class)
			.withPropertyValues(property)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void proxiesLikeTheRestOfTheApplication(boolean proxyTargetClass) {
		this.redisRunner.withUserConfiguration(InterfaceConfiguration.class)
			.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
			.run((context) -> assertThat(AopUtils.isCglibProxy(context.getBean(Runnable.class)))
				.isEqualTo(proxyTargetClass));
	}

	@Test
	void worksWithoutTheAutoProxyCreator() {
		this.redisRunner.withUserConfiguration(ServiceConfiguration.class)
			.withPropertyValues("spring.aop.auto=false")
			.run((context) -> assertThat(AopUtils.isCglibProxy(context.getBean(Service.class))).isTrue());
	}

	@Test
	void theNamesItIsOrderedByExist() {
		String[] names = PipeliningAutoConfiguration.class.getAnnotation(AutoConfiguration.class).afterName();
		assertThat(names).containsExactly("org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
				"org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration");
		assertThat(Arrays.stream(names).filter((name) -> ClassUtils.isPresent(name, null)))
			.containsExactly(BootLine.isThree() ? names[0] : names[1]);
	}

	private static double discarded(MeterRegistry registry) {
		return registry.get("redis.pipeline.discarded").counter().count();
	}

	static class NamedMine extends DefaultPipelineObservationConvention {

		@Override
		public String getName() {
			return "mine";
		}

	}

	static class Service {

		@Pipelined
		void warm() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ServiceConfiguration {

		@Bean
		Service service() {
			return new Service();
		}

	}

	static class RunnableService implements Runnable {

		@Override
		@Pipelined
		public void run() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class InterfaceConfiguration {

		@Bean
		Runnable runnable() {
			return new RunnableService();
		}

	}

	static class Unsuitable {

		@Pipelined
		final void warm() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UnsuitableConfiguration {

		@Bean
		Unsuitable unsuitable() {
			return new Unsuitable();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoFactories {

		@Bean
		LettuceConnectionFactory main() {
			return new LettuceConnectionFactory();
		}

		@Bean
		LettuceConnectionFactory sessions() {
			return new LettuceConnectionFactory();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryFactory {

		@Bean
		@Primary
		LettuceConnectionFactory main() {
			return new LettuceConnectionFactory();
		}

		@Bean
		LettuceConnectionFactory sessions() {
			return new LettuceConnectionFactory();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnTemplate {

		@Bean
		PipelineTemplate ownTemplate(RedisConnectionFactory connectionFactory) {
			return new PipelineTemplate(connectionFactory);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnAdvisor {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static PipelinedAdvisor ownAdvisor(ListableBeanFactory beanFactory) {
			return new PipelinedAdvisor(new AnnotationPipelinedAttributeSource(),
					new BeanFactoryPipelineTemplateResolver(beanFactory));
		}

	}

}
