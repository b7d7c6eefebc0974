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

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.pipelining.PipelineOptions;
import io.pipelining.autoconfigure.PipeliningProperties.Overrides;

/**
 * What the properties say of single pipelines. A pipeline is found by its exact name, or
 * else by the letters and digits of its name alone: the name of an environment variable
 * holds nothing more.
 */
final class PipelineOverrides implements UnaryOperator<PipelineOptions> {

	private final Map<String, Overrides> exact;

	private final Map<String, Overrides> uniform = new LinkedHashMap<>();

	PipelineOverrides(Map<String, Overrides> pipelines) {
		this.exact = Map.copyOf(pipelines);
		pipelines.forEach((name, overrides) -> this.uniform.put(uniform(name), overrides));
	}

	@Override
	public PipelineOptions apply(PipelineOptions options) {
		Overrides overrides = find(options.name());
		return (overrides != null) ? overrides.applyTo(options) : options;
	}

	private @Nullable Overrides find(String name) {
		if (this.exact.isEmpty()) {
			return null;
		}
		Overrides overrides = this.exact.get(name);
		return (overrides != null) ? overrides : this.uniform.get(uniform(name));
	}

	/**
	 * Return whether settings are meant for a pipeline.
	 * @param name the name among the properties
	 * @param pipeline the name of the pipeline
	 */
	static boolean isMeant(String name, String pipeline) {
		return name.equals(pipeline) || uniform(name).equals(uniform(pipeline));
	}

	private static String uniform(String name) {
		StringBuilder uniform = new StringBuilder(name.length());
		name.codePoints().filter(Character::isLetterOrDigit).forEach(uniform::appendCodePoint);
		return uniform.toString().toLowerCase(Locale.ROOT);
	}

}
