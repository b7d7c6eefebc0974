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

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.Lifecycle;
import org.springframework.context.Phased;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;

import io.pipelining.BatchObserver;
import io.pipelining.PipelineListener;
import io.pipelining.PipelineUsageException;
import io.pipelining.annotation.BeanFactoryPipelineTemplateResolver;
import io.pipelining.annotation.PipelineTemplateResolver;
import io.pipelining.core.PipelineTemplate;

/**
 * Makes templates as the properties say, and finds those of annotated methods. Those that
 * are no beans are stopped with the context from here.
 */
final class PipelineTemplates implements PipelineTemplateResolver, Lifecycle, Phased {

	private final PipeliningProperties properties;

	private final ObjectProvider<PipelineListener> listeners;

	private final ObjectProvider<BatchObserver> observers;

	private final ObjectProvider<RedisTemplate<?, ?>> templates;

	private final ObjectProvider<PipelineHintLog> hints;

	private final PipelineTemplateResolver resolver;

	private final PipelineOverrides overrides;

	private final Collection<PipelineTemplate> created = new ConcurrentLinkedQueue<>();

	PipelineTemplates(PipeliningProperties properties, ObjectProvider<PipelineListener> listeners,
			ObjectProvider<BatchObserver> observers, ObjectProvider<RedisTemplate<?, ?>> templates,
			ObjectProvider<PipelineHintLog> hints, ListableBeanFactory beanFactory) {
		this.properties = properties;
		this.overrides = new PipelineOverrides(properties.getPipelines());
		this.listeners = listeners;
		this.observers = observers;
		this.templates = templates;
		this.hints = hints;
		this.resolver = new BeanFactoryPipelineTemplateResolver(beanFactory, this::create);
	}

	/**
	 * Return the templates that were made so far.
	 */
	List<PipelineTemplate> created() {
		return List.copyOf(this.created);
	}

	PipelineTemplate create(RedisConnectionFactory connectionFactory) {
		PipelineTemplate template = PipelineTemplate.builder(connectionFactory)
			.listeners(this::listeners)
			.observers(() -> this.observers.orderedStream().toList())
			.templates(() -> templates(connectionFactory))
			.enabled(this.properties.isEnabled())
			.results(this.properties.getResults())
			.showKeys(this.properties.isShowKeys())
			.options(this.properties::applyTo)
			.overrides(this.overrides)
			.reviewer((statistics) -> this.hints.ifAvailable(PipelineHintLog::review))
			.build();
		this.created.add(template);
		return template;
	}

	private List<RedisTemplate<?, ?>> templates(RedisConnectionFactory connectionFactory) {
		return this.templates.stream()
			.filter((template) -> template.getConnectionFactory() == connectionFactory)
			.toList();
	}

	private List<PipelineListener> listeners() {
		return this.listeners.orderedStream().toList();
	}

	/**
	 * Off means off: where there is no template to tell the code that nothing is
	 * collected, the code runs all the same.
	 */
	@Override
	public @Nullable PipelineTemplate resolve(String connectionFactory) {
		try {
			return this.resolver.resolve(connectionFactory);
		}
		catch (PipelineUsageException ex) {
			if (this.properties.isEnabled()) {
				throw ex;
			}
			return null;
		}
	}

	@Override
	public void start() {
		this.created.forEach(PipelineTemplate::start);
	}

	@Override
	public void stop() {
		this.created.forEach(PipelineTemplate::stop);
	}

	@Override
	public boolean isRunning() {
		return this.created.stream().anyMatch(PipelineTemplate::isRunning);
	}

	/** Before each of the connection factories, where that is asked for at the end. */
	@Override
	public int getPhase() {
		return this.created.stream().mapToInt(PipelineTemplate::getPhase).max().orElse(1);
	}

}
