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

package io.pipelining.benchmark;

import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * What a batch costs, in microseconds per batch. {@link Suite} runs a choice of it, and
 * {@link Ratios} the same batches in turn, for ratios on a machine that is busy with
 * other things.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = PipelineBenchmark.WITHOUT_EPOLL)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 2, time = 1)
public class PipelineBenchmark {

	/**
	 * The profile has netty's native epoll for the Unix socket. Applications do not have
	 * it by themselves, so it serves no other line.
	 */
	static final String WITHOUT_EPOLL = "-Dio.lettuce.core.epoll=false";

	/**
	 * How many times as long as an iteration. What a row runs of Spring and the driver is
	 * compiled, most of it in full, after ten seconds on two cores.
	 */
	private static final int WARM_UP = 10;

	@Param
	Row row;

	@Param
	Line line;

	@Param
	Command command;

	@Param({ "16", "2048" })
	int valueSize;

	@Param({ "1", "20", "100", "1000", "10000" })
	int calls;

	private Server server;

	private Sender sender;

	private ServerCounters.Iteration counters;

	/**
	 * Start the server and connect the client.
	 */
	@Setup
	public void start(BenchmarkParams benchmark) throws Exception {
		this.server = Server.start(this.line);
		Calls batch = Calls.of(this.command, this.calls, this.valueSize);
		long warmUp = WARM_UP * benchmark.getWarmup().getTime().convertTo(TimeUnit.NANOSECONDS);
		if (this.line.roundTripMicros() > 0) {
			try (Sender nearby = Senders.open(this.row, this.server.near(), batch)) {
				warmUp(nearby, warmUp);
			}
		}
		this.sender = Senders.open(this.row, this.server, batch);
		if (this.line.roundTripMicros() == 0) {
			warmUp(this.sender, warmUp);
		}
	}

	/**
	 * By one thread and without a delay: on a long line it sends too little to get
	 * everything compiled, and many threads leave the compiler no time.
	 */
	private static void warmUp(Sender sender, long nanos) throws Exception {
		long end = System.nanoTime() + nanos;
		while (System.nanoTime() < end) {
			sender.send();
		}
	}

	/**
	 * Disconnect and stop the server.
	 */
	@TearDown
	public void stop() {
		this.sender.close();
		this.server.close();
	}

	/**
	 * Begin to count.
	 */
	@Setup(Level.Iteration)
	public void count() {
		this.counters = new ServerCounters.Iteration(this.server);
	}

	/**
	 * Leave word of the counts.
	 */
	@TearDown(Level.Iteration)
	public void tellCounts() {
		this.counters.end();
	}

	/**
	 * Send the batch once.
	 */
	@Benchmark
	public @Nullable Object batch() throws Exception {
		return this.sender.send();
	}

}
