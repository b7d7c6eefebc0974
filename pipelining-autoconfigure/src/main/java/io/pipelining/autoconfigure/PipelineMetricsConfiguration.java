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

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextRefreshedEvent;

import io.pipelining.metrics.PipelineMetrics;

/**
 * Meters, where Micrometer is present.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBooleanProperty(name = "pipelining.metrics.enabled", matchIfMissing = true)
class PipelineMetricsConfiguration {

	@Bean
	@ConditionalOnMissingBean
	PipelineMetrics pipelineMetrics() {
		return new PipelineMetrics();
	}

	/**
	 * Actuator binds binders to registries. Without it, a registry that the application
	 * declares would stay empty.
	 */
	@Bean
	ApplicationListener<ContextRefreshedEvent> pipelineMetricsRegistryBinder(ObjectProvider<PipelineMetrics> metrics,
			ObjectProvider<MeterRegistry> registries) {
		return (event) -> metrics.ifAvailable((unbound) -> bindIfUnbound(unbound, registries));
	}

	private static void bindIfUnbound(PipelineMetrics metrics, ObjectProvider<MeterRegistry> registries) {
		if (metrics.isBound()) {
			return;
		}
		MeterRegistry unique = registries.getIfUnique();
		if (unique != null) {
			metrics.bindTo(unique);
			return;
		}
		registries.stream()
			.filter((registry) -> !(registry instanceof CompositeMeterRegistry))
			.forEach(metrics::bindTo);
	}

}
