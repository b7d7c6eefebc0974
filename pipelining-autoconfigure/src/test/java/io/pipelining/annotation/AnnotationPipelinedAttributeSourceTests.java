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

import java.io.Serializable;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.core.annotation.AliasFor;
import org.springframework.util.ReflectionUtils;

import io.pipelining.OnException;
import io.pipelining.PipelineOptions;
import io.pipelining.PipelinePropagation;
import io.pipelining.Results;
import io.pipelining.SendPhase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AnnotationPipelinedAttributeSource}.
 */
class AnnotationPipelinedAttributeSourceTests {

	private final AnnotationPipelinedAttributeSource source = new AnnotationPipelinedAttributeSource();

	@Test
	void readsEveryAttribute() {
		assertThat(find(AllAttributes.class, "run")).isEqualTo(new PipelinedAttribute("all", "sessions", Results.RAW,
				OnException.SEND, PipelinePropagation.REQUIRES_NEW, SendPhase.AFTER_COMMIT, true));
	}

	@Test
	void everyAttributeOfTheAnnotationIsCarried() {
		assertThat(Arrays.stream(Pipelined.class.getDeclaredMethods()).map(Method::getName)).containsExactlyInAnyOrder(
				"value", "name", "connectionFactory", "results", "onException", "propagation", "phase", "atomic");
		assertThat(
				Arrays.stream(PipelinedAttribute.class.getRecordComponents()).map((component) -> component.getName()))
			.containsExactlyInAnyOrder("name", "connectionFactory", "results", "onException", "propagation", "phase",
					"atomic");
	}

	@Test
	void defaultsLeaveTheTemplateAlone() {
		PipelinedAttribute attribute = find(CatalogService.class, "warm");
		assertThat(attribute).isEqualTo(new PipelinedAttribute("catalog-service-warm", "", Results.DEFAULT,
				OnException.DEFAULT, PipelinePropagation.REQUIRED, SendPhase.RETURN, false));
		PipelineOptions options = PipelineOptions.defaults().withResults(Results.RAW).withOnException(OnException.SEND);
		PipelineOptions changed = attribute.applyTo(options);
		assertThat(changed.name()).isEqualTo("catalog-service-warm");
		assertThat(changed.results()).isEqualTo(Results.RAW);
		assertThat(changed.onException()).isEqualTo(OnException.SEND);
	}

	@Test
	void attributesWinOverTheTemplate() {
		PipelineOptions changed = find(AllAttributes.class, "run").applyTo(PipelineOptions.defaults());
		assertThat(changed.name()).isEqualTo("all");
		assertThat(changed.results()).isEqualTo(Results.RAW);
		assertThat(changed.onException()).isEqualTo(OnException.SEND);
		assertThat(changed.propagation()).isEqualTo(PipelinePropagation.REQUIRES_NEW);
		assertThat(changed.phase()).isEqualTo(SendPhase.AFTER_COMMIT);
		assertThat(changed.atomic()).isTrue();
	}

	@Test
	void valueIsTheName() {
		assertThat(find(Valued.class, "run").name()).isEqualTo("by-value");
	}

	@ParameterizedTest
	@CsvSource({ "warm, catalog-service-warm", "loadURLs, catalog-service-load-ur-ls",
			"parseHTMLPage, " + "catalog-service-parse-html-page", "warm2Times, catalog-service-warm2-times",
			"snake_case, catalog-service-snake-case" })
	void defaultNameIsClassAndMethodInKebabCase(String method, String name) {
		assertThat(find(CatalogService.class, method).name()).isEqualTo(name);
	}

	@Test
	void aCglibSubclassHasTheNameOfItsClass() {
		ProxyFactory proxyFactory = new ProxyFactory(new CatalogService());
		proxyFactory.setProxyTargetClass(true);
		Class<?> proxyClass = proxyFactory.getProxy().getClass();
		assertThat(proxyClass).isNotEqualTo(CatalogService.class);
		Method method = ReflectionUtils.findMethod(CatalogService.class, "warm");
		assertThat(this.source.getAttribute(method, proxyClass).name()).isEqualTo("catalog-service-warm");
	}

	@Test
	void aMadeUpClassHasTheNameOfItsInterface() {
		Object jdkProxy = Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Annotated.class },
				(proxy, method, arguments) -> null);
		Annotated anonymous = new Annotated() {

			@Override
			public void run() {
			}

		};
		Annotated lambda = () -> {
		};
		Method method = ReflectionUtils.findMethod(Annotated.class, "run");
		for (Object bean : new Object[] { jdkProxy, anonymous, lambda }) {
			assertThat(this.source.getAttribute(method, bean.getClass()).name()).isEqualTo("annotated-run");
		}
	}

	@Test
	void theMethodWinsOverTheClassAndTheClassOverTheInterface() {
		assertThat(find(MethodAndClass.class, "both").name()).isEqualTo("method");
		assertThat(find(MethodAndClass.class, "other").name()).isEqualTo("class");
		assertThat(find(ClassOverInterface.class, "run").name()).isEqualTo("class");
		Method interfaceMethod = ReflectionUtils.findMethod(NamedInterface.class, "run");
		assertThat(this.source.getAttribute(interfaceMethod, ClassOverInterface.class).name()).isEqualTo("class");
	}

	@Test
	void aNameOnAClassHoldsForAllItsMethods() {
		assertThat(find(NamedClass.class, "first").name()).isEqualTo("catalog");
		assertThat(find(NamedClass.class, "second").name()).isEqualTo("catalog");
		assertThat(find(UnnamedClass.class, "first").name()).isEqualTo("unnamed-class-first");
	}

	@Test
	void aClassSpeaksForTheMethodsItInherits() {
		assertThat(find(AnnotatedSub.class, "inherited").name()).isEqualTo("annotated-sub-inherited");
		assertThat(find(PlainSubOfAnnotated.class, "first").name()).isEqualTo("plain-sub-of-annotated-first");
	}

	@Test
	void anOverriddenMethodIsFound() {
		assertThat(find(Overriding.class, "warm").name()).isEqualTo("overriding-warm");
	}

	@Test
	void interfacesAreFoundFromBothSides() {
		Method interfaceMethod = ReflectionUtils.findMethod(Annotated.class, "run");
		assertThat(find(Implementing.class, "run").name()).isEqualTo("implementing-run");
		assertThat(this.source.getAttribute(interfaceMethod, Implementing.class).name()).isEqualTo("implementing-run");
		Method typeMethod = ReflectionUtils.findMethod(AnnotatedType.class, "run");
		assertThat(find(ImplementingType.class, "run").name()).isEqualTo("implementing-type-run");
		assertThat(this.source.getAttribute(typeMethod, ImplementingType.class).name())
			.isEqualTo("implementing-type-run");
	}

	@Test
	void theAnnotationOfTheClassIsFoundFromThePlainInterface() {
		Method interfaceMethod = ReflectionUtils.findMethod(Plain.class, "run");
		assertThat(this.source.getAttribute(interfaceMethod, AnnotatedImplementation.class).name())
			.isEqualTo("annotated-implementation-run");
		assertThat(this.source.getAttribute(interfaceMethod, Plain.class)).isNull();
		assertThat(this.source.getAttribute(interfaceMethod, null)).isNull();
	}

	@Test
	void anInterfaceThatOnlyASubclassNamesIsFound() {
		assertThat(find(Naming.class, "run").name()).isEqualTo("naming-run");
		assertThat(this.source.isCandidateClass(Naming.class)).isTrue();
	}

	@Test
	void anInterfaceSpeaksForItsOwnMethodsOnly() {
		assertThat(find(ImplementingType.class, "other")).isNull();
	}

	@Test
	void composedAnnotationsAndTheirOverriddenAttributesAreFound() {
		assertThat(find(Composed.class, "run")).isEqualTo(new PipelinedAttribute("composed", "sessions",
				Results.DEFAULT, OnException.SEND, PipelinePropagation.REQUIRED, SendPhase.RETURN, false));
	}

	@Test
	void bridgeMethodsLeadToTheirMethod() {
		Method bridge = Arrays.stream(Generic.class.getDeclaredMethods()).filter(Method::isBridge).findFirst().get();
		assertThat(this.source.getAttribute(bridge, Generic.class).name()).isEqualTo("generic-save");
		Method interfaceMethod = ReflectionUtils.findMethod(Store.class, "save", Object.class);
		assertThat(this.source.getAttribute(interfaceMethod, Generic.class).name()).isEqualTo("generic-save");
	}

	@Test
	void aClassLeavesAloneWhatCannotBeHonoured() {
		for (String method : new String[] { "hidden", "shared", "sealed", "mono", "publisher", "single", "toString" }) {
			assertThat(find(WholeClass.class, method)).as(method).isNull();
		}
		assertThat(find(WholeClass.class, "first")).isNotNull();
		assertThat(find(WholeClass.class, "future")).isNotNull();
		assertThat(this.source.getAttribute(ReflectionUtils.findMethod(Object.class, "hashCode"), WholeClass.class))
			.isNull();
	}

	@Test
	void aFinalMethodIsServedThroughAnInterface() {
		Method interfaceMethod = ReflectionUtils.findMethod(Plain.class, "run");
		assertThat(find(FinalImplementation.class, "run")).isNull();
		assertThat(this.source.getAttribute(interfaceMethod, FinalImplementation.class)).isNotNull();
	}

	@Test
	void unannotatedMethodsAreFoundOnceAndForAll() {
		assertThat(find(Plain.class, "run")).isNull();
		assertThat(find(Plain.class, "run")).isNull();
	}

	@Test
	void attributesAreKept() {
		assertThat(find(CatalogService.class, "warm")).isSameAs(find(CatalogService.class, "warm"));
	}

	@Test
	void onlyAnnotatedClassesAreCandidates() {
		assertThat(this.source.isCandidateClass(String.class)).isFalse();
		assertThat(this.source.isCandidateClass(PlainBase.class)).isFalse();
		assertThat(this.source.isCandidateClass(CatalogService.class)).isTrue();
		assertThat(this.source.isCandidateClass(Overriding.class)).isTrue();
		assertThat(this.source.isCandidateClass(ImplementingType.class)).isTrue();
		assertThat(this.source.isCandidateClass(PlainSubOfAnnotated.class)).isTrue();
	}

	private @Nullable PipelinedAttribute find(Class<?> type, String name) {
		Method method = Arrays.stream(ReflectionUtils.getAllDeclaredMethods(type))
			.filter((candidate) -> candidate.getName().equals(name) && !candidate.isBridge())
			.findFirst()
			.get();
		return this.source.getAttribute(method, type);
	}

	static class AllAttributes {

		@Pipelined(name = "all", connectionFactory = "sessions", results = Results.RAW, onException = OnException.SEND,
				propagation = PipelinePropagation.REQUIRES_NEW, phase = SendPhase.AFTER_COMMIT, atomic = true)
		void run() {
		}

	}

	static class CatalogService {

		@Pipelined
		void warm() {
		}

		@Pipelined
		void loadURLs() {
		}

		@Pipelined
		void parseHTMLPage() {
		}

		@Pipelined
		void warm2Times() {
		}

		@Pipelined
		void snake_case() {
		}

	}

	static class Overriding extends CatalogService {

		@Override
		void warm() {
		}

	}

	static class Valued {

		@Pipelined("by-value")
		void run() {
		}

	}

	@Pipelined("class")
	static class MethodAndClass {

		@Pipelined("method")
		void both() {
		}

		void other() {
		}

	}

	interface NamedInterface {

		@Pipelined("interface")
		void run();

	}

	@Pipelined("class")
	static class ClassOverInterface implements NamedInterface {

		public void run() {
		}

	}

	@Pipelined("catalog")
	static class NamedClass {

		void first() {
		}

		void second() {
		}

	}

	@Pipelined
	static class UnnamedClass {

		void first() {
		}

	}

	static class PlainSubOfAnnotated extends UnnamedClass {

	}

	static class PlainBase {

		void inherited() {
		}

	}

	@Pipelined
	static class AnnotatedSub extends PlainBase {

	}

	@FunctionalInterface
	interface Annotated {

		@Pipelined
		void run();

	}

	static class Implementing implements Annotated {

		@Override
		public void run() {
		}

	}

	@Pipelined
	interface AnnotatedType {

		void run();

	}

	static class Unnaming {

		public void run() {
		}

	}

	static class Naming extends Unnaming implements Annotated {

	}

	static class ImplementingType implements AnnotatedType {

		public void other() {
		}

		@Override
		public void run() {
		}

	}

	interface Plain {

		void run();

	}

	static class AnnotatedImplementation implements Plain {

		@Override
		@Pipelined
		public void run() {
		}

	}

	static class FinalImplementation implements Plain {

		@Override
		@Pipelined
		public final void run() {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@Pipelined(connectionFactory = "sessions", onException = OnException.SEND)
	@interface SessionPipelined {

		@AliasFor(annotation = Pipelined.class)
		String name() default "";

	}

	static class Composed {

		@SessionPipelined(name = "composed")
		void run() {
		}

	}

	interface Store<T> {

		void save(T value);

	}

	static class Generic implements Store<Serializable> {

		@Override
		@Pipelined
		public void save(Serializable value) {
		}

	}

	@Pipelined
	static class WholeClass {

		void first() {
		}

		@SuppressWarnings("unused")
		private void hidden() {
		}

		static void shared() {
		}

		final void sealed() {
		}

		Mono<String> mono() {
			return Mono.empty();
		}

		Flow.@Nullable Publisher<String> publisher() {
			return null;
		}

		org.reactivestreams.@Nullable Publisher<String> single() {
			return null;
		}

		CompletableFuture<String> future() {
			return CompletableFuture.completedFuture("");
		}

		Supplier<String> supplier() {
			return () -> "";
		}

		@Override
		public String toString() {
			return "";
		}

	}

}
