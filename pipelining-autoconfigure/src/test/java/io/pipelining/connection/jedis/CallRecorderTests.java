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

package io.pipelining.connection.jedis;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.redis.connection.RedisStringCommands;

import io.pipelining.connection.Invocation;

import static org.assertj.core.api.Assertions.assertThat;

class CallRecorderTests {

	/**
	 * One that learns, and one that stays with Spring's pipeline.
	 */
	static Stream<Map<Method, SimpleMethod>> knowledge() {
		return Stream.of(new ConcurrentHashMap<>(), new HashMap<>() {

			@Override
			public SimpleMethod put(Method method, SimpleMethod simpleMethod) {
				return null;
			}

		});
	}

	@ParameterizedTest
	@MethodSource("knowledge")
	void keepsNothing(Map<Method, SimpleMethod> knowledge) throws Throwable {
		CallRecorder recorder = new CallRecorder(knowledge);
		Invocation invocation = increment();
		record(recorder, invocation, 1_000);
		long before = usedMemory();
		record(recorder, invocation, 200_000);
		assertThat(usedMemory() - before).isLessThan(16 * 1024 * 1024);
		assertThat(recorder.record(invocation).commands()).hasSize(1);
	}

	@Test
	void learnsWhatIsSimple() throws Throwable {
		Map<Method, SimpleMethod> knowledge = new ConcurrentHashMap<>();
		CallRecorder recorder = new CallRecorder(knowledge);
		JedisRecordedCall first = recorder.record(increment());
		assertThat(knowledge).containsOnlyKeys(increment().method());
		assertThat(knowledge.values()).extracting(SimpleMethod::standIn).containsExactly(StandIn.NUMBER);
		JedisRecordedCall second = recorder.record(increment());
		assertThat(second.commands()).hasSize(1);
		assertThat(second.command()).isEqualTo(first.command());
		assertThat(second.key()).isEqualTo(first.key());
		assertThat(second.placeholder()).isNull();
		assertThat(second.command()).isEqualTo("INCR");
		assertThat(second.key()).isEqualTo("k");
	}

	/** What has none still works, by an exception for each call. */
	@ParameterizedTest
	@EnumSource(StandIn.class)
	void recordsTheSameWhateverStandsIn(StandIn standIn) throws Throwable {
		SimpleMethod method = new SimpleMethod(SimpleMethod.handle(increment().method()), standIn);
		CallRecorder recorder = new CallRecorder(new ConcurrentHashMap<>(Map.of(increment().method(), method)));
		for (int i = 0; i < 2; i++) {
			JedisRecordedCall call = recorder.record(increment());
			assertThat(call.commands()).hasSize(1);
			assertThat(call.command()).isEqualTo("INCR");
			assertThat(call.key()).isEqualTo("k");
		}
	}

	private static void record(CallRecorder recorder, Invocation invocation, int times) throws Throwable {
		for (int i = 0; i < times; i++) {
			recorder.record(invocation);
		}
	}

	private static Invocation increment() throws NoSuchMethodException {
		return new Invocation(RedisStringCommands.class.getMethod("incr", byte[].class),
				new Object[] { new byte[] { 'k' } });
	}

	private static long usedMemory() {
		System.gc();
		Runtime runtime = Runtime.getRuntime();
		return runtime.totalMemory() - runtime.freeMemory();
	}

}
