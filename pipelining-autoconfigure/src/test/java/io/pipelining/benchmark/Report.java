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
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Makes of what was measured the tables of the README, between its two marks, and a
 * chart.
 *
 * <pre class="code">
 * mvn -Pbenchmark -pl pipelining-autoconfigure -DskipTests test -Djmh.main=io.pipelining.benchmark.Report \
 *     -Djmh.args="../README.md ../docs/benchmarks.svg"
 * </pre>
 */
final class Report {

	private static final String BEGIN = "<!-- benchmarks -->";

	private static final String END = "<!-- end of benchmarks -->";

	private final Measurements all;

	Report(Measurements all) {
		this.all = all;
	}

	/**
	 * Write.
	 * @param arguments the results, the README, and the chart
	 */
	public static void main(String[] arguments) throws IOException {
		if (arguments.length != 3) {
			throw new IllegalArgumentException("Name the results, the README and the chart");
		}
		new Report(Measurements.read(Path.of(arguments[0]))).write(Path.of(arguments[1]), Path.of(arguments[2]));
	}

	void write(Path readme, Path chart) throws IOException {
		String text = Files.readString(readme);
		int begin = text.indexOf(BEGIN);
		int end = text.indexOf(END);
		if (begin < 0 || end < begin) {
			throw new IllegalArgumentException(readme.getFileName() + " has no lines " + BEGIN + " and " + END);
		}
		Path directory = readme.toAbsolutePath().normalize().getParent();
		Path image = chart.toAbsolutePath().normalize();
		Files.createDirectories(image.getParent());
		Files.writeString(image, new Chart(this.all).svg());
		String link = directory.relativize(image).toString().replace('\\', '/');
		Files.writeString(readme, text.substring(0, begin) + BEGIN + "\n![Time of a batch of Redis calls](" + link
				+ ")\n\n" + new Table(this.all).markdown() + text.substring(end));
	}

}
