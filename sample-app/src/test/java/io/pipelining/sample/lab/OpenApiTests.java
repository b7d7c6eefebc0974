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

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import static io.pipelining.sample.lab.LabClient.at;
import static io.pipelining.sample.lab.LabClient.decimal;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoints are described, and those who read the description know the limits.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS)
class OpenApiTests {

	@Value("${local.server.port}")
	private int port;

	@Test
	void everyEndpointIsDescribed() {
		Map<String, Object> document = document();
		assertThat(at(document, "info", "title")).isEqualTo("Pipelining lab");
		assertThat(((Map<?, ?>) document.get("paths")).keySet().stream().map(Object::toString))
			.containsExactlyInAnyOrder("/lab/classics", "/lab/races", "/lab/runs/{id}", "/lab/runs/{id}/events",
					"/lab/sweeps", "/lab/values", "/products", "/products/views", "/products/warm");
		((Map<?, ?>) document.get("paths")).forEach((path, operations) -> ((Map<?, ?>) operations).forEach((method,
				operation) -> assertThat(at(operation, "summary")).as(method + " " + path).asString().isNotBlank()));
	}

	@ParameterizedTest
	@CsvSource({ "races, calls, 1, 10000", "races, batchLimit, 1, 10000", "races, roundTrip, 0, 20",
			"values, roundTrip, 0, 20", "sweeps, valueBytes, 1, 4096", "sweeps, roundTrip, 0, 20" })
	void limitsAreDescribed(String path, String name, double minimum, double maximum) {
		assertThat(parameters(path)).filteredOn((parameter) -> name.equals(at(parameter, "name")))
			.singleElement()
			.satisfies((parameter) -> {
				assertThat(decimal(parameter, "schema", "minimum")).isEqualTo(minimum);
				assertThat(decimal(parameter, "schema", "maximum")).isEqualTo(maximum);
				assertThat(at(parameter, "description")).asString().isNotBlank();
				assertThat(at(parameter, "required")).isIn(null, false);
			});
	}

	@Test
	void operationsAreDescribedByTheirWords() {
		assertThat(parameters("races")).filteredOn((parameter) -> "operation".equals(at(parameter, "name")))
			.singleElement()
			.satisfies((parameter) -> assertThat(at(parameter, "schema", "enum"))
				.isEqualTo(List.of("warm", "load", "count-views", "mixed")));
	}

	@Test
	void thereIsAPageToTryThem() {
		LabClient client = new LabClient(this.port);
		assertThat(client.request("GET", "/swagger-ui/index.html").statusCode()).isEqualTo(200);
		assertThat(client.request("GET", "/v3/api-docs/swagger-config").body()).contains("/v3/api-docs");
	}

	private List<?> parameters(String path) {
		return (List<?>) at(document(), "paths", "/lab/" + path, "post", "parameters");
	}

	private Map<String, Object> document() {
		return new LabClient(this.port).json("GET", "/v3/api-docs");
	}

}
