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

package io.pipelining.sample;

import java.util.List;
import java.util.Map;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Brings a Redis server along: starts it before the first bean is made, points Spring
 * Data Redis to it, and stops it after the last bean has gone, also when the application
 * fails to start. Does nothing where the configuration names a server.
 */
class EmbeddedRedisInitializer implements ApplicationContextInitializer<GenericApplicationContext> {

	private static final List<String> SERVER_PROPERTIES = List.of("spring.data.redis.url", "spring.data.redis.host",
			"spring.data.redis.sentinel.master", "spring.data.redis.cluster.nodes");

	@Override
	public void initialize(GenericApplicationContext context) {
		ConfigurableEnvironment environment = context.getEnvironment();
		if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)) {
			// No bean is made then
			return;
		}
		if (SERVER_PROPERTIES.stream().anyMatch(environment::containsProperty)) {
			return;
		}
		EmbeddedRedis redis = EmbeddedRedis.start();
		// Destroyed in reverse order of registration, so after all that use it
		context.getDefaultListableBeanFactory().registerDisposableBean("embeddedRedis", redis::stop);
		context.getBeanFactory().registerSingleton("embeddedRedis", redis);
		Map<String, Object> address = Map.of("spring.data.redis.host", redis.host(), "spring.data.redis.port",
				redis.port());
		environment.getPropertySources().addFirst(new MapPropertySource("embeddedRedis", address));
	}

}
