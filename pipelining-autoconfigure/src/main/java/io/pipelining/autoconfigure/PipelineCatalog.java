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
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;

import io.pipelining.PipelineUsageException;
import io.pipelining.annotation.AnnotationPipelinedAttributeSource;
import io.pipelining.annotation.PipelinedAdvisor;
import io.pipelining.annotation.PipelinedAttribute;
import io.pipelining.annotation.PipelinedAttributeSource;
import io.pipelining.annotation.PipelinedBeanPostProcessor;
import io.pipelining.annotation.PipelinedMethodFinder;
import io.pipelining.core.PipelineStatistics;
import io.pipelining.core.PipelineTemplate;

/**
 * Knows the pipelines of an application: those of annotated methods, and those that
 * templates name. Creates no bean.
 */
final class PipelineCatalog {

	private final ConfigurableListableBeanFactory beanFactory;

	private final ObjectProvider<PipelinedBeanPostProcessor> postProcessors;

	private final ObjectProvider<PipelinedAdvisor> advisors;

	private final PipelineTemplates templates;

	PipelineCatalog(ConfigurableListableBeanFactory beanFactory,
			ObjectProvider<PipelinedBeanPostProcessor> postProcessors, ObjectProvider<PipelinedAdvisor> advisors,
			PipelineTemplates templates) {
		this.beanFactory = beanFactory;
		this.postProcessors = postProcessors;
		this.advisors = advisors;
		this.templates = templates;
	}

	/**
	 * Return the methods that run in pipelines, those of beans included that are not
	 * there yet.
	 */
	Map<Method, PipelinedAttribute> methods() {
		return new PipelinedMethodFinder(this.beanFactory, attributeSource()).find();
	}

	private PipelinedAttributeSource attributeSource() {
		PipelinedBeanPostProcessor postProcessor = this.postProcessors.getIfAvailable();
		if (postProcessor != null) {
			return postProcessor.getAttributeSource();
		}
		return this.advisors.stream()
			.findFirst()
			.map(PipelinedAdvisor::getAttributeSource)
			.orElseGet(AnnotationPipelinedAttributeSource::new);
	}

	/**
	 * Return the templates that are there: beans, and those made for annotated methods.
	 */
	Collection<PipelineTemplate> templates() {
		Set<PipelineTemplate> templates = new LinkedHashSet<>(this.templates.created());
		for (String name : this.beanFactory.getBeanNamesForType(PipelineTemplate.class, true, false)) {
			if (this.beanFactory.containsSingleton(name)
					&& this.beanFactory.getSingleton(name) instanceof PipelineTemplate template) {
				templates.add(template);
			}
		}
		return templates;
	}

	/**
	 * Return all pipelines, by name.
	 */
	List<PipelineEntry> entries() {
		Map<Object, PipelineEntry> entries = new LinkedHashMap<>();
		methods().forEach((method, attribute) -> add(entries, method, attribute));
		for (PipelineTemplate template : templates()) {
			for (PipelineStatistics statistics : template.statistics()) {
				entries.putIfAbsent(statistics, PipelineEntry.of(statistics, template.getConnectionFactory()));
			}
		}
		return entries.values()
			.stream()
			.filter(PipelineEntry::isOfInterest)
			.sorted(Comparator.comparing(PipelineEntry::name))
			.toList();
	}

	private void add(Map<Object, PipelineEntry> entries, Method method, PipelinedAttribute attribute) {
		try {
			PipelineTemplate resolved = this.templates.resolve(attribute.connectionFactory());
			if (resolved != null) {
				PipelineTemplate template = resolved.with(attribute::applyTo);
				entries.merge(template.ownStatistics(),
						PipelineEntry.of(template.ownStatistics(), template.getConnectionFactory()).withMethod(method),
						(known, added) -> known.withMethod(method));
			}
			else {
				entries.put(method, PipelineEntry.without(attribute.name(), method, null));
			}
		}
		catch (PipelineUsageException | BeansException ex) {
			entries.put(method, PipelineEntry.without(attribute.name(), method, ex.getMessage()));
		}
	}

	/**
	 * Return how a connection factory is called: the name of the bean, or its class if it
	 * is none.
	 */
	String nameOf(RedisConnectionFactory connectionFactory) {
		for (String name : this.beanFactory.getBeanNamesForType(RedisConnectionFactory.class, true, false)) {
			if (this.beanFactory.containsSingleton(name) && this.beanFactory.getSingleton(name) == connectionFactory) {
				return name;
			}
		}
		return connectionFactory.getClass().getName();
	}

	/**
	 * Return the templates of Spring that are there, by the names of their beans.
	 */
	Map<String, RedisTemplate<?, ?>> redisTemplates() {
		Map<String, RedisTemplate<?, ?>> templates = new TreeMap<>();
		for (String name : this.beanFactory.getBeanNamesForType(RedisTemplate.class, true, false)) {
			if (this.beanFactory.containsSingleton(name)
					&& this.beanFactory.getSingleton(name) instanceof RedisTemplate<?, ?> template) {
				templates.put(name, template);
			}
		}
		return templates;
	}

	/**
	 * Return the names of all pipelines.
	 */
	Set<String> names() {
		Set<String> names = new TreeSet<>();
		methods().values().forEach((attribute) -> names.add(attribute.name()));
		for (PipelineTemplate template : templates()) {
			List<String> named = template.statistics().stream().map(PipelineStatistics::pipeline).toList();
			names.addAll(named);
		}
		return names;
	}

}
