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
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.EnableTransactionManagement;

import io.pipelining.annotation.Pipelined;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

/**
 * Tests for whole applications with everything that Spring Boot configures by itself.
 */
@ExtendWith(OutputCaptureExtension.class)
class PipeliningApplicationTests {

	@ParameterizedTest
	@ValueSource(strings = { "", "spring.main.lazy-initialization=true", "spring.aop.auto=false",
			"spring.aop.proxy-target-class=false" })
	void startsNothingEarlyAndRecordsBatches(String property, CapturedOutput output) {
		try (ConfigurableApplicationContext context = run(Application.class, property)) {
			context.getBean(Catalog.class).warm();
			assertThat(context.getBean(MeterRegistry.class)
				.get("redis.pipeline.batch.size")
				.tags("pipeline", "catalog-warm", "outcome", "success", "trigger", "return")
				.summary()
				.totalAmount()).isEqualTo(3);
			assertThat(context.getBean(MeterRegistry.class)
				.get("redis.pipeline")
				.tags("pipeline", "catalog-warm", "outcome", "success", "db.system.name", "redis", "db.operation.name",
						"PIPELINE SET")
				.timer()
				.count()).isEqualTo(1);
		}
		assertThat(output).contains("Started").doesNotContain("not eligible for getting processed");
	}

	@Test
	void aTemplateThatPostProcessesResultsSeesRealValues() {
		try (ConfigurableApplicationContext context = run(SeeingApplication.class, "")) {
			SeeingTemplate template = context.getBean(SeeingTemplate.class);
			template.delete("seen");
			template.seen.clear();
			context.getBean(PipelineTemplate.class)
				.executeWithoutResult((pipeline) -> template.opsForValue().increment("seen"));
			assertThat(template.seen).containsExactly(1L);
		}
	}

	@Test
	void saysWhatIsWrongWithAMethod(CapturedOutput output) {
		assertThatException().isThrownBy(() -> run(BrokenApplication.class, "").close());
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("method " + BrokenCatalog.class.getName() + ".warm(): it is final")
			.contains("Remove 'final'")
			.contains("set the property 'pipelining.checks' to 'warn' or 'off'");
	}

	private static ConfigurableApplicationContext run(Class<?> application, String property) {
		return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.logStartupInfo(true)
			.run("--spring.main.banner-mode=off", "--spring.data.redis.host=127.0.0.1",
					"--spring.data.redis.port=" + RedisServers.standalone(), "--" + property);
	}

	static class Catalog {

		private final StringRedisTemplate redis;

		Catalog(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		void warm() {
			for (int i = 0; i < 3; i++) {
				this.redis.opsForValue().set("product" + i, "v");
			}
		}

	}

	static class SeeingTemplate extends StringRedisTemplate {

		private final List<Object> seen = new ArrayList<>();

		SeeingTemplate(RedisConnectionFactory connectionFactory) {
			super(connectionFactory);
		}

		@Override
		protected <T> T postProcessResult(T result, RedisConnection connection, boolean existingConnection) {
			this.seen.add(result);
			return result;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class SeeingApplication {

		@Bean
		SeeingTemplate seeingTemplate(RedisConnectionFactory connectionFactory) {
			return new SeeingTemplate(connectionFactory);
		}

	}

	static class BrokenCatalog {

		@Pipelined
		public final void warm() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableAsync
	@EnableTransactionManagement
	static class Application {

		@Bean
		Catalog catalog(StringRedisTemplate redis) {
			return new Catalog(redis);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(BrokenCatalog.class)
	static class BrokenApplication {

	}

}
