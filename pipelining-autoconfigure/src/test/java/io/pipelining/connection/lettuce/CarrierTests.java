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

import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandEncoder;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.jupiter.api.Timeout;
import redis.embedded.RedisServer;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link Carrier}, {@link CarrierHandler} and {@link PipelineNettyCustomizer}.
 */
@Timeout(120)
class CarrierTests {

	private final int port = RedisServers.standalone();

	private final Observer observer = new Observer(this.port);

	private final Channels channels = new Channels();

	private final DefaultClientResources.Builder resources = DefaultClientResources.builder()
		.nettyCustomizer(new PipelineNettyCustomizer(this.channels));

	private ClientOptions options = ClientOptions.create();

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.observer.close();
	}

	@Test
	void writesABatchAtOnce() {
		try (Relay relay = new Relay(this.port)) {
			run(relay.port(), (redis) -> {
				for (int calls : new int[] { 2, 20, 100 }) {
					long before = relay.requestChunks();
					redis.pipelines().executeWithoutResult((pipeline) -> increment(redis, calls));
					assertThat(relay.requestChunks() - before).isOne();
				}
			});
		}
	}

	@Test
	void cutsALongBatchIntoPieces() {
		String[] values = new String[40];
		Arrays.setAll(values, (i) -> String.valueOf((char) ('a' + i % 26)).repeat((i == 7) ? 400_000 : 30_000 + i));
		run(this.port, (redis) -> redis.pipelines().executeWithoutResult((pipeline) -> {
			for (int i = 0; i < values.length; i++) {
				redis.strings().opsForValue().set("v" + i, values[i]);
			}
		}));
		for (int i = 0; i < values.length; i++) {
			assertThat(this.observer.get("v" + i)).isEqualTo(values[i]);
		}
	}

	@Test
	void noPieceIsLongerThanAPieceUnlessACommandIs() {
		run(this.port, (redis) -> {
			try (RedisConnection connection = redis.factory().getConnection()) {
				List<RedisCommand<?, ?, ?>> commands = new ArrayList<>();
				for (int i = 0; i < 100; i++) {
					commands.add(set("k" + i, new byte[(i == 50) ? 300_000 : 100 * i]));
				}
				List<ByteBuf> pieces = new Delivery(commands).load().pieces();
				StringBuilder whole = new StringBuilder();
				for (ByteBuf piece : pieces) {
					String text = piece.toString(StandardCharsets.ISO_8859_1);
					assertThat(text).startsWith("*3\r\n$3\r\nSET\r\n").endsWith("\r\n");
					assertThat(text.length() <= Carrier.PIECE_SIZE || text.indexOf("SET") == text.lastIndexOf("SET"))
						.isTrue();
					whole.append(text);
				}
				assertThat(pieces).hasSizeBetween(4, 6);
				ByteBuf expected = io.netty.buffer.Unpooled.buffer();
				commands.forEach((command) -> command.encode(expected));
				assertThat(whole.toString()).isEqualTo(expected.toString(StandardCharsets.ISO_8859_1));
			}
		});
	}

	@ParameterizedTest
	@ValueSource(ints = { 16, 2048 })
	void buffersAreHardlyLargerThanWhatTheyHold(int valueSize) {
		run(this.port, (redis) -> {
			List<RedisCommand<?, ?, ?>> commands = new ArrayList<>();
			for (int i = 0; i < 1000; i++) {
				commands.add(set("key:" + i, new byte[valueSize]));
			}
			List<ByteBuf> pieces = new Delivery(commands).load().pieces();
			int held = pieces.stream().mapToInt(ByteBuf::readableBytes).sum();
			assertThat(pieces.stream().mapToInt(ByteBuf::capacity).sum()).isLessThan(held * 4 / 3);
		});
	}

	@Test
	void aBatchThatMeetsAClosedChannelIsSentOnceOnTheNextOne() {
		run(this.port, (redis) -> {
			Channel channel = this.channels.last();
			CountDownLatch release = new CountDownLatch(1);
			channel.eventLoop().execute(() -> awaitUninterruptibly(release));
			// Closes as soon as the event loop goes on, right before the batch comes
			channel.close();
			Delivery delivery = send(redis, 50, Duration.ofSeconds(60));
			assertThat(channel.isActive()).isTrue();
			release.countDown();
			delivery.whenSettled().toCompletableFuture().join();
			assertThat(delivery.commands()).allMatch((command) -> command.loss() == null)
				.extracting((command) -> command.getOutput().get())
				.containsOnly(1L);
			assertThat(channel.isActive()).isFalse();
		});
		assertThat(this.observer.keyCount()).isEqualTo(50);
	}

	@Test
	void aBatchWhoseTimeRunsOutWhileTheConnectionIsDownIsNeverSent() {
		RedisServer server = RedisServers.start(List.of());
		int own = server.ports().get(0);
		run(own, (redis) -> {
			RedisServers.stop(server);
			await().until(() -> !this.channels.last().isActive());
			Delivery delivery = send(redis, 50, Duration.ofMillis(100));
			delivery.whenSettled().toCompletableFuture().join();
			assertThat(delivery.commands()).noneMatch(BatchCommand::isWritten)
				.extracting(BatchCommand::loss)
				.hasOnlyElementsOfType(RedisCommandTimeoutException.class);
			RedisServer again = RedisServers.startAgain(own);
			try {
				await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
					redis.strings().opsForValue().set("back", "1");
					return true;
				});
				try (Observer own2 = new Observer(own)) {
					assertThat(own2.keyCount()).isOne();
				}
			}
			finally {
				RedisServers.stop(again);
			}
		});
	}

	@Test
	void aBatchThatWaitsWhileTheConnectionIsDownIsSentOnce() {
		RedisServer server = RedisServers.start(List.of());
		int own = server.ports().get(0);
		run(own, (redis) -> {
			RedisServers.stop(server);
			await().until(() -> !this.channels.last().isActive());
			Delivery delivery = send(redis, 50, Duration.ofSeconds(100));
			RedisServer again = RedisServers.startAgain(own);
			try {
				delivery.whenSettled().toCompletableFuture().join();
				assertThat(delivery.commands()).extracting((command) -> command.getOutput().get()).containsOnly(1L);
			}
			finally {
				RedisServers.stop(again);
			}
		});
	}

	@Test
	void aBatchThatWasWrittenIsNotSentAgain() {
		try (Relay relay = new Relay(this.port)) {
			run(relay.port(), (redis) -> {
				for (int i = 0; i < 20; i++) {
					relay.resetOnCut(i % 2 == 0);
					relay.cutAfterReplyBytes(8 * i);
					Delivery delivery = send(redis, 50, Duration.ofSeconds(60));
					delivery.whenSettled().toCompletableFuture().join();
					assertThat(delivery.commands()).allMatch(BatchCommand::isWritten);
					await().ignoreExceptions().until(() -> redis.strings().hasKey("k0") != null);
				}
			});
		}
		for (int i = 0; i < 50; i++) {
			String value = this.observer.get("k" + i);
			assertThat((value != null) ? Integer.parseInt(value) : 0).isLessThanOrEqualTo(20);
		}
	}

	@Test
	void whatIsGivenUpOnceItIsTakenIsWrittenWholly() {
		Tracings.Blocking tracing = new Tracings.Blocking(20);
		this.resources.tracing(tracing);
		run(this.port, (redis) -> {
			tracing.arm();
			PipelineOutcomeUnknownException failure = (PipelineOutcomeUnknownException) catchThrowable(
					() -> redis.pipelines()
						.with((options) -> options.withTimeout(Duration.ofMillis(200)))
						.executeWithoutResult((pipeline) -> increment(redis, 50)));
			tracing.release();
			assertThat(failure.getAnswered()).isZero();
			assertThat(failure.getUnanswered()).isEqualTo(50);
			assertThat(redis.strings().opsForValue().increment("after")).isEqualTo(1);
		});
		assertThat(this.observer.keyCount()).isEqualTo(51);
	}

	@Test
	void aCommandThatCannotBeEncodedHurtsNobodyElse() {
		run(this.port, (redis) -> {
			List<RedisCommand<?, ?, ?>> commands = increments(3);
			commands.set(1, new Command<>(CommandType.GET, new StatusOutput<>(ByteArrayCodec.INSTANCE)) {

				@Override
				public void encode(ByteBuf buffer) {
					throw new IllegalStateException("no way");
				}

			});
			try (RedisConnection connection = redis.factory().getConnection()) {
				RedisChannelHandler<?, ?> handler = handler(connection);
				Delivery delivery = new Delivery(commands);
				assertThat(catchThrowable(() -> BatchWriter.write(delivery, handler, handler.getOptions())))
					.hasMessage("no way");
			}
			assertThat(this.channels.last().isActive()).isTrue();
			assertThat(redis.strings().opsForValue().increment("after")).isEqualTo(1);
		});
		assertThat(this.observer.keyCount()).isOne();
	}

	@Test
	void aConnectionWithoutTheHandlerEndsInsteadOfMixingUpReplies() {
		run(this.port, (redis) -> {
			Channel channel = this.channels.last();
			channel.eventLoop().submit(() -> channel.pipeline().remove(CarrierHandler.class)).syncUninterruptibly();
			Delivery delivery = send(redis, 3, Duration.ofSeconds(60));
			delivery.whenSettled().toCompletableFuture().join();
			assertThat(delivery.commands()).allMatch((command) -> command.loss() != null && !command.isWritten());
			assertThat(redis.strings().opsForValue().increment("after")).isEqualTo(1);
		});
		assertThat(this.observer.keyCount()).isOne();
	}

	@Test
	void standsAsideForAHandlerThatSeesCommands() {
		List<Object> seen = new ArrayList<>();
		NettyCustomizer spying = new NettyCustomizer() {

			@Override
			public void afterChannelInitialized(Channel channel) {
				channel.pipeline()
					.addAfter(channel.pipeline().context(CommandEncoder.class).name(), "spy",
							new ChannelOutboundHandlerAdapter() {

								@Override
								public void write(io.netty.channel.ChannelHandlerContext context, Object message,
										io.netty.channel.ChannelPromise promise) {
									seen.add(message);
									context.write(message, promise);
								}

							});
			}

		};
		this.resources.nettyCustomizer(new PipelineNettyCustomizer(spying));
		run(this.port, (redis) -> {
			assertThat(isCarrying(redis)).isFalse();
			redis.pipelines().executeWithoutResult((pipeline) -> increment(redis, 20));
		});
		assertThat(seen).filteredOn(BatchCommand.class::isInstance).hasSize(20);
		assertThat(this.observer.keyCount()).isEqualTo(20);
	}

	@Test
	void standsAsideWhereTheDriverCountsCommands() {
		this.options = ClientOptions.builder().requestQueueSize(30).build();
		run(this.port, (redis) -> {
			redis.pipelines().executeWithoutResult((pipeline) -> increment(redis, 20));
			assertThat(catchThrowable(() -> redis.pipelines().executeWithoutResult((pipeline) -> increment(redis, 31))))
				.hasRootCauseMessage(
						"Request queue size exceeded: 30. Commands are not accepted until the queue size drops.");
		});
		assertThat(this.observer.keyCount()).isEqualTo(20);
		assertThat(this.observer.get("k0")).isEqualTo("1");
	}

	@Test
	void carriesBesideTheDriversOwnTimeOuts() {
		this.options = ClientOptions.builder().timeoutOptions(TimeoutOptions.enabled()).build();
		run(this.port, (redis) -> {
			assertThat(isCarrying(redis)).isTrue();
			redis.pipelines().executeWithoutResult((pipeline) -> increment(redis, 20));
		});
		assertThat(this.observer.keyCount()).isEqualTo(20);
	}

	@Test
	void tracesEachCommand() {
		Tracings.Counting tracing = new Tracings.Counting();
		this.resources.tracing(tracing);
		run(this.port, (redis) -> {
			tracing.clear();
			redis.pipelines().executeWithoutResult((pipeline) -> {
				increment(redis, 3);
				redis.strings().opsForValue().set("v", "1");
			});
			assertThat(tracing.started()).containsExactly("INCR", "INCR", "INCR", "SET");
		});
	}

	@Test
	void timesEachCommand() {
		Map<String, List<Long>> latencies = new ConcurrentHashMap<>();
		AtomicReference<SocketAddress> server = new AtomicReference<>();
		this.resources.commandLatencyRecorder(new CommandLatencyRecorder() {

			@Override
			public void recordCommandLatency(SocketAddress local, SocketAddress remote, ProtocolKeyword type,
					long firstResponse, long completion) {
				server.set(remote);
				latencies.computeIfAbsent(type.toString(), (name) -> new ArrayList<>()).add(completion);
			}

		});
		run(this.port, (redis) -> {
			latencies.clear();
			redis.pipelines().executeWithoutResult((pipeline) -> {
				increment(redis, 3);
				redis.strings().opsForValue().set("v", "1");
			});
			await().untilAsserted(() -> assertThat(latencies.get("SET")).hasSize(1));
			assertThat(latencies.get("INCR")).hasSize(3).allMatch((latency) -> latency > 0);
			assertThat(server.get()).hasToString("/127.0.0.1:" + this.port);
		});
	}

	private void run(int port, java.util.function.Consumer<Redis> code) {
		ClientResources built = this.resources.build();
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", port),
				LettuceClientConfiguration.builder()
					.clientOptions(this.options)
					.clientResources(built)
					.commandTimeout(Duration.ofSeconds(20))
					.shutdownTimeout(Duration.ZERO)
					.shutdownQuietPeriod(Duration.ZERO)
					.build());
		factory.afterPropertiesSet();
		factory.start();
		try (Redis redis = new Redis(factory)) {
			redis.strings().hasKey("warm");
			code.accept(redis);
		}
		finally {
			built.shutdown(0, 1, TimeUnit.SECONDS);
		}
	}

	private static Delivery send(Redis redis, int calls, Duration timeout) {
		try (RedisConnection connection = redis.factory().getConnection()) {
			RedisChannelHandler<?, ?> handler = handler(connection);
			Delivery delivery = new Delivery(increments(calls));
			new Deliveries().watch(handler, delivery);
			delivery.expireAt(Deadline.in(timeout), handler.getResources());
			assertThat(isCarrying(redis)).isTrue();
			BatchWriter.write(delivery, handler, handler.getOptions());
			return delivery;
		}
	}

	private static boolean isCarrying(Redis redis) {
		try (RedisConnection connection = redis.factory().getConnection()) {
			RedisChannelHandler<?, ?> handler = handler(connection);
			return PipelineNettyCustomizer.isCarrying(BatchWriter.writer(handler, handler.getOptions()));
		}
	}

	private static RedisChannelHandler<?, ?> handler(RedisConnection connection) {
		return (RedisChannelHandler<?, ?>) BatchConnection.nativeConnection(connection);
	}

	private static List<RedisCommand<?, ?, ?>> increments(int count) {
		List<RedisCommand<?, ?, ?>> commands = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			commands.add(new Command<>(CommandType.INCR, new IntegerOutput<>(ByteArrayCodec.INSTANCE),
					new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(bytes("k" + i))));
		}
		return commands;
	}

	private static RedisCommand<?, ?, ?> set(String key, byte[] value) {
		return new Command<>(CommandType.SET, new StatusOutput<>(ByteArrayCodec.INSTANCE),
				new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(bytes(key)).addValue(value));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

	private static void increment(Redis redis, int count) {
		for (int i = 0; i < count; i++) {
			redis.strings().opsForValue().increment("k" + i);
		}
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			latch.await(60, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Remembers the driver's channels. */
	private static final class Channels implements NettyCustomizer {

		private volatile Channel last;

		@Override
		public void afterChannelInitialized(Channel channel) {
			this.last = channel;
		}

		Channel last() {
			return this.last;
		}

	}

}
