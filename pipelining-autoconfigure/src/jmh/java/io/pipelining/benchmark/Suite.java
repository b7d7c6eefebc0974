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

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The benchmarks that the README's table shows, one after the other, into one file.
 *
 * <pre class="code">
 * mvn -B -Pbenchmark -pl pipelining-autoconfigure -DskipTests test
 * mvn -B -Pbenchmark -pl pipelining-autoconfigure -DskipTests test -Djmh.args=all
 * mvn -B -Pbenchmark -pl pipelining-autoconfigure -DskipTests test -Djmh.main=org.openjdk.jmh.Main \
 *     -Djmh.output= -Djmh.args="PipelineBenchmark.(raw|auto) -p calls=1000 -p command=SET -t 8"
 * </pre>
 *
 * The first takes a quarter of an hour, the second more than an hour. {@link Report}
 * makes the table and the chart of the file.
 */
final class Suite {

	private static final String EVERY_ROW = "PipelineBenchmark\\..*";

	private static final String BUT_ALONE = "PipelineBenchmark\\.(?!templateAlone).*";

	private static final String BUT_PLAIN = "PipelineBenchmark\\.(?!plainCalls|templateAlone).*";

	private final List<RunResult> results = new ArrayList<>();

	private final String file;

	private Suite(String file) {
		this.file = file;
	}

	/**
	 * Measure.
	 * @param arguments the file for the results, and {@code all} for every column or
	 * {@code smoke} for one that shows that it runs
	 */
	public static void main(String[] arguments) throws RunnerException {
		Suite suite = new Suite(arguments[0]);
		List<String> wanted = List.of(arguments);
		if (wanted.contains("all")) {
			suite.all();
		}
		else if (wanted.contains("smoke")) {
			suite.smoke();
		}
		else {
			suite.choice();
		}
	}

	private void smoke() throws RunnerException {
		run("PipelineBenchmark\\.(raw|rawOnJedis|plainCalls)", 1, "250", "INCR", "16", "20");
	}

	private void choice() throws RunnerException {
		run(EVERY_ROW, 1, "0", "INCR", "16", "20", "1000");
		run(BUT_ALONE, 1, "1000", "INCR", "16", "20", "1000");
		run(BUT_ALONE, 64, "1000", "INCR", "16", "20");
	}

	private void all() throws RunnerException {
		run(EVERY_ROW, 1, "0", "INCR", "16", "1", "20", "100", "1000", "10000");
		run(EVERY_ROW, 1, "0", Calls.ONE_KEY, "16", "2000");
		run(BUT_ALONE, 1, "250", "INCR", "16", "1", "20", "100", "1000");
		run(BUT_ALONE, 1, "1000", "INCR", "16", "1", "20", "100", "1000");
		run(BUT_PLAIN, 1, "1000", "INCR", "16", "10000");
		run(EVERY_ROW, 1, "0", "SET", "16", "20", "1000");
		run(EVERY_ROW, 1, "0", "SET", "2048", "20", "1000");
		for (int threads : List.of(8, 64)) {
			run(BUT_ALONE, threads, "0", "INCR", "16", "20", "1000");
			run(BUT_ALONE, threads, "1000", "INCR", "16", "20", "100");
		}
	}

	private void run(String rows, int threads, String roundTrip, String command, String valueSize, String... calls)
			throws RunnerException {
		ChainedOptionsBuilder options = new OptionsBuilder().include(rows)
			.threads(threads)
			.param("roundTripMicros", roundTrip)
			.param("command", command)
			.param("valueSize", valueSize)
			.param("calls", calls)
			.addProfiler(GCProfiler.class);
		Collection<RunResult> run = new Runner(options.build()).run();
		this.results.addAll(run);
		// After each, so that a run that is broken off leaves what it measured
		ResultFormatFactory.getInstance(ResultFormatType.JSON, this.file).writeOut(this.results);
	}

}
