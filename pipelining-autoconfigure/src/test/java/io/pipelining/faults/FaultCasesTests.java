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
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;

import io.pipelining.CallFailure;
import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;
import io.pipelining.support.Seeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Cases from the field in which something goes wrong with the line or the server; the
 * comments give their numbers.
 */
@Timeout(600)
class FaultCasesTests {

	private static final boolean LONG = Way.isLong();

	private final int port = RedisServers.withSettings("databases 5");

	private final Observer observer = new Observer(this.port);

	private final Relay relay = new Relay(this.port);

	private Redis redis;

	private PipelineTemplate pipelines;

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

	private Settings settings() {
		return Settings.of(this.relay.port());
	}

	private void connect(Way way, Settings settings) {
		this.redis = new Redis(way.connect(settings), Results.AUTO);
		this.pipelines = this.redis.pipelines().with(way::options);
	}

	private void set(String key, String value) {
		this.redis.strings().opsForValue().set(key, value);
	}

	private PipelineTemplate within(long millis) {
		return this.pipelines.with((options) -> options.withTimeout(Duration.ofMillis(millis)));
	}

	@ParameterizedTest // 19
	@MethodSource("io.pipelining.faults.Way#usual")
	void aPauseLeavesTheOutcomeUnknownAndTheNextBatchFine(Way way) {
		connect(way, settings());
		set("warm", "1");
		this.observer.call("CLIENT", "PAUSE", "1000", "WRITE");
		PipelineOutcomeUnknownException unknown = catchThrowableOfType(PipelineOutcomeUnknownException.class,
				() -> within(300).executeWithoutResult((pipeline) -> {
					set("p1", "1");
					set("p2", "2");
				}));
		assertThat(unknown.getAnswered()).isZero();
		assertThat(unknown.getUnanswered()).isEqualTo(2);
		assertThat(unknown).hasMessageContaining("0 of 2 calls");
		// The server takes writes again
		this.observer.call("SET", "pause", "over");
		Reply<String> reply = this.pipelines.execute((pipeline) -> {
			set("p3", "3");
			return pipeline.defer(() -> this.redis.strings().opsForValue().get("p3"));
		});
		assertThat(reply.get()).isEqualTo("3");
		assertThat(this.observer.get("p3")).isEqualTo("3");
	}

	@ParameterizedTest // 20
	@MethodSource("io.pipelining.faults.Way#usual")
	void aLineThatIsCutAfterAReplySaysHowManyCame(Way way) throws Exception {
		connect(way, settings());
		Random random = random();
		try (Watch watch = new Watch(this.port)) {
			for (int i = 0; i < (LONG ? 200 : 50); i++) {
				// Over the connection of the next batch, which must be open by then
				this.pipelines.executeWithoutResult((pipeline) -> set("c", "0"));
				int bytes = random.nextInt(Watch.replyBytes(100));
				this.relay.cutAfterReplyBytes(bytes);
				PipelineOutcomeUnknownException cut = catchThrowableOfType(PipelineOutcomeUnknownException.class,
						this::incrementAHundredTimes);
				int complete = 0;
				while (Watch.replyBytes(complete + 1) <= bytes) {
					complete++;
				}
				assertThat(cut.getAnswered()).as("%d bytes", bytes).isEqualTo(complete);
				assertWithin(cut, watch);
			}
		}
	}

	@ParameterizedTest // 20
	@MethodSource("io.pipelining.faults.Way#usual")
	void aClientThatIsKilledInTheMiddleSaysHowManyRepliesCame(Way way) throws Exception {
		connect(way, settings());
		this.relay.trickleRequests(200, 20, TimeUnit.MICROSECONDS);
		Random random = random();
		ExecutorService killer = Executors.newSingleThreadExecutor();
		int hit = 0;
		try (Watch watch = new Watch(this.port)) {
			for (int i = 0; i < (LONG ? 200 : 50) || hit == 0; i++) {
				set("c", "0");
				Future<?> kill = killer.submit(() -> {
					LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(2500)));
					this.observer.clients()
						.stream()
						.filter((address) -> !address.equals(watch.address()))
						.forEach(this.observer::kill);
				});
				Throwable failure = catchThrowable(this::incrementAHundredTimes);
				kill.get();
				if (failure instanceof PipelineOutcomeUnknownException killed) {
					hit++;
					assertWithin(killed, watch);
				}
				else if (failure != null) {
					// The connection for the batch was not open yet
					assertThat(failure).isInstanceOf(RedisConnectionFailureException.class);
					set("after", "1");
					assertThat(this.observer.get("c")).isEqualTo("0");
				}
				else {
					assertThat(this.observer.get("c")).isEqualTo("100");
					// It may have met the connection after the batch
					catchThrowable(() -> set("between", "1"));
				}
			}
		}
		finally {
			killer.shutdown();
		}
	}

	private Random random() {
		long seed = Seeds.of("faults");
		System.out.println("faults.seed=" + seed);
		return new Random(seed);
	}

	private void incrementAHundredTimes() {
		this.pipelines.executeWithoutResult((pipeline) -> {
			for (int n = 0; n < 100; n++) {
				this.redis.strings().opsForValue().increment("c");
			}
		});
	}

	private void assertWithin(PipelineOutcomeUnknownException lost, Watch watch) {
		assertThat(lost).hasMessageContaining(lost.getAnswered() + " of 100 calls");
		long first = Long.parseLong(this.observer.get("c"));
		assertThat(first).isBetween((long) lost.getAnswered(), (long) lost.getAnswered() + lost.getUnanswered());
		// On the next connection
		set("after", "1");
		long later = Long.parseLong(this.observer.get("c"));
		assertThat(later).isBetween(first, (long) lost.getAnswered() + lost.getUnanswered());
		assertThat(watch.highest()).isLessThanOrEqualTo(100);
	}

	@ParameterizedTest // 21
	@MethodSource("io.pipelining.faults.Way#usual")
	void aServerThatBecomesAReplicaRefusesEachWriteAndIsUsedAgainAfterwards(Way way) {
		connect(way, settings());
		PipelineExecutionException refused = catchThrowableOfType(PipelineExecutionException.class,
				() -> this.pipelines.executeWithoutResult((pipeline) -> {
					set("r0", "0");
					pipeline.send();
					this.observer.call("REPLICAOF", "127.0.0.1", String.valueOf(RedisServers.freePort()));
					set("r1", "1");
					set("r2", "2");
					set("r3", "3");
				}));
		assertThat(refused.getFailures()).extracting(CallFailure::index).containsExactly(1, 2, 3);
		assertThat(refused.getFailures()).allMatch((failure) -> failure.toString().contains("READONLY"));
		this.observer.call("REPLICAOF", "NO", "ONE");
		this.pipelines.executeWithoutResult((pipeline) -> {
			set("r1", "1");
			set("r2", "2");
		});
		assertThat(this.observer.contents()).containsOnlyKeys("r0", "r1", "r2");
	}

	@ParameterizedTest // 22
	@MethodSource("io.pipelining.faults.Way#usual")
	void aReplyThatComesTooLateIsNobodyElses(Way way) {
		connect(way, settings().withPoolSize(1).withShared(false).withTimeout(Duration.ofSeconds(20)));
		set("p1", "of p1");
		set("p2", "of p2");
		this.observer.call("CLIENT", "PAUSE", "1000", "WRITE");
		Throwable late = catchThrowable(() -> within(300).execute((pipeline) -> {
			pipeline.defer(() -> this.redis.strings().opsForValue().getAndSet("p1", "new"));
			return pipeline.defer(() -> this.redis.strings().opsForValue().get("p1"));
		}));
		assertThat(late).isInstanceOf(DataAccessException.class);
		assertThat(this.redis.strings().opsForValue().get("p2")).isEqualTo("of p2");
		assertThat(this.redis.strings().opsForValue().get("p2")).isEqualTo("of p2");
		// When the pause is over
		this.observer.call("SET", "pause", "over");
		assertThat(this.redis.strings().opsForValue().get("p2")).isEqualTo("of p2");
		assertThat(this.redis.strings().opsForValue().get("p2")).isEqualTo("of p2");
	}

	@ParameterizedTest // 25
	@MethodSource("io.pipelining.faults.Way#usual")
	void eachConnectionGoesBackToItsPool(Way way) {
		connect(way, settings().withPoolSize(2).withShared(false));
		for (int i = 0; i < 100; i++) {
			this.pipelines.executeWithoutResult((pipeline) -> set("fine", "1"));
			assertThat(catchThrowable(() -> this.pipelines.executeWithoutResult((pipeline) -> {
				set("thrown", "1");
				throw new IllegalStateException("of the body");
			}))).hasMessage("of the body");
			assertThat(catchThrowable(() -> this.pipelines.executeWithoutResult((pipeline) -> {
				this.redis.strings().opsForList().leftPush("list", "x");
				this.redis.strings().opsForValue().increment("list");
			}))).isInstanceOf(PipelineExecutionException.class);
		}
		this.observer.call("CLIENT", "PAUSE", "100000", "WRITE");
		for (int i = 0; i < (LONG ? 100 : 10); i++) {
			assertThat(catchThrowable(() -> within(20).executeWithoutResult((pipeline) -> set("late", "1"))))
				.isInstanceOf(DataAccessException.class);
		}
		this.observer.call("CLIENT", "UNPAUSE");
		List<RedisConnection> all = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			RedisConnection connection = this.redis.factory().getConnection();
			connection.ping();
			all.add(connection);
		}
		all.forEach(RedisConnection::close);
		this.pipelines.executeWithoutResult((pipeline) -> set("after", "1"));
		assertThat(this.observer.get("after")).isEqualTo("1");
		assertThat(this.observer.clients()).hasSizeLessThanOrEqualTo(2);
	}

	@ParameterizedTest // 26
	@MethodSource("io.pipelining.faults.Way#usual")
	void plainCallsAreAnsweredInTimeWhileBatchesRunAndFail(Way way) throws Exception {
		connect(way, settings().withPoolSize((way == Way.JEDIS) ? 12 : 0).withTimeout(Duration.ofSeconds(10)));
		set("plain", "value");
		AtomicBoolean over = new AtomicBoolean();
		ExecutorService threads = Executors.newFixedThreadPool(12);
		List<Future<Integer>> work = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			work.add(threads.submit(() -> {
				int gets = 0;
				for (; !over.get(); gets++) {
					assertThat(this.redis.strings().opsForValue().get("plain")).isEqualTo("value");
				}
				return gets;
			}));
		}
		for (int i = 0; i < 4; i++) {
			int thread = i;
			work.add(threads.submit(() -> {
				int batches = 0;
				for (; !over.get(); batches++) {
					boolean fails = batches % 2 == 1;
					Throwable thrown = catchThrowable(() -> batchOfAHundred(thread, fails));
					assertThat(thrown != null).isEqualTo(fails);
				}
				return batches;
			}));
		}
		Thread.sleep(LONG ? 10_000 : 1_500);
		over.set(true);
		for (Future<Integer> each : work) {
			assertThat(each.get(60, TimeUnit.SECONDS)).isPositive();
		}
		threads.shutdown();
	}

	private void batchOfAHundred(int thread, boolean fails) {
		this.pipelines.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < 100; i++) {
				set("batch-" + thread + "-" + i, "x".repeat(100));
			}
			if (fails) {
				throw new IllegalStateException("of the body");
			}
		});
	}

	@ParameterizedTest // 30
	@MethodSource("io.pipelining.faults.Way#usual")
	void aLargePipelineGoesInSeveralBatches(Way way) {
		connect(way, settings());
		Reply<String> last = this.pipelines.execute((pipeline) -> {
			for (int i = 0; i < 2500; i++) {
				set("k" + i, "v" + i);
			}
			return pipeline.defer(() -> this.redis.strings().opsForValue().get("k2499"));
		});
		assertThat(last.get()).isEqualTo("v2499");
		assertThat(this.redis.listener().sizes()).containsExactly(1000, 1000, 501);
		assertThat(this.observer.keyCount()).isEqualTo(2500);
	}

	/**
	 * Looks at the counter all the time, from a client of its own.
	 */
	private static final class Watch implements AutoCloseable {

		private final Observer observer;

		private final String address;

		private final AtomicBoolean over = new AtomicBoolean();

		private final Thread thread = new Thread(this::look, "watch");

		private volatile long highest;

		Watch(int port) {
			this.observer = new Observer(port);
			this.address = this.observer.address();
			this.thread.start();
		}

		/** Of the replies to so many INCR from zero on. */
		static int replyBytes(int replies) {
			int bytes = 0;
			for (int i = 1; i <= replies; i++) {
				bytes += 3 + String.valueOf(i).length();
			}
			return bytes;
		}

		private void look() {
			while (!this.over.get()) {
				String counter = this.observer.get("c");
				this.highest = Math.max(this.highest, (counter != null) ? Long.parseLong(counter) : 0);
			}
		}

		String address() {
			return this.address;
		}

		long highest() {
			return this.highest;
		}

		@Override
		public void close() throws InterruptedException {
			this.over.set(true);
			this.thread.join();
			this.observer.close();
		}

	}

}
