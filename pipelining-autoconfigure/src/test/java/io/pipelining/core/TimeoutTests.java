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

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.pipelining.ConnectionMode;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The time-out of a batch: that of its pipeline, or else the general one, or else that of
 * the connection.
 */
class TimeoutTests {

	private static final Duration SHORT = Duration.ofMillis(200);

	private static final Duration LONG = Duration.ofSeconds(30);

	private final Relay relay = new Relay(RedisServers.standalone());

	private final Observer observer = new Observer(RedisServers.standalone());

	private Redis redis;

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.relay.release();
		if (this.redis != null) {
			this.redis.close();
		}
		this.relay.close();
		this.observer.close();
	}

	private void connect(Client client, Duration timeout) {
		connect(client, Settings.of(this.relay.port()).withTimeout(timeout));
	}

	private void connect(Client client, Settings settings) {
		this.redis = new Redis(client.connect(settings), Results.RAW);
		this.redis.strings().opsForValue().set("one", "1");
		this.redis.strings().opsForValue().set("two", "2");
	}

	private Reply<String> read(PipelineTemplate template, String key) {
		return template.execute((pipeline) -> {
			this.redis.strings().opsForValue().get(key);
			return pipeline.defer(() -> this.redis.strings().opsForValue().get(key));
		});
	}

	private void assertTimedOut(PipelineTemplate template) {
		this.relay.holdRepliesAfter("one");
		try {
			assertThatExceptionOfType(PipelineOutcomeUnknownException.class).isThrownBy(() -> read(template, "one"))
				.satisfies((unknown) -> assertThat(unknown.getUnanswered()).isEqualTo(2));
		}
		finally {
			this.relay.release();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS", "REDISSON" })
	void thatOfThePipelineHolds(Client client) {
		connect(client, LONG);
		assertTimedOut(this.redis.pipelines().with((options) -> options.withTimeout(SHORT)));
		assertThat(read(this.redis.pipelines(), "two").get()).isEqualTo("2");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void thatOfTheConnectionHoldsWhereNothingIsSaid(Client client) {
		connect(client, SHORT);
		this.relay.holdRepliesAfter("one");
		assertThatExceptionOfType(PipelineOutcomeUnknownException.class)
			.isThrownBy(() -> read(this.redis.pipelines(), "one"));
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void thatOfThePipelineMayBeLongerThanThatOfTheConnection(Client client) {
		connect(client, SHORT);
		PipelineTemplate patient = this.redis.pipelines().with((options) -> options.withTimeout(LONG));
		assertThat(read(patient, "two").get()).isEqualTo("2");
		this.observer.call("CLIENT", "PAUSE", "600", "WRITE");
		Reply<Long> reply = patient
			.execute((pipeline) -> pipeline.defer(() -> this.redis.strings().opsForValue().increment("n")));
		assertThat(reply.get()).isEqualTo(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS", "REDISSON" })
	void alsoOfAnAtomicOne(Client client) {
		connect(client, LONG);
		PipelineTemplate atomic = this.redis.pipelines().with((options) -> options.withAtomic(true));
		assertTimedOut(atomic.with((options) -> options.withTimeout(SHORT)));
		assertThat(read(atomic, "two").get()).isEqualTo("2");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void leavesNothingThatALaterBatchCouldGet(Client client) {
		connect(client, Settings.of(this.relay.port()).withTimeout(LONG).withPoolSize(2));
		for (boolean atomic : new boolean[] { false, true }) {
			PipelineTemplate template = this.redis.pipelines().with((options) -> options.withAtomic(atomic));
			assertTimedOut(template.with((options) -> options.withTimeout(SHORT)));
			for (int i = 0; i < 5; i++) {
				assertThat(read(template, "two").get()).isEqualTo("2");
				assertThat(this.redis.strings().opsForValue().get("two")).isEqualTo("2");
			}
		}
	}

	@Test
	void leavesNothingOnADedicatedConnection() {
		connect(Client.LETTUCE, LONG);
		PipelineTemplate template = this.redis.pipelines()
			.with((options) -> options.withConnection(ConnectionMode.DEDICATED));
		assertTimedOut(template.with((options) -> options.withTimeout(SHORT)));
		for (int i = 0; i < 5; i++) {
			assertThat(read(template, "two").get()).isEqualTo("2");
		}
	}

}
