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
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.sun.management.OperatingSystemMXBean;
import redis.clients.jedis.Jedis;

import io.pipelining.benchmark.Measured.Column;
import io.pipelining.benchmark.Measured.Row;

/**
 * Makes of JMH's results the table of the README, between its two marks, and a chart.
 *
 * <pre class="code">
 * mvn -B -Pbenchmark -pl pipelining-autoconfigure -DskipTests test -Djmh.main=io.pipelining.benchmark.Report \
 *     -Djmh.args="../README.md ../docs/benchmarks.svg"
 * </pre>
 */
final class Report {

	private static final String BEGIN = "<!-- benchmarks -->";

	private static final String END = "<!-- end of benchmarks -->";

	private final Map<Column, Map<Row, Measured>> columns = new LinkedHashMap<>();

	private final String machine;

	private Report(List<Measured> results, String machine) {
		this.machine = machine;
		for (Measured result : results) {
			this.columns.computeIfAbsent(result.column(), (column) -> new EnumMap<>(Row.class))
				.put(result.row(), result);
		}
	}

	/**
	 * Write.
	 * @param arguments the results, the README, and the chart
	 */
	public static void main(String[] arguments) throws IOException {
		Report report = new Report(Measured.read(Path.of(arguments[0])), machine());
		Path readme = Path.of(arguments[1]);
		String text = Files.readString(readme);
		int begin = text.indexOf(BEGIN);
		int end = text.indexOf(END);
		if (begin < 0 || end < begin) {
			throw new IllegalArgumentException(readme.getFileName() + " has no lines " + BEGIN + " and " + END);
		}
		Files.writeString(readme,
				text.substring(0, begin) + BEGIN + "\n" + report.table() + text.substring(end));
		Path chart = Path.of(arguments[2]).toAbsolutePath();
		Files.createDirectories(chart.getParent());
		Files.writeString(chart, report.chart());
		System.out.println(report.table());
	}

	/**
	 * Return where it was measured, without the name of the machine.
	 */
	private static String machine() throws IOException {
		OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		return String.format(Locale.ROOT, "%d processors, %.0f GiB, %s %s %s, Java %s, Redis %s",
				Runtime.getRuntime().availableProcessors(), system.getTotalMemorySize() / Math.pow(1024, 3),
				System.getProperty("os.name"), System.getProperty("os.version").replaceAll("-.*", ""), System.getProperty("os.arch"),
				Runtime.version().feature(), redisVersion());
	}

	private static String redisVersion() throws IOException {
		try (Server server = new Server(0); Jedis client = new Jedis("127.0.0.1", server.port())) {
			return client.info("server")
				.lines()
				.filter((line) -> line.startsWith("redis_version:"))
				.map((line) -> line.substring(line.indexOf(':') + 1).trim())
				.findFirst()
				.orElse("of an unknown version");
		}
	}

	private String table() {
		StringBuilder table = new StringBuilder();
		table.append("Median time of a batch, and beside it how many times that of `@Pipelined` with `RAW` on Lettuce; ")
			.append(this.machine)
			.append(":\n\n|  |");
		this.columns.keySet().forEach((column) -> table.append(' ').append(column.title()).append(" |"));
		table.append(" allocated for a call |\n|---|").append("---:|".repeat(this.columns.size() + 1)).append('\n');
		for (Row row : rows()) {
			table.append("| ").append(row.title()).append(" |");
			this.columns.forEach((column, rows) -> table.append(' ').append(cell(rows, row)).append(" |"));
			table.append(' ').append(allocated(row)).append(" |\n");
		}
		return table.toString();
	}

	/** Those that were measured somewhere. */
	private List<Row> rows() {
		return Arrays.stream(Row.values())
			.filter((row) -> this.columns.values().stream().anyMatch((rows) -> rows.containsKey(row)))
			.toList();
	}

	private static String cell(Map<Row, Measured> rows, Row row) {
		Measured measured = rows.get(row);
		if (measured == null) {
			return "-";
		}
		Measured raw = rows.get(Row.raw);
		String ratio = (raw != null) ? String.format(Locale.ROOT, " (%.2f)", measured.micros() / raw.micros()) : "";
		return time(measured.micros()) + ratio;
	}

	private static String time(double micros) {
		return (micros < 10_000) ? String.format(Locale.ROOT, "%,.0f us", micros)
				: String.format(Locale.ROOT, "%,.1f ms", micros / 1000);
	}

	/** That of the largest batch, where what a batch costs by itself does not show. */
	private String allocated(Row row) {
		return this.columns.values()
			.stream()
			.map((rows) -> rows.get(row))
			.filter((measured) -> measured != null && measured.bytesPerCall() >= 0)
			.reduce((one, other) -> (other.column().calls() > one.column().calls()) ? other : one)
			.map((measured) -> String.format(Locale.ROOT, "%,.0f B", measured.bytesPerCall()))
			.orElse("-");
	}

	/**
	 * Return bars for each column, plain calls left out where they would hide the rest.
	 */
	private String chart() {
		int barHeight = 18;
		int groupHeight = barHeight * rows().size() + 48;
		int height = groupHeight * this.columns.size() + 40;
		StringBuilder svg = new StringBuilder();
		svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 ")
			.append(height)
			.append("\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n")
			.append("<title>Median time of a batch, shorter is better</title>\n")
			.append("<style>text { fill: #24292f } .ours { fill: #0b7285 } .other { fill: #adb5bd }")
			.append(" @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .ours { fill: #3bc9db }")
			.append(" .other { fill: #6c757d } }</style>\n");
		int top = 24;
		for (Map.Entry<Column, Map<Row, Measured>> column : this.columns.entrySet()) {
			appendGroup(svg, column.getKey(), column.getValue(), top, barHeight);
			top += groupHeight;
		}
		return svg.append("<text x=\"10\" y=\"")
			.append(height - 12)
			.append("\">Median time of a batch; ")
			.append(this.machine)
			.append("</text>\n</svg>\n")
			.toString();
	}

	private static void appendGroup(StringBuilder svg, Column column, Map<Row, Measured> rows, int top, int barHeight) {
		List<Measured> bars = Arrays.stream(Row.values())
			.filter((row) -> row != Row.plainCalls && rows.containsKey(row))
			.map(rows::get)
			.toList();
		double longest = bars.stream().mapToDouble(Measured::micros).max().orElse(1);
		svg.append(String.format(Locale.ROOT, "<text x=\"10\" y=\"%d\" font-weight=\"600\">%s</text>%n", top,
				column.title()));
		int y = top + 10;
		for (Measured bar : bars) {
			svg.append(String.format(Locale.ROOT,
					"<text x=\"300\" y=\"%d\" text-anchor=\"end\">%s</text>"
							+ "<rect class=\"%s\" x=\"310\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>"
							+ "<text x=\"%.1f\" y=\"%d\">%s</text>%n",
					y + barHeight - 6, bar.row().title().replace("`", ""), bar.row().isOurs() ? "ours" : "other", y,
					440 * bar.micros() / longest, barHeight - 4, 316 + 440 * bar.micros() / longest,
					y + barHeight - 6, time(bar.micros())));
			y += barHeight;
		}
	}

}
