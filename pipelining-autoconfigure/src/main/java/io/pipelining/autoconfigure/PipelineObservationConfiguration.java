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

import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

import io.pipelining.metrics.PipelineObservationConvention;
import io.pipelining.metrics.PipelineObserver;

/**
 * Observations, where Micrometer is present. The registry is looked up when the first
 * batch is sent.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBooleanProperty(name = "pipelining.observations.enabled", matchIfMissing = true)
class PipelineObservationConfiguration {

	@Bean
	@ConditionalOnMissingBean
	PipelineObserver pipelineObserver(ObjectProvider<ObservationRegistry> registries,
			ObjectProvider<PipelineObservationConvention> conventions) {
		return new PipelineObserver(
				SingletonSupplier.of(() -> registries.getIfUnique(() -> ObservationRegistry.NOOP))::obtain,
				SingletonSupplier.ofNullable(conventions::getIfUnique));
	}

}
