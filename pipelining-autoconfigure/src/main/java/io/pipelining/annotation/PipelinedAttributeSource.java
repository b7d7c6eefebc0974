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

import org.jspecify.annotations.Nullable;

/**
 * Knows which methods run in a pipeline, and how. Implementations are thread-safe.
 *
 * @since 0.1.0
 * @see AnnotationPipelinedAttributeSource
 */
public interface PipelinedAttributeSource {

	/**
	 * Return whether methods of a class may have attributes at all.
	 * @param targetClass the class
	 * @return {@code false} if it is certain that none has; {@code true} by default
	 */
	default boolean isCandidateClass(Class<?> targetClass) {
		return true;
	}

	/**
	 * Return the attribute of a method.
	 * @param method the method that is invoked on the proxy, which may be that of an
	 * interface
	 * @param targetClass the class of the target, {@code null} for the class that
	 * declares the method
	 * @return the attribute, or {@code null} if the method runs without a pipeline
	 */
	@Nullable PipelinedAttribute getAttribute(Method method, @Nullable Class<?> targetClass);

}
