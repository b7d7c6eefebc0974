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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.annotation.MergedAnnotations;

/**
 * Finds annotated methods that the container itself calls, on the object and not on its
 * proxy, or to make a bean. They may be called by others as well, so they are no reason
 * not to start.
 */
final class ContainerCalls {

	private static final List<String> LIFECYCLE = List.of("PostConstruct", "PreDestroy");

	private ContainerCalls() {
	}

	/**
	 * Return what to warn of.
	 * @param methods the methods that are annotated themselves
	 * @return sentences
	 */
	static List<String> warnings(Collection<Method> methods) {
		List<String> warnings = new ArrayList<>();
		for (Method method : methods) {
			String warning = warning(method);
			if (warning != null) {
				warnings.add("@Pipelined on " + PipelinedMethodInspector.place(method) + " " + warning);
			}
		}
		return warnings;
	}

	private static @Nullable String warning(Method method) {
		if (PipelinedMethods.makesBean(method)) {
			return "has no effect: it makes a bean, and says nothing about the calls of that bean's methods. Annotate"
					+ " those.";
		}
		MergedAnnotations annotations = MergedAnnotations.from(method);
		String caller = lifecycle(method, annotations);
		return (caller != null) ? "has no effect where the container calls it as " + caller
				+ ": it calls the object itself and not its proxy. Use PipelineTemplate.execute inside it, or call an"
				+ " annotated method of another bean." : null;
	}

	private static @Nullable String lifecycle(Method method, MergedAnnotations annotations) {
		for (String name : LIFECYCLE) {
			if (annotations.isPresent("jakarta.annotation." + name)
					|| annotations.isPresent("javax.annotation." + name)) {
				return "@" + name;
			}
		}
		if (isOf(InitializingBean.class, "afterPropertiesSet", method)) {
			return "InitializingBean";
		}
		return isOf(DisposableBean.class, "destroy", method) ? "DisposableBean" : null;
	}

	private static boolean isOf(Class<?> type, String name, Method method) {
		return type.isAssignableFrom(method.getDeclaringClass()) && method.getName().equals(name)
				&& method.getParameterCount() == 0;
	}

}
