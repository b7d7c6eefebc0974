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
package io.pipelining.connection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

import io.pipelining.support.BootLine;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Seeds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnection.PipeliningFlushPolicy;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.stream.Record;
import org.springframework.data.redis.connection.zset.Tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.assertj.core.api.Assertions.fail;

/**
 * Values and failures of calls that went in a batch are those of direct calls.
 */
class ExecutePipelinedParityTests {

	private static final int SEQUENCES = Integer.getInteger("sequences", 15);

	private static Drivers drivers;

	private static RedisConnection observer;

	@BeforeAll
	static void start() {
		int port = RedisServers.withSettings("databases 2");
		drivers = new Drivers(port);
		LettuceConnectionFactory factory = drivers.lettuce();
		factory.setPipeliningFlushPolicy(PipeliningFlushPolicy.flushOnClose());
		observer = factory.getConnection();
	}

	@AfterAll
	static void stop() {
		observer.close();
		drivers.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "redisson that filters OK", "lettuce", "decorated lettuce",
			"lettuce with raw results", "jedis" })
	void eachCallGivesWhatTheDirectCallGives(String name) {
		assumeTrue(BootLine.hasRedisson() || !name.startsWith("redisson"));
		RedisConnectionFactory factory = drivers.factory(name);
		List<String> differences = new ArrayList<>();
		CommandSamples.all().forEach((sample, code) -> {
			Invocation invocation = Invocations.of(code);
			assertThat(invocation).as(sample).isNotNull();
			ExecutePipelinedDriver driver = new ExecutePipelinedDriver();
			prepare();
			String direct = directly(factory, invocation);
			for (String use : List.of("first", "second")) {
				prepare();
				String batched = inBatches(driver, factory, List.of(invocation)).get(0);
				if (!batched.equals(direct) && !isKnown(name, sample, use)
						&& !isOnlyTheDirectCallRefused(name, sample, direct)) {
					differences.add(sample + " (" + use + " use): " + batched + " instead of " + direct);
				}
			}
		});
		assertThat(differences).isEmpty();
	}

	/**
	 * From Redis 7 on, Redisson sends SORT with STORE as SORT_RO, which no server takes,
	 * but in a batch as SORT.
	 */
	private static boolean isOnlyTheDirectCallRefused(String driver, String sample, String direct) {
		return driver.startsWith("redisson") && sample.equals("sortStore") && direct.contains("ERR syntax error");
	}

	/**
	 * Where Redisson filters OK the list is silent about a conditional SET; that is said
	 * once, and known from then on.
	 */
	private static boolean isKnown(String driver, String sample, String use) {
		return driver.equals("redisson that filters OK") && use.equals("first")
				&& Set.of("setOption", "setIfAbsent", "setIfAbsentNew").contains(sample);
	}

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "lettuce", "decorated lettuce", "jedis" })
	void longBatchesOfAnyCallsLineUp(String name) {
		assumeTrue(BootLine.hasRedisson() || !name.startsWith("redisson"));
		RedisConnectionFactory factory = drivers.factory(name);
		long seed = Seeds.of("parity");
		System.out.println(SEQUENCES + " sequences on " + name + " with seed " + seed);
		Random random = new Random(seed);
		ExecutePipelinedDriver driver = new ExecutePipelinedDriver();
		Map<String, Invocation> invocations = succeeding(factory);
		List<String> names = new ArrayList<>(invocations.keySet());
		for (int i = 0; i < SEQUENCES; i++) {
			List<String> sequence = new ArrayList<>();
			for (int j = 0; j < 40; j++) {
				sequence.add(names.get(random.nextInt(names.size())));
			}
			List<Invocation> calls = sequence.stream().map(invocations::get).toList();
			prepare();
			List<String> direct = calls.stream().map((call) -> directly(factory, call)).toList();
			if (direct.stream().anyMatch((value) -> value.startsWith("!"))) {
				continue;
			}
			prepare();
			List<String> batched = inBatches(driver, factory, calls);
			List<String> differences = new ArrayList<>();
			for (int j = 0; j < calls.size(); j++) {
				if (!batched.get(j).equals(direct.get(j))) {
					differences.add(sequence.get(j) + ": " + batched.get(j) + " instead of " + direct.get(j));
				}
			}
			assertThat(differences).as("seed %d, sequence %d: %s", seed, i, sequence).isEmpty();
		}
	}

	/**
	 * Those of the samples that do not fail by themselves, and whose value depends on
	 * nothing but the data.
	 */
	private static Map<String, Invocation> succeeding(RedisConnectionFactory factory) {
		Map<String, Invocation> invocations = new LinkedHashMap<>();
		CommandSamples.all().forEach((name, code) -> {
			Invocation invocation = Invocations.of(code);
			prepare();
			boolean random = name.contains("Rand") || name.startsWith("sPop") || name.startsWith("pTtl")
					|| name.startsWith("ttl");
			if (!random && !directly(factory, invocation).startsWith("!")) {
				invocations.put(name, invocation);
			}
		});
		assertThat(invocations).hasSizeGreaterThan(120);
		return invocations;
	}

	private static void prepare() {
		observer.openPipeline();
		CommandSamples.prepare(observer);
		observer.closePipeline();
	}

	private static String directly(RedisConnectionFactory factory, Invocation invocation) {
		try (RedisConnection connection = factory.getConnection()) {
			return describe(invocation.invokeOn(CommandTargets.of(invocation.method(), connection)));
		}
		catch (Throwable ex) {
			return describeFailure(ex);
		}
	}

	private static List<String> inBatches(ExecutePipelinedDriver driver, RedisConnectionFactory factory,
			List<Invocation> invocations) {
		CallChannel channel = driver.open(new ConnectionSource(factory));
		try {
			List<RecordedCall> calls = new ArrayList<>();
			for (Invocation invocation : invocations) {
				calls.add(channel.record(invocation));
			}
			List<Outcome> outcomes = channel.send(calls, null).toCompletableFuture().join();
			assertThat(outcomes).hasSameSizeAs(calls);
			List<String> values = new ArrayList<>();
			for (int i = 0; i < calls.size(); i++) {
				values.add(describe(channel, calls.get(i), outcomes.get(i)));
			}
			return values;
		}
		catch (Throwable ex) {
			return fail("A batch was not sent", ex);
		}
	}

	private static String describe(CallChannel channel, RecordedCall call, Outcome outcome) {
		if (outcome.kind() == Outcome.Kind.FAILED) {
			return describeFailure(Objects.requireNonNull(outcome.cause()));
		}
		if (outcome.kind() != Outcome.Kind.ANSWERED) {
			return outcome.toString();
		}
		try {
			String value = describe(channel.value(call));
			assertThat(describe(channel.value(call))).isEqualTo(value);
			return value;
		}
		catch (Throwable ex) {
			return describeFailure(ex);
		}
	}

	private static String describeFailure(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		String message = String.valueOf(root.getMessage());
		return "!" + failure.getClass().getSimpleName() + ": " + message.replaceAll("(?s)[.]? channel: .*", "");
	}

	private static String describe(Object value) {
		if (value instanceof byte[] bytes) {
			return "bytes " + new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
		}
		if (value instanceof Tuple tuple) {
			return "tuple " + describe(tuple.getValue()) + "=" + tuple.getScore();
		}
		if (value instanceof Record<?, ?> entry) {
			return "record " + describe(entry.getStream()) + entry.getId() + describe(entry.getValue());
		}
		if (value instanceof Map.Entry<?, ?> entry) {
			return describe(entry.getKey()) + "=" + describe(entry.getValue());
		}
		if (value instanceof Map<?, ?> map) {
			return "map " + describe(new LinkedHashSet<Object>(map.entrySet()));
		}
		if (value instanceof Collection<?> collection) {
			List<String> elements = new ArrayList<>();
			collection.forEach((element) -> elements.add(describe(element)));
			if (value instanceof Set) {
				Collections.sort(elements);
			}
			return ((value instanceof Set) ? "set " : "list ") + elements;
		}
		if (value instanceof Iterable<?> iterable) {
			List<String> elements = new ArrayList<>();
			iterable.forEach((element) -> elements.add(describe(element)));
			return value.getClass().getSimpleName() + elements;
		}
		if (value instanceof org.springframework.data.geo.GeoResult<?> result) {
			return describe(result.getContent()) + " at " + result.getDistance();
		}
		if (value instanceof org.springframework.data.redis.domain.geo.GeoLocation<?> location) {
			return describe(location.getName()) + location.getPoint();
		}
		if (value instanceof Object[] array) {
			return describe(Arrays.asList(array));
		}
		if (value == null) {
			return "null";
		}
		return value.getClass().getSimpleName() + " "
				+ value.toString().replaceAll("@[0-9a-f]+|(?<=idle=|MS=)\\d+", "");
	}

}
