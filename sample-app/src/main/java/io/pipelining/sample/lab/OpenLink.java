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
package io.pipelining.sample.lab;

import java.util.List;
import java.util.function.Supplier;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.PipelineListener;
import io.pipelining.core.PipelineTemplate;

/**
 * A link that is open for the time of an experiment.
 */
public final class OpenLink implements AutoCloseable {

	private final LettuceConnectionFactory factory;

	private final StringRedisTemplate redis;

	private final PipelineTemplate pipelines;

	OpenLink(LettuceConnectionFactory factory, Supplier<List<PipelineListener>> listeners) {
		this.factory = factory;
		factory.afterPropertiesSet();
		factory.start();
		this.redis = new StringRedisTemplate(factory);
		this.pipelines = PipelineTemplate.builder(factory).listeners(listeners).build();
	}

	/**
	 * Return a template whose calls take this link.
	 * @return the template
	 */
	public StringRedisTemplate redis() {
		return this.redis;
	}

	/**
	 * Return what pipelines the calls of {@link #redis()}.
	 * @return the template
	 */
	public PipelineTemplate pipelines() {
		return this.pipelines;
	}

	@Override
	public void close() {
		this.factory.destroy();
	}

}
