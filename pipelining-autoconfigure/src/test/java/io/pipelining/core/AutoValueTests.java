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

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.aop.AfterReturningAdvice;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.support.atomic.RedisAtomicLong;

import io.pipelining.CallFailure;
import io.pipelining.PipelineExecutionException;
import io.pipelining.Results;
import io.pipelining.SendTrigger;
import io.pipelining.annotation.Pipelined;
import io.pipelining.annotation.PipelinedBeanPostProcessor;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Observer.Seen;
import io.pipelining.support.Redis;
import io.pipelining.support.Server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What real values mean, and the three ways in which a pipeline may be told from plain
 * calls. A number in a comment is that of a case from the field.
 */
@TestInstance(Lifecycle.PER_CLASS)
class AutoValueTests {

	private final Map<Client, Redis> clients = new EnumMap<>(Client.class);

	private Server server;

	private Observer observer;

	@BeforeAll
	void start() {
		this.server = Server.start(Client.LETTUCE_REPLICA);
		int port = this.server.port();
		this.observer = new Observer(port);
		for (Client client : List.of(Client.LETTUCE, Client.JEDIS, Client.LETTUCE_REPLICA)) {
			this.clients.put(client, new Redis(client.connect(port), Results.AUTO));
		}
	}

	@AfterAll
	void stop() {
		this.clients.values().forEach(Redis::close);
		this.observer.close();
		this.server.close();
	}

	@BeforeEach
	void clean() {
		for (Redis redis : this.clients.values()) {
			redis.strings().delete("connect");
			redis.listener().clear();
		}
		this.observer.flush();
	}

	@OnEachDriver // 5
	void theMethodReturnsWhatItReturns(Client client) {
		Redis redis = this.clients.get(client);
		Jobs jobs = annotated(redis, new RedisJobs(redis.strings()));
		assertThat(jobs.run()).isEqualTo("done");
		assertThat(this.observer.get("nn")).isEqualTo("1");
		assertThat(redis.listener().sizes()).containsExactly(1);
		assertThat(jobs.count()).isEqualTo(1);
		assertThat(jobs.isNew("nn")).isFalse();
		assertThat(jobs.find("none")).isNull();
		assertThat(redis.listener().sizes()).containsExactly(1, 1, 1, 1);
	}

	@OnEachDriver // 2
	void anAtomicLongCounts(Client client) {
		Redis redis = this.clients.get(client);
		redis.pipelines().executeWithoutResult((pipeline) -> {
			RedisAtomicLong counter = new RedisAtomicLong("counter", redis.factory(), 5);
			counter.incrementAndGet();
			assertThat(counter.get()).isEqualTo(6);
			assertThat(counter.compareAndSet(6, 10)).isTrue();
			assertThat(counter.compareAndSet(6, 11)).isFalse();
			assertThat(counter.getAndIncrement()).isEqualTo(10);
			assertThat(counter.updateAndGet((value) -> value * 2)).isEqualTo(22);
			counter.set(7);
		});
		assertThat(this.observer.get("counter")).isEqualTo("7");
	}

	@OnEachDriver // 56
	void adviceOnTheTemplateSeesTheRealValue(Client client) {
		Redis redis = this.clients.get(client);
		this.observer.call("SET", "a", "1");
		List<@Nullable Object> seen = new ArrayList<>();
		ProxyFactory factory = new ProxyFactory(redis.strings());
		factory.setProxyTargetClass(true);
		factory.addAdvice((AfterReturningAdvice) (value, method, arguments, target) -> {
			if (!method.getName().startsWith("opsFor")) {
				seen.add(value);
			}
		});
		StringRedisTemplate advised = (StringRedisTemplate) factory.getProxy();
		redis.pipelines().executeWithoutResult((pipeline) -> {
			advised.delete("a");
			advised.delete("a");
			advised.countExistingKeys(List.of("a"));
			advised.opsForValue().increment("n");
			assertThat(pipeline.size()).isOne();
		});
		assertThat(seen).containsExactly(true, false, 0L);
	}

	// The first difference

	@OnEachDriver
	void aCallThatFailsThrowsAtItsLineWithoutAPipeline(Client client) {
		Redis redis = this.clients.get(client);
		this.observer.call("SET", "text", "v");
		FailingCode code = new FailingCode(redis.strings());
		assertThat(catchThrowable(code::run)).isInstanceOf(DataAccessException.class);
		assertThat(code.reached).isZero();
		assertThat(this.observer.contents()).containsOnlyKeys("text");
	}

	@OnEachDriver
	void anIgnoredCallThatFailsIsReportedOnReturnAndWhatFollowsRuns(Client client) {
		Redis redis = this.clients.get(client);
		this.observer.call("SET", "text", "v");
		Throwable direct = catchThrowable(() -> new FailingCode(redis.strings()).run());
		FailingCode code = new FailingCode(redis.strings());
		PipelineExecutionException failed = catchThrowableOfType(PipelineExecutionException.class,
				() -> redis.pipelines().executeWithoutResult((pipeline) -> code.run()));
		assertThat(code.reached).isEqualTo(3);
		assertThat(this.observer.contents()).containsOnlyKeys("text", "after", "last");
		assertThat(failed.getCallCount()).isEqualTo(4);
		assertThat(failed.getFailures()).extracting(CallFailure::index).containsExactly(0, 2);
		assertThat(failed.getFailures()).extracting(CallFailure::command).containsExactly("RPUSH", "RPUSH");
		assertThat(failed.getFailures().get(0).cause()).hasSameClassAs(direct).hasMessage(direct.getMessage());
		assertThat(redis.listener().sizes()).containsExactly(4);
	}

	@OnEachDriver
	void anIgnoredCallThatFailsIsReportedWhereAValueIsUsed(Client client) {
		Redis redis = this.clients.get(client);
		this.observer.call("SET", "text", "v");
		FailingCode code = new FailingCode(redis.strings());
		redis.pipelines().executeWithoutResult((pipeline) -> {
			code.run();
			assertThat(code.reached).isEqualTo(3);
			PipelineExecutionException failed = catchThrowableOfType(PipelineExecutionException.class,
					() -> redis.strings().opsForValue().increment("used").toString());
			assertThat(failed.getFailures()).extracting(CallFailure::index).containsExactly(0, 2);
			assertThat(this.observer.contents()).containsOnlyKeys("text", "after", "last", "used");
			// Reported once
			assertThat(redis.strings().opsForValue().increment("used")).isEqualTo(2);
		});
	}

	@OnEachDriver
	void anIgnoredCallThatFailsIsReportedOnSend(Client client) {
		Redis redis = this.clients.get(client);
		this.observer.call("SET", "text", "v");
		redis.pipelines().executeWithoutResult((pipeline) -> {
			new FailingCode(redis.strings()).run();
			PipelineExecutionException failed = catchThrowableOfType(PipelineExecutionException.class, pipeline::send);
			assertThat(failed.getFailures()).extracting(CallFailure::index).containsExactly(0, 2);
		});
		assertThat(this.observer.contents()).containsOnlyKeys("text", "after", "last");
	}

	@OnEachDriver
	void anIgnoredCallThatFailsIsAddedToWhatTheCodeThrows(Client client) {
		Redis redis = this.clients.get(client);
		this.observer.call("SET", "text", "v");
		IllegalStateException thrown = new IllegalStateException();
		Throwable received = catchThrowable(() -> redis.pipelines().executeWithoutResult((pipeline) -> {
			new FailingCode(redis.strings()).run();
			throw thrown;
		}));
		assertThat(received).isSameAs(thrown);
		assertThat(received.getSuppressed()).singleElement().isInstanceOf(PipelineExecutionException.class);
		assertThat(this.observer.contents()).containsOnlyKeys("text", "after", "last");
	}

	// The second difference

	@OnEachDriver
	void othersSeeAWaitingCallAfterTheSendOnly(Client client) {
		Redis redis = this.clients.get(client);
		StringRedisTemplate strings = redis.strings();
		redis.pipelines().executeWithoutResult((pipeline) -> {
			strings.opsForValue().set("a", "1");
			assertThat(this.observer.exists("a")).isFalse();
			assertThat(elsewhere(() -> strings.opsForValue().get("a"))).isNull();
			Long used = strings.opsForValue().increment("used");
			assertThat(used).isOne();
			assertThat(this.observer.exists("a")).isTrue();
			strings.delete("a");
			assertThat(this.observer.exists("a")).isTrue();
			pipeline.send();
			assertThat(this.observer.exists("a")).isFalse();
			strings.opsForValue().set("b", "1");
			assertThat(this.observer.exists("b")).isFalse();
			// The code itself sees what it wrote
			assertThat(strings.opsForValue().get("b")).isEqualTo("1");
			strings.opsForValue().set("c", "1");
			assertThat(this.observer.exists("c")).isFalse();
		});
		assertThat(this.observer.exists("c")).isTrue();
		assertThat(redis.listener().batches()).extracting((batch) -> batch.trigger())
			.containsExactly(SendTrigger.VALUE, SendTrigger.EXPLICIT, SendTrigger.VALUE, SendTrigger.RETURN);
	}

	// The third difference

	@OnEachDriver
	void waitingCallsAndThoseOfOtherFactoriesAndThreadsAreNotOrdered(Client client) {
		Redis redis = this.clients.get(client);
		StringRedisTemplate strings = redis.strings();
		StringRedisTemplate others = this.clients.get((client != Client.JEDIS) ? Client.JEDIS : Client.LETTUCE)
			.strings();
		List<Seen> seen = this.observer.commandsDuring(() -> redis.pipelines().executeWithoutResult((pipeline) -> {
			strings.opsForList().rightPush("order", "first");
			others.opsForList().rightPush("order", "other factory");
			strings.opsForList().rightPush("order", "second");
			elsewhere(() -> strings.opsForList().rightPush("order", "other thread"));
			strings.opsForList().rightPush("order", "third");
		}));
		assertThat(seen).extracting((command) -> command.arguments().get(2))
			.containsExactly("other factory", "other thread", "first", "second", "third");
	}

	@OnEachDriver
	void aUsedValueOrdersTheCallsBeforeItAndThoseAfterIt(Client client) {
		Redis redis = this.clients.get(client);
		StringRedisTemplate strings = redis.strings();
		List<Seen> seen = this.observer.commandsDuring(() -> redis.pipelines().executeWithoutResult((pipeline) -> {
			strings.opsForList().rightPush("order", "first");
			assertThat(strings.opsForList().rightPush("order", "used")).isEqualTo(2);
			elsewhere(() -> strings.opsForList().rightPush("order", "other thread"));
			strings.opsForList().rightPush("order", "last");
		}));
		assertThat(seen).extracting((command) -> command.arguments().get(2))
			.containsExactly("first", "used", "other thread", "last");
	}

	private static <T> @Nullable T elsewhere(Supplier<@Nullable T> code) {
		return CompletableFuture.supplyAsync(code, (task) -> new Thread(task).start()).join();
	}

	private static Jobs annotated(Redis redis, Jobs target) {
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
		beans.registerSingleton("redisConnectionFactory", redis.factory());
		beans.registerSingleton("pipelineTemplate", redis.pipelines());
		PipelinedBeanPostProcessor postProcessor = new PipelinedBeanPostProcessor();
		postProcessor.setBeanFactory(beans);
		return (Jobs) postProcessor.postProcessAfterInitialization(target, "jobs");
	}

	interface Jobs {

		String run();

		long count();

		Boolean isNew(String key);

		@Nullable String find(String key);

	}

	@Pipelined
	static class RedisJobs implements Jobs {

		private final StringRedisTemplate redis;

		RedisJobs(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Override
		public String run() {
			this.redis.opsForValue().set("nn", "1");
			return "done";
		}

		@Override
		public long count() {
			return this.redis.opsForValue().increment("n");
		}

		@Override
		public Boolean isNew(String key) {
			return this.redis.opsForValue().setIfAbsent(key, "2");
		}

		@Override
		public @Nullable String find(String key) {
			return this.redis.opsForValue().get(key);
		}

	}

	/**
	 * Ignores the values of four calls, of which two fail where {@code text} is no list.
	 */
	private static final class FailingCode {

		private final StringRedisTemplate redis;

		private int reached;

		private FailingCode(StringRedisTemplate redis) {
			this.redis = redis;
		}

		private void run() {
			this.redis.opsForList().rightPush("text", "wrong type");
			this.reached = 1;
			this.redis.opsForValue().set("after", "1");
			this.redis.opsForList().rightPush("text", "wrong type");
			this.reached = 2;
			this.redis.opsForValue().increment("last");
			this.reached = 3;
		}

	}

	@ParameterizedTest
	@EnumSource(value = Client.class, names = { "LETTUCE", "JEDIS", "LETTUCE_REPLICA" })
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@interface OnEachDriver {

	}

}
