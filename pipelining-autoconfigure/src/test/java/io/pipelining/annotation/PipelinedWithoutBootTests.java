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

import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.RecordingListener;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Pipelined @Pipelined} in a context without Spring Boot.
 */
class PipelinedWithoutBootTests {

	@Test
	void aPostProcessorAndAConnectionFactoryAreEnough() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(
				PlainConfiguration.class); Observer observer = new Observer(RedisServers.standalone())) {
			observer.flush();
			Catalog catalog = context.getBean(Catalog.class);
			assertThat(AopUtils.isCglibProxy(catalog)).isTrue();
			assertThat(catalog.warm(observer)).isFalse();
			assertThat(observer.exists("k")).isTrue();
		}
	}

	@Test
	void aTemplateBeanIsUsed() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(
				PlainConfiguration.class, TemplateConfiguration.class);
				Observer observer = new Observer(RedisServers.standalone())) {
			observer.flush();
			context.getBean(Catalog.class).warm(observer);
			assertThat(context.getBean(RecordingListener.class).batches()).hasSize(1)
				.allSatisfy((batch) -> assertThat(batch.pipeline()).isEqualTo("catalog-warm"));
		}
	}

	static class Catalog {

		private final StringRedisTemplate redis;

		Catalog(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		boolean warm(Observer observer) {
			this.redis.opsForValue().set("k", "v");
			return observer.exists("k");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PlainConfiguration {

		@Bean(destroyMethod = "")
		RedisConnectionFactory connectionFactory() {
			return Client.LETTUCE.connect(RedisServers.standalone());
		}

		@Bean
		StringRedisTemplate redis(RedisConnectionFactory connectionFactory) {
			return new StringRedisTemplate(connectionFactory);
		}

		@Bean
		Catalog catalog(StringRedisTemplate redis) {
			return new Catalog(redis);
		}

		@Bean
		static PipelinedBeanPostProcessor pipelinedBeanPostProcessor() {
			return new PipelinedBeanPostProcessor();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TemplateConfiguration {

		@Bean
		RecordingListener listener() {
			return new RecordingListener();
		}

		@Bean
		PipelineTemplate pipelines(RedisConnectionFactory connectionFactory, RecordingListener listener) {
			return PipelineTemplate.builder(connectionFactory).listeners(() -> List.of(listener)).build();
		}

	}

}
