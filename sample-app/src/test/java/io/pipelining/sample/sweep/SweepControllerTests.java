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
package io.pipelining.sample.sweep;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import io.pipelining.sample.lab.LabClient;
import io.pipelining.sample.lab.LabClient.Event;
import io.pipelining.sample.lab.Problems;

import static io.pipelining.sample.lab.LabClient.at;
import static io.pipelining.sample.lab.LabClient.decimal;
import static io.pipelining.sample.lab.LabClient.number;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sweeps over HTTP.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS)
class SweepControllerTests {

	@Value("${local.server.port}")
	private int port;

	private LabClient lab;

	@BeforeEach
	void client() {
		this.lab = new LabClient(this.port);
	}

	@Test
	void sweepFindsAKnee() {
		List<Event> events = this.lab.run("/lab/sweeps?roundTrip=2&valueBytes=1024");
		Map<String, Object> status = events.get(events.size() - 1).json();
		assertThat(status).containsEntry("state", "completed").containsEntry("kind", "sweep");
		List<?> points = (List<?>) at(status, "result", "points");
		assertThat(points).extracting((point) -> number(point, "batchSize"))
			.containsExactly(1L, 2L, 5L, 10L, 20L, 50L, 100L, 200L, 500L, 1000L, 2000L, 5000L, 10_000L);
		assertThat(events.stream().filter((event) -> event.name().equals("point")).map(Event::json).toList())
			.isEqualTo(points);
		// Two batches of one call may be on their way, so that a call takes half a round
		// trip
		assertThat(decimal(points.get(0), "microsPerCall")).isGreaterThan(1000);
		long knee = number(status, "result", "knee");
		double best = points.stream().mapToDouble((point) -> decimal(point, "microsPerCall")).min().orElseThrow();
		assertThat(points).filteredOn((point) -> number(point, "batchSize") == knee)
			.allSatisfy((point) -> assertThat(decimal(point, "microsPerCall")).isLessThanOrEqualTo(1.25 * best))
			.hasSize(1);
		assertThat(points).filteredOn((point) -> number(point, "batchSize") < knee)
			.allSatisfy((point) -> assertThat(decimal(point, "microsPerCall")).isGreaterThan(1.25 * best));
		assertThat(at(status, "result", "configuration")).isEqualTo("pipelining:\n  max-batch-size: " + knee + "\n");
		assertThat(points).allSatisfy((point) -> {
			assertThat(number(point, "outputBufferBytes")).isBetween(0L, 64L * 1024 * 1024);
			assertThat(number(point, "memoryBytes")).isBetween(0L, 256L * 1024 * 1024);
		});
	}

	@Test
	void stoppedSweepKeepsWhatItFound() {
		String id = this.lab.begin("/lab/sweeps?roundTrip=20");
		LabClient.readUntil(this.lab.open(id), "point");
		this.lab.json("DELETE", "/lab/runs/" + id);
		Map<String, Object> status = this.lab.ended(id);
		assertThat(status).containsEntry("state", "stopped");
		assertThat((List<?>) at(status, "result", "points")).hasSizeBetween(1, 12);
		assertThat(at(status, "result", "knee")).isNull();
		assertThat(at(status, "result", "configuration")).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "valueBytes, 0", "valueBytes, -1", "valueBytes, 4097", "valueBytes, x", "valueBytes, 1e3",
			"valueBytes, 99999999999", "roundTrip, -1.0", "roundTrip, 20.5", "roundTrip, x" })
	void badInputIsAProblem(String name, String value) {
		Problems.assertWrong(this.lab.request("POST", "/lab/sweeps?" + name + "=" + value), name, value);
	}

}
