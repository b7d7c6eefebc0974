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

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.PipelineSetupException;
import io.pipelining.core.PipelineTemplate;

/**
 * Finds templates among beans. A {@link PipelineTemplate} bean wins; for a connection
 * factory that has none, a template is made once and kept.
 *
 * @since 0.1.0
 */
public class BeanFactoryPipelineTemplateResolver implements PipelineTemplateResolver {

	private final ListableBeanFactory beanFactory;

	private final Function<? super RedisConnectionFactory, PipelineTemplate> templateFactory;

	private final Map<RedisConnectionFactory, PipelineTemplate> templates = new ConcurrentHashMap<>();

	/**
	 * Create a resolver that makes templates with default settings.
	 * @param beanFactory where beans are looked up
	 */
	public BeanFactoryPipelineTemplateResolver(ListableBeanFactory beanFactory) {
		this(beanFactory, PipelineTemplate::new);
	}

	/**
	 * Create a resolver.
	 * @param beanFactory where beans are looked up
	 * @param templateFactory makes the template of a connection factory that has no
	 * template bean
	 */
	public BeanFactoryPipelineTemplateResolver(ListableBeanFactory beanFactory,
			Function<? super RedisConnectionFactory, PipelineTemplate> templateFactory) {
		this.beanFactory = beanFactory;
		this.templateFactory = templateFactory;
	}

	@Override
	public PipelineTemplate resolve(String connectionFactory) {
		if (!connectionFactory.isEmpty()) {
			return templateFor(qualified(connectionFactory));
		}
		PipelineTemplate template = this.beanFactory.getBeanProvider(PipelineTemplate.class).getIfUnique();
		return (template != null) ? template : templateFor(unqualified());
	}

	private RedisConnectionFactory qualified(String qualifier) {
		try {
			return BeanFactoryAnnotationUtils.qualifiedBeanOfType(this.beanFactory, RedisConnectionFactory.class,
					qualifier);
		}
		catch (NoSuchBeanDefinitionException ex) {
			ConnectionFactoryNames names = ConnectionFactoryNames.of(this.beanFactory);
			throw new PipelineSetupException(
					"@Pipelined(connectionFactory = \"" + qualifier + "\") names no RedisConnectionFactory bean"
							+ (names.all().isEmpty() ? ", and there is none to choose from." : "."),
					names.all().isEmpty() ? names.wayOutOfAbsence()
							: "Give it the name or a qualifier of one of " + names.list() + ".",
					ex);
		}
	}

	private RedisConnectionFactory unqualified() {
		RedisConnectionFactory factory = this.beanFactory.getBeanProvider(RedisConnectionFactory.class).getIfUnique();
		if (factory != null) {
			return factory;
		}
		ConnectionFactoryNames names = ConnectionFactoryNames.of(this.beanFactory);
		if (names.all().isEmpty()) {
			throw new PipelineSetupException(names.absence(), names.wayOutOfAbsence(), null);
		}
		throw new PipelineSetupException("There are several RedisConnectionFactory beans and no primary one.",
				"Say @Pipelined(connectionFactory = \"...\") with one of " + names.list()
						+ ", or mark one of them @Primary.",
				null);
	}

	private PipelineTemplate templateFor(RedisConnectionFactory factory) {
		PipelineTemplate bean = templateBean(factory);
		return (bean != null) ? bean : this.templates.computeIfAbsent(factory, this.templateFactory);
	}

	private @Nullable PipelineTemplate templateBean(RedisConnectionFactory factory) {
		ObjectProvider<PipelineTemplate> beans = this.beanFactory.getBeanProvider(PipelineTemplate.class);
		PipelineTemplate unique = beans.getIfUnique();
		if (unique != null && unique.getConnectionFactory() == factory) {
			return unique;
		}
		List<PipelineTemplate> matching = beans.stream()
			.filter((template) -> template.getConnectionFactory() == factory)
			.toList();
		return (matching.size() == 1) ? matching.get(0) : null;
	}

}
