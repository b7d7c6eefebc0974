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

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

import io.pipelining.PipelineOperations;
import io.pipelining.annotation.ConnectionFactoryNames;
import io.pipelining.core.PipelineTemplate;

/**
 * Explains that no {@link PipelineTemplate} bean is there to be injected, since no
 * connection factory is there for it, or several are.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 100)
class NoPipelineTemplateFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

	private static final List<Class<?>> INJECTED = List.of(PipelineTemplate.class, PipelineOperations.class);

	private final @Nullable ListableBeanFactory beanFactory;

	NoPipelineTemplateFailureAnalyzer(BeanFactory beanFactory) {
		this.beanFactory = (beanFactory instanceof ListableBeanFactory listable) ? listable : null;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause,
			@Nullable String description) {
		ResolvableType type = cause.getResolvableType();
		if (this.beanFactory == null || type == null || !INJECTED.contains(type.resolve())
				|| this.beanFactory.getBeanNamesForType(PipelineTemplate.class, true, false).length > 0) {
			return null;
		}
		String required = ((description != null) ? description : "A component") + " required a bean of type '"
				+ type.toClass().getName() + "'. ";
		ConnectionFactoryNames names = ConnectionFactoryNames.of(this.beanFactory);
		if (names.all().isEmpty()) {
			return new FailureAnalysis(required + names.absence(), names.wayOutOfAbsence(), cause);
		}
		if (names.all().size() == 1) {
			return null;
		}
		return new FailureAnalysis(
				required + "There is none, since there are several RedisConnectionFactory beans and no primary one: "
						+ names.list() + ".",
				"Mark one of them @Primary, or declare a PipelineTemplate bean: 'new PipelineTemplate(connectionFactory)'.",
				cause);
	}

}
