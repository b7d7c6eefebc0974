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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.embedded.RedisServer;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineUsageException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.MasterReplica;
import io.pipelining.support.Observer;
import io.pipelining.support.Outcomes;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisCluster;
import io.pipelining.support.RedisCluster.Node;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Seeds;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Random sequences of template calls, run directly, in a pipeline with every value
 * deferred, in one whose values are real and used, and in one that mixes all there is:
 * values, types, errors and the final contents of the server are equal.
 * {@code -Ddifferential.sequences=<n> -Ddifferential.seed=<s>} run more, or one again.
 */
@TestInstance(Lifecycle.PER_CLASS)
class DifferentialTests {

	private static final int SEQUENCES = Integer.getInteger("differential.sequences", 400);

	private static final long SEED = Seeds.of("differential");

	private static final String IGNORED = "ignored";

	private RedisServer server;

	private Observer observer;

	private RedisCluster cluster;

	private MasterReplica replicated;

	/** Of the servers that hold what the calls at hand write. */
	private List<Observer> observers;

	@BeforeAll
	void start() {
		this.server = RedisServers.start(List.of());
		this.observer = new Observer(this.server.ports().get(0));
		this.cluster = RedisCluster.start(3, 0);
		this.replicated = MasterReplica.startWithSentinel();
	}

	@AfterAll
	void stop() {
		this.observer.close();
		RedisServers.stop(this.server);
		this.cluster.close();
		this.replicated.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS", "LETTUCE_CLUSTER", "LETTUCE_REPLICA", "LETTUCE_SENTINEL" })
	void aPipelineDoesWhatDirectCallsDo(Client client) {
		this.observers = observers(client);
		int port = this.observers.get(0).port();
		// A fourth of them where each read waits until the replica has all that was
		// written
		int sequences = client.readsFromReplica() ? SEQUENCES / 4 : SEQUENCES;
		Set<String> operations = new TreeSet<>();
		int calls = 0;
		int errors = 0;
		int mixedBatches = 0;
		try (Redis redis = new Redis(client.connect(port), Results.AUTO)) {
			redis.strings().opsForValue().set("dumped", "17");
			RandomSteps random = new RandomSteps(redis, Objects.requireNonNull(redis.strings().dump("dumped")));
			for (int i = 0; i < sequences; i++) {
				List<Step> steps = random.draw(new Random(SEED + i));
				for (Mode mode : Mode.values()) {
					compare(redis, steps, mode, SEED + i);
				}
				mixedBatches += redis.listener().batches().size();
				steps.forEach((step) -> operations.add(step.operation()));
				calls += steps.size();
				errors += direct(steps).errors();
			}
		}
		System.out.printf(
				"%s: %d sequences, %d calls of %d operations, %d of them failed as they should, %d batches where values"
						+ " were used, ignored and deferred; seed %d%n",
				client, sequences, calls, operations.size(), errors, mixedBatches, SEED);
		if (sequences >= 100) {
			assertThat(operations).hasSizeGreaterThanOrEqualTo(60);
			assertThat(errors).isPositive();
			assertThat(mixedBatches).isLessThan(calls / 2);
		}
	}

	private List<Observer> observers(Client client) {
		if (client == Client.LETTUCE_CLUSTER) {
			return this.cluster.nodes().stream().map(Node::observer).toList();
		}
		return List.of(client.readsFromReplica() ? this.replicated.master().observer() : this.observer);
	}

	private void compare(Redis redis, List<Step> all, Mode mode, long seed) {
		Run direct = direct(all);
		List<Step> steps = all;
		if (mode == Mode.DEFERRED) {
			steps = all.stream().filter((step) -> canWait(redis, step)).toList();
		}
		else {
			// The failure of a call without a value is reported at the next send
			steps = IntStream.range(0, all.size())
				.filter((i) -> !all.get(i).isVoid() || !direct.isError(i))
				.mapToObj(all::get)
				.toList();
		}
		compareSteps(redis, steps, mode, seed);
	}

	/**
	 * Whether a call can wait: on a cluster some depend on keys of several slots.
	 */
	private boolean canWait(Redis redis, Step step) {
		if (this.observers.size() == 1) {
			return true;
		}
		try {
			redis.pipelines().executeWithoutResult((pipeline) -> {
				pipeline.defer(step::value);
				pipeline.discard();
			});
			return true;
		}
		catch (PipelineUsageException ex) {
			assertThat(ex).hasMessageContaining("cannot wait in a deferred supplier");
			return false;
		}
		catch (InvalidDataAccessApiUsageException ex) {
			// Refused by Spring, at its line
			assertThat(step.outcome()).startsWith("throws");
			return false;
		}
	}

	private void compareSteps(Redis redis, List<Step> steps, Mode mode, long seed) {
		Run direct = direct(steps);
		if (differs(steps, direct, pipelined(redis, steps, mode, direct, seed))) {
			fail(redis, steps, mode, seed);
		}
	}

	private Run direct(List<Step> steps) {
		this.observers.forEach(Observer::flush);
		List<String> outcomes = steps.stream().map(Step::outcome).toList();
		return new Run(outcomes, contents());
	}

	private Map<String, String> contents() {
		Map<String, String> contents = new TreeMap<>();
		this.observers.forEach((server) -> contents.putAll(server.contents()));
		return contents;
	}

	private Run pipelined(Redis redis, List<Step> steps, Mode mode, Run direct, long seed) {
		this.observers.forEach(Observer::flush);
		redis.listener().clear();
		List<String> outcomes = switch (mode) {
			case DEFERRED -> deferred(redis, steps, Math.floorMod(seed, 3));
			case USED -> used(redis, steps);
			case MIXED -> mixed(redis, steps, direct, new Random(seed));
		};
		return new Run(outcomes, contents());
	}

	/**
	 * Read the replies after the end of the pipeline, or after a send, or let the first
	 * one that is read send.
	 */
	private static List<String> deferred(Redis redis, List<Step> steps, int reading) {
		List<String> outcomes = new ArrayList<>();
		List<Reply<Object>> replies = new ArrayList<>();
		PipelineTemplate raw = redis.pipelines().with((options) -> options.withResults(Results.RAW));
		if (reading == 0) {
			try {
				raw.executeWithoutResult(
						(pipeline) -> steps.forEach((step) -> replies.add(pipeline.defer(step::value))));
			}
			catch (PipelineExecutionException ex) {
				// Of the failures that nobody has read yet
			}
			replies.forEach((reply) -> outcomes.add(Outcomes.of(reply::get)));
		}
		else {
			raw.executeWithoutResult((pipeline) -> {
				steps.forEach((step) -> replies.add(pipeline.defer(step::value)));
				if (reading == 1) {
					pipeline.send();
				}
				replies.forEach((reply) -> outcomes.add(Outcomes.of(reply::get)));
			});
		}
		assertThat(redis.listener().batches()).hasSizeLessThanOrEqualTo(1);
		return outcomes;
	}

	private static List<String> used(Redis redis, List<Step> steps) {
		List<String> outcomes = new ArrayList<>();
		redis.pipelines().executeWithoutResult((pipeline) -> {
			for (Step step : steps) {
				outcomes.add(step.outcome());
			}
		});
		return outcomes;
	}

	/**
	 * Use, ignore and defer values at random. A call that fails is used, since the
	 * failure of an ignored one is reported elsewhere.
	 */
	private List<String> mixed(Redis redis, List<Step> steps, Run direct, Random random) {
		String[] outcomes = new String[steps.size()];
		Set<Step> waiting = steps.stream().filter((step) -> canWait(redis, step)).collect(Collectors.toSet());
		redis.listener().clear();
		redis.pipelines().executeWithoutResult((pipeline) -> {
			List<Runnable> reads = new ArrayList<>();
			for (int i = 0; i < steps.size(); i++) {
				int index = i;
				Step step = steps.get(i);
				int use = (direct.isError(i) || !waiting.contains(step)) ? 0 : random.nextInt(4);
				if (use == 0) {
					outcomes[i] = step.outcome();
				}
				else if (use == 1) {
					Reply<Object> reply = pipeline.defer(step::value);
					reads.add(() -> outcomes[index] = Outcomes.of(reply::get));
				}
				else {
					step.ignore();
					outcomes[i] = IGNORED;
				}
			}
			reads.forEach(Runnable::run);
		});
		return List.of(outcomes);
	}

	/**
	 * Leave out steps as long as the two runs still differ, and say how.
	 */
	private void fail(Redis redis, List<Step> steps, Mode mode, long seed) {
		List<Step> fewer = new ArrayList<>(steps);
		for (int i = fewer.size() - 1; i >= 0; i--) {
			Step removed = fewer.remove(i);
			Run direct = direct(fewer);
			if (reportsElsewhere(fewer, direct, mode)
					|| !differs(fewer, direct, pipelined(redis, fewer, mode, direct, seed))) {
				fewer.add(i, removed);
			}
		}
		Run direct = direct(fewer);
		assertThat(differences(fewer, direct, pipelined(redis, fewer, mode, direct, seed)))
			.as("%s -Ddifferential.sequences=1 -Ddifferential.seed=%d: %s", mode, seed, fewer)
			.isEmpty();
		throw new AssertionError("Differed, but not again: " + mode + " -Ddifferential.seed=" + seed + " " + steps);
	}

	private static boolean reportsElsewhere(List<Step> steps, Run direct, Mode mode) {
		return mode != Mode.DEFERRED
				&& IntStream.range(0, steps.size()).anyMatch((i) -> direct.isError(i) && steps.get(i).isVoid());
	}

	private static boolean differs(List<Step> steps, Run direct, Run pipelined) {
		return !differences(steps, direct, pipelined).isEmpty();
	}

	private static List<String> differences(List<Step> steps, Run direct, Run pipelined) {
		List<String> differences = new ArrayList<>();
		for (int i = 0; i < steps.size(); i++) {
			String expected = direct.outcomes().get(i);
			String outcome = pipelined.outcomes().get(i);
			if (!outcome.equals(IGNORED) && !outcome.equals(expected)) {
				differences.add("#" + i + " " + steps.get(i) + " was " + outcome + " and directly " + expected);
			}
		}
		if (!direct.contents().equals(pipelined.contents())) {
			differences.add("contents were " + pipelined.contents() + " and directly " + direct.contents());
		}
		return differences;
	}

	private enum Mode {

		DEFERRED, USED, MIXED

	}

	/**
	 * What came of a sequence.
	 *
	 * @param outcomes what became of each call
	 * @param contents what the server held in the end
	 */
	private record Run(List<String> outcomes, Map<String, String> contents) {

		boolean isError(int index) {
			return this.outcomes.get(index).startsWith("throws");
		}

		int errors() {
			return (int) this.outcomes.stream().filter((outcome) -> outcome.startsWith("throws")).count();
		}

	}

}
