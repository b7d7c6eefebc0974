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

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.pipelining.annotation.PipelinedMethodException.Problem;

/**
 * Makes {@link Pipelined @Pipelined} work on the beans of a context: it adds a
 * {@link PipelinedAdvisor} to each bean that has such methods, innermost, and proxies the
 * bean if it is not proxied yet. Spring Boot does so by itself; elsewhere, declare it:
 *
 * <pre class="code">
 * &#064;Bean
 * static PipelinedBeanPostProcessor pipelinedBeanPostProcessor() {
 *     PipelinedBeanPostProcessor postProcessor = new PipelinedBeanPostProcessor();
 *     postProcessor.setProxyTargetClass(true);
 *     return postProcessor;
 * }
 * </pre>
 *
 * @since 0.1.0
 * @see PipelinedMethodException
 */
@SuppressWarnings("serial")
public class PipelinedBeanPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {

	private static final Log logger = LogFactory.getLog(PipelinedBeanPostProcessor.class);

	private final @Nullable PipelineTemplateResolver templateResolver;

	private final Supplier<Checks> checks;

	private final PipelinedAttributeSource attributeSource = new AnnotationPipelinedAttributeSource();

	private final Map<Class<?>, Boolean> worthExtending = new ConcurrentHashMap<>();

	private final Set<BeanType> inspected = ConcurrentHashMap.newKeySet();

	/**
	 * Create a post-processor that finds templates among the beans and fails on methods
	 * that the annotation can never take effect on.
	 */
	public PipelinedBeanPostProcessor() {
		this(null, () -> Checks.FAIL);
	}

	/**
	 * Create a post-processor.
	 * @param templateResolver finds the template of a connection factory, when a method
	 * is first called; {@code null} to find it among the beans
	 * @param checks what happens on methods that the annotation can never take effect on;
	 * asked once there is one
	 */
	public PipelinedBeanPostProcessor(@Nullable PipelineTemplateResolver templateResolver, Supplier<Checks> checks) {
		this.templateResolver = templateResolver;
		this.checks = checks;
		setBeforeExistingAdvisors(false);
	}

	/**
	 * Return what knows which methods run in a pipeline.
	 * @return the attribute source
	 */
	public PipelinedAttributeSource getAttributeSource() {
		return this.attributeSource;
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		super.setBeanFactory(beanFactory);
		PipelineTemplateResolver resolver = this.templateResolver;
		if (resolver == null) {
			Assert.isInstanceOf(ListableBeanFactory.class, beanFactory);
			resolver = new BeanFactoryPipelineTemplateResolver((ListableBeanFactory) beanFactory);
		}
		this.advisor = new PipelinedAdvisor(this.attributeSource, resolver);
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!(bean instanceof AopInfrastructureBean)) {
			check(bean, beanName);
		}
		return super.postProcessAfterInitialization(bean, beanName);
	}

	/**
	 * Asked ahead of time, when no bean is there to be checked.
	 */
	@Override
	public Class<?> determineBeanType(Class<?> beanClass, String beanName) {
		return (isWorthExtending(ClassUtils.getUserClass(beanClass)) || isProxiedByInterfaces(beanClass))
				? super.determineBeanType(beanClass, beanName) : beanClass;
	}

	private boolean isProxiedByInterfaces(Class<?> beanClass) {
		ProxyFactory proxyFactory = new ProxyFactory();
		proxyFactory.copyFrom(this);
		if (!proxyFactory.isProxyTargetClass()) {
			evaluateProxyInterfaces(beanClass, proxyFactory);
		}
		return !proxyFactory.isProxyTargetClass();
	}

	@Override
	protected boolean isEligible(Object bean, String beanName) {
		return super.isEligible(bean, beanName)
				&& (isWorthExtending(AopUtils.getTargetClass(bean)) || proxiedInterfaces(bean, beanName) != null);
	}

	/**
	 * A proxy that extends a class intercepts none of its final methods, and runs them on
	 * an object without state.
	 */
	private boolean isWorthExtending(Class<?> targetClass) {
		return this.worthExtending.computeIfAbsent(targetClass,
				(type) -> PipelinedMethodInspector.isExtensible(type)
						&& Arrays.stream(ReflectionUtils.getAllDeclaredMethods(type))
							.anyMatch((method) -> this.attributeSource.getAttribute(method, type) != null));
	}

	private void check(Object bean, String beanName) {
		Class<?> targetClass = AopUtils.getTargetClass(bean);
		if (!this.inspected.add(new BeanType(bean.getClass(), targetClass))) {
			return;
		}
		if (!this.attributeSource.isCandidateClass(targetClass) && !(bean instanceof Advised)) {
			return;
		}
		PipelinedMethodInspector inspector = new PipelinedMethodInspector(targetClass);
		List<Problem> problems = inspector.inspect(proxiedInterfaces(bean, beanName));
		if (!problems.isEmpty()) {
			report(new PipelinedMethodException(beanName, problems));
		}
		inspector.warnings().forEach(this::warn);
	}

	private void warn(String warning) {
		if (this.checks.get() != Checks.OFF) {
			logger.warn(warning);
		}
	}

	private void report(PipelinedMethodException problem) {
		switch (this.checks.get()) {
			case FAIL -> throw problem;
			case WARN -> logger.warn(problem.getMessage());
			case OFF -> logger.debug(problem.getMessage());
		}
	}

	/**
	 * Return the interfaces of the proxy that the bean is or will be, or {@code null}
	 * where the proxy extends the class.
	 */
	private @Nullable List<Class<?>> proxiedInterfaces(Object bean, String beanName) {
		if (bean instanceof Advised advised && !advised.isFrozen()) {
			return AopUtils.isJdkDynamicProxy(bean) ? List.of(advised.getProxiedInterfaces()) : null;
		}
		Class<?> beanClass = bean.getClass();
		if (Proxy.isProxyClass(beanClass) || ClassUtils.isLambdaClass(beanClass)) {
			return Arrays.asList(beanClass.getInterfaces());
		}
		ProxyFactory proxyFactory = prepareProxyFactory(bean, beanName);
		if (!proxyFactory.isProxyTargetClass() && proxyFactory.getProxiedInterfaces().length == 0) {
			evaluateProxyInterfaces(beanClass, proxyFactory);
		}
		return proxyFactory.isProxyTargetClass() ? null : List.of(proxyFactory.getProxiedInterfaces());
	}

	private record BeanType(Class<?> beanClass, Class<?> targetClass) {

	}

}
