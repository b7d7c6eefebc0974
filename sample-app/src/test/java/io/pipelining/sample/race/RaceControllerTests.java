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
package io.pipelining.sample.race;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.ArrayList;
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
import static io.pipelining.sample.lab.LabClient.decimal;
import static io.pipelining.sample.lab.LabClient.number;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Races over HTTP, and what all runs have in common.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS)
class RaceControllerTests {

	private static final String LONG_RACE = "/lab/races?calls=10000&roundTrip=20";

	@Value("${local.server.port}")
	private int port;

	private LabClient lab;

	@BeforeEach
	void client() {
		this.lab = new LabClient(this.port);
	}

	@ParameterizedTest
	@ValueSource(strings = { "warm", "load", "count-views", "mixed" })
	void bothLanesMakeAllCalls(String operation) {
		List<Event> events = this.lab.run("/lab/races?roundTrip=0&calls=61&operation=" + operation);
		Map<String, Object> status = events.get(events.size() - 1).json();
		assertThat(status).containsEntry("state", "completed").containsEntry("kind", "race");
		for (String lane : List.of("plain", "pipelined")) {
			Object result = at(status, "result", lane);
			assertThat(at(result, "finished")).isEqualTo(true);
			assertThat(number(result, "calls")).isEqualTo(61);
			assertThat(number(result, "wire", "commands")).isEqualTo(61);
			assertThat(number(result, "wire", "replies")).isEqualTo(61);
			assertThat(number(result, "packets"))
				.isEqualTo(number(result, "wire", "requestPackets") + number(result, "wire", "replyPackets"));
			assertThat(number(result, "bytes"))
				.isEqualTo(number(result, "wire", "requestBytes") + number(result, "wire", "replyBytes"));
		}
		assertThat(number(status, "result", "plain", "roundTrips")).isEqualTo(61);
		assertThat(number(status, "result", "plain", "packets")).isEqualTo(122);
		assertThat(number(status, "result", "pipelined", "roundTrips")).isEqualTo(1);
		assertThat(number(status, "result", "pipelined", "packets")).isBetween(2L, 20L);
		assertThat(decimal(status, "result", "timesFaster"))
			.isEqualTo(decimal(status, "result", "plain", "milliseconds")
					/ decimal(status, "result", "pipelined", "milliseconds"));
	}

	@Test
	void eachPacketIsTold() {
		List<Event> events = this.lab.run("/lab/races?roundTrip=1&calls=40");
		Map<String, Object> status = events.get(events.size() - 1).json();
		for (String lane : List.of("plain", "pipelined")) {
			List<List<?>> packets = new ArrayList<>();
			events.stream()
				.filter((event) -> event.name().equals("wire") && event.json().get("lane").equals(lane))
				.forEach((event) -> ((List<?>) event.json().get("packets"))
					.forEach((packet) -> packets.add((List<?>) packet)));
			assertThat((long) packets.size()).isEqualTo(number(status, "result", lane, "packets"));
			assertThat(packets.stream().mapToLong((packet) -> ((Number) packet.get(3)).longValue()).sum())
				.isEqualTo(number(status, "result", lane, "bytes"));
			assertThat(packets).extracting((packet) -> ((Number) packet.get(0)).longValue()).isSorted();
		}
		assertThat(events).extracting(Event::name).startsWith("started", "lane").endsWith("lane-ended", "ended");
		assertThat(events).extracting(Event::id).startsWith(0, 1, 2).doesNotHaveDuplicates().isSorted();
	}

	@Test
	void everyCallTakesTheRoundTrip() {
		Map<String, Object> status = this.lab.ended(this.lab.begin("/lab/races?roundTrip=4.5&calls=10"));
		assertThat(decimal(status, "result", "plain", "milliseconds")).isGreaterThanOrEqualTo(45);
		assertThat(decimal(status, "result", "pipelined", "milliseconds")).isGreaterThanOrEqualTo(4.5);
	}

	@Test
	void batchesAreLimited() {
		Map<String, Object> status = this.lab.ended(this.lab.begin("/lab/races?roundTrip=0&calls=100&batchLimit=10"));
		assertThat(number(status, "result", "pipelined", "roundTrips")).isEqualTo(10);
		assertThat(number(status, "result", "pipelined", "wire", "commands")).isEqualTo(100);
	}

	@Test
	void parametersHaveDefaults() {
		String id = this.lab.begin("/lab/races");
		Map<String, Object> status = this.lab.json("DELETE", "/lab/runs/" + id);
		assertThat(at(status, "request", "operation")).isEqualTo("warm");
		assertThat(number(status, "request", "calls")).isEqualTo(1000);
		assertThat(decimal(status, "request", "roundTrip")).isEqualTo(1);
		assertThat(number(status, "request", "batchLimit")).isEqualTo(1000);
		this.lab.ended(id);
	}

	@ParameterizedTest
	@CsvSource({ "calls=0, calls", "calls=-1, calls", "calls=10001, calls", "calls=many, calls",
			"calls=99999999999999999999, calls", "calls=1.5, calls", "roundTrip=-0.1, roundTrip",
			"roundTrip=20.01, roundTrip", "roundTrip=NaN, roundTrip", "roundTrip=Infinity, roundTrip",
			"roundTrip=fast, roundTrip", "roundTrip=1.0E300, roundTrip", "batchLimit=0, batchLimit",
			"batchLimit=10001, batchLimit", "operation=drop, operation" })
	void badInputIsAProblem(String parameter, String name) {
		Problems.assertWrong(this.lab.request("POST", "/lab/races?" + parameter), name,
				parameter.substring(parameter.indexOf('=') + 1));
	}

	@Test
	void everyWrongParameterIsNamed() {
		Map<String, Object> problem = Problems
			.problem(this.lab.request("POST", "/lab/races?calls=0&roundTrip=21&batchLimit=10001"), 400);
		assertThat(((Map<?, ?>) problem.get("errors")).keySet()).hasToString("[batchLimit, calls, roundTrip]");
	}

	@Test
	void secondRunIsRefusedUntilTheFirstIsStopped() {
		String first = this.lab.begin(LONG_RACE);
		for (String path : List.of(LONG_RACE, "/lab/values", "/lab/sweeps", "/lab/classics")) {
			assertThat(Problems.problem(this.lab.request("POST", path), 409)).containsEntry("run", first);
		}
		this.lab.json("DELETE", "/lab/runs/" + first);
		Map<String, Object> status = this.lab.ended(first);
		assertThat(status).containsEntry("state", "stopped");
		assertThat(this.lab.ended(this.lab.begin("/lab/races?calls=1&roundTrip=0"))).containsEntry("state",
				"completed");
	}

	@Test
	void stoppedRaceTellsHowFarItCame() {
		String id = this.lab.begin(LONG_RACE);
		HttpResponse<InputStream> stream = this.lab.open(id);
		LabClient.readUntil(stream, "lane-ended");
		LabClient.readUntil(stream, "wire");
		this.lab.json("DELETE", "/lab/runs/" + id);
		Map<String, Object> status = this.lab.ended(id);
		assertThat(at(status, "result", "pipelined", "finished")).isEqualTo(true);
		assertThat(at(status, "result", "plain", "finished")).isEqualTo(false);
		assertThat(at(status, "result", "timesFaster")).isNull();
		long calls = number(status, "result", "plain", "calls");
		assertThat(calls).isBetween(1L, 9_999L);
		assertThat(number(status, "result", "plain", "wire", "commands")).isEqualTo(calls);
		LabClient.readUntil(stream, "ended");
	}

	@Test
	void runEndsWhenItsClientIsGone() throws IOException {
		String id = this.lab.begin(LONG_RACE);
		HttpResponse<InputStream> stream = this.lab.open(id);
		LabClient.readUntil(stream, "wire");
		stream.body().close();
		assertThat(this.lab.ended(id)).containsEntry("state", "stopped");
	}

	@Test
	void endedRunIsStreamedAgainFromAnywhere() {
		String id = this.lab.begin("/lab/races?calls=10&roundTrip=0");
		List<Event> events = this.lab.events(id, "-1");
		assertThat(this.lab.events(id, "-1")).isEqualTo(events);
		assertThat(this.lab.events(id, "2")).isEqualTo(events.subList(3, events.size()));
		assertThat(this.lab.events(id, "-7")).isEqualTo(events);
	}

	@Test
	void tooManyViewersAreRefused() throws IOException {
		String id = this.lab.begin(LONG_RACE);
		List<HttpResponse<InputStream>> streams = new ArrayList<>();
		while (streams.isEmpty() || streams.get(streams.size() - 1).statusCode() == 200) {
			assertThat(streams).hasSizeLessThan(100);
			streams.add(this.lab.open(id));
		}
		assertThat(streams).hasSize(17).last().returns(503, HttpResponse::statusCode);
		for (HttpResponse<InputStream> stream : streams) {
			stream.body().close();
		}
		assertThat(this.lab.ended(id)).containsEntry("state", "stopped");
	}

	@ParameterizedTest
	@CsvSource({ "GET, /lab/runs/none", "DELETE, /lab/runs/none", "GET, /lab/runs/none/events" })
	void unknownRunIsNotFound(String method, String path) {
		HttpResponse<String> response = this.lab.request(method, path, "Accept",
				path.endsWith("events") ? "text/event-stream" : "application/json");
		assertThat(Problems.problem(response, 404).get("detail")).asString().contains("There is no run 'none'");
	}

	@Test
	void lastEventIdIsANumber() {
		Problems.problem(this.lab.request("GET", "/lab/runs/none/events", "Last-Event-ID", "x"), 400);
	}

	@Test
	void racesAreBegunByPostOnly() {
		Problems.problem(this.lab.request("GET", "/lab/races"), 405);
	}

}
