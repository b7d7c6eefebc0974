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

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;

import io.pipelining.BatchObserver;
import io.pipelining.PipelineListener;
import io.pipelining.annotation.Checks;
import io.pipelining.annotation.PipelinedAdvisor;
import io.pipelining.annotation.PipelinedBeanPostProcessor;
import io.pipelining.core.PipelineTemplate;

/**
 * Auto-configuration of Redis pipelines.
 *
 * @since 0.1.0
 */
@AutoConfiguration(afterName = { "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
		"org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration" })
@ConditionalOnClass(RedisConnectionFactory.class)
@EnableConfigurationProperties(PipeliningProperties.class)
@Import({ LettuceConfiguration.class, PipelineMetricsConfiguration.class, PipelineObservationConfiguration.class,
		PipelinesEndpointConfiguration.class })
public final class PipeliningAutoConfiguration {

	@Bean
	PipelineTemplates pipelineTemplates(PipeliningProperties properties, ObjectProvider<PipelineListener> listeners,
			ObjectProvider<BatchObserver> observers, ObjectProvider<RedisTemplate<?, ?>> templates,
			ObjectProvider<PipelineHintLog> hints, ListableBeanFactory beanFactory) {
		return new PipelineTemplates(properties, listeners, observers, templates, hints, beanFactory);
	}

	@Bean
	@ConditionalOnMissingBean
	@ConditionalOnSingleCandidate(RedisConnectionFactory.class)
	PipelineTemplate pipelineTemplate(PipelineTemplates templates, RedisConnectionFactory connectionFactory) {
		return templates.create(connectionFactory);
	}

	@Bean
	PipelineCatalog pipelineCatalog(ConfigurableListableBeanFactory beanFactory,
			ObjectProvider<PipelinedBeanPostProcessor> postProcessors, ObjectProvider<PipelinedAdvisor> advisors,
			PipelineTemplates templates) {
		return new PipelineCatalog(beanFactory, postProcessors, advisors, templates);
	}

	@Bean
	PipelineHintLog pipelineHintLog(PipelineCatalog catalog) {
		return new PipelineHintLog(catalog);
	}

	@Bean
	PipelineNameCheck pipelineNameCheck(PipeliningProperties properties, PipelineCatalog catalog) {
		return new PipelineNameCheck(properties, catalog);
	}

	@Bean
	@ConditionalOnMissingBean({ PipelinedBeanPostProcessor.class, PipelinedAdvisor.class })
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static PipelinedBeanPostProcessor pipelinedBeanPostProcessor(Environment environment,
			ObjectProvider<PipelineTemplates> templatesProvider,
			ObjectProvider<PipeliningProperties> propertiesProvider) {
		PipelinedBeanPostProcessor postProcessor = new PipelinedBeanPostProcessor(
				(connectionFactory) -> templatesProvider.getObject().resolve(connectionFactory),
				() -> checks(propertiesProvider.getObject()));
		postProcessor
			.setProxyTargetClass(environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
		return postProcessor;
	}

	private static Checks checks(PipeliningProperties properties) {
		return properties.isEnabled() ? properties.getChecks() : Checks.OFF;
	}

}
