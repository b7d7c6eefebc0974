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

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoints, over HTTP and with a real Redis.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS)
class ProductControllerTests {

	private static final ParameterizedTypeReference<Map<String, Object>> JSON = new ParameterizedTypeReference<>() {
	};

	@Value("${local.server.port}")
	private int port;

	@Autowired
	private StringRedisTemplate redis;

	@Autowired
	private MeterRegistry meters;

	@BeforeEach
	void emptyCatalog() {
		this.redis.execute((RedisCallback<Object>) (connection) -> {
			connection.serverCommands().flushAll();
			connection.serverCommands().resetConfigStats();
			return null;
		});
	}

	@Test
	void warmPlainTakesARoundTripForEachProduct() {
		Measurement measurement = measure(HttpMethod.POST, "/products/warm?count=120&mode=plain");
		assertThat(measurement).extracting("mode", "products", "calls", "batches")
			.containsExactly(Mode.PLAIN, 120, 120, 120);
		assertProductsAreThere(120);
		assertThat(callsOnServer("hmset")).isEqualTo(120);
	}

	@Test
	void warmPipelinedTakesOneRoundTrip() {
		Measurement measurement = measure(HttpMethod.POST, "/products/warm?count=120&mode=pipelined");
		assertThat(measurement).extracting("mode", "products", "calls", "batches")
			.containsExactly(Mode.PIPELINED, 120, 120, 1);
		assertProductsAreThere(120);
		assertThat(callsOnServer("hmset")).isEqualTo(120);
	}

	@ParameterizedTest
	@CsvSource({ "plain, 80", "pipelined, 1" })
	void loadFindsWhatIsThere(String mode, int batches) {
		measure(HttpMethod.POST, "/products/warm?count=50");
		Measurement measurement = measure(HttpMethod.GET, "/products?count=80&mode=" + mode);
		assertThat(measurement).extracting("products", "calls", "batches").containsExactly(50, 80, batches);
		assertThat(callsOnServer("hgetall")).isEqualTo(80);
	}

	@ParameterizedTest
	@CsvSource({ "plain, 30", "pipelined, 1" })
	void countViewsCountsOneForEachProduct(String mode, int batches) {
		Measurement measurement = measure(HttpMethod.POST, "/products/views?count=30&mode=" + mode);
		measure(HttpMethod.POST, "/products/views?count=10&mode=" + mode);
		assertThat(measurement).extracting("products", "calls", "batches").containsExactly(30, 30, batches);
		assertThat(this.redis.opsForValue()
			.multiGet(List.of("product:1:views", "product:10:views", "product:11:views", "product:30:views")))
			.containsExactly("2", "2", "1", "1");
		assertThat(this.redis.hasKey("product:31:views")).isFalse();
	}

	@Test
	void loadedProductsAreThoseThatWereStored(@Autowired ProductCatalog catalog) {
		List<Product> products = Product.samples(3);
		catalog.warmPipelined(products);
		assertThat(catalog.loadPipelined(List.of(3, 99, 1))).containsExactly(products.get(2), products.get(0));
		assertThat(catalog.load(List.of(3, 99, 1))).containsExactly(products.get(2), products.get(0));
	}

	@Test
	void parametersHaveDefaults() {
		Measurement measurement = measure(HttpMethod.POST, "/products/warm");
		assertThat(measurement).extracting("mode", "calls", "batches").containsExactly(Mode.PIPELINED, 100, 1);
		assertThat(measurement.milliseconds()).isPositive();
	}

	@ParameterizedTest
	@ValueSource(strings = { "plain", "pipelined" })
	void tenThousandProductsAreTheMost(String mode) {
		Measurement measurement = measure(HttpMethod.POST, "/products/warm?count=10000&mode=" + mode);
		assertThat(measurement.calls()).isEqualTo(10_000);
		assertProductsAreThere(10_000);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			POST | /products/warm?count=0          | 'count' must be between 1 and 10000, not 0
			POST | /products/warm?count=-1         | 'count' must be between 1 and 10000, not -1
			POST | /products/warm?count=10001      | 'count' must be between 1 and 10000, not 10001
			GET  | /products?count=0               | 'count' must be between 1 and 10000, not 0
			POST | /products/views?count=10001     | 'count' must be between 1 and 10000, not 10001
			POST | /products/warm?mode=fast        | 'mode' must be 'plain' or 'pipelined', not 'fast'
			GET  | /products?mode=PLAIN            | 'mode' must be 'plain' or 'pipelined', not 'PLAIN'
			POST | /products/views?mode=x          | 'mode' must be 'plain' or 'pipelined', not 'x'
			POST | /products/warm?count=many       | Failed to convert 'count' with value: 'many'
			GET  | /products?count=99999999999     | Failed to convert 'count' with value: '99999999999'
			""", quoteCharacter = '"')
	void badInputIsAProblem(String method, String path, String detail) {
		ResponseEntity<Map<String, Object>> response = request(HttpMethod.valueOf(method), path)
			.onStatus(HttpStatusCode::isError, (request, error) -> {
			})
			.toEntity(JSON);
		assertThat(response.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
		assertThat(response.getHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(response.getBody()).containsEntry("status", 400).containsEntry("detail", detail);
		assertThat(this.redis.keys("*")).isEmpty();
	}

	@Test
	void meterSaysHowManyCallsEachBatchHeld() {
		measure(HttpMethod.POST, "/products/warm?count=7");
		long batches = batchSizes("product-catalog-warm-pipelined").count();
		double calls = batchSizes("product-catalog-warm-pipelined").totalAmount();
		measure(HttpMethod.POST, "/products/warm?count=250");
		measure(HttpMethod.POST, "/products/warm?count=250&mode=plain");
		assertThat(batchSizes("product-catalog-warm-pipelined").count()).isEqualTo(batches + 1);
		assertThat(batchSizes("product-catalog-warm-pipelined").totalAmount()).isEqualTo(calls + 250);
	}

	@Test
	void actuatorShowsHealthAndMeter() {
		measure(HttpMethod.POST, "/products/views");
		assertThat(request(HttpMethod.GET, "/actuator/health").body(JSON)).containsEntry("status", "UP");
		assertThat(request(HttpMethod.GET, "/actuator/metrics/redis.pipeline.batch.size").body(JSON))
			.containsEntry("name", "redis.pipeline.batch.size")
			.containsEntry("baseUnit", "calls");
	}

	private DistributionSummary batchSizes(String pipeline) {
		return this.meters.get("redis.pipeline.batch.size")
			.tag("pipeline", pipeline)
			.tag("trigger", "return")
			.summary();
	}

	private void assertProductsAreThere(int count) {
		assertThat(this.redis.keys("product:*")).hasSize(count);
		assertThat(this.redis.opsForHash().entries("product:" + count))
			.isEqualTo(Map.of("name", "Product " + count, "price", Product.samples(count).get(count - 1).price() + ""));
	}

	private int callsOnServer(String command) {
		String statistics = this.redis.execute((RedisCallback<String>) (
				connection) -> connection.serverCommands().info("commandstats").getProperty("cmdstat_" + command));
		assertThat(statistics).as("calls of " + command).startsWith("calls=");
		return Integer.parseInt(statistics.substring("calls=".length(), statistics.indexOf(',')));
	}

	private Measurement measure(HttpMethod method, String path) {
		Measurement measurement = request(method, path).body(Measurement.class);
		assertThat(measurement).isNotNull();
		return measurement;
	}

	private RestClient.ResponseSpec request(HttpMethod method, String path) {
		return RestClient.create("http://127.0.0.1:" + this.port).method(method).uri(path).retrieve();
	}

}
