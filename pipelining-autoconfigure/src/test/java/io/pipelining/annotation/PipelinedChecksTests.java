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

package io.pipelining.annotation;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for what {@link PipelinedBeanPostProcessor} says about annotations that can never
 * take effect.
 */
@ExtendWith(OutputCaptureExtension.class)
class PipelinedChecksTests {

	@ParameterizedTest // 49
	@ValueSource(classes = { PrivateMethod.class, InheritedPrivateMethod.class, StaticMethod.class, FinalMethod.class,
			ReactiveMethod.class, FinalImplementation.class })
	void aMethodThatCanNeverBeInterceptedStopsTheStart(Class<?> type) {
		Class<?> declaring = (type == InheritedPrivateMethod.class) ? PrivateMethod.class : type;
		assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> start(type, Checks.FAIL, true).close())
			.havingRootCause()
			.isInstanceOf(PipelinedMethodException.class)
			.withMessageContaining("@Pipelined on method " + declaring.getName() + ".warm(")
			.withMessageContaining(type.getName())
			.withMessageContaining("can never take effect")
			.withMessageContaining("(bean 'bean')");
	}

	@ParameterizedTest // 49
	@ValueSource(classes = { FinalClass.class, FinalWholeClass.class, RecordClass.class, SealedClass.class,
			HiddenConstructor.class })
	void aClassThatCannotBeExtendedStopsTheStart(Class<?> type) {
		assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> start(type, Checks.FAIL, true).close())
			.havingRootCause()
			.isInstanceOf(PipelinedMethodException.class)
			.withMessageContaining("can never take effect")
			.withMessageContaining(
					(type == FinalWholeClass.class) ? "class " + type.getName() : type.getName() + ".warm()");
	}

	@ParameterizedTest
	@ValueSource(classes = { PrivateMethod.class, StaticMethod.class, FinalMethod.class, ReactiveMethod.class,
			FinalClass.class, FinalWholeClass.class, FinalImplementation.class })
	void aWarningLetsItStart(Class<?> type, CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = start(type, Checks.WARN, true)) {
			assertThat(context.getBean("bean").getClass()).isEqualTo(type);
			assertThat(output).contains("WARN").contains(type.getName()).containsOnlyOnce("can never take effect");
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { PrivateMethod.class, StaticMethod.class, FinalMethod.class, ReactiveMethod.class,
			FinalClass.class, FinalWholeClass.class, FinalImplementation.class })
	void offSaysNothing(Class<?> type, CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = start(type, Checks.OFF, true)) {
			assertThat(context.getBean("bean").getClass()).isEqualTo(type);
			assertThat(output).doesNotContain("WARN");
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { WholeClass.class, FutureMethod.class, PackagePrivateMethod.class, Plain.class })
	void whatCanBeInterceptedStarts(Class<?> type, CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = start(type, Checks.FAIL, true)) {
			assertThat(AopUtils.isCglibProxy(context.getBean("bean"))).isEqualTo(type != Plain.class);
			assertThat(output).doesNotContain("can never");
		}
	}

	@Test
	void anInterfaceProxyInterceptsFinalMethodsAndClasses() {
		try (AnnotationConfigApplicationContext context = start(FinalImplementation.class, Checks.FAIL, false)) {
			assertThat(AopUtils.isJdkDynamicProxy(context.getBean("bean"))).isTrue();
		}
		try (AnnotationConfigApplicationContext context = start(FinalClassWithInterface.class, Checks.FAIL, false)) {
			assertThat(AopUtils.isJdkDynamicProxy(context.getBean("bean"))).isTrue();
		}
	}

	@Test
	void aMethodThatIsOnNoInterfaceOfAnInterfaceProxyStopsTheStart() {
		assertThatExceptionOfType(BeanCreationException.class)
			.isThrownBy(() -> start(NotOnInterface.class, Checks.FAIL, false).close())
			.havingRootCause()
			.isInstanceOf(PipelinedMethodException.class)
			.withMessageContaining(NotOnInterface.class.getName() + ".warm(String)")
			.withMessageContaining("on no interface")
			.withMessageContaining("spring.aop.proxy-target-class");
		start(NotOnInterface.class, Checks.FAIL, true).close();
	}

	@Test
	void aProxyThatIsThereAlreadyDecides() {
		Supplier<Object> jdkProxy = () -> {
			ProxyFactory proxyFactory = new ProxyFactory(new NotOnInterface());
			proxyFactory.setInterfaces(Runnable.class);
			return proxyFactory.getProxy();
		};
		assertThatExceptionOfType(BeanCreationException.class)
			.isThrownBy(() -> start(Object.class, jdkProxy, Checks.FAIL, true).close())
			.havingRootCause()
			.withMessageContaining("on no interface");
	}

	@Test
	void anInterfaceThatAProxyAnswersByItselfStopsTheStart() {
		Supplier<Object> repository = () -> {
			ProxyFactory proxyFactory = new ProxyFactory(new Object());
			proxyFactory.setInterfaces(Repository.class);
			return proxyFactory.getProxy();
		};
		assertThatExceptionOfType(BeanCreationException.class)
			.isThrownBy(() -> start(Object.class, repository, Checks.FAIL, true).close())
			.havingRootCause()
			.isInstanceOf(PipelinedMethodException.class)
			.withMessageContaining(Repository.class.getName());
	}

	@Test
	void aSuspendingFunctionStopsTheStart() {
		Class<?> type = suspending();
		assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> start(type, Checks.FAIL, true).close())
			.havingRootCause()
			.isInstanceOf(PipelinedMethodException.class)
			.withMessageContaining("example.Suspending.warm(String, Continuation)")
			.withMessageContaining("suspending");
	}

	@Test
	void everyProblemOfABeanIsNamed() {
		assertThatExceptionOfType(BeanCreationException.class)
			.isThrownBy(() -> start(TwoProblems.class, Checks.FAIL, true).close())
			.havingRootCause()
			.isInstanceOfSatisfying(PipelinedMethodException.class, (ex) -> {
				assertThat(ex.getBeanName()).isEqualTo("bean");
				assertThat(ex.getProblems()).extracting(PipelinedMethodException.Problem::place)
					.containsExactlyInAnyOrder("method " + TwoProblems.class.getName() + ".first()",
							"method " + TwoProblems.class.getName() + ".second(int)");
			});
	}

	@ParameterizedTest
	@CsvSource({ "Plain, true, false", "Plain, false, false", "PackagePrivateMethod, true, true",
			"PackagePrivateMethod, false, true", "FinalClass, true, false", "FinalClass, false, false",
			"FinalMethod, true, false", "SealedClass, true, false", "FinalClassWithInterface, true, false",
			"FinalClassWithInterface, false, true" })
	void theClassOfTheProxyIsKnownAheadOfTime(String type, boolean proxyTargetClass, boolean proxied) throws Exception {
		Class<?> beanClass = Class.forName(PipelinedChecksTests.class.getName() + "$" + type);
		PipelinedBeanPostProcessor postProcessor = new PipelinedBeanPostProcessor();
		postProcessor.setBeanFactory(new DefaultListableBeanFactory());
		postProcessor.setProxyTargetClass(proxyTargetClass);
		assertThat(postProcessor.determineBeanType(beanClass, "bean") != beanClass).isEqualTo(proxied);
	}

	@Test
	void aPrototypeIsReportedOnce(CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = start(PrivateMethod.class, Checks.WARN, true)) {
			context.getAutowireCapableBeanFactory().createBean(PrivateMethod.class);
			context.getAutowireCapableBeanFactory().createBean(PrivateMethod.class);
			assertThat(output).containsOnlyOnce("can never take effect");
		}
	}

	@ParameterizedTest
	@CsvSource({ "PostConstructMethod, init(), @PostConstruct", "PreDestroyMethod, end(), @PreDestroy",
			"Initializing, afterPropertiesSet(), InitializingBean", "Disposing, destroy(), DisposableBean" })
	void aMethodThatTheContainerCallsIsWarnedOf(String type, String method, String caller, CapturedOutput output)
			throws Exception {
		Class<?> beanClass = Class.forName(PipelinedChecksTests.class.getName() + "$" + type);
		try (AnnotationConfigApplicationContext context = start(beanClass, Checks.FAIL, true)) {
			assertThat(AopUtils.isCglibProxy(context.getBean("bean"))).isTrue();
			assertThat(output).containsPattern("WARN .*@Pipelined on method ")
				.containsOnlyOnce("@Pipelined on method " + beanClass.getName() + "." + method
						+ " has no effect where the container calls it as " + caller + ": ")
				.contains("Use PipelineTemplate.execute inside it");
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { BeanMethod.class, StaticBeanMethod.class, LiteBeanMethod.class })
	void aMethodThatMakesABeanIsWarnedOfAndRunsPlainly(Class<?> type, CapturedOutput output) {
		// There is no connection factory, so a pipeline would end the start
		try (AnnotationConfigApplicationContext context = start(type, Checks.FAIL, true)) {
			assertThat(context.getBean(Plain.class)).isNotNull();
			assertThat(output)
				.containsOnlyOnce("@Pipelined on method " + type.getName()
						+ ".catalog() has no effect: it makes a bean, and says nothing about the calls of that")
				.containsPattern("WARN .*@Pipelined on method ");
		}
	}

	@Test
	void theMethodsOfAWholeConfigurationRunPlainly(CapturedOutput output) {
		try (AnnotationConfigApplicationContext context = start(WholeConfiguration.class, Checks.FAIL, true)) {
			assertThat(context.getBean(Plain.class)).isNotNull();
			assertThat(output).doesNotContain("WARN");
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { PostConstructMethod.class, BeanMethod.class, Initializing.class })
	void offWarnsOfNothing(Class<?> type, CapturedOutput output) {
		start(type, Checks.OFF, true).close();
		assertThat(output).doesNotContain("WARN");
	}

	@Test
	void aClassIsNotWarnedOfForItsMethods(CapturedOutput output) {
		start(WholeClassWithPostConstruct.class, Checks.FAIL, true).close();
		assertThat(output).doesNotContain("WARN");
	}

	private static <T> AnnotationConfigApplicationContext start(Class<T> type, Checks checks,
			boolean proxyTargetClass) {
		return start(type, null, checks, proxyTargetClass);
	}

	@SuppressWarnings("unchecked")
	private static <T> AnnotationConfigApplicationContext start(Class<T> type, @Nullable Supplier<?> supplier,
			Checks checks, boolean proxyTargetClass) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.registerBean(PipelinedBeanPostProcessor.class, () -> {
			PipelinedBeanPostProcessor postProcessor = new PipelinedBeanPostProcessor(null, () -> checks);
			postProcessor.setProxyTargetClass(proxyTargetClass);
			return postProcessor;
		});
		if (supplier != null) {
			context.registerBean("bean", type, (Supplier<T>) supplier);
		}
		else {
			context.registerBean("bean", type);
		}
		context.refresh();
		return context;
	}

	/**
	 * What the Kotlin compiler makes of a suspending function.
	 */
	private static Class<?> suspending() {
		Class<?> continuation = new ByteBuddy().makeInterface()
			.name("kotlin.coroutines.Continuation")
			.make()
			.load(PipelinedChecksTests.class.getClassLoader())
			.getLoaded();
		return new ByteBuddy().subclass(Object.class)
			.name("example.Suspending")
			.defineMethod("warm", Object.class, Visibility.PUBLIC)
			.withParameters(String.class, continuation)
			.intercept(FixedValue.nullValue())
			.annotateMethod(AnnotationDescription.Builder.ofType(Pipelined.class).build())
			.make()
			.load(continuation.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
			.getLoaded();
	}

	static class Plain {

		void warm() {
		}

	}

	static class PostConstructMethod {

		@Pipelined
		@PostConstruct
		void init() {
		}

	}

	static class PreDestroyMethod {

		@Pipelined
		@PreDestroy
		void end() {
		}

	}

	static class Initializing implements InitializingBean {

		@Override
		@Pipelined
		public void afterPropertiesSet() {
		}

	}

	static class Disposing implements DisposableBean {

		@Override
		@Pipelined
		public void destroy() {
		}

	}

	@Configuration
	static class BeanMethod {

		@Bean
		@Pipelined
		Plain catalog() {
			return new Plain();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class LiteBeanMethod {

		@Bean
		@Pipelined
		Plain catalog() {
			return new Plain();
		}

	}

	@Configuration
	static class StaticBeanMethod {

		@Bean
		@Pipelined
		static Plain catalog() {
			return new Plain();
		}

	}

	@Pipelined
	@Configuration
	static class WholeConfiguration {

		@Bean
		Plain catalog() {
			return new Plain();
		}

	}

	@Pipelined
	static class WholeClassWithPostConstruct {

		@PostConstruct
		void init() {
		}

	}

	@SuppressWarnings("unused")
	static class PrivateMethod {

		@Pipelined
		private void warm() {
		}

	}

	static class InheritedPrivateMethod extends PrivateMethod {

	}

	static class StaticMethod {

		@Pipelined
		static void warm() {
		}

	}

	static class FinalMethod {

		@Pipelined
		public final void warm() {
		}

	}

	static class ReactiveMethod {

		@Pipelined
		public Flux<String> warm() {
			return Flux.empty();
		}

	}

	static class FutureMethod {

		@Pipelined
		public CompletableFuture<String> warm() {
			return CompletableFuture.completedFuture("");
		}

	}

	static class PackagePrivateMethod {

		@Pipelined
		void warm() {
		}

	}

	static final class FinalClass {

		@Pipelined
		public void warm() {
		}

	}

	@Pipelined
	static final class FinalWholeClass {

		public void warm() {
		}

	}

	record RecordClass() {

		@Pipelined
		public void warm() {
		}

	}

	static sealed class SealedClass permits SealedSub {

		@Pipelined
		public void warm() {
		}

	}

	static final class SealedSub extends SealedClass {

	}

	static class HiddenConstructor {

		private HiddenConstructor() {
		}

		@Pipelined
		public void warm() {
		}

	}

	interface Warming {

		@Pipelined
		void warm();

	}

	static class FinalImplementation implements Warming {

		@Override
		public final void warm() {
		}

	}

	static final class FinalClassWithInterface implements Warming {

		@Override
		public void warm() {
		}

	}

	static class NotOnInterface implements Runnable {

		@Override
		public void run() {
		}

		@Pipelined
		public void warm(String key) {
		}

	}

	interface Repository {

		@Pipelined
		void deleteByName(String name);

	}

	@Pipelined
	@SuppressWarnings("unused")
	static class WholeClass {

		public void warm() {
		}

		private void hidden() {
		}

		static void shared() {
		}

		public final void sealed() {
		}

		public Flux<String> reactive() {
			return Flux.empty();
		}

	}

	@SuppressWarnings("unused")
	static class TwoProblems {

		@Pipelined
		private void first() {
		}

		@Pipelined
		static void second(int count) {
		}

		@Pipelined
		void third() {
		}

	}

}
