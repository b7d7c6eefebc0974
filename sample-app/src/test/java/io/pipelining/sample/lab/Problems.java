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

import java.net.http.HttpResponse;
import java.util.Map;

import org.springframework.boot.json.JsonParserFactory;

import static io.pipelining.sample.lab.LabClient.at;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Problem details, for tests.
 */
public final class Problems {

	private Problems() {
	}

	/**
	 * The answer is a problem of one parameter, and says so.
	 */
	public static void assertWrong(HttpResponse<String> response, String name, String value) {
		Map<String, Object> problem = problem(response, 400);
		assertThat((Map<?, ?>) problem.get("errors")).hasSize(1);
		assertThat(at(problem, "errors", name)).asString()
			.startsWith("'" + name + "' ")
			.endsWith("but is '" + value + "'")
			.doesNotContain("java.");
	}

	/**
	 * The answer is a problem with a status.
	 */
	public static Map<String, Object> problem(HttpResponse<String> response, int status) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.headers().firstValue("content-type")).contains("application/problem+json");
		Map<String, Object> problem = JsonParserFactory.getJsonParser().parseMap(response.body());
		assertThat(problem).containsEntry("status", status).containsKeys("title", "detail", "instance");
		return problem;
	}

}
