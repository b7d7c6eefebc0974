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
import java.util.concurrent.TimeUnit;

import com.sun.management.OperatingSystemMXBean;

/**
 * The medians of all batches and their ratios to the first row, measured in turn within
 * one run, so that a busy machine slows all alike. The processor time of the process says
 * more there than the time.
 *
 * <pre class="code">
 * mvn -B -Pbenchmark -pl pipelining-autoconfigure -DskipTests test \
 *     -Djmh.main=io.pipelining.benchmark.Ratios -Djmh.output= -Djmh.args="LOOPBACK INCR 1000 10 RAW LETTUCE"
 * </pre>
 */
final class Ratios {

	private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private Ratios() {
	}

	/**
	 * Measure.
	 * @param arguments the line, the command, the calls of a batch, the seconds to
	 * measure, and the rows
	 */
	public static void main(String[] arguments) throws Exception {
		Calls calls = Calls.of(Command.valueOf(arguments[1]), Integer.parseInt(arguments[2]), 16);
		long nanos = TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[3]));
		List<Turn> turns = new ArrayList<>();
		try (Server server = Server.start(Line.valueOf(arguments[0]))) {
			try {
				for (String row : List.of(arguments).subList(4, arguments.length)) {
					turns.add(new Turn(row, Senders.open(Row.valueOf(row), server, calls)));
				}
				measure(turns, nanos);
				measure(turns, nanos);
			}
			finally {
				turns.forEach(Turn::close);
			}
		}
		print(arguments, turns);
	}

	/** A slow row runs in one turn of ten only. */
	private static void measure(List<Turn> rows, long nanos) throws Exception {
		rows.forEach(Turn::clear);
		long end = System.nanoTime() + nanos;
		for (int turn = 0; System.nanoTime() < end || turn == 0; turn++) {
			for (Turn row : rows) {
				if (turn % 10 == 0 || row.last() < SLOW_NANOS) {
					row.run();
				}
			}
		}
	}

	private static void print(String[] arguments, List<Turn> rows) {
		System.out.printf("%s x %s, %s: median, tenth percentile, processor time, each beside that of %s%n",
				arguments[2], arguments[1], arguments[0], rows.get(0).name);
		Turn first = rows.get(0);
		for (Turn row : rows) {
			System.out.printf("%-24s %9.1f us %5.2f x   %9.1f us %5.2f x   %9.1f us %5.2f x   (%d batches)%n", row.name,
					row.percentile(50), row.percentile(50) / first.percentile(50), row.percentile(10),
					row.percentile(10) / first.percentile(10), row.cpuTime(), row.cpuTime() / first.cpuTime(),
					row.times.size());
		}
	}

	/**
	 * One way to send a batch, and how long it took.
	 */
	private static final class Turn {

		private static final OperatingSystemMXBean SYSTEM = ManagementFactory
			.getPlatformMXBean(OperatingSystemMXBean.class);

		private final String name;

		private final Sender sender;

		private final List<Long> times = new ArrayList<>();

		private long cpuTime;

		Turn(String name, Sender sender) {
			this.name = name;
			this.sender = sender;
		}

		void clear() {
			this.times.clear();
			this.cpuTime = 0;
		}

		void run() throws Exception {
			long cpu = SYSTEM.getProcessCpuTime();
			long start = System.nanoTime();
			this.sender.send();
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

		void close() {
			this.sender.close();
		}

		long last() {
			return this.times.get(this.times.size() - 1);
		}

	}

}
