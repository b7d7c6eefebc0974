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

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

import static io.pipelining.benchmark.Row.AUTO;
import static io.pipelining.benchmark.Row.AUTO_ON_JEDIS;
import static io.pipelining.benchmark.Row.EXECUTE_PIPELINED;
import static io.pipelining.benchmark.Row.EXECUTE_PIPELINED_ATOMIC;
import static io.pipelining.benchmark.Row.EXECUTE_PIPELINED_LARGE_POOL;
import static io.pipelining.benchmark.Row.EXECUTE_PIPELINED_POOLED;
import static io.pipelining.benchmark.Row.JEDIS;
import static io.pipelining.benchmark.Row.JEDIS_ATOMIC;
import static io.pipelining.benchmark.Row.LETTUCE;
import static io.pipelining.benchmark.Row.LETTUCE_ATOMIC;
import static io.pipelining.benchmark.Row.PLAIN;
import static io.pipelining.benchmark.Row.RAW;
import static io.pipelining.benchmark.Row.RAW_ATOMIC;
import static io.pipelining.benchmark.Row.RAW_DEDICATED;
import static io.pipelining.benchmark.Row.RAW_ON_JEDIS;
import static io.pipelining.benchmark.Row.REDISSON;
import static io.pipelining.benchmark.Row.REDIS_BENCHMARK;
import static io.pipelining.benchmark.Row.TEMPLATE;
import static io.pipelining.benchmark.Row.TEMPLATE_ALONE;

/**
 * Measures one column after the other, into one file, of which {@link Report} makes
 * tables and a chart.
 *
 * <pre class="code">
 * mvn -Pbenchmark -pl pipelining-autoconfigure -DskipTests test
 * mvn -Pbenchmark -pl pipelining-autoconfigure -DskipTests test -Djmh.args="default classics"
 * mvn -Pbenchmark -pl pipelining-autoconfigure -DskipTests test -Djmh.main=org.openjdk.jmh.Main \
 *     -Djmh.output= -Djmh.args="-p row=RAW,LETTUCE -p line=LOOPBACK -p command=SET -p calls=1000 -t 8"
 * </pre>
 */
final class Suite {

	private static final Set<Row> PEERS = EnumSet.of(RAW, AUTO, TEMPLATE, RAW_ON_JEDIS, LETTUCE, JEDIS, REDISSON,
			EXECUTE_PIPELINED_POOLED, EXECUTE_PIPELINED, PLAIN, REDIS_BENCHMARK);

	private static final Set<Row> MAIN = EnumSet.of(RAW, AUTO, RAW_ON_JEDIS, LETTUCE, JEDIS, EXECUTE_PIPELINED, PLAIN,
			REDIS_BENCHMARK);

	private static final Set<Row> IN_CLUSTER = EnumSet.of(RAW, AUTO, TEMPLATE, LETTUCE, EXECUTE_PIPELINED, PLAIN);

	private static final Set<Row> ATOMIC = EnumSet.of(RAW_ATOMIC, LETTUCE_ATOMIC, JEDIS_ATOMIC,
			EXECUTE_PIPELINED_ATOMIC);

	private static final Set<Row> ALONE = EnumSet.of(TEMPLATE_ALONE, AUTO_ON_JEDIS);

	private static final int[] CALLS = { 1, 20, 100, 1000, 10_000 };

	private final ResultsFile file;

	private final Optional<RedisBenchmark> redisBenchmark = RedisBenchmark.find();

	private final List<String> failed = new ArrayList<>();

	private final Effort effort;

	private Suite(ResultsFile file, Effort effort) {
		this.file = file;
		this.effort = effort;
	}

	/**
	 * Measure.
	 * @param arguments the file for the results, and what to measure: {@code default},
	 * {@code bars} for what is promised alone, {@code classics} for the experiments that
	 * made pipelining known, {@code full} for every combination, {@code smoke} for a
	 * short run of everything there is, without meaning
	 */
	public static void main(String[] arguments) throws Exception {
		Path path = Path.of(arguments[0]);
		ResultsFile file = new ResultsFile(path, Machine.describe());
		List<String> failed = new ArrayList<>();
		List<String> parts = List.of(arguments).subList(1, arguments.length);
		for (String part : parts.isEmpty() ? List.of("default") : parts) {
			Suite suite = new Suite(file, switch (part) {
				case "bars" -> Effort.MORE;
				case "smoke" -> Effort.NONE;
				default -> Effort.USUAL;
			});
			suite.run(part);
			failed.addAll(suite.failed);
		}
		System.out.println(new Table(Measurements.read(path)).markdown());
		if (!failed.isEmpty()) {
			throw new IllegalStateException("These failed, see above: " + String.join("; ", failed));
		}
	}

	private void run(String part) throws Exception {
		switch (part) {
			case "default" -> choice();
			case "bars" -> bars();
			case "classics" -> classics();
			case "full" -> full();
			case "smoke" -> smoke();
			default -> throw new IllegalArgumentException(
					"There is no " + part + ": name default, bars, classics, full or smoke");
		}
	}

	/** Whatever is compared with each other is measured one right after the other. */
	private void choice() throws Exception {
		run(with(PEERS, ALONE), Line.LOOPBACK, 1, 1000);
		run(with(MAIN, EnumSet.of(RAW_ATOMIC, EXECUTE_PIPELINED_POOLED)), Line.LOOPBACK, 1, 20);
		run(PEERS, Line.ONE_MS, 1, 20);
		run(with(PEERS, EnumSet.of(EXECUTE_PIPELINED_LARGE_POOL)), Line.ONE_MS, 64, 20);
		run(IN_CLUSTER, Line.CLUSTER, 1, 50, 1000);
		run(MAIN, Line.ONE_MS, 8, 20);
		run(MAIN, Line.LOOPBACK, 1, 1, 100, 10_000);
	}

	private void bars() throws Exception {
		run(EnumSet.of(RAW, LETTUCE, EXECUTE_PIPELINED, RAW_ON_JEDIS, JEDIS, REDIS_BENCHMARK), Line.LOOPBACK, 1, 1000);
		run(EnumSet.of(RAW, RAW_ATOMIC), Line.LOOPBACK, 1, 20);
		run(EnumSet.of(RAW, LETTUCE, EXECUTE_PIPELINED), Line.ONE_MS, 1, 20);
		run(EnumSet.of(RAW, EXECUTE_PIPELINED, EXECUTE_PIPELINED_POOLED, EXECUTE_PIPELINED_LARGE_POOL), Line.ONE_MS, 64, 20);
		run(EnumSet.of(RAW, EXECUTE_PIPELINED, PLAIN), Line.CLUSTER, 1, 50, 1000);
	}

	private void classics() throws Exception {
		run(without(PEERS, RAW_ON_JEDIS, REDISSON), Line.LOOPBACK, Command.PING, 0, 1, 1000, 10_000);
		run(ATOMIC, Line.LOOPBACK, Command.PING, 0, 1, 10_000);
		run(PEERS, Line.LOOPBACK, Command.INCR_ONE, 0, 1, 2000);
		run(ATOMIC, Line.LOOPBACK, 1, 20, 1000);
		Set<Row> onLettuce = EnumSet.of(RAW, AUTO, LETTUCE, EXECUTE_PIPELINED_POOLED, EXECUTE_PIPELINED, PLAIN);
		for (Line line : List.of(Line.LOOPBACK, Line.NAGLE)) {
			run(onLettuce, line, Command.SET, 2048, 1, 20, 1000);
		}
		for (Line line : List.of(Line.SOCKET, Line.LOOPBACK, Line.ONE_MS)) {
			for (int threads : List.of(1, 2, 4)) {
				run(EnumSet.of(RAW, RAW_DEDICATED, LETTUCE, EXECUTE_PIPELINED_POOLED, EXECUTE_PIPELINED,
						REDIS_BENCHMARK), line, threads, 100);
			}
		}
	}

	private void full() throws Exception {
		for (int threads : List.of(1, 8, 64)) {
			for (Line line : List.of(Line.LOOPBACK, Line.QUARTER_MS, Line.ONE_MS)) {
				run(PEERS, line, threads, CALLS);
			}
			run(IN_CLUSTER, Line.CLUSTER, threads, IntStream.concat(IntStream.of(CALLS), IntStream.of(50)).toArray());
			for (int valueSize : List.of(16, 2048)) {
				run(PEERS, Line.LOOPBACK, Command.SET, valueSize, threads, CALLS);
				run(IN_CLUSTER, Line.CLUSTER, Command.SET, valueSize, threads, CALLS);
			}
		}
		run(ALONE, Line.LOOPBACK, 1, CALLS);
		classics();
	}

	private void smoke() throws Exception {
		run(EnumSet.of(RAW, RAW_DEDICATED), Line.SOCKET, 1, 20);
		run(with(with(PEERS, ATOMIC), ALONE), Line.LOOPBACK, 1, 20);
		run(EnumSet.of(RAW, EXECUTE_PIPELINED_POOLED), Line.LOOPBACK, 2, 20);
		run(EnumSet.of(RAW, RAW_ATOMIC, LETTUCE), Line.NAGLE, Command.PING, 0, 1, 20);
		run(EnumSet.of(RAW, EXECUTE_PIPELINED), Line.ONE_MS, Command.SET, 2048, 1, 20);
		run(EnumSet.of(RAW, LETTUCE), Line.CLUSTER, 1, 50);
	}

	private static Set<Row> with(Set<Row> rows, Set<Row> more) {
		Set<Row> all = EnumSet.copyOf(rows);
		all.addAll(more);
		return all;
	}

	private static Set<Row> without(Set<Row> rows, Row... some) {
		Set<Row> rest = EnumSet.copyOf(rows);
		rest.removeAll(List.of(some));
		return rest;
	}

	private void run(Set<Row> rows, Line line, int threads, int... calls) throws Exception {
		run(rows, line, Command.INCR, 0, threads, calls);
	}

	private void run(Set<Row> rows, Line line, Command command, int valueSize, int threads, int... calls)
			throws Exception {
		for (int count : calls) {
			Column column = new Column(line, command, valueSize, threads, count);
			if (rows.contains(REDIS_BENCHMARK) && RedisBenchmark.canDo(line)) {
				runRedisBenchmark(column);
			}
			runJmh(without(rows, REDIS_BENCHMARK), column);
		}
	}

	private void runRedisBenchmark(Column column) throws IOException, InterruptedException {
		if (this.redisBenchmark.isPresent()) {
			System.out.println("redis-benchmark: " + column.title() + " of " + column.group().title());
			double micros = this.redisBenchmark.get().measure(column, (this.effort == Effort.NONE) ? 0.1 : 1);
			this.file.add(REDIS_BENCHMARK, column, micros);
		}
	}

	private void runJmh(Set<Row> rows, Column column) throws RunnerException, IOException {
		ChainedOptionsBuilder options = new OptionsBuilder().include(PipelineBenchmark.class.getName())
			.threads(column.threads())
			.param("row", names(rows))
			.param("line", column.line().name())
			.param("command", column.command().name())
			.param("valueSize", String.valueOf(column.valueSize()))
			.param("calls", String.valueOf(column.calls()))
			.addProfiler(GCProfiler.class)
			.addProfiler(ServerCounters.class);
		this.effort.apply(options, column);
		Collection<RunResult> results = new Runner(options.build()).run();
		this.file.add(results);
		Set<String> measured = results.stream()
			.map((result) -> result.getParams().getParam("row"))
			.collect(Collectors.toSet());
		rows.stream()
			.filter((row) -> !measured.contains(row.name()))
			.forEach((row) -> this.failed
				.add(row.title() + ", " + column.title() + " of " + column.group().title()));
	}

	private static String[] names(Set<Row> rows) {
		return Arrays.stream(Row.values()).filter(rows::contains).map(Row::name).toArray(String[]::new);
	}

	/**
	 * How long to measure.
	 */
	private enum Effort {

		NONE, USUAL, MORE;

		/** What one thread warmed up is compiled anew for many. */
		private static final int WARM_UP_OF_THREADS = 8;

		void apply(ChainedOptionsBuilder options, Column column) {
			if (this == NONE) {
				// All in one process
				options.forks(0)
					.warmupIterations(1)
					.warmupTime(TimeValue.milliseconds(10))
					.measurementIterations(1)
					.measurementTime(TimeValue.milliseconds(100));
				return;
			}
			options.forks((this == MORE) ? 3 : 1);
			if (column.threads() > 1) {
				options.warmupIterations(WARM_UP_OF_THREADS);
			}
			if (column.line() == Line.SOCKET) {
				// With epoll
				options.jvmArgsAppend();
			}
		}

	}

}
