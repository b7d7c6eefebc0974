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

import org.jspecify.annotations.Nullable;

import io.pipelining.core.PipelineTemplate;

/**
 * Finds the template that runs the pipelines of a connection factory. Asked when a method
 * is first called, never while beans are being created. Implementations are thread-safe.
 *
 * @since 0.1.0
 * @see BeanFactoryPipelineTemplateResolver
 */
@FunctionalInterface
public interface PipelineTemplateResolver {

	/**
	 * Return the template of a connection factory.
	 * @param connectionFactory the name or a qualifier of the connection factory, empty
	 * for the primary or only one
	 * @return the template, or {@code null} if the code is to run without a pipeline
	 * @throws io.pipelining.PipelineUsageException if there is no such connection
	 * factory, or several; the message names those to choose from
	 */
	@Nullable PipelineTemplate resolve(String connectionFactory);

}
