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

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * An application without beans of its own. It prints the beans that the starter created
 * in it.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class FootprintProgram {

	public static void main(String[] args) {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(FootprintProgram.class)
			.web(WebApplicationType.NONE)
			.run(args)) {
			List<String> beans = created(context.getBeanFactory());
			System.out.println("beans: " + String.join(" ", beans));
		}
	}

	/** Those that exist, of those that the starter defines. */
	private static List<String> created(ConfigurableListableBeanFactory beanFactory) {
		return Arrays.stream(beanFactory.getBeanDefinitionNames())
			.filter(beanFactory::containsSingleton)
			.filter((name) -> isOurs(beanFactory, beanFactory.getMergedBeanDefinition(name)))
			.map((name) -> Objects.requireNonNull(beanFactory.getType(name)).getSimpleName())
			.sorted()
			.toList();
	}

	private static boolean isOurs(ConfigurableListableBeanFactory beanFactory, BeanDefinition definition) {
		String factory = definition.getFactoryBeanName();
		String type = (factory != null) ? String.valueOf(beanFactory.getType(factory)) : definition.getBeanClassName();
		return type != null && type.contains("io.pipelining.") && !type.contains("FootprintProgram");
	}

}
