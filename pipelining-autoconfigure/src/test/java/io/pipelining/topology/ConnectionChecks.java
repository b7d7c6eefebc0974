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

package io.pipelining.topology;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.springframework.data.redis.core.HashOperations;
import org.springframework.data.redis.core.ListOperations;
import org.springframework.data.redis.core.SetOperations;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ValueOperations;
import org.springframework.data.redis.core.ZSetOperations;

import io.pipelining.ConnectionMode;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.Reply;
import io.pipelining.SendTrigger;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * What holds over every connection, however it was made.
 */
final class ConnectionChecks {

	private final Redis redis;

	private final PipelineTemplate pipelines;

	private final Observer observer;

	ConnectionChecks(Redis redis, ConnectionMode mode, Observer observer) {
		this.redis = redis;
		this.pipelines = redis.pipelines().with((options) -> options.withConnection(mode));
		this.observer = observer;
	}

	PipelineTemplate pipelines() {
		return this.pipelines;
	}

	private ValueOperations<String, String> values() {
		return this.redis.strings().opsForValue();
	}

	/**
	 * Have all connections open that are used from now on.
	 */
	void warmUp() {
		values().get("warm");
		this.pipelines.executeWithoutResult((pipeline) -> values().increment("warm"));
	}

	void aBatchIsOneWriteOverConnectionsThatAreOpen() {
		warmUp();
		long connections = this.observer.connectionsReceived();
		for (int round = 0; round < 5; round++) {
			assertThat(this.observer.readsDuring(() -> this.pipelines.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < 20; i++) {
					values().set("k" + i, "v" + i);
					values().increment("n" + i);
				}
			}))).isOne();
		}
		assertThat(this.observer.connectionsReceived()).isEqualTo(connections);
		assertThat(this.redis.listener().sizes()).containsExactly(1, 40, 40, 40, 40, 40);
		for (int i = 0; i < 20; i++) {
			assertThat(this.observer.get("k" + i)).isEqualTo("v" + i);
			assertThat(this.observer.get("n" + i)).isEqualTo("5");
		}
	}

	/**
	 * The kinds of replies that RESP2 and RESP3 write in different ways.
	 */
	void valuesAreThoseOfDirectCalls() {
		StringRedisTemplate strings = this.redis.strings();
		HashOperations<String, String, String> hashes = strings.opsForHash();
		SetOperations<String, String> sets = strings.opsForSet();
		ZSetOperations<String, String> sorted = strings.opsForZSet();
		ListOperations<String, String> lists = strings.opsForList();
		hashes.putAll("hash", Map.of("f", "41", "g", "42"));
		sets.add("set", "a", "b");
		sorted.add("sorted", "one", 1.5);
		lists.rightPushAll("list", "x", "y", "z");
		List<Supplier<Object>> reads = List.of(() -> hashes.entries("hash"),
				() -> hashes.multiGet("hash", List.of("f", "no")), () -> sets.members("set"),
				() -> sets.isMember("set", "a", "c"), () -> sorted.score("sorted", "one"),
				() -> sorted.score("sorted", "none"), () -> sorted.rangeWithScores("sorted", 0, -1),
				() -> sorted.incrementScore("sorted", "two", 0.5), () -> lists.range("list", 0, -1),
				() -> values().get("nothing"), () -> strings.type("hash"), () -> strings.hasKey("set"),
				() -> strings.getExpire("set"), () -> values().multiGet(List.of("k", "l")),
				() -> sorted.popMin("nothing"), () -> strings.randomKey() != null);
		List<Object> direct = values(reads);
		sorted.remove("sorted", "two");
		this.redis.listener().clear();
		assertThat(this.pipelines.<List<Object>>execute((pipeline) -> values(reads))).isEqualTo(direct);
		assertThat(this.redis.listener().sizes()).hasSize(reads.size()).containsOnly(1);
		sorted.remove("sorted", "two");
		this.redis.listener().clear();
		List<Reply<Object>> replies = Objects
			.requireNonNull(this.pipelines.execute((pipeline) -> reads.stream().map(pipeline::<Object>defer).toList()));
		assertThat(replies.stream().map(Reply::get).toList()).isEqualTo(direct);
		assertThat(this.redis.listener().sizes()).containsExactly(reads.size());
	}

	private static List<Object> values(List<Supplier<Object>> reads) {
		return Arrays.asList(reads.stream().map(Supplier::get).toArray());
	}

	void anAtomicBatchIsOneTransaction() {
		warmUp();
		long transactions = this.observer.commandCalls("exec");
		Reply<Long> second = Objects
			.requireNonNull(this.pipelines.with((options) -> options.withAtomic(true)).execute((pipeline) -> {
				values().set("a1", "1");
				pipeline.defer(() -> values().increment("a1"));
				return pipeline.defer(() -> values().increment("a1"));
			}));
		assertThat(second.get()).isEqualTo(3);
		assertThat(this.observer.commandCalls("exec")).isEqualTo(transactions + 1);
		assertThat(this.observer.get("a1")).isEqualTo("3");
	}

	void aLostConnectionLeavesTheOutcomeUnknownAndTheNextBatchFine() {
		warmUp();
		this.observer.call("CLIENT", "PAUSE", "600000", "WRITE");
		CompletableFuture<Throwable> lost = new CompletableFuture<>();
		Thread sender = new Thread(() -> lost.complete(catchThrowableOfType(PipelineOutcomeUnknownException.class,
				() -> this.pipelines.with((options) -> options.withTimeout(Duration.ofMinutes(1)))
					.executeWithoutResult((pipeline) -> {
						values().increment("once");
						values().increment("once");
					}))));
		sender.start();
		try {
			await().until(() -> clientLines().stream().anyMatch((line) -> line.matches(".* flags=\\w*b.*")));
			this.observer.clients().stream().distinct().forEach(this.observer::kill);
			assertThat(lost).succeedsWithin(Duration.ofMinutes(1))
				.isInstanceOfSatisfying(PipelineOutcomeUnknownException.class,
						(unknown) -> assertThat(unknown.getAnswered() + unknown.getUnanswered()).isEqualTo(2));
		}
		finally {
			this.observer.call("CLIENT", "UNPAUSE");
		}
		// Connections that died while they were idle end with a call of their own
		await().ignoreExceptions().until(() -> {
			values().set("calm", "1");
			return true;
		});
		this.redis.listener().clear();
		await().ignoreExceptions().until(() -> {
			this.pipelines.executeWithoutResult((pipeline) -> values().set("next", "fine"));
			return true;
		});
		assertThat(this.redis.listener().batches().get(this.redis.listener().batches().size() - 1).trigger())
			.isEqualTo(SendTrigger.RETURN);
		assertThat(this.observer.get("next")).isEqualTo("fine");
		// The server had not run what it held back, and nobody sent it again
		assertThat(this.observer.exists("once")).isFalse();
	}

	/**
	 * The lines of CLIENT LIST that are about others.
	 */
	List<String> clientLines() {
		return Arrays.stream(String.valueOf(this.observer.call("CLIENT", "LIST")).split("\n"))
			.filter((line) -> !line.contains(" addr=" + this.observer.address() + " "))
			.toList();
	}

}
