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

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;

import io.pipelining.OnException;
import io.pipelining.core.PipelineTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * The endpoint by HTTP, as JSON.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS)
class PipelinesEndpointHttpTests {

	@Value("${local.server.port}")
	private int port;

	@Autowired
	private StringRedisTemplate redis;

	@Autowired
	private PipelineTemplate pipelines;

	@Test
	void everyFieldOfAPipelineIsJson() {
		this.redis.opsForValue().set("text", "t");
		PipelineTemplate template = this.pipelines.with((options) -> options.withName("endpoint-by-http")
			.withMaxBatchSize(4)
			.withTimeout(Duration.ofSeconds(2))
			.withOnException(OnException.DISCARD));
		template.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 5; i++) {
				this.redis.opsForValue().set("text" + i, "t");
			}
		});
		assertThat(catchThrowable(
				() -> template.executeWithoutResult((pipeline) -> this.redis.opsForList().rightPush("text", "v"))))
			.isNotNull();
		assertThat(catchThrowable(() -> template.executeWithoutResult((pipeline) -> {
			this.redis.opsForValue().set("text", "u");
			throw new IllegalStateException("to discard what waits");
		}))).isInstanceOf(IllegalStateException.class);
		assertThat(pipeline("endpoint-by-http")).isEqualTo(JsonParserFactory.getJsonParser().parseMap("""
				{
				  "name": "endpoint-by-http",
				  "methods": [],
				  "connectionFactory": "redisConnectionFactory",
				  "settings": {"enabled": true, "results": "auto", "onException": "discard", "propagation": "required",
				    "phase": "return", "atomic": false, "connection": "auto", "maxBatchSize": 4,
				    "maxBatchBytes": 4194304, "maxInFlight": 2, "timeout": "2000ms"},
				  "opened": 3, "joined": 0,
				  "batches": 3, "calls": 6, "averageBatch": 2.0, "largestBatch": 4,
				  "batchesByTrigger": {"return": 2, "size": 1},
				  "failures": 1, "discarded": 1,
				  "hints": []
				}"""));
	}

	@Test
	void annotatedMethodsAreNamed() {
		Map<?, ?> pipeline = pipeline("product-catalog-warm-pipelined");
		assertThat(pipeline.get("methods")).isEqualTo(List.of(ProductCatalog.class.getName() + ".warmPipelined"));
		assertThat(pipeline.get("connectionFactory")).isEqualTo("redisConnectionFactory");
	}

	@Test
	void hintsAreWords() {
		for (int i = 0; i < 10; i++) {
			this.pipelines.with((options) -> options.withName("hint-by-http"))
				.execute((pipeline) -> this.redis.opsForValue().get("text") + "!");
		}
		assertThat((List<?>) pipeline("hint-by-http").get("hints")).singleElement()
			.asString()
			.startsWith("10 of 10 batches held a single call, since the code uses values at once: at "
					+ getClass().getName() + ".")
			.contains("pipelines.defer(() -> ...)");
	}

	@Test
	void isReadOnly() {
		for (HttpMethod method : List.of(HttpMethod.POST, HttpMethod.DELETE, HttpMethod.PUT)) {
			assertThat(request(method).getStatusCode()).isEqualTo(HttpStatus.METHOD_NOT_ALLOWED);
		}
	}

	private Map<?, ?> pipeline(String name) {
		ResponseEntity<String> response = request(HttpMethod.GET);
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.OK);
		assertThat(response.getHeaders().getContentType()).satisfies((type) -> assertThat(
				type.isCompatibleWith(MediaType.APPLICATION_JSON) || type.getSubtype().endsWith("+json"))
			.isTrue());
		Map<String, Object> body = JsonParserFactory.getJsonParser().parseMap(response.getBody());
		assertThat(body).containsOnlyKeys("pipelines");
		return ((List<?>) body.get("pipelines")).stream()
			.map((pipeline) -> (Map<?, ?>) pipeline)
			.filter((pipeline) -> name.equals(pipeline.get("name")))
			.findFirst()
			.orElseThrow();
	}

	private ResponseEntity<String> request(HttpMethod method) {
		return RestClient.create("http://127.0.0.1:" + this.port)
			.method(method)
			.uri("/actuator/pipelines")
			.retrieve()
			.onStatus(HttpStatusCode::isError, (request, error) -> {
			})
			.toEntity(String.class);
	}

}
