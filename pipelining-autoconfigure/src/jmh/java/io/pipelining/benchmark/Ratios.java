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

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import com.sun.management.OperatingSystemMXBean;

/**
 * The medians of all batches and their ratios to the first row, measured in turn within
 * one run, so that a busy machine slows all alike. The processor time of the process says
 * more there than the time.
 *
 * <pre class="code">
 * mvn -B -Pbenchmark -pl pipelining-autoconfigure -DskipTests test \
 *     -Djmh.main=io.pipelining.benchmark.Ratios -Djmh.output= -Djmh.args="INCR 1000 0 10"
 * </pre>
 */
final class Ratios {

	private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private Ratios() {
	}

	/**
	 * Measure.
	 * @param arguments the command (INCR or SET), the calls of a batch, the round trip in
	 * microseconds, the seconds to measure, and the rows, all if there are none
	 */
	public static void main(String[] arguments) throws Exception {
		Batches batches = new Batches();
		batches.command = arguments[0];
		batches.calls = Integer.parseInt(arguments[1]);
		batches.roundTripMicros = Long.parseLong(arguments[2]);
		long seconds = Long.parseLong(arguments[3]);
		List<String> wanted = List.of(arguments).subList(4, arguments.length);
		List<Row> rows = rows(batches).stream()
			.filter((row) -> wanted.isEmpty() || wanted.contains(row.name))
			.toList();
		batches.start();
		try {
			measure(rows, TimeUnit.SECONDS.toNanos(seconds));
			print(arguments, measure(rows, TimeUnit.SECONDS.toNanos(seconds)));
		}
		finally {
			batches.stop();
		}
	}

	private static List<Row> rows(Batches batches) {
		return List.of(new Row("raw", Executors.callable(batches::raw)),
				new Row("auto", Executors.callable(batches::auto)),
				new Row("lettuceDispatch", batches::lettuceDispatch),
				new Row("executePipelined", batches::executePipelined),
				new Row("executePipelinedPooled", batches::executePipelinedPooled),
				new Row("template", Executors.callable(batches::template)),
				new Row("redissonBatch", batches::redissonBatch),
				new Row("plainCalls", Executors.callable(batches::plainCalls)),
				new Row("rawOnJedis", Executors.callable(batches::rawOnJedis)),
				new Row("autoOnJedis", Executors.callable(batches::autoOnJedis)),
				new Row("jedisPipeline", batches::jedisPipeline),
				new Row("templateAlone", Executors.callable(batches::templateAlone)));
	}

	/** A slow row runs in one turn of ten only. */
	private static List<Row> measure(List<Row> rows, long nanos) throws Exception {
		rows.forEach(Row::clear);
		long end = System.nanoTime() + nanos;
		for (int turn = 0; System.nanoTime() < end || turn == 0; turn++) {
			for (Row row : rows) {
				if (turn % 10 == 0 || row.last() < SLOW_NANOS) {
					row.run();
				}
			}
		}
		return rows;
	}

	private static void print(String[] arguments, List<Row> rows) {
		System.out.printf("%s x %s, round trip %s us: median, tenth percentile, processor time, each beside that of %s%n",
				arguments[1], arguments[0], arguments[2], rows.get(0).name);
		Row first = rows.get(0);
		for (Row row : rows) {
			System.out.printf("%-22s %9.1f us %5.2f x   %9.1f us %5.2f x   %9.1f us %5.2f x   (%d batches)%n", row.name,
					row.percentile(50), row.percentile(50) / first.percentile(50), row.percentile(10),
					row.percentile(10) / first.percentile(10), row.cpuTime(), row.cpuTime() / first.cpuTime(),
					row.times.size());
		}
	}

	/**
	 * One way to send a batch, and how long it took.
	 */
	private static final class Row {

		private static final OperatingSystemMXBean SYSTEM = ManagementFactory
			.getPlatformMXBean(OperatingSystemMXBean.class);

		private final String name;

		private final Callable<?> batch;

		private final List<Long> times = new ArrayList<>();

		private long cpuTime;

		Row(String name, Callable<?> batch) {
			this.name = name;
			this.batch = batch;
		}

		void clear() {
			this.times.clear();
			this.cpuTime = 0;
		}

		void run() throws Exception {
			long cpu = SYSTEM.getProcessCpuTime();
			long start = System.nanoTime();
			this.batch.call();
			this.times.add(System.nanoTime() - start);
			this.cpuTime += SYSTEM.getProcessCpuTime() - cpu;
		}

		double percentile(int percent) {
			return this.times.stream().sorted().toList().get(this.times.size() * percent / 100) / 1000.0;
		}

		/** A mean, since the clock is coarse. */
		double cpuTime() {
			return this.cpuTime / 1000.0 / this.times.size();
		}

		long last() {
			return this.times.get(this.times.size() - 1);
		}

	}

}
