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

package io.pipelining.benchmark;

import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnection.PipeliningFlushPolicy;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;

/**
 * Connects what a row of the table needs, and nothing else.
 */
final class Senders {

	private Senders() {
	}

	static Sender open(Row row, Server server, Calls calls) {
		return switch (row) {
			case RAW, AUTO, TEMPLATE, RAW_ATOMIC, EXECUTE_PIPELINED, EXECUTE_PIPELINED_ATOMIC, PLAIN ->
				onSpring(row, Application.onLettuce(server.properties()), calls);
			case EXECUTE_PIPELINED_POOLED -> onSpring(row, Application.onPooledLettuce(server.properties()), calls);
			case RAW_DEDICATED, EXECUTE_PIPELINED_LARGE_POOL ->
				onSpring(row, Application.onLargePoolOfLettuce(server.properties()), calls);
			case RAW_ON_JEDIS, AUTO_ON_JEDIS, TEMPLATE_ALONE ->
				onSpring(row, Application.onJedis(server.properties()), calls);
			case LETTUCE -> new LettuceByHand(server, calls, false);
			case LETTUCE_ATOMIC -> new LettuceByHand(server, calls, true);
			case JEDIS -> new JedisByHand(server, calls, false);
			case JEDIS_ATOMIC -> new JedisByHand(server, calls, true);
			case REDISSON -> new RedissonByHand(server, calls);
			case REDIS_BENCHMARK ->
				throw new IllegalArgumentException("redis-benchmark measures itself: see RedisBenchmark");
		};
	}

	private static Sender onSpring(Row row, Application application, Calls calls) {
		AnnotatedCalls service = application.annotated();
		return new OnSpring(application, switch (row) {
			case RAW, RAW_DEDICATED, RAW_ON_JEDIS -> Executors.callable(() -> calls.raw(service));
			case AUTO, AUTO_ON_JEDIS -> Executors.callable(() -> calls.auto(service));
			case RAW_ATOMIC -> Executors.callable(() -> calls.atomic(service));
			case PLAIN -> Executors.callable(() -> calls.plain(service));
			case EXECUTE_PIPELINED -> () -> calls.executePipelined(application.redis());
			case EXECUTE_PIPELINED_ATOMIC -> () -> calls.executePipelinedAtomically(application.redis());
			case EXECUTE_PIPELINED_POOLED, EXECUTE_PIPELINED_LARGE_POOL -> flushingOnClose(application, calls);
			case TEMPLATE -> {
				PipelineTemplate raw = application.pipelines().with((options) -> options.withResults(Results.RAW));
				yield Executors.callable(() -> calls.inCode(raw, service));
			}
			case TEMPLATE_ALONE -> {
				NothingSent nothing = new NothingSent(application.bean(RedisConnectionFactory.class), service);
				yield Executors.callable(() -> nothing.run(calls));
			}
			default -> throw new IllegalArgumentException(row.title());
		});
	}

	private static Callable<?> flushingOnClose(Application application, Calls calls) {
		application.bean(LettuceConnectionFactory.class)
			.setPipeliningFlushPolicy(PipeliningFlushPolicy.flushOnClose());
		return () -> calls.executePipelined(application.redis());
	}

	private record OnSpring(Application application, Callable<?> batch) implements Sender {

		@Override
		public @Nullable Object send() throws Exception {
			return this.batch.call();
		}

		@Override
		public void close() {
			this.application.close();
		}

	}

}
