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
package io.pipelining.sample.values;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import io.pipelining.sample.lab.LabClient;
import io.pipelining.sample.lab.LabClient.Event;
import io.pipelining.sample.lab.Problems;

import static io.pipelining.sample.lab.LabClient.at;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The small method in four ways.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS)
class ValuesControllerTests {

	@Value("${local.server.port}")
	private int port;

	private LabClient lab;

	@BeforeEach
	void client() {
		this.lab = new LabClient(this.port);
	}

	@Test
	void sourcesAreThoseOfTheClasses() {
		List<Object> variants = this.lab.list("/lab/values");
		assertThat(variants).extracting((variant) -> at(variant, "id"))
			.containsExactly("plain", "raw", "auto", "defer");
		assertThat(variants).extracting((variant) -> at(variant, "source").toString())
			.allSatisfy((source) -> assertThat(source).contains("public String greet(String user) {\n    this.redis.")
				.endsWith(";\n}")
				.doesNotContain("@Override", "\t"));
		assertThat(at(variants.get(1), "source")).asString().startsWith("@Pipelined(").contains("Results.RAW");
		assertThat(at(variants.get(2), "source")).asString().startsWith("@Pipelined(").doesNotContain("Results.RAW");
		assertThat(at(variants.get(3), "source")).asString().startsWith("@Pipelined(").contains(".defer(() ->");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "2.5" })
	void everyWayReturnsAndCostsWhatItSays(String roundTrip) {
		List<Event> events = this.lab.run("/lab/values?name=Grace&roundTrip=" + roundTrip);
		Map<String, Object> status = events.get(events.size() - 1).json();
		assertThat(status).containsEntry("state", "completed").containsEntry("kind", "values");
		List<?> results = (List<?>) status.get("result");
		assertThat(results).extracting((result) -> at(result, "id") + ": " + at(result, "returned"))
			.containsExactly("plain: Welcome back, Grace (visit 42)", "raw: Welcome back, null (visit null)",
					"auto: Welcome back, Grace (visit 42)", "defer: Welcome back, Grace (visit 42)");
		assertThat(results).extracting((result) -> at(result, "right")).containsExactly(true, false, true, true);
		assertThat(results).extracting((result) -> at(result, "roundTrips").toString())
			.containsExactly("5", "1", "2", "1");
		assertThat(results).extracting((result) -> at(result, "commands").toString()).containsOnly("5");
		assertThat(events.stream().filter((event) -> event.name().equals("variant")).map(Event::json).toList())
			.isEqualTo(results);
	}

	@ParameterizedTest
	@ValueSource(strings = { "Ada Lovelace", "Jürgen", "李雷", "O'Neill-Smith 2.", "A" })
	void namesOfAllKinds(String name) {
		Map<String, Object> status = this.lab
			.ended(this.lab.begin("/lab/values?roundTrip=0&name=" + URLEncoder.encode(name, StandardCharsets.UTF_8)));
		assertThat((List<?>) status.get("result")).extracting((result) -> at(result, "returned"))
			.contains("Welcome back, " + name + " (visit 42)");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			name      | ''
			name      | <b>
			name      | ' x'
			name      | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
			roundTrip | -1.0
			roundTrip | 21.0
			roundTrip | x
			""")
	void badInputIsAProblem(String name, String value) {
		Problems.assertWrong(this.lab.request("POST",
				"/lab/values?" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)), name, value);
	}

}
