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
package io.pipelining.sample.lab;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.PipelineListener;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.sample.EmbeddedRedis;
import io.pipelining.sample.relay.Relay;

/**
 * The second way to Redis, through the relay. Its beans are no candidates for injection
 * by type, so that the rest of the application goes on as if they were not there.
 */
@Configuration(proxyBeanMethods = false)
class LabConfiguration {

	@Bean
	LabServer labServer(ObjectProvider<EmbeddedRedis> embedded) {
		return new LabServer(embedded);
	}

	@Bean
	Relay labRelay(LabServer server) {
		return new Relay(server::port);
	}

	@Bean(name = Lab.LAB, defaultCandidate = false)
	LettuceConnectionFactory labConnectionFactory(Links links) {
		return links.factory(Link.shared(Line.DELAYED));
	}

	@Bean(defaultCandidate = false)
	PipelineTemplate labPipelines(@Qualifier(Lab.LAB) RedisConnectionFactory connectionFactory,
			ObjectProvider<PipelineListener> listeners) {
		return PipelineTemplate.builder(connectionFactory).listeners(() -> listeners.orderedStream().toList()).build();
	}

}
