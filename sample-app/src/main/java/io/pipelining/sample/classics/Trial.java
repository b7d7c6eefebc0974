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
package io.pipelining.sample.classics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

import io.pipelining.core.PipelineTemplate;
import io.pipelining.sample.lab.Line;
import io.pipelining.sample.lab.OpenLink;
import io.pipelining.sample.run.RunContext;
import io.pipelining.sample.run.Runs;

/**
 * Runs one experiment, plain and pipelined.
 */
final class Trial implements AutoCloseable {

	/** Of several tries the best counts, as it was disturbed least. */
	private static final int TRIES = 3;

	/** A long line says the same each time, and takes its time. */
	private static final int TRIES_OF_DELAYED = 1;

	private final Classic classic;

	private final OpenLink link;

	private final RunContext context;

	private final ExecutorService threads;

	Trial(Classic classic, OpenLink link, RunContext context) {
		this.classic = classic;
		this.link = link;
		this.context = context;
		this.threads = Executors.newFixedThreadPool(classic.threads(), (task) -> Runs.daemon("lab-classic", task));
	}

	ClassicResult run() {
		int few = this.classic.calls() / 5;
		int tries = (this.classic.link().line() == Line.DELAYED) ? TRIES_OF_DELAYED : TRIES;
		PipelineTemplate pipelines = this.link.pipelines()
			.with((options) -> options.withName("classic-" + this.classic.id())
				.withAtomic(this.classic.atomic())
				.withMaxBatchSize(0));
		for (int i = 0; i < tries; i++) {
			time((thread) -> plain(thread, few));
			time((thread) -> pipelined(pipelines, thread, few));
		}
		double plain = Double.MAX_VALUE;
		double pipelined = Double.MAX_VALUE;
		for (int i = 0; i < tries; i++) {
			plain = Math.min(plain, time((thread) -> plain(thread, this.classic.calls())));
			pipelined = Math.min(pipelined, time((thread) -> pipelined(pipelines, thread, this.classic.calls())));
		}
		return ClassicResult.of(this.classic, plain, pipelined);
	}

	private void plain(int thread, int calls) {
		for (int i = 0; i < calls; i++) {
			this.context.checkActive();
			this.classic.work().call(this.link.redis(), thread);
		}
	}

	private void pipelined(PipelineTemplate pipelines, int thread, int calls) {
		pipelines.executeWithoutResult((pipeline) -> plain(thread, calls));
	}

	/**
	 * Let all threads do the same at the same time.
	 * @return the milliseconds until the last one was done
	 */
	private double time(IntConsumer work) {
		List<Future<?>> done = new ArrayList<>();
		long[] start = new long[1];
		CyclicBarrier ready = new CyclicBarrier(this.classic.threads(), () -> start[0] = System.nanoTime());
		for (int thread = 0; thread < this.classic.threads(); thread++) {
			int number = thread;
			done.add(this.threads.submit(() -> {
				ready.await();
				work.accept(number);
				return null;
			}));
		}
		done.forEach(Trial::await);
		return (System.nanoTime() - start[0]) / 1e6;
	}

	private static void await(Future<?> done) {
		try {
			done.get();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.threads.shutdownNow();
	}

}
