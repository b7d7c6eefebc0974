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

package io.pipelining.faults;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;

import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * At most once (rule 12), where the connection is down when a batch is to be sent.
 */
@Timeout(120)
class DeliveryTests {

	private final int port = RedisServers.withSettings("databases 5");

	private final Observer observer = new Observer(this.port);

	private final Relay relay = new Relay(this.port);

	private Redis redis;

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.redis.close();
		this.relay.close();
		this.observer.close();
	}

	private void connect(Way way) {
		this.redis = new Redis(way.connect(Settings.of(this.relay.port())), Results.AUTO);
		this.redis.strings().opsForValue().set("warm", "1");
	}

	private void goDown() {
		this.relay.down();
		await().until(() -> this.observer.clients().isEmpty());
		// The driver knows: it tries to connect again
		long before = this.relay.connections();
		await().until(() -> this.relay.connections() > before);
	}

	private void increment(int calls) {
		for (int i = 0; i < calls; i++) {
			this.redis.strings().opsForValue().increment("n" + i);
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_PLAIN" })
	void whatWaitsForTheConnectionIsSentOnce(Way way) throws Exception {
		connect(way);
		goDown();
		ExecutorService executor = Executors.newSingleThreadExecutor();
		try {
			Future<?> batch = executor
				.submit(() -> this.redis.pipelines().executeWithoutResult((pipeline) -> increment(50)));
			long attempts = this.relay.connections();
			await().until(() -> this.relay.connections() > attempts);
			assertThat(batch).isNotDone();
			this.relay.heal();
			batch.get(60, TimeUnit.SECONDS);
		}
		finally {
			executor.shutdown();
		}
		this.relay.cut();
		assertNextBatchIsFine();
		for (int i = 0; i < 50; i++) {
			assertThat(this.observer.get("n" + i)).isEqualTo("1");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "LETTUCE_PLAIN" })
	void whatWaitsForTheConnectionTooLongIsNeverSent(Way way) {
		connect(way);
		goDown();
		DataAccessException late = catchThrowableOfType(DataAccessException.class,
				() -> this.redis.pipelines()
					.with((options) -> options.withTimeout(Duration.ofMillis(200)))
					.executeWithoutResult((pipeline) -> increment(50)));
		assertThat(late).isInstanceOf(QueryTimeoutException.class);
		assertThat(this.redis.listener().batches()).singleElement()
			.satisfies((batch) -> assertThat(batch.error()).isSameAs(late));
		this.relay.heal();
		assertNextBatchIsFine();
		assertThat(this.observer.contents()).containsOnlyKeys("warm", "after");
	}

	@Test
	void nothingIsSentWhereNoConnectionIsToBeHad() {
		connect(Way.JEDIS);
		this.relay.down();
		// The connection in the pool does not know yet
		Throwable first = catchThrowable(() -> this.redis.strings().hasKey("warm"));
		assertThat(first).isInstanceOf(DataAccessException.class);
		Throwable refused = catchThrowable(
				() -> this.redis.pipelines().executeWithoutResult((pipeline) -> increment(50)));
		assertThat(refused).isInstanceOf(RedisConnectionFailureException.class)
			.isNotInstanceOf(PipelineOutcomeUnknownException.class);
		assertThat(this.redis.listener().batches()).singleElement()
			.satisfies((batch) -> assertThat(batch.error()).isSameAs(refused));
		this.relay.heal();
		assertNextBatchIsFine();
		assertThat(this.observer.contents()).containsOnlyKeys("warm", "after");
	}

	@ParameterizedTest
	@MethodSource("io.pipelining.faults.Way#usual")
	void whatRanOfALargeBatchIsItsBeginning(Way way) {
		connect(way);
		this.relay.cutAfterRequestBytes(1_000_000);
		PipelineOutcomeUnknownException cut = catchThrowableOfType(PipelineOutcomeUnknownException.class,
				() -> this.redis.pipelines()
					.with(way::options)
					.with((options) -> options.withMaxBatchSize(0).withMaxBatchBytes(0))
					.executeWithoutResult((pipeline) -> {
						for (int i = 0; i < 50_000; i++) {
							this.redis.strings().opsForList().rightPush("list", i + "x".repeat(100));
						}
					}));
		assertNextBatchIsFine();
		long ran = (Long) this.observer.call("LLEN", "list");
		assertThat(ran).isBetween((long) cut.getAnswered(), (long) cut.getAnswered() + cut.getUnanswered());
		assertThat(ran).isPositive().isLessThan(50_000);
		assertThat(this.observer.call("LINDEX", "list", "-1")).asString().startsWith((ran - 1) + "x");
	}

	private void assertNextBatchIsFine() {
		// The driver may need a moment to see that its connection is gone
		await().ignoreExceptions().until(() -> this.redis.strings().hasKey("warm"));
		Reply<String> reply = this.redis.pipelines().execute((pipeline) -> {
			this.redis.strings().opsForValue().set("after", "1");
			return pipeline.defer(() -> this.redis.strings().opsForValue().get("after"));
		});
		assertThat(reply.get()).isEqualTo("1");
	}

}
