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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;

import io.pipelining.core.PipelineTemplate;

/**
 * Runs the methods that {@link Pipelined @Pipelined} names in pipelines. The caller
 * receives the very exception that the method threw. Thread-safe.
 *
 * @since 0.1.0
 */
public class PipelinedInterceptor implements MethodInterceptor {

	private final PipelinedAttributeSource attributeSource;

	private final PipelineTemplateResolver templateResolver;

	private final Map<PipelinedAttribute, PipelineTemplate> templates = new ConcurrentHashMap<>();

	/**
	 * Create an interceptor.
	 * @param attributeSource knows which methods run in a pipeline, and how
	 * @param templateResolver finds the template of a connection factory, when a method
	 * is first called
	 */
	public PipelinedInterceptor(PipelinedAttributeSource attributeSource, PipelineTemplateResolver templateResolver) {
		this.attributeSource = attributeSource;
		this.templateResolver = templateResolver;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		PipelinedAttribute attribute = this.attributeSource.getAttribute(invocation.getMethod(),
				(target != null) ? AopUtils.getTargetClass(target) : null);
		PipelineTemplate template = (attribute != null) ? template(attribute) : null;
		return (template != null) ? template.invoke(invocation) : invocation.proceed();
	}

	private @Nullable PipelineTemplate template(PipelinedAttribute attribute) {
		PipelineTemplate template = this.templates.get(attribute);
		if (template == null) {
			// not computeIfAbsent: finding a template may create beans that call us
			PipelineTemplate found = this.templateResolver.resolve(attribute.connectionFactory());
			if (found != null) {
				template = found.with(attribute::applyTo);
				this.templates.put(attribute, template);
			}
		}
		return template;
	}

}
