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

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

import io.pipelining.connection.lettuce.PipelineClientResourcesPostProcessor;

/**
 * Has Lettuce write batches in one piece.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = "io.lettuce.core.resource.DefaultClientResources")
@ConditionalOnBooleanProperty(name = "pipelining.enabled", matchIfMissing = true)
class LettuceConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static PipelineClientResourcesPostProcessor pipelineClientResourcesPostProcessor() {
		return new PipelineClientResourcesPostProcessor();
	}

}
