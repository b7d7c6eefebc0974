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

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The program {@code redis-benchmark} with the numbers of a column: what a client in C
 * does that builds each batch once and looks at no reply, so a limit to all others. It
 * tells requests per second, from which the mean time of a batch follows.
 */
final class RedisBenchmark {

	private static final int RUNS = 3;

	private static final double SHORTEST = 0.1;

	private final File program;

	private RedisBenchmark(File program) {
		this.program = program;
	}

	/**
	 * Find it in the search path.
	 */
	static Optional<RedisBenchmark> find() {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.map((directory) -> new File(directory, "redis-benchmark"))
			.filter(File::canExecute)
			.findFirst()
			.map(RedisBenchmark::new);
	}

	/**
	 * Return whether it can do what a column is about.
	 */
	static boolean canDo(Line line) {
		return line != Line.CLUSTER && line != Line.NAGLE;
	}

	/**
	 * Measure.
	 * @param seconds how long a run takes, about
	 * @return the median of some runs' mean time of a batch, in microseconds
	 */
	double measure(Column column, double seconds) throws IOException, InterruptedException {
		try (Server server = Server.start(column.line())) {
			long requests = (long) column.calls() * column.threads() * 10;
			double guess = requestsPerSecond(server, column, requests);
			// It counts in milliseconds, so a short run says little, or "inf"
			while (requests / guess < SHORTEST) {
				requests *= 4;
				guess = requestsPerSecond(server, column, requests);
			}
			requests = Math.max(requests, (long) (guess * seconds));
			List<Double> runs = new ArrayList<>();
			for (int i = 0; i < RUNS; i++) {
				runs.add(requestsPerSecond(server, column, requests));
			}
			double median = DoubleStream.of(runs.stream().mapToDouble(Double::doubleValue).toArray())
				.sorted()
				.skip(RUNS / 2)
				.findFirst()
				.orElseThrow();
			return 1_000_000.0 * column.calls() * column.threads() / median;
		}
	}

	private double requestsPerSecond(Server server, Column column, long requests)
			throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of(this.program.getPath()));
		if (server.socket() != null) {
			command.addAll(List.of("-s", server.socket().toString()));
		}
		else {
			command.addAll(List.of("-h", "127.0.0.1", "-p", String.valueOf(server.port())));
		}
		command.addAll(List.of("-c", String.valueOf(column.threads()), "-P", String.valueOf(column.calls()), "-n",
				String.valueOf(requests), "--csv"));
		command.addAll(switch (column.command()) {
			case INCR -> List.of("-r", String.valueOf(column.calls()), "-t", "incr");
			case INCR_ONE -> List.of("-t", "incr");
			case SET -> List.of("-r", String.valueOf(column.calls()), "-d", String.valueOf(column.valueSize()), "-t",
					"set");
			case PING -> List.of("-t", "ping_mbulk");
		});
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (process.waitFor() != 0) {
			throw new IOException(command + ": " + output);
		}
		return requestsPerSecond(output);
	}

	/**
	 * Read the last line, which is {@code "INCR","123456.78",...}.
	 */
	private static double requestsPerSecond(String output) {
		String[] lines = output.strip().split("\n");
		String figure = lines[lines.length - 1].split(",")[1].replace("\"", "");
		return figure.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(figure);
	}

}
