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
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.core.PipelineStatistics;

/**
 * One pipeline of the application.
 *
 * @param name its name
 * @param methods the annotated methods that run in it, empty if only code names it
 * @param connectionFactory whose calls it collects, {@code null} if that is not known
 * @param statistics what it gained, {@code null} if it cannot be opened
 * @param problem why it cannot be opened, {@code null} if it can
 */
record PipelineEntry(String name, List<Method> methods, @Nullable RedisConnectionFactory connectionFactory,
		@Nullable PipelineStatistics statistics, @Nullable String problem) {

	static PipelineEntry of(PipelineStatistics statistics, RedisConnectionFactory connectionFactory) {
		return new PipelineEntry(statistics.pipeline(), List.of(), connectionFactory, statistics, null);
	}

	/**
	 * An annotated method without a template to run it.
	 */
	static PipelineEntry without(String name, Method method, @Nullable String problem) {
		return new PipelineEntry(name, List.of(method), null, null, problem);
	}

	PipelineEntry withMethod(Method method) {
		return new PipelineEntry(this.name, Stream.concat(this.methods.stream(), Stream.of(method)).toList(),
				this.connectionFactory, this.statistics, this.problem);
	}

	/**
	 * Return how often its code ran.
	 */
	long runs() {
		return (this.statistics != null)
				? this.statistics.opened() + this.statistics.joined() + this.statistics.stoodAside() : 0;
	}

	/**
	 * Return whether it is worth being listed: a template that only derives others has a
	 * name as well.
	 */
	boolean isOfInterest() {
		return !this.methods.isEmpty() || runs() > 0 || !this.name.equals("default");
	}

}
