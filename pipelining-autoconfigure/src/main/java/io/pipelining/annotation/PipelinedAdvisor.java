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

import org.aopalliance.aop.Advice;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Applies a {@link PipelinedInterceptor} to the methods that a
 * {@link PipelinedAttributeSource} knows. {@link PipelinedBeanPostProcessor} installs it
 * as the innermost advice. To have it elsewhere, declare one as a bean with the
 * infrastructure role and an {@link #setOrder order}: it takes the place of the
 * post-processor, and of its checks.
 *
 * @since 0.1.0
 */
@SuppressWarnings("serial")
public class PipelinedAdvisor extends AbstractPointcutAdvisor {

	private final PipelinedAttributeSource attributeSource;

	private final Pointcut pointcut;

	private final Advice advice;

	/**
	 * Create an advisor.
	 * @param attributeSource knows which methods run in a pipeline, and how
	 * @param templateResolver finds the template of a connection factory, when a method
	 * is first called
	 */
	public PipelinedAdvisor(PipelinedAttributeSource attributeSource, PipelineTemplateResolver templateResolver) {
		this.attributeSource = attributeSource;
		this.pointcut = new AttributePointcut(attributeSource);
		this.advice = new PipelinedInterceptor(attributeSource, templateResolver);
	}

	/**
	 * Return what knows which methods run in a pipeline.
	 * @return the attribute source
	 */
	public PipelinedAttributeSource getAttributeSource() {
		return this.attributeSource;
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public Advice getAdvice() {
		return this.advice;
	}

	private static final class AttributePointcut extends StaticMethodMatcherPointcut {

		private final PipelinedAttributeSource attributeSource;

		AttributePointcut(PipelinedAttributeSource attributeSource) {
			this.attributeSource = attributeSource;
			setClassFilter(attributeSource::isCandidateClass);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return this.attributeSource.getAttribute(method, targetClass) != null;
		}

	}

}
