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
package io.pipelining.connection.lettuce;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.event.DefaultEventPublisherOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;

import org.springframework.beans.factory.config.DestructionAwareBeanPostProcessor;

/**
 * Adds a {@link PipelineNettyCustomizer} to the {@link ClientResources} beans of an
 * application context: each is replaced by resources that are made from it, share its
 * threads and all else, and are shut down with it. Resources of a class of the
 * application's own stay as they are. The starter declares this bean; elsewhere declare
 * it by a static method. Thread-safe.
 */
public final class PipelineClientResourcesPostProcessor implements DestructionAwareBeanPostProcessor {

	private final Map<Object, ClientResources> customized = Collections.synchronizedMap(new WeakHashMap<>());

	/**
	 * Create the post-processor.
	 */
	public PipelineClientResourcesPostProcessor() {
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean.getClass() != DefaultClientResources.class
				|| ((ClientResources) bean).nettyCustomizer() instanceof PipelineNettyCustomizer) {
			return bean;
		}
		DefaultClientResources resources = customize((DefaultClientResources) bean);
		this.customized.put(bean, resources);
		return resources;
	}

	private static DefaultClientResources customize(DefaultClientResources resources) {
		// What is set here again is shared, and left alone at shutdown; what happens to
		// latencies stays with the resources that collect them
		DefaultClientResources.Builder builder = resources.mutate();
		builder.eventLoopGroupProvider(resources.eventLoopGroupProvider());
		builder.eventExecutorGroup(resources.eventExecutorGroup());
		builder.timer(resources.timer());
		builder.commandLatencyRecorder(resources.commandLatencyRecorder());
		builder.commandLatencyPublisherOptions(DefaultEventPublisherOptions.disabled());
		builder.nettyCustomizer(new PipelineNettyCustomizer(resources.nettyCustomizer()));
		return builder.build();
	}

	@Override
	public boolean requiresDestruction(Object bean) {
		return this.customized.containsKey(bean);
	}

	@Override
	@SuppressWarnings("FutureReturnValueIgnored")
	public void postProcessBeforeDestruction(Object bean, String beanName) {
		ClientResources resources = this.customized.remove(bean);
		if (resources != null) {
			// Stops nothing, and says so to Lettuce
			resources.shutdown(0, 0, TimeUnit.MILLISECONDS);
		}
	}

}
