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
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ValueOperations;

import io.pipelining.BatchExecution;
import io.pipelining.CallFailure;
import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineListener;
import io.pipelining.Reply;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.LiveObjects;
import io.pipelining.support.Observer;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * Many threads at once: batches of one to 2,000 calls, plain calls, and failures that are
 * provoked. Every value carries its key, so that a reply of somebody else's shows.
 * {@code -Dfaults=long} goes on for a minute.
 */
@Timeout(600)
class MixedLoadTests {

	private static final int THREADS = 64;

	private static final Duration DURATION = Way.isLong() ? Duration.ofMinutes(1) : Duration.ofSeconds(3);

	private static final long MEGABYTE = 1024 * 1024;

	private final int port = RedisServers.withSettings("databases 6");

	private final AtomicLong batches = new AtomicLong();

	private final AtomicLong batchedCalls = new AtomicLong();

	private final AtomicLong plainCalls = new AtomicLong();

	private final AtomicLong failures = new AtomicLong();

	private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

	@ParameterizedTest
	@MethodSource("io.pipelining.faults.Way#few")
	void nobodyGetsAForeignReplyOrAnErrorThatWasNotProvoked(Way way) throws Exception {
		long seed = Seeds.of("faults");
		System.out.println("faults.seed=" + seed);
		Leftovers leftovers = new Leftovers();
		Settings settings = Settings.of(this.port).withTimeout(Duration.ofMinutes(1));
		try (Observer observer = new Observer(this.port);
				Load load = new Load(way, settings.withPoolSize((way == Way.JEDIS) ? THREADS : 0))) {
			long connections = observer.connectionsReceived();
			observer.flush();
			observer.call("SET", "shared-text", "text");
			// Until everything was done once, and every connection is there
			load.doEverything(seed);
			load.run(DURATION.dividedBy(3), seed);
			leftovers.countObjects();
			long bytes = LiveObjects.bytes();
			load.run(DURATION, seed + 1);
			leftovers.assertNoObject(() -> load.doEverything(seed));
			await().untilAsserted(() -> assertThat(LiveObjects.bytes()).isLessThan(bytes + 16 * MEGABYTE));
			assertThat(observer.connectionsReceived() - connections)
				.isLessThanOrEqualTo(way.connections(THREADS) + way.connectionsToLook());
		}
		leftovers.assertNoThread();
		assertThat(this.errors).isEmpty();
		System.out.printf("%s: %,d batches with %,d calls, %,d plain calls, %,d provoked failures%n", way.title(),
				this.batches.get(), this.batchedCalls.get(), this.plainCalls.get(), this.failures.get());
		assertThat(List.of(this.batches.get(), this.plainCalls.get(), this.failures.get()))
			.allMatch((count) -> count > 0);
	}

	/**
	 * An application and its threads.
	 */
	private final class Load implements AutoCloseable, PipelineListener {

		private final RedisConnectionFactory factory;

		private final StringRedisTemplate strings;

		private final PipelineTemplate pipelines;

		Load(Way way, Settings settings) {
			this.factory = way.connect(settings);
			this.strings = new StringRedisTemplate(this.factory);
			this.pipelines = PipelineTemplate.builder(this.factory)
				.listeners(() -> List.of(this))
				.build()
				.with(way::options);
		}

		@Override
		public void batchSent(BatchExecution batch) {
			MixedLoadTests.this.batches.incrementAndGet();
			MixedLoadTests.this.batchedCalls.addAndGet(batch.calls());
			MixedLoadTests.this.failures.addAndGet(batch.failures().size());
			if (batch.error() != null) {
				MixedLoadTests.this.errors.add(batch.error());
			}
		}

		void doEverything(long seed) {
			Work work = new Work(this, "once", new Random(seed));
			for (int task = 0; task < Work.TASKS; task++) {
				work.perform(task);
			}
		}

		void run(Duration duration, long seed) throws Exception {
			long end = System.nanoTime() + duration.toNanos();
			ExecutorService threads = Executors.newFixedThreadPool(THREADS);
			List<Future<?>> work = new ArrayList<>();
			for (int i = 0; i < THREADS; i++) {
				Work each = new Work(this, "t" + i, new Random(seed * THREADS + i));
				work.add(threads.submit(() -> {
					while (System.nanoTime() < end) {
						each.perform(each.random.nextInt(Work.TASKS));
					}
					return null;
				}));
			}
			threads.shutdown();
			for (Future<?> each : work) {
				each.get(5, TimeUnit.MINUTES);
			}
			assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
		}

		@Override
		public void close() {
			Client.close(this.factory);
		}

	}

	/**
	 * What one thread does. Its keys are its own, but for those that all share.
	 */
	private final class Work {

		private static final int TASKS = 8;

		private static final int KEYS = 200;

		private final Load load;

		private final String name;

		private final Random random;

		private final ValueOperations<String, String> values;

		Work(Load load, String name, Random random) {
			this.load = load;
			this.name = name;
			this.random = random;
			this.values = load.strings.opsForValue();
		}

		void perform(int task) {
			switch (task) {
				case 0, 1 -> write();
				case 2, 3 -> read();
				case 4 -> usedValues();
				case 5 -> failingCalls();
				case 6 -> failingBody();
				default -> plainCalls();
			}
		}

		/** Mostly small, up to 2,000. */
		private int size() {
			return 1 + this.random.nextInt(1 << this.random.nextInt(11)) * 2000 / 1024;
		}

		private String key() {
			return (this.random.nextInt(4) == 0) ? "shared:" + this.random.nextInt(KEYS)
					: this.name + ":" + this.random.nextInt(KEYS);
		}

		private String valueOf(String key) {
			return key + "=" + "x".repeat(this.random.nextInt(50));
		}

		private void assertOf(String key, String value) {
			if (value != null) {
				assertThat(value).startsWith(key + "=");
			}
		}

		private void write() {
			int size = size();
			this.load.pipelines.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < size; i++) {
					String key = key();
					this.values.set(key, valueOf(key));
				}
			});
		}

		private void read() {
			int size = size();
			List<String> keys = new ArrayList<>();
			List<Reply<String>> replies = new ArrayList<>();
			this.load.pipelines.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < size; i++) {
					String key = key();
					keys.add(key);
					replies.add(pipeline.defer(() -> this.values.get(key)));
				}
			});
			for (int i = 0; i < size; i++) {
				assertOf(keys.get(i), replies.get(i).get());
			}
		}

		private void usedValues() {
			String key = this.name + ":used";
			this.load.pipelines.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < 5; i++) {
					String value = valueOf(key);
					this.values.set(key, value);
					assertThat(this.values.get(key)).isEqualTo(value);
				}
			});
		}

		private void failingCalls() {
			int size = size();
			int wrong = this.random.nextInt(size + 1);
			String list = this.name + ":list";
			Throwable failure = catchThrowable(() -> this.load.pipelines.executeWithoutResult((pipeline) -> {
				for (int i = 0; i <= size; i++) {
					if (i == wrong) {
						this.load.strings.opsForHash().put("shared-text", "field", "value");
					}
					else {
						this.load.strings.opsForList().rightPush(list, String.valueOf(i));
					}
				}
				this.load.strings.delete(list);
			}));
			assertThat(failure).isInstanceOf(PipelineExecutionException.class);
			assertThat(((PipelineExecutionException) failure).getFailures()).extracting(CallFailure::index)
				.containsExactly(wrong);
			assertThat(failure).hasMessageContaining("WRONGTYPE");
		}

		private void failingBody() {
			int size = size();
			RuntimeException thrown = new IllegalStateException("of the body");
			assertThat(catchThrowable(() -> this.load.pipelines.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < size; i++) {
					String key = key();
					this.values.set(key, valueOf(key));
				}
				throw thrown;
			}))).isSameAs(thrown).hasNoSuppressedExceptions();
		}

		private void plainCalls() {
			for (int i = 0; i < 10; i++) {
				String key = key();
				this.values.set(key, valueOf(key));
				assertOf(key, this.values.get(key));
				this.values.set("shared-text", "text");
				assertThat(catchThrowable(() -> this.load.strings.opsForList().leftPush("shared-text", "x")))
					.isInstanceOf(DataAccessException.class);
				MixedLoadTests.this.plainCalls.addAndGet(4);
			}
		}

	}

}
