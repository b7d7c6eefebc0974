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
import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.util.ClassUtils;

/**
 * Finds the methods of beans that run in pipelines, those of beans included that are not
 * there yet. No bean is created for that. Thread-safe.
 *
 * @since 0.1.0
 */
public class PipelinedMethodFinder {

	private static final Log logger = LogFactory.getLog(PipelinedMethodFinder.class);

	private final ConfigurableListableBeanFactory beanFactory;

	private final PipelinedAttributeSource attributeSource;

	/**
	 * Create a finder.
	 * @param beanFactory whose beans' methods are found
	 * @param attributeSource knows which methods run in a pipeline, and how
	 */
	public PipelinedMethodFinder(ConfigurableListableBeanFactory beanFactory,
			PipelinedAttributeSource attributeSource) {
		this.beanFactory = beanFactory;
		this.attributeSource = attributeSource;
	}

	/**
	 * Return the methods that run in pipelines.
	 * @return the attributes by the most specific method of the bean's class
	 */
	public Map<Method, PipelinedAttribute> find() {
		Map<Method, PipelinedAttribute> methods = new LinkedHashMap<>();
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			Class<?> type = targetClass(name);
			if (type != null && this.attributeSource.isCandidateClass(type)) {
				methods.putAll(MethodIntrospector.selectMethods(type,
						(MetadataLookup<PipelinedAttribute>) (method) -> this.attributeSource.getAttribute(method,
								type)));
			}
		}
		return methods;
	}

	private @Nullable Class<?> targetClass(String beanName) {
		try {
			Object singleton = this.beanFactory.containsSingleton(beanName) ? this.beanFactory.getSingleton(beanName)
					: null;
			Class<?> type = (singleton != null && !(singleton instanceof FactoryBean))
					? AopUtils.getTargetClass(singleton) : this.beanFactory.getType(beanName, false);
			return (type != null) ? ClassUtils.getUserClass(type) : null;
		}
		catch (RuntimeException | LinkageError ex) {
			logger.debug("The class of bean '" + beanName + "' is not known", ex);
			return null;
		}
	}

}
