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
package io.pipelining.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.embedded.RedisServer;

import io.pipelining.PipelineExecutionException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Outcomes;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random sequences of template calls, run once directly and once in a pipeline with every
 * value deferred: values, types, errors and the final contents of the server are equal.
 * {@code -Ddifferential.sequences=<n> -Ddifferential.seed=<s>} run more, or one again.
 */
@TestInstance(Lifecycle.PER_CLASS)
class DifferentialTests {

	private static final int SEQUENCES = Integer.getInteger("differential.sequences", 400);

	private static final long SEED = Long.getLong("differential.seed", System.nanoTime());

	private RedisServer server;

	private Observer observer;

	@BeforeAll
	void start() {
		this.server = RedisServers.start(List.of());
		this.observer = new Observer(this.server.ports().get(0));
	}

	@AfterAll
	void stop() {
		this.observer.close();
		RedisServers.stop(this.server);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aPipelineDoesWhatDirectCallsDo(Client client) {
		Set<String> operations = new TreeSet<>();
		int calls = 0;
		int errors = 0;
		try (Redis redis = new Redis(client.connect(this.server.ports().get(0)), Results.RAW)) {
			redis.strings().opsForValue().set("dumped", "17");
			RandomSteps random = new RandomSteps(redis, Objects.requireNonNull(redis.strings().dump("dumped")));
			for (int i = 0; i < SEQUENCES; i++) {
				List<Step> steps = random.draw(new Random(SEED + i));
				Run direct = direct(steps);
				if (!direct.equals(pipelined(redis, steps, SEED + i))) {
					fail(redis, steps, SEED + i);
				}
				steps.forEach((step) -> operations.add(step.operation()));
				calls += steps.size();
				errors += direct.errors();
			}
		}
		System.out.printf("%s: %d sequences, %d calls of %d operations, %d of them failed as they should; seed %d%n",
				client, SEQUENCES, calls, operations.size(), errors, SEED);
		if (SEQUENCES >= 100) {
			assertThat(operations).hasSizeGreaterThanOrEqualTo(60);
			assertThat(errors).isPositive();
		}
	}

	private Run direct(List<Step> steps) {
		this.observer.flush();
		List<String> outcomes = steps.stream().map(Step::outcome).toList();
		return new Run(outcomes, this.observer.contents());
	}

	/**
	 * Read the replies after the end of the pipeline, or after a send, or let the first
	 * one that is read send.
	 */
	private Run pipelined(Redis redis, List<Step> steps, long seed) {
		this.observer.flush();
		redis.listener().clear();
		List<String> outcomes = new ArrayList<>();
		long mode = Math.floorMod(seed, 3);
		if (mode == 0) {
			List<Reply<Object>> replies = new ArrayList<>();
			try {
				redis.pipelines()
					.executeWithoutResult(
							(pipeline) -> steps.forEach((step) -> replies.add(pipeline.defer(step::value))));
			}
			catch (PipelineExecutionException ex) {
				// Of the failures that nobody has read yet
			}
			replies.forEach((reply) -> outcomes.add(Outcomes.of(reply::get)));
		}
		else {
			redis.pipelines().executeWithoutResult((pipeline) -> {
				List<Reply<Object>> replies = steps.stream()
					.map((step) -> pipeline.<Object>defer(step::value))
					.toList();
				if (mode == 1) {
					pipeline.send();
				}
				replies.forEach((reply) -> outcomes.add(Outcomes.of(reply::get)));
			});
		}
		assertThat(redis.listener().batches()).hasSizeLessThanOrEqualTo(1);
		return new Run(outcomes, this.observer.contents());
	}

	/**
	 * Leave out steps as long as the two runs still differ, and say how.
	 */
	private void fail(Redis redis, List<Step> steps, long seed) {
		List<Step> fewer = new ArrayList<>(steps);
		for (int i = fewer.size() - 1; i >= 0; i--) {
			Step removed = fewer.remove(i);
			if (fewer.isEmpty() || direct(fewer).equals(pipelined(redis, fewer, seed))) {
				fewer.add(i, removed);
			}
		}
		assertThat(pipelined(redis, fewer, seed))
			.as("-Ddifferential.sequences=1 -Ddifferential.seed=%d: %s", seed, fewer)
			.isEqualTo(direct(fewer));
		throw new AssertionError("Sequence differed, but not when run again: -Ddifferential.seed=" + seed);
	}

	/**
	 * What came of a sequence.
	 *
	 * @param outcomes what became of each call
	 * @param contents what the server held in the end
	 */
	private record Run(List<String> outcomes, Map<String, String> contents) {

		int errors() {
			return (int) this.outcomes.stream().filter((outcome) -> outcome.startsWith("throws")).count();
		}

	}

}
