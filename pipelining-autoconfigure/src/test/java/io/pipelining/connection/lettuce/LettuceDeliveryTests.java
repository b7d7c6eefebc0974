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
package io.pipelining.connection.lettuce;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.HashedWheelTimer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.Reply;
import io.pipelining.support.LiveObjects;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * What is certain about a command that was given up, at the moments between two steps of
 * the driver that chance hits rarely.
 */
@Timeout(120)
class LettuceDeliveryTests {

	private final int port = RedisServers.standalone();

	private final Observer observer = new Observer(this.port);

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.observer.close();
	}

	@Test
	void whatWasGivenUpIsNotWrittenAndDoesNotDisturbTheOthers() {
		LettuceConnectionFactory factory = factory(null);
		try (RedisConnection connection = factory.getConnection()) {
			Delivery delivery = new Delivery(increments(3));
			ByteBuf buffer = Unpooled.buffer();
			delivery.commands().get(0).encode(buffer);
			assertThat(buffer.toString(StandardCharsets.US_ASCII)).contains("INCR").contains("k0");
			delivery.giveUp(new RedisCommandTimeoutException("late"));
			assertThat(delivery.commands()).allMatch(BatchCommand::isDone);
			assertThat(delivery.commands()).extracting(BatchCommand::isWritten).containsExactly(true, false, false);
			assertThat(delivery.whenSettled().toCompletableFuture()).isDone();
			buffer.clear();
			delivery.commands().get(1).encode(buffer);
			assertThat(buffer.toString(StandardCharsets.US_ASCII)).isEqualTo("*1\r\n$4\r\nPING\r\n");
		}
		finally {
			factory.destroy();
		}
	}

	@Test
	void aBatchWhoseTimeRunsOutWhileItIsEncodedEndsWhereItSays() throws InterruptedException {
		Tracings.Blocking tracing = new Tracings.Blocking(20);
		ClientResources resources = ClientResources.builder().tracing(tracing).build();
		try (Redis redis = new Redis(factory(resources))) {
			redis.strings().opsForValue().set("warm", "1");
			tracing.arm();
			PipelineOutcomeUnknownException failure = catchThrowableOfType(PipelineOutcomeUnknownException.class,
					() -> redis.pipelines()
						.with((options) -> options.withTimeout(Duration.ofMillis(200)))
						.executeWithoutResult((pipeline) -> increment(redis, 50)));
			tracing.release();
			assertThat(failure.getAnswered()).isZero();
			assertThat(failure.getUnanswered()).isEqualTo(19);
			assertThat(failure).hasMessageContaining("31 were not sent");
			Reply<String> next = redis.pipelines().execute((pipeline) -> {
				redis.strings().opsForValue().increment("after");
				return pipeline.defer(() -> redis.strings().opsForValue().get("after"));
			});
			assertThat(next.get()).isEqualTo("1");
			for (int i = 0; i < 50; i++) {
				assertThat(this.observer.get("k" + i)).isEqualTo((i < 19) ? "1" : null);
			}
		}
		finally {
			resources.shutdown(0, 1, TimeUnit.SECONDS).sync();
		}
	}

	@Test
	void aBatchThatMeetsAClosedChannelWaitsForTheNextOne() {
		LettuceConnectionFactory factory = factory(null);
		try (RedisConnection connection = factory.getConnection()) {
			connection.ping();
			RedisChannelHandler<?, ?> handler = handler(connection);
			Delivery delivery = new Delivery(increments(50));
			new Deliveries().watch(handler, delivery);
			writer(handler).write(new Interrupted<>(delivery.commands(), () -> {
				this.observer.clients().forEach(this.observer::kill);
				await().until(LettuceDeliveryTests::isAChannelClosing);
			}));
			await().until(() -> delivery.whenSettled().toCompletableFuture().isDone());
			assertThat(delivery.commands()).allMatch((command) -> command.loss() == null)
				.extracting((command) -> command.getOutput().get())
				.containsOnly(1L);
		}
		finally {
			factory.destroy();
		}
		assertThat(this.observer.keyCount()).isEqualTo(50);
	}

	@Test
	void aBatchThatLosesItsConnectionIsNotContinuedOnTheNextOne() {
		LettuceConnectionFactory factory = factory(null);
		try (RedisConnection connection = factory.getConnection()) {
			connection.ping();
			RedisChannelHandler<?, ?> handler = handler(connection);
			Delivery delivery = new Delivery(increments(50));
			new Deliveries().watch(handler, delivery);
			List<BatchCommand> commands = delivery.commands();
			writer(handler).write(commands.subList(0, 10));
			await().until(() -> commands.get(9).getOutput().get() != null);
			writer(handler).write(new Interrupted<>(commands.subList(10, 50), () -> {
				this.observer.clients().forEach(this.observer::kill);
				await().until(LettuceDeliveryTests::isAChannelClosing);
			}));
			await().until(() -> delivery.whenSettled().toCompletableFuture().isDone());
			assertThat(commands.subList(0, 10)).allMatch((command) -> command.loss() == null);
			assertThat(commands.subList(10, 50)).allMatch((command) -> command.loss() != null)
				.noneMatch(BatchCommand::isWritten);
			connection.ping();
		}
		finally {
			factory.destroy();
		}
		assertThat(this.observer.keyCount()).isEqualTo(10);
	}

	@Test
	void aWriteThatFailsLeavesNothingBehind() {
		HashedWheelTimer timer = new HashedWheelTimer();
		ClientResources resources = ClientResources.builder().timer(timer).build();
		try (Redis redis = new Redis(factory(resources))) {
			redis.strings().opsForValue().set("warm", "1");
			timer.stop();
			DataAccessException failure = catchThrowableOfType(DataAccessException.class,
					() -> redis.pipelines().executeWithoutResult((pipeline) -> increment(redis, 3)));
			assertThat(failure).isNotInstanceOf(PipelineOutcomeUnknownException.class)
				.hasRootCauseInstanceOf(IllegalStateException.class);
			assertThat(redis.listener().batches()).singleElement().satisfies((batch) -> {
				assertThat(batch.error()).isSameAs(failure);
				assertThat(batch.calls()).isEqualTo(3);
			});
			assertThat(this.observer.keyCount()).isOne();
			await().untilAsserted(() -> assertThat(LiveObjects.of(Delivery.class.getName()))
				.doesNotContainKey(Delivery.class.getName()));
		}
		finally {
			resources.shutdown(0, 1, TimeUnit.SECONDS);
		}
	}

	private LettuceConnectionFactory factory(ClientResources resources) {
		LettuceClientConfiguration.LettuceClientConfigurationBuilder builder = LettuceClientConfiguration.builder()
			.commandTimeout(Duration.ofSeconds(20))
			.shutdownTimeout(Duration.ZERO)
			.shutdownQuietPeriod(Duration.ZERO);
		if (resources != null) {
			builder.clientResources(resources);
		}
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", this.port), builder.build());
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	private static RedisChannelHandler<?, ?> handler(RedisConnection connection) {
		return (RedisChannelHandler<?, ?>) BatchConnection.nativeConnection(connection);
	}

	private static RedisChannelWriter writer(RedisChannelHandler<?, ?> handler) {
		return BatchWriter.writer(handler, handler.getOptions());
	}

	/** The driver waits for the writer that is in the middle of its batch. */
	private static boolean isAChannelClosing() {
		return Thread.getAllStackTraces()
			.values()
			.stream()
			.anyMatch((stack) -> List.of(stack)
				.stream()
				.anyMatch((frame) -> frame.getMethodName().equals("notifyChannelInactive")));
	}

	private static List<RedisCommand<?, ?, ?>> increments(int count) {
		List<RedisCommand<?, ?, ?>> commands = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			commands.add(new Command<>(CommandType.INCR, new IntegerOutput<>(ByteArrayCodec.INSTANCE),
					new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(("k" + i).getBytes(StandardCharsets.US_ASCII))));
		}
		return commands;
	}

	private static void increment(Redis redis, int count) {
		for (int i = 0; i < count; i++) {
			redis.strings().opsForValue().increment("k" + i);
		}
	}

	/**
	 * A list that lets something happen before its first element is taken.
	 */
	private static final class Interrupted<T> extends AbstractList<T> {

		private final List<T> elements;

		private final Runnable event;

		Interrupted(List<T> elements, Runnable event) {
			this.elements = elements;
			this.event = event;
		}

		@Override
		public T get(int index) {
			if (index == 0) {
				this.event.run();
			}
			return this.elements.get(index);
		}

		@Override
		public int size() {
			return this.elements.size();
		}

	}

}
