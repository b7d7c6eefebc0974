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
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.pipelining.core.PipelineTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Sends batches while a fault strikes again and again, and holds what their senders were
 * told against what the server ran.
 */
final class FaultRun {

	private final Fault fault;

	private final Way way;

	private final Duration timeout;

	private final Random random;

	private final AtomicInteger numbers = new AtomicInteger();

	private final Collection<SentBatch> batches = new ConcurrentLinkedQueue<>();

	private final ExecutorService striker = Executors.newSingleThreadExecutor((task) -> new Thread(task, "striker"));

	FaultRun(Fault fault, Way way, Duration timeout, long seed) {
		this.fault = fault;
		this.way = way;
		this.timeout = timeout;
		this.random = new Random(seed);
	}

	/**
	 * Let one thread send batches, each with one strike of the fault.
	 * @param count how many batches at least
	 * @param hits how many of them must be hit at least
	 */
	FaultFigures oneByOne(int count, int hits) throws Exception {
		Leftovers leftovers = new Leftovers();
		try (Stage stage = new Stage(this.way, this.timeout, 0)) {
			warmUp(stage, leftovers, 1);
			for (int round = 0; round < count || hits() < hits; round++) {
				assertThat(round).as("rounds, %d of %d batches hit", hits(), hits).isLessThan(20 * count);
				SentBatch struck = sendWithStrike(stage);
				if (this.fault.isHealedByCut()) {
					awaitCalm(stage);
				}
				SentBatch next = send(stage, stage.patient());
				if (next.isHit() && !struck.isHit()) {
					// It came late, and met the connection between two batches
					awaitCalm(stage);
					next = send(stage, stage.patient());
				}
				assertThat(next.said()).as("the batch after %s", struck).isEmpty();
				// Whenever it is looked at, what ran is within what its sender was told
				whatRan(stage, struck);
			}
			return finish(stage, leftovers, 1);
		}
		finally {
			this.striker.shutdown();
			leftovers.assertNoThread();
		}
	}

	/**
	 * Let several threads send batches while the fault strikes.
	 * @param threads how many threads
	 * @param count how many batches at least
	 * @param hits how many of them must be hit at least
	 */
	FaultFigures inACrowd(int threads, int count, int hits) throws Exception {
		Leftovers leftovers = new Leftovers();
		try (Stage stage = new Stage(this.way, this.timeout, threads)) {
			warmUp(stage, leftovers, threads);
			AtomicBoolean enough = new AtomicBoolean();
			ExecutorService crowd = Executors.newFixedThreadPool(threads, (task) -> new Thread(task, "sender"));
			List<Future<?>> senders = new ArrayList<>();
			for (int i = 0; i < threads; i++) {
				senders.add(crowd.submit(() -> {
					while (!enough.get()) {
						send(stage, stage.hurried());
					}
					return null;
				}));
			}
			try {
				for (int strikes = 0; this.batches.size() < count || hits() < hits; strikes++) {
					assertThat(strikes).as("strikes, %d of %d batches hit", hits(), hits).isLessThan(20 * count);
					assertThat(senders).noneMatch(Future::isDone);
					strike(stage, () -> {
						Thread.sleep(this.random.nextInt((int) this.timeout.toMillis() * 2));
						return null;
					});
				}
			}
			finally {
				enough.set(true);
				for (Future<?> sender : senders) {
					sender.get(5, TimeUnit.MINUTES);
				}
				crowd.shutdown();
			}
			awaitCalm(stage);
			for (int i = 0; i <= threads; i++) {
				// A pool may still hold connections that died while they were idle
				if (!send(stage, stage.patient()).isHit()) {
					break;
				}
				assertThat(i).as("batches that fail after the fault").isLessThan(threads);
			}
			return finish(stage, leftovers, threads);
		}
		finally {
			this.striker.shutdown();
			leftovers.assertNoThread();
		}
	}

	private void warmUp(Stage stage, Leftovers leftovers, int threads) throws Exception {
		for (int i = 0; i < 4; i++) {
			sendInPeace(stage);
		}
		openConnections(stage, threads);
		stage.redis().listener().clear();
		leftovers.countObjects();
	}

	/**
	 * Open the connections that are kept, all of them: they are no leftovers, whenever a
	 * crowd comes to need them.
	 */
	private void openConnections(Stage stage, int threads) throws Exception {
		int connections = this.way.connectionsOfBatches(threads);
		ExecutorService crowd = Executors.newFixedThreadPool(connections, (task) -> new Thread(task, "warm-up"));
		List<Future<?>> senders = new ArrayList<>();
		stage.observer().call("CLIENT", "PAUSE", "60000", "WRITE");
		try {
			for (int i = 0; i < connections; i++) {
				senders.add(crowd.submit(() -> sendInPeace(stage)));
			}
			await().atMost(Stage.PATIENCE).until(() -> stage.observer().clients().size() >= connections);
		}
		finally {
			stage.observer().call("CLIENT", "UNPAUSE");
			crowd.shutdown();
		}
		for (Future<?> sender : senders) {
			sender.get(1, TimeUnit.MINUTES);
		}
	}

	private void sendInPeace(Stage stage) {
		assertThat(send(stage, stage.patient()).said()).isEmpty();
	}

	private SentBatch sendWithStrike(Stage stage) throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch ended = new CountDownLatch(1);
		Future<?> strike = this.striker.submit(() -> {
			begun.countDown();
			strike(stage, () -> ended.await(this.timeout.toMillis() * 4, TimeUnit.MILLISECONDS));
			return null;
		});
		begun.await();
		try {
			return send(stage, stage.hurried());
		}
		finally {
			ended.countDown();
			strike.get(1, TimeUnit.MINUTES);
		}
	}

	private void strike(Stage stage, Callable<?> whileItLasts) throws Exception {
		try {
			this.fault.strike(stage, this.random);
			whileItLasts.call();
		}
		finally {
			this.fault.heal(stage);
		}
	}

	private SentBatch send(Stage stage, PipelineTemplate pipelines) {
		Duration timeout = (pipelines == stage.patient()) ? Stage.PATIENCE : this.timeout;
		SentBatch batch = SentBatch.send(stage.redis(), pipelines, timeout, this.numbers.incrementAndGet());
		this.batches.add(batch);
		assertThat(batch.isHung()).as("%s", batch).isFalse();
		return batch;
	}

	private int hits() {
		return (int) this.batches.stream().filter(SentBatch::isHit).count();
	}

	/**
	 * A plain call is answered as soon as the fault is over, or fails and the next one
	 * is.
	 */
	private static void awaitCalm(Stage stage) {
		await().atMost(Stage.PATIENCE.multipliedBy(3)).ignoreExceptions().until(() -> {
			stage.redis().strings().hasKey("calm");
			return true;
		});
	}

	/**
	 * What ran is within what its sender was told, and nothing ran twice.
	 */
	private static SentBatch.Ran whatRan(Stage stage, SentBatch batch) {
		SentBatch.Ran ran = batch.ran(stage.observer());
		assertThat(ran.calls()).as("%s", batch).isBetween(batch.accepted(), batch.accepted() + batch.open());
		assertThat(ran.twice()).as("%s", batch).isZero();
		return ran;
	}

	private FaultFigures finish(Stage stage, Leftovers leftovers, int threads) {
		await().untilAsserted(
				() -> assertThat(stage.observer().clients()).hasSizeLessThanOrEqualTo(this.way.connections(threads)));
		leftovers.assertNoObject(() -> {
			stage.patient().executeWithoutResult((pipeline) -> stage.redis().strings().hasKey("calm"));
			stage.redis().listener().clear();
		});
		// What is still on its way arrives, or never will
		stage.relay().down();
		await().until(() -> stage.observer().clients().isEmpty());
		String title = this.fault.title() + " | " + this.way.driver();
		return this.batches.stream()
			.map((batch) -> FaultFigures.of(title, batch, whatRan(stage, batch)))
			.reduce(FaultFigures::plus)
			.orElseThrow();
	}

}
