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

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.assertj.core.api.AbstractCharSequenceAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.ReactiveRedisClusterConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnection;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.PipelineOperations;
import io.pipelining.annotation.Pipelined;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What an application that cannot start is told: one test for each branch of each failure
 * analyzer, by the report that Spring Boot prints. A wrong property is in
 * {@link PipeliningPropertiesTests}, a method that cannot be intercepted in
 * {@link PipeliningApplicationTests}.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalyzersTests {

	@Test
	void aTemplateIsInjectedWhereThereIsNoConnectionFactory(CapturedOutput output) {
		assertThatItFails(output, InjectedTemplate.class).contains(
				"Parameter 0 of constructor in " + NeedsTemplate.class.getName() + " required a bean of type '"
						+ PipelineTemplate.class.getName()
						+ "'. A pipeline needs a RedisConnectionFactory bean, and there" + " is none.",
				"Put Lettuce or Jedis on the class path, for which Spring Boot declares one, or declare one.");
	}

	@Test
	void operationsAreInjectedWhereThereIsNoConnectionFactory(CapturedOutput output) {
		assertThatItFails(output, InjectedOperations.class)
			.contains("required a bean of type '" + PipelineOperations.class.getName()
					+ "'. A pipeline needs a RedisConnectionFactory bean, and there is none.");
	}

	@Test
	void aTemplateIsInjectedWhereThereAreOnlyReactiveFactories(CapturedOutput output) {
		assertThatItFails(output, InjectedTemplate.class, OnlyReactive.class).contains(
				"A pipeline needs a RedisConnectionFactory bean, and there are only reactive ones: 'reactive'.",
				"Declare one, such as a LettuceConnectionFactory, or leave the calls to reactive templates, which"
						+ " pipeline by themselves.");
	}

	@Test
	void aTemplateIsInjectedWhereThereAreSeveralFactories(CapturedOutput output) {
		assertThatItFails(output, InjectedTemplate.class, TwoFactories.class).contains(
				"There is none, since there are several RedisConnectionFactory beans and no primary one: 'main',"
						+ " 'sessions'.",
				"Mark one of them @Primary, or declare a PipelineTemplate bean: 'new"
						+ " PipelineTemplate(connectionFactory)'.");
	}

	@Test
	void leavesATemplateToOthersThatIsMissingForAnotherReason(CapturedOutput output) {
		fail(QualifiedTemplate.class, OneFactory.class);
		assertThat(output).contains("Application run failed", "No qualifying bean of type")
			.doesNotContain("A pipeline needs", "There is none, since");
	}

	@Test
	void leavesOtherBeansToOthers(CapturedOutput output) {
		assertThatItFails(output, InjectedString.class).contains("required a bean of type 'java.lang.String'")
			.doesNotContain("RedisConnectionFactory");
	}

	@Test
	void aRunnerCallsAMethodWhereThereIsNoConnectionFactory(CapturedOutput output) {
		assertThatItFails(output, RunUnqualified.class)
			.contains("A pipeline needs a RedisConnectionFactory bean, and there is none.", "Put Lettuce or Jedis on");
	}

	@Test
	void aRunnerCallsAMethodWhereThereAreOnlyReactiveFactories(CapturedOutput output) {
		assertThatItFails(output, RunUnqualified.class, OnlyReactive.class).contains("there are only reactive ones",
				"leave the calls to reactive templates");
	}

	@Test
	void aRunnerCallsAMethodWhereThereAreSeveralFactories(CapturedOutput output) {
		assertThatItFails(output, RunUnqualified.class, TwoFactories.class).contains(
				"There are several RedisConnectionFactory beans and no primary one.",
				"Say @Pipelined(connectionFactory = \"...\") with one of 'main', 'sessions', or mark one of them"
						+ " @Primary.");
	}

	@Test
	void aRunnerCallsAMethodThatNamesAnUnknownFactory(CapturedOutput output) {
		assertThatItFails(output, RunQualified.class, TwoFactories.class).contains(
				"@Pipelined(connectionFactory = \"nobody\") names no RedisConnectionFactory bean.",
				"Give it the name or a qualifier of one of 'main', 'sessions'.");
	}

	@Test
	void aRunnerCallsAMethodThatNamesAFactoryWhereThereIsNone(CapturedOutput output) {
		assertThatItFails(output, RunQualified.class).contains(
				"@Pipelined(connectionFactory = \"nobody\") names no RedisConnectionFactory bean, and there is none to"
						+ " choose from.",
				"Put Lettuce or Jedis on the class path");
	}

	@Test
	void jedisOnAClusterCannotPipeline(CapturedOutput output) {
		assertThatItFails(output, RunUnqualified.class, JedisCluster.class).contains(
				"Jedis cannot pipeline on a Redis cluster, and the connection factory "
						+ JedisConnectionFactory.class.getName() + " is one for a cluster.",
				"Use Lettuce for it, or leave these calls out of a pipeline.");
	}

	@Test
	void aClientThatCannotPipelineSaysSo(CapturedOutput output) {
		assertThatItFails(output, RunUnqualified.class, UnableFactory.class).contains(" do not support pipelining.",
				"Run this code without a pipeline, or use a connection factory that supports it.");
	}

	@Test
	void thereIsNoConnectionToShare(CapturedOutput output) {
		assertThatItFails(output, RunUnqualified.class, UnsharedFactory.class, "pipelining.connection=shared")
			.contains("pipelining.connection=shared cannot be honoured, since ", "Set it to auto or dedicated.");
	}

	private static AbstractCharSequenceAssert<?, String> assertThatItFails(CapturedOutput output,
			Object... classesAndProperty) {
		fail(classesAndProperty);
		assertThat(output).containsOnlyOnce("APPLICATION FAILED TO START");
		String report = output.getAll();
		return assertThat(report.substring(report.indexOf("APPLICATION FAILED TO START")));
	}

	private static void fail(Object... classesAndProperty) {
		Class<?>[] sources = Stream.of(classesAndProperty)
			.filter(Class.class::isInstance)
			.map((source) -> (Class<?>) source)
			.toArray(Class<?>[]::new);
		String[] arguments = Stream
			.concat(Stream.of("spring.main.banner-mode=off"),
					Stream.of(classesAndProperty).filter(String.class::isInstance))
			.map((property) -> "--" + property)
			.toArray(String[]::new);
		SpringApplicationBuilder application = new SpringApplicationBuilder(sources).web(WebApplicationType.NONE);
		assertThat(catchThrowable(() -> application.run(arguments).close())).isNotNull();
	}

	static class NeedsTemplate {

		NeedsTemplate(PipelineTemplate pipelines) {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(PipeliningAutoConfiguration.class)
	@Import(NeedsTemplate.class)
	static class InjectedTemplate {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(PipeliningAutoConfiguration.class)
	static class InjectedOperations {

		@Bean
		Object needsOperations(PipelineOperations pipelines) {
			return pipelines.current();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(PipeliningAutoConfiguration.class)
	static class QualifiedTemplate {

		@Bean
		Object needsQualified(@Qualifier("nobody") PipelineTemplate pipelines) {
			return pipelines.current();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(PipeliningAutoConfiguration.class)
	static class InjectedString {

		@Bean
		Object needsString(String text) {
			return text.length();
		}

	}

	static class Service {

		private final ObjectProvider<RedisConnectionFactory> factories;

		Service(ObjectProvider<RedisConnectionFactory> factories) {
			this.factories = factories;
		}

		@Pipelined
		void unqualified() {
			this.factories.ifUnique((factory) -> new StringRedisTemplate(factory).opsForValue().set("k", "v"));
		}

		@Pipelined(connectionFactory = "nobody")
		void qualified() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(PipeliningAutoConfiguration.class)
	@Import(Service.class)
	static class RunUnqualified {

		@Bean
		ApplicationRunner runner(Service service) {
			return (arguments) -> service.unqualified();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(PipeliningAutoConfiguration.class)
	@Import(Service.class)
	static class RunQualified {

		@Bean
		ApplicationRunner runner(Service service) {
			return (arguments) -> service.qualified();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OneFactory {

		@Bean
		LettuceConnectionFactory main() {
			return new LettuceConnectionFactory();
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
	static class OnlyReactive {

		@Bean
		ReactiveRedisConnectionFactory reactive() {
			return new ReactiveFactory();
		}

	}

	static class ReactiveFactory implements ReactiveRedisConnectionFactory {

		@Override
		public ReactiveRedisConnection getReactiveConnection() {
			throw new UnsupportedOperationException();
		}

		@Override
		public ReactiveRedisClusterConnection getReactiveClusterConnection() {
			throw new UnsupportedOperationException();
		}

		@Override
		public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException ex) {
			return null;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class JedisCluster {

		@Bean
		JedisConnectionFactory cluster() {
			JedisConnectionFactory factory = new JedisConnectionFactory(
					new RedisClusterConfiguration(List.of("127.0.0.1:" + RedisServers.standalone())));
			// It takes no connection to know that
			factory.setEarlyStartup(false);
			factory.setAutoStartup(false);
			return factory;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class UnsharedFactory {

		@Bean
		LettuceConnectionFactory unshared() {
			LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", RedisServers.standalone());
			factory.setShareNativeConnection(false);
			return factory;
		}

	}

	/**
	 * Its connections open no pipeline.
	 */
	@Configuration(proxyBeanMethods = false)
	static class UnableFactory {

		@Bean(destroyMethod = "destroy")
		LettuceConnectionFactory driver() {
			return new LettuceConnectionFactory("127.0.0.1", RedisServers.standalone());
		}

		@Bean
		@Primary
		RedisConnectionFactory unable(LettuceConnectionFactory driver) {
			return proxy(RedisConnectionFactory.class, driver,
					(method, result) -> (result instanceof RedisConnection connection)
							? proxy(RedisConnection.class, connection, (called, value) -> value) : result);
		}

		private static <T> T proxy(Class<T> type, T target, BiFunction<Method, Object, Object> answer) {
			return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
					(self, method, arguments) -> method.getName().equals("openPipeline") ? null
							: answer.apply(method, method.invoke(target, arguments))));
		}

	}

}
