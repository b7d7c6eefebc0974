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
package io.pipelining.sample.classics;

import java.util.List;
import java.util.Map;

import io.lettuce.core.resource.EpollProvider;
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
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.sample.lab.LabClient;
import io.pipelining.sample.lab.LabClient.Event;
import io.pipelining.sample.lab.Problems;

import static io.pipelining.sample.lab.LabClient.at;
import static io.pipelining.sample.lab.LabClient.decimal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The classics over HTTP.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS)
class ClassicsControllerTests {

	@Value("${local.server.port}")
	private int port;

	private LabClient lab;

	@BeforeEach
	void client() {
		this.lab = new LabClient(this.port);
	}

	@Test
	void everyRowRuns() {
		List<Object> classics = this.lab.list("/lab/classics");
		assertThat(classics).hasSize(24);
		List<Event> events = this.lab.run("/lab/classics");
		Map<String, Object> status = events.get(events.size() - 1).json();
		assertThat(status).containsEntry("state", "completed").containsEntry("kind", "classics");
		List<?> results = (List<?>) status.get("result");
		assertThat(results).extracting((result) -> at(result, "id"))
			.isEqualTo(classics.stream().map((classic) -> at(classic, "id")).toList());
		assertThat(events.stream().filter((event) -> event.name().equals("row")).map(Event::json).toList())
			.isEqualTo(results);
		boolean unixSockets = EpollProvider.isAvailable();
		assertThat(results).allSatisfy((result) -> {
			boolean available = unixSockets || !at(result, "id").toString().endsWith("unix-socket");
			assertThat(at(result, "available")).isEqualTo(available);
			if (available) {
				assertThat(decimal(result, "ratio"))
					.isEqualTo(decimal(result, "plainMilliseconds") / decimal(result, "pipelinedMilliseconds"));
			}
		});
		// 200 calls over a line of 1 ms, one after the other
		assertThat(results).filteredOn((result) -> at(result, "id").toString().endsWith("delayed"))
			.hasSize(6)
			.allSatisfy((result) -> assertThat(decimal(result, "plainMilliseconds")).isGreaterThan(200));
	}

	@Test
	void atomicRowIsATransaction(@Autowired StringRedisTemplate redis) {
		redis.execute((RedisCallback<Object>) (connection) -> {
			connection.serverCommands().resetConfigStats();
			return null;
		});
		this.lab.ended(this.lab.begin("/lab/classics?row=ping-10000-atomic"));
		assertThat(commands(redis, "exec")).startsWith("calls=6,");
		// plain and pipelined: three times 2,000 to get warm, three times 10,000
		assertThat(commands(redis, "ping")).startsWith("calls=72000,");
	}

	@ParameterizedTest
	@CsvSource({ "ping-1000, hiredis, 41, 3, 13.67", "incr-2000, Jedis, 183, 47, 3.89",
			"ping-10000, Jedis, 346.4, 18.34, 18.89", "ping-10000-atomic, redigo, 256.53, 8.69, 29.52" })
	void publishedFiguresAreThere(String id, String client, double plain, double pipelined, double ratio) {
		assertThat(this.lab.list("/lab/classics")).filteredOn((classic) -> id.equals(at(classic, "id")))
			.singleElement()
			.satisfies((classic) -> {
				assertThat(at(classic, "published", "client")).isEqualTo(client);
				assertThat(decimal(classic, "published", "plainMilliseconds")).isEqualTo(plain);
				assertThat(decimal(classic, "published", "pipelinedMilliseconds")).isEqualTo(pipelined);
				assertThat(decimal(classic, "published", "ratio")).isEqualTo(ratio, within(0.01));
			});
	}

	@Test
	void oneRowRunsAlone() {
		Map<String, Object> status = this.lab.ended(this.lab.begin("/lab/classics?row=incr-2000"));
		assertThat((List<?>) status.get("result")).singleElement()
			.satisfies((result) -> assertThat(at(result, "id")).isEqualTo("incr-2000"));
		assertThat(at(status, "request")).isEqualTo(List.of("incr-2000"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "none", "", "-1", "incr-2000,ping-1000" })
	void unknownRowIsAProblem(String row) {
		Map<String, Object> problem = Problems.problem(this.lab.request("POST", "/lab/classics?row=" + row), 400);
		assertThat(problem).containsEntry("detail", "There is no experiment '" + row + "'");
	}

	private static String commands(StringRedisTemplate redis, String command) {
		return redis.execute((RedisCallback<String>) (
				connection) -> connection.serverCommands().info("commandstats").getProperty("cmdstat_" + command));
	}

}
