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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * JMH's JSON, with lines in it of what JMH did not measure.
 */
final class ResultsFile {

	private final Path path;

	private final List<RunResult> results = new ArrayList<>();

	private final List<String> others = new ArrayList<>();

	ResultsFile(Path path, String machine) {
		this.path = path;
		this.others.add(String.format(Locale.ROOT, "{\"benchmark\": \"%s\", \"description\": \"%s\"}",
				Measurements.MACHINE, machine.replace("\\", "\\\\").replace("\"", "\\\"")));
	}

	void add(Collection<RunResult> more) throws IOException {
		this.results.addAll(more);
		write();
	}

	void add(Row row, Column column, double micros) throws IOException {
		this.others.add(String.format(Locale.ROOT, """
				{"benchmark": "%s", "threads": %d, "params": {"row": "%s", "line": "%s", "command": "%s", \
				"valueSize": "%d", "calls": "%d"}, \
				"primaryMetric": {"score": %8$f, "scorePercentiles": {"50.0": %8$f}}}""",
				"redis-benchmark", column.threads(), row, column.line(), column.command(), column.valueSize(),
				column.calls(), micros));
		write();
	}

	/** After each, so that a run that is broken off leaves what it measured. */
	private void write() throws IOException {
		ByteArrayOutputStream json = new ByteArrayOutputStream();
		try (PrintStream out = new PrintStream(json, false, StandardCharsets.UTF_8)) {
			ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(this.results);
		}
		String text = json.toString(StandardCharsets.UTF_8).strip();
		String separator = this.results.isEmpty() ? "" : ",";
		Files.writeString(this.path, text.substring(0, text.lastIndexOf(']')).stripTrailing() + separator + "\n"
				+ String.join(",\n", this.others) + "\n]\n");
	}

}
