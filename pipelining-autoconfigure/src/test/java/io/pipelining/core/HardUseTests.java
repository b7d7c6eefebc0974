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
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionProvider;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.pipelining.BatchExecution;
import io.pipelining.OnException;
import io.pipelining.Pipeline;
import io.pipelining.PipelineListener;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.PipelinePropagation;
import io.pipelining.PipelineUsageException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.RecordingListener.Discard;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Code that uses pipelines in ways nobody had in mind: nothing runs twice, and nothing is
 * lost silently.
 */
class HardUseTests {

	private static final RedisScript<Long> INCREMENT = RedisScript
		.of("return redis.call('INCR', KEYS[1]) -- of these tests", Long.class);

	private final Observer observer = new Observer(RedisServers.standalone());

	private Redis redis;

	private StringRedisTemplate strings;

	private PipelineTemplate pipelines;

	void connect(Client client) {
		this.observer.flush();
		connect(client, Settings.of(RedisServers.standalone()));
	}

	private void connect(Client client, Settings settings) {
		this.redis = new Redis(client.connect(settings), Results.AUTO);
		this.strings = this.redis.strings();
		this.pipelines = this.redis.pipelines();
	}

	@AfterEach
	void close() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		assertThat(this.pipelines.current()).isEmpty();
		this.redis.close();
		this.observer.close();
	}

	private PipelineTemplate raw() {
		return this.pipelines.with((options) -> options.withResults(Results.RAW));
	}

	private PipelineTemplate with(PipelinePropagation propagation) {
		return this.pipelines.with((options) -> options.withPropagation(propagation));
	}

	private Reply<Long> increment(Pipeline pipeline, String key) {
		return pipeline.defer(() -> this.strings.opsForValue().increment(key));
	}

	private PipelineTemplate heardBy(PipelineListener listener) {
		return PipelineTemplate.builder(this.redis.factory())
			.results(Results.AUTO)
			.listeners(() -> List.of(listener, this.redis.listener()))
			.build();
	}

	// Deferred calls run once

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void anEarlierBatchThatIsLostNeitherRepeatsADeferredCallNorGoesUnreported(Client client) throws Exception {
		this.observer.flush();
		try (Relay relay = new Relay(RedisServers.standalone())) {
			connect(client, Settings.of(relay.port()));
			this.strings.hasKey("connect");
			relay.holdRepliesAfter("first");
			AtomicReference<Reply<Long>> reply = new AtomicReference<>();
			Throwable thrown = catchThrowable(() -> this.pipelines
				.with((options) -> options.withMaxBatchSize(1).withMaxInFlight(1).withTimeout(Duration.ofMillis(300)))
				.executeWithoutResult((pipeline) -> {
					this.strings.opsForValue().set("first", "1");
					reply.set(increment(pipeline, "n"));
					relay.release();
				}));
			relay.release();
			assertThat(thrown).isInstanceOf(PipelineOutcomeUnknownException.class);
			assertThat(this.observer.get("n")).isIn(null, "1");
			assertThat(reply.get().isDone()).isTrue();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aSuspendedPipelineIsNotSent(Client client) {
		for (PipelinePropagation propagation : List.of(PipelinePropagation.NOT_SUPPORTED,
				PipelinePropagation.REQUIRES_NEW)) {
			connect(client);
			AtomicReference<Throwable> refused = new AtomicReference<>();
			Reply<Long> reply = this.pipelines.execute((pipeline) -> {
				Reply<Long> waiting = increment(pipeline, "n");
				with(propagation).executeWithoutResult((inner) -> refused.set(catchThrowable(pipeline::send)));
				return waiting;
			});
			assertThat(refused.get()).isInstanceOf(PipelineUsageException.class);
			assertThat(reply.get()).isOne();
			assertThat(this.observer.get("n")).isEqualTo("1");
			this.redis.close();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aSuspendedPipelineDefersNothing(Client client) {
		connect(client);
		AtomicReference<Throwable> refused = new AtomicReference<>();
		this.pipelines.executeWithoutResult((pipeline) -> with(PipelinePropagation.REQUIRES_NEW)
			.executeWithoutResult((inner) -> refused.set(catchThrowable(() -> increment(pipeline, "n")))));
		assertThat(refused.get()).isInstanceOf(PipelineUsageException.class);
		assertThat(this.observer.keyCount()).isZero();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aListenerNeitherSendsNorAsksForReplies(Client client) {
		connect(client);
		AtomicReference<Pipeline> open = new AtomicReference<>();
		List<Reply<Long>> replies = new ArrayList<>();
		List<Throwable> refused = new ArrayList<>();
		PipelineTemplate heard = heardBy(new PipelineListener() {

			@Override
			public void batchSent(BatchExecution batch) {
				refused.add(catchThrowable(() -> open.get().send()));
				refused.add(catchThrowable(() -> open.get().discard()));
				replies.stream()
					.filter((reply) -> !reply.isDone())
					.forEach((reply) -> refused.add(catchThrowable(reply::get)));
			}

		}).with((options) -> options.withMaxBatchSize(2).withMaxInFlight(3));
		heard.executeWithoutResult((pipeline) -> {
			open.set(pipeline);
			for (int i = 0; i < 5; i++) {
				replies.add(increment(pipeline, "n"));
			}
			assertThat(this.redis.listener().batches()).isEmpty();
		});
		assertThat(replies).extracting(Reply::get).containsExactly(1L, 2L, 3L, 4L, 5L);
		assertThat(this.observer.get("n")).isEqualTo("5");
		assertThat(refused).isNotEmpty().allMatch(PipelineUsageException.class::isInstance);
		assertThat(this.redis.listener().sizes()).containsExactly(2, 2, 1);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void anErrorOfAListenerHarmsNobody(Client client) {
		connect(client);
		PipelineTemplate heard = heardBy(new PipelineListener() {

			@Override
			public void batchSent(BatchExecution batch) {
				throw new NoClassDefFoundError("of a listener");
			}

		});
		Reply<Long> reply = heard.execute((pipeline) -> increment(pipeline, "n"));
		assertThat(reply.get()).isOne();
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void listenersThatCannotBeMadeHarmNobody(Client client) {
		connect(client);
		PipelineTemplate heard = PipelineTemplate.builder(this.redis.factory()).listeners(() -> {
			throw new IllegalStateException("a bean that is being made");
		}).build();
		Reply<Long> reply = heard.execute((pipeline) -> increment(pipeline, "n"));
		assertThat(reply.get()).isOne();
	}

	@Test
	void aConnectionThatDoesNotCloseCostsNoOutcome() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory("localhost", RedisServers.standalone()) {

			@Override
			protected LettuceConnection doCreateLettuceConnection(
					@Nullable StatefulRedisConnection<byte[], byte[]> connection, LettuceConnectionProvider provider,
					long timeout, int database) {
				return new LettuceConnection(connection, provider, timeout, database) {

					@Override
					public void close() {
						super.close();
						throw new IllegalStateException("does not close");
					}

				};
			}

		};
		factory.afterPropertiesSet();
		factory.start();
		this.observer.flush();
		this.redis = new Redis(factory, Results.AUTO);
		this.strings = this.redis.strings();
		this.pipelines = this.redis.pipelines();
		Reply<Long> reply = this.pipelines.execute((pipeline) -> increment(pipeline, "n"));
		assertThat(reply.get()).isOne();
	}

	// Discarding

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aScriptWhoseTextWasDiscardedShipsItAgain(Client client) {
		connect(client);
		this.observer.call("SCRIPT", "FLUSH");
		assertThatCode(() -> this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.execute(INCREMENT, List.of("n"));
			pipeline.discard();
			this.strings.execute(INCREMENT, List.of("n"));
			this.strings.execute(INCREMENT, List.of("n"));
		})).doesNotThrowAnyException();
		assertThat(this.observer.get("n")).isEqualTo("2");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aScriptAfterAFlushOfScriptsShipsItsText(Client client) {
		connect(client);
		assertThatCode(() -> this.pipelines.executeWithoutResult((pipeline) -> {
			this.strings.execute(INCREMENT, List.of("n"));
			this.strings.execute((RedisCallback<@Nullable Object>) (connection) -> {
				connection.execute("script", "FLUSH".getBytes());
				return null;
			});
			this.strings.execute(INCREMENT, List.of("n"));
		})).doesNotThrowAnyException();
		assertThat(this.observer.get("n")).isEqualTo("2");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void whatWasDiscardedDoesNotCountAsSent(Client client) {
		connect(client);
		IllegalStateException thrown = new IllegalStateException();
		assertThat(catchThrowable(() -> raw().executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "1");
			pipeline.send();
			this.strings.opsForValue().set("b", "1");
			this.strings.opsForValue().set("c", "1");
			pipeline.discard();
			this.strings.opsForValue().set("d", "1");
			throw thrown;
		}))).isSameAs(thrown);
		assertThat(this.redis.listener().discards()).extracting(Discard::discarded).containsExactly(2, 1);
		assertThat(this.redis.listener().discards()).extracting(Discard::alreadySent).containsExactly(1, 1);
		assertThat(thrown.getSuppressed()[0]).hasMessageContaining("discarded 1")
			.hasMessageContaining("1 had been sent");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void discardedBytesDoNotCountForTheLimit(Client client) {
		connect(client);
		this.pipelines.with((options) -> options.withMaxBatchBytes(100)).executeWithoutResult((pipeline) -> {
			this.strings.opsForValue().set("a", "x".repeat(80));
			pipeline.discard();
			this.strings.opsForValue().set("b", "x".repeat(80));
			assertThat(pipeline.size()).isOne();
		});
		assertThat(this.redis.listener().sizes()).containsExactly(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void nextStagesOfSuppliersAreDiscardedToo(Client client) {
		connect(client);
		IllegalStateException thrown = new IllegalStateException();
		AtomicReference<Reply<@Nullable Void>> reply = new AtomicReference<>();
		PipelineTemplate discarding = this.pipelines
			.with((options) -> options.withOnException(OnException.DISCARD).withMaxBatchSize(1));
		assertThat(catchThrowable(() -> discarding.executeWithoutResult((pipeline) -> {
			reply.set(pipeline.defer(() -> {
				Long id = this.strings.opsForValue().increment("id");
				this.strings.opsForValue().set("user:" + id, "x");
				return null;
			}));
			throw thrown;
		}))).isSameAs(thrown);
		assertThat(this.observer.contents().keySet()).containsExactly("id");
		assertThat(catchThrowable(() -> Objects.requireNonNull(reply.get()).get()))
			.isInstanceOf(PipelineUsageException.class)
			.hasMessageContaining("discard");
	}

	// Exceptions

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aSharedExceptionDoesNotCollectFailuresToConnect(Client client) {
		connect(client, Settings.of(RedisServers.freePort()).withTimeout(Duration.ofSeconds(2)));
		IllegalStateException shared = new IllegalStateException("one for all");
		for (int i = 0; i < 3; i++) {
			assertThat(catchThrowable(() -> this.pipelines.executeWithoutResult((pipeline) -> {
				this.strings.opsForValue().set("a", "1");
				throw shared;
			}))).isSameAs(shared);
		}
		assertThat(shared.getSuppressed()).hasSize(1);
		Throwable suppressed = shared.getSuppressed()[0];
		assertThat((suppressed instanceof DataAccessException) ? suppressed : suppressed.getCause())
			.isInstanceOf(DataAccessException.class);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void anInnerMethodDiscardsWhatWaitsOfItsOwnAndSaysWhatWasSent(Client client) {
		connect(client);
		IllegalStateException thrown = new IllegalStateException("of the inner method");
		this.pipelines.with((options) -> options.withMaxBatchSize(4)).executeWithoutResult((outer) -> {
			this.strings.opsForValue().set("outer", "1");
			assertThat(
					catchThrowable(() -> this.pipelines.with((options) -> options.withOnException(OnException.DISCARD))
						.executeWithoutResult((inner) -> {
							for (int i = 0; i < 6; i++) {
								this.strings.opsForValue().set("inner" + i, "1");
							}
							throw thrown;
						})))
				.isSameAs(thrown);
			this.strings.opsForValue().set("later", "1");
		});
		// Four went with the limit, and three of the seven were the inner method's
		assertThat(thrown.getSuppressed()).singleElement()
			.asString()
			.contains("discarded 3 waiting calls; 4 had been sent before, and stay.");
		assertThat(this.observer.contents()).containsOnlyKeys("outer", "inner0", "inner1", "inner2", "later");
		assertThat(this.redis.listener().sizes()).containsExactly(4, 1);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aCallbackThatThrowsWithTheConnectionExposedIsAsWithout(Client client) {
		connect(client);
		for (boolean exposed : new boolean[] { true, false }) {
			IllegalStateException thrown = new IllegalStateException("of the callback");
			assertThat(catchThrowable(() -> this.pipelines
				.executeWithoutResult((pipeline) -> this.strings.execute((RedisCallback<Object>) (connection) -> {
					connection.stringCommands().incr("n".getBytes());
					assertThat(connection.stringCommands().incr("n".getBytes())).isEqualTo(exposed ? 2 : 4);
					throw thrown;
				}, exposed)))).isSameAs(thrown);
			assertThat(thrown.getSuppressed()).isEmpty();
		}
		this.pipelines.executeWithoutResult((pipeline) -> this.strings.opsForValue().increment("n"));
		assertThat(this.observer.get("n")).isEqualTo("5");
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void anImmediateReplyThatFailedIsReported(Client client) {
		connect(client);
		this.observer.call("SET", "a", "text");
		assertThat(catchThrowable(() -> with(PipelinePropagation.NOT_SUPPORTED)
			.executeWithoutResult((pipeline) -> increment(pipeline, "a")))).isInstanceOf(DataAccessException.class);
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aDeferredCallWithoutAConnectionFactoryAtWorkIsReported(Client client) {
		connect(client);
		Client.close(this.redis.factory());
		Throwable direct = catchThrowable(() -> this.strings.opsForValue().increment("n"));
		assertThat(catchThrowable(() -> this.pipelines.executeWithoutResult((pipeline) -> increment(pipeline, "n"))))
			.hasSameClassAs(direct)
			.hasMessage(direct.getMessage());
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aRefusedDeferredCallIsReported(Client client) {
		connect(client);
		assertThat(catchThrowable(() -> this.pipelines.executeWithoutResult(
				(pipeline) -> pipeline.defer(() -> this.strings.opsForList().leftPop("q", Duration.ofSeconds(1))))))
			.isInstanceOf(PipelineUsageException.class);
	}

}
