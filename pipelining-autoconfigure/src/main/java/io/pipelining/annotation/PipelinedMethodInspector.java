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

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils.MethodFilter;

import io.pipelining.annotation.PipelinedMethodException.Problem;

/**
 * Finds the places of one bean where {@link Pipelined @Pipelined} can never take effect.
 */
final class PipelinedMethodInspector {

	private static final String OR_IN_CODE = ", or use PipelineTemplate.execute inside it";

	private static final String NOT_EXTENSIBLE = " is final or sealed, or has only private constructors, "
			+ "and so no proxy can extend it";

	private static final String EXTEND = "Make it a class that can be extended (in Kotlin: 'open'), or let it "
			+ "implement an interface and set 'spring.aop.proxy-target-class' to 'false'.";

	private final Class<?> targetClass;

	private final Set<Method> methods;

	/**
	 * Create an inspector.
	 * @param targetClass the class that the user wrote
	 */
	PipelinedMethodInspector(Class<?> targetClass) {
		this.targetClass = targetClass;
		this.methods = annotatedMethods(targetClass);
		for (Class<?> type : ClassUtils.getAllInterfacesForClass(targetClass)) {
			// the class that implements them may not name the interface
			annotatedMethods(type)
				.forEach((method) -> this.methods.add(AopUtils.getMostSpecificMethod(method, targetClass)));
		}
	}

	private static Set<Method> annotatedMethods(Class<?> type) {
		return new LinkedHashSet<>(
				MethodIntrospector.selectMethods(type, (MethodFilter) PipelinedMethodInspector::isAnnotated));
	}

	boolean hasAnnotation() {
		return !this.methods.isEmpty() || isAnnotated(this.targetClass);
	}

	/**
	 * Return whether a proxy can extend a class.
	 */
	static boolean isExtensible(Class<?> type) {
		if (Modifier.isFinal(type.getModifiers()) || type.isSealed()) {
			return false;
		}
		Constructor<?>[] constructors = type.getDeclaredConstructors();
		return Arrays.stream(constructors).anyMatch((constructor) -> !Modifier.isPrivate(constructor.getModifiers()));
	}

	private static boolean isAnnotatedAnywhere(Class<?> type) {
		return isAnnotated(type) || !annotatedMethods(type).isEmpty();
	}

	/**
	 * Return what is wrong.
	 * @param interfaces the interfaces of the bean's proxy, {@code null} where it extends
	 * the class
	 */
	List<Problem> inspect(@Nullable Collection<Class<?>> interfaces) {
		List<Problem> problems = new ArrayList<>();
		boolean extensible = interfaces != null || isExtensible(this.targetClass);
		if (!extensible && isAnnotated(this.targetClass)) {
			problems.add(new Problem("class " + this.targetClass.getName(), "the class" + NOT_EXTENSIBLE, EXTEND));
		}
		for (Method method : this.methods) {
			Problem problem = inspect(method, interfaces, extensible);
			if (problem != null) {
				problems.add(problem);
			}
		}
		if (interfaces != null) {
			interfaces.stream()
				.filter((candidate) -> !candidate.isAssignableFrom(this.targetClass) && isAnnotatedAnywhere(candidate))
				.map(PipelinedMethodInspector::unimplemented)
				.forEach(problems::add);
		}
		return problems;
	}

	private @Nullable Problem inspect(Method method, @Nullable Collection<Class<?>> interfaces, boolean extensible) {
		if (PipelinedMethods.makesBean(method)) {
			return null;
		}
		if (PipelinedMethods.isSuspending(method)) {
			return problem(method, "it is a suspending function, whose calls are not made by one thread",
					"Annotate a function that does not suspend and call it from this one.");
		}
		if (PipelinedMethods.isReactive(method.getReturnType())) {
			return problem(method,
					"it returns " + method.getReturnType().getSimpleName() + ", whose calls are made after it returned",
					"Remove the annotation: reactive templates pipeline by themselves.");
		}
		if (Modifier.isStatic(method.getModifiers())) {
			return problem(method, "it is static, and a proxy cannot intercept it",
					"Make it an instance method of a bean" + OR_IN_CODE + ".");
		}
		if (Modifier.isPrivate(method.getModifiers())) {
			return problem(method, "it is private, and a proxy cannot intercept it",
					"Make it public and call it through the bean" + OR_IN_CODE + ".");
		}
		if (!extensible) {
			return problem(method, "its class" + NOT_EXTENSIBLE, EXTEND);
		}
		if (interfaces == null) {
			return Modifier.isFinal(method.getModifiers())
					? problem(method, "it is final, and a proxy that extends the class cannot intercept it",
							"Remove 'final' (in Kotlin: make it 'open')" + OR_IN_CODE + ".")
					: null;
		}
		return isDeclaredBy(interfaces, method) ? null
				: problem(method, "it is on no interface of the bean, whose proxy implements interfaces only",
						"Declare it on an interface of the bean, or set 'spring.aop.proxy-target-class' to 'true'.");
	}

	/**
	 * Return what to warn of, where it starts all the same.
	 */
	List<String> warnings() {
		return ContainerCalls.warnings(this.methods);
	}

	private Problem problem(Method method, String reason, String wayOut) {
		String inherited = (method.getDeclaringClass() != this.targetClass) ? " (of " + this.targetClass.getName() + ")"
				: "";
		return new Problem(place(method) + inherited, reason, wayOut);
	}

	static String place(Method method) {
		String parameters = Arrays.stream(method.getParameterTypes())
			.map(Class::getSimpleName)
			.collect(Collectors.joining(", "));
		return "method " + method.getDeclaringClass().getName() + "." + method.getName() + "(" + parameters + ")";
	}

	private static Problem unimplemented(Class<?> type) {
		return new Problem("interface " + type.getName(),
				"the bean is a proxy that answers this interface by itself, as that of a Spring Data repository does",
				"Annotate the method that calls it.");
	}

	private boolean isDeclaredBy(Collection<Class<?>> interfaces, Method method) {
		return interfaces.stream()
			.flatMap((candidate) -> Arrays.stream(candidate.getMethods()))
			.anyMatch((candidate) -> candidate.getName().equals(method.getName())
					&& AopUtils.getMostSpecificMethod(candidate, this.targetClass).equals(method));
	}

	private static boolean isAnnotated(AnnotatedElement element) {
		return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).isPresent(Pipelined.class);
	}

}
