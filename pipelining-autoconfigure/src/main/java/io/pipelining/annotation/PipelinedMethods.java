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

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;

/**
 * Which methods a pipeline can serve at all: those that make their calls before they
 * return.
 */
final class PipelinedMethods {

	private static final String PUBLISHER = "org.reactivestreams.Publisher";

	private static final String BEAN = "org.springframework.context.annotation.Bean";

	private static final String CONTINUATION = "kotlin.coroutines.Continuation";

	private PipelinedMethods() {
	}

	static boolean isHonoured(Method method) {
		return !isSuspending(method) && !isReactive(method.getReturnType()) && !makesBean(method);
	}

	/**
	 * A pipeline that opened while beans are made would make some early.
	 */
	static boolean makesBean(Method method) {
		return MergedAnnotations.from(method).isPresent(BEAN);
	}

	static boolean isSuspending(Method method) {
		Class<?>[] parameters = method.getParameterTypes();
		return parameters.length > 0 && CONTINUATION.equals(parameters[parameters.length - 1].getName());
	}

	/**
	 * A {@link CompletionStage} is none: it is how an {@code @Async} method returns what
	 * it has computed.
	 */
	static boolean isReactive(Class<?> type) {
		if (type.isPrimitive() || CompletionStage.class.isAssignableFrom(type)) {
			return false;
		}
		if (Flow.Publisher.class.isAssignableFrom(type) || isPublisher(type)) {
			return true;
		}
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		return adapter != null && !CompletionStage.class.isAssignableFrom(adapter.getReactiveType());
	}

	/**
	 * The registry knows no plain publisher where Reactor is absent.
	 */
	private static boolean isPublisher(Class<?> type) {
		if (PUBLISHER.equals(type.getName())) {
			return true;
		}
		Set<Class<?>> interfaces = ClassUtils.getAllInterfacesForClassAsSet(type);
		return interfaces.stream().anyMatch((candidate) -> PUBLISHER.equals(candidate.getName()));
	}

}
