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
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Results in, tables and chart out.
 */
class ReportTests {

	private static final String MACHINE = "{\"benchmark\": \"machine\", \"description\": \"2 cores, Redis <7> & more\"}";

	@TempDir
	Path directory;

	private Path results;

	private Path readme;

	private Path chart;

	@BeforeEach
	void files() throws IOException {
		this.results = this.directory.resolve("results.json");
		this.readme = this.directory.resolve("README.md");
		this.chart = this.directory.resolve("docs/chart.svg");
		Files.writeString(this.readme, """
				before
				<!-- benchmarks -->
				old
				<!-- end of benchmarks -->
				after
				""");
	}

	@Test
	void barsAreHeldAgainstWhatWasMeasured() throws IOException {
		report(line(Row.RAW, Line.LOOPBACK, 1, 1000, 1500), line(Row.LETTUCE, Line.LOOPBACK, 1, 1000, 2500),
				line(Row.EXECUTE_PIPELINED, Line.LOOPBACK, 1, 1000, 6000));
		assertThat(readme()).contains(
				"| 1,000 calls, loopback | at most 0.8 x the time of Lettuce by hand | 0.6 x | met |",
				"| 1,000 calls, loopback | at least 6 x faster than `executePipelined` as Boot configures it"
						+ " | 4 x faster | **missed** |",
				"| 20 calls, 1 ms | at most 1.1 x the time of Lettuce by hand | - | not measured |");
	}

	@Test
	void missedBarsAreSaidFirst() throws IOException {
		report(line(Row.RAW, Line.ONE_MS, 1, 20, 1200), line(Row.LETTUCE, Line.ONE_MS, 1, 20, 1000),
				line(Row.EXECUTE_PIPELINED, Line.ONE_MS, 1, 20, 9000));
		int bars = Bar.ALL.size();
		assertThat(readme())
			.contains("2 of " + bars + " bars are met, **1 is missed**, " + (bars - 3) + " were not measured.");
	}

	@Test
	void everyBarCanBeMetAndMissed() {
		List<Measured> all = new ArrayList<>();
		for (Row row : Row.values()) {
			for (Line line : Line.values()) {
				for (int threads : new int[] { 1, 64 }) {
					for (int calls : new int[] { 20, 50, 1000 }) {
						all.add(measured(row, new Column(line, Command.INCR, 0, threads, calls), 100));
					}
				}
			}
		}
		Measurements equal = new Measurements("", all);
		assertThat(Bar.ALL).allSatisfy((bar) -> assertThat(bar.measured(equal)).isPresent())
			.filteredOn((bar) -> !bar.isMetBy(bar.measured(equal).orElseThrow()))
			.isNotEmpty();
		assertThat(Bar.ALL).allSatisfy((bar) -> {
			assertThat(bar.isMetBy(bar.limit())).isTrue();
			assertThat(bar.isMetBy(bar.most() ? bar.limit() + 0.01 : bar.limit() - 0.01)).isFalse();
		});
	}

	@Test
	void timesStandBesideThatOfRaw() throws IOException {
		report(line(Row.RAW, Line.LOOPBACK, 1, 20, 50), line(Row.PLAIN, Line.LOOPBACK, 1, 20, 1050),
				line(Row.RAW, Line.LOOPBACK, 1, 1000, 1500), line(Row.LETTUCE, Line.LOOPBACK, 1, 1000, 2250));
		assertThat(tables()).contains("""

				| `INCR`, loopback | 20 calls | 1,000 calls | allocated |
				|---|---:|---:|---:|
				| `@Pipelined`, `RAW` | 50.0 µs | 1.50 ms | 40 B |
				| Lettuce by hand: `dispatch(Collection)` | - | 2.25 ms (1.50 x) | 40 B |
				| plain calls of the template | 1.05 ms (21.0 x) | - | 40 B |
				""");
	}

	@Test
	void severalThreadsCountBatchesBySecond() throws IOException {
		report(line(Row.RAW, Line.ONE_MS, 64, 20, 4000), line(Row.EXECUTE_PIPELINED, Line.ONE_MS, 64, 20, 160_000));
		assertThat(tables()).contains("""

				| `INCR`, 1 ms round trip | 64 threads x 20 calls | allocated |
				|---|---:|---:|
				| `@Pipelined`, `RAW` | 16,000/s | 40 B |
				| `executePipelined` as Boot configures it | 400/s (40.0 x) | 40 B |
				""");
		assertThat(readme()).contains(" as Boot configures it | 40 x | met |");
	}

	@Test
	void eachLineCommandAndSizeHasATable() throws IOException {
		report(line(Row.RAW, Line.CLUSTER, 1, 50, 100), line(Row.RAW, Line.SOCKET, 2, 100, 100),
				line(Row.RAW, Line.LOOPBACK, 1, 20, 100, "SET", 16),
				line(Row.RAW, Line.NAGLE, 1, 20, 100, "SET", 2048));
		assertThat(tables()).contains("| `INCR`, cluster of three on loopback | 50 calls |",
				"| `INCR`, Unix socket | 2 threads x 100 calls |", "| `SET` of 16 B, loopback | 20 calls |",
				"| `SET` of 2 KiB, loopback, TCP_NODELAY of the client off | 20 calls |");
	}

	@Test
	void connectionsAndReadsAreThoseOfTheServers() throws IOException {
		report(line(Row.RAW, Line.CLUSTER, 1, 50, 100).replace("\"server.reads\": {\"score\": 1.0}",
				"\"server.reads\": {\"score\": 3.25}"), line(Row.EXECUTE_PIPELINED, Line.CLUSTER, 1, 50, 100));
		assertThat(readme()).contains(
				"| cluster, 50 keys | at most 9 reads of the three servers for a batch | 3.25 | met |",
				"| all that share a connection | at most 0 new connections for 1,000 batches | 0 | met |");
	}

	@Test
	void withoutRedisBenchmarkASentenceSaysSo() throws IOException {
		report(line(Row.RAW, Line.LOOPBACK, 1, 1000, 1500));
		assertThat(readme()).contains("`redis-benchmark` is not installed");
		report(line(Row.RAW, Line.LOOPBACK, 1, 1000, 1500), """
				{"benchmark": "redis-benchmark", "threads": 1, "params": {"row": "REDIS_BENCHMARK", "line": "LOOPBACK",
				"command": "INCR", "valueSize": "0", "calls": "1000"},
				"primaryMetric": {"score": 750.0, "scorePercentiles": {"50.0": 750.0}}}""");
		assertThat(readme()).doesNotContain("is not installed")
			.contains("| at most 3 x the time of `redis-benchmark -P 1000` | 2 x | met |",
					"| for comparison: `redis-benchmark -P` | 750 µs (0.50 x) | - |");
	}

	@Test
	void whatStandsAroundTheMarksStays() throws IOException {
		report(line(Row.RAW, Line.LOOPBACK, 1, 20, 50));
		String first = readme();
		report(line(Row.RAW, Line.LOOPBACK, 1, 20, 50));
		assertThat(readme()).isEqualTo(first)
			.startsWith("before\n<!-- benchmarks -->\n![Time of a batch of Redis calls](docs/chart.svg)\n\nMeasured on"
					+ " 2 cores, Redis <7> & more.\n")
			.endsWith("|\n<!-- end of benchmarks -->\nafter\n")
			.doesNotContain("old");
	}

	@Test
	void chartHasABarForEachRow() throws Exception {
		report(line(Row.RAW, Line.LOOPBACK, 1, 1000, 1500), line(Row.LETTUCE, Line.LOOPBACK, 1, 1000, 3000),
				line(Row.PLAIN, Line.LOOPBACK, 1, 1000, 90_000), line(Row.RAW, Line.QUARTER_MS, 1, 100, 300));
		Document svg = DocumentBuilderFactory.newInstance()
			.newDocumentBuilder()
			.parse(new InputSource(new StringReader(Files.readString(this.chart))));
		assertThat(texts(svg, "text")).contains("1,000 calls of INCR, loopback", "@Pipelined, RAW", "1.50 ms",
				"Lettuce by hand: dispatch(Collection)", "3.00 ms (2.00 x)", "90.0 ms (60.0 x)",
				"2 cores, Redis <7> & more");
		NodeList bars = svg.getElementsByTagName("rect");
		assertThat(bars.getLength()).as("the page and three bars").isEqualTo(4);
		double ours = width(bars, 1);
		assertThat(width(bars, 2)).isEqualTo(2 * ours);
		assertThat(width(bars, 3)).as("cut").isEqualTo(8 * ours);
		assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(1);
		assertThat(texts(svg, "style")).singleElement().asString().contains("prefers-color-scheme: dark");
	}

	@Test
	void chartOfOtherColumnsShowsThose() throws IOException {
		report(line(Row.RAW, Line.QUARTER_MS, 1, 100, 300));
		assertThat(Files.readString(this.chart)).contains("100 calls of INCR, 0.25 ms round trip");
	}

	@Test
	void figuresThatAreNoNumbersAreLeftOut() throws IOException {
		report(line(Row.RAW, Line.LOOPBACK, 1, 20, 50)
			.replace("\"gc.alloc.rate.norm\": {\"score\": 800.0}", "\"gc.alloc.rate.norm\": {\"score\": \"NaN\"}")
			.replace("\"server.connections\": {\"score\": 0.0}", "\"server.connections\": {\"score\": \"NaN\"}"));
		assertThat(tables()).contains("| `@Pipelined`, `RAW` | 50.0 µs | - |\n");
		assertThat(readme()).contains("| at most 0 new connections for 1,000 batches | - | not measured |");
	}

	@Test
	void nothingMeasuredIsSaid() {
		assertThatIllegalArgumentException().isThrownBy(() -> report()).withMessageContaining("holds no results");
	}

	@Test
	void missingMarksAreNamed() throws IOException {
		Files.writeString(this.readme, "nothing");
		assertThatIllegalArgumentException().isThrownBy(() -> report(line(Row.RAW, Line.LOOPBACK, 1, 20, 50)))
			.withMessageContaining("README.md has no lines <!-- benchmarks -->");
	}

	@Test
	void missingArgumentsAreNamed() {
		assertThatIllegalArgumentException().isThrownBy(() -> Report.main(new String[] { "results.json" }))
			.withMessage("Name the results, the README and the chart");
	}

	private void report(String... lines) throws IOException {
		List<String> all = new ArrayList<>(List.of(lines));
		all.add(MACHINE);
		all.add("{\"benchmark\": \"of.something.else\", \"params\": {\"size\": \"1\"}, \"primaryMetric\": {}}");
		Files.writeString(this.results, all.toString());
		Report.main(new String[] { this.results.toString(), this.readme.toString(), this.chart.toString() });
	}

	private String readme() throws IOException {
		return Files.readString(this.readme);
	}

	private String tables() throws IOException {
		return readme().substring(readme().indexOf("\nMedian time"));
	}

	private static String line(Row row, Line line, int threads, int calls, double micros) {
		return line(row, line, threads, calls, micros, "INCR", 0);
	}

	private static String line(Row row, Line line, int threads, int calls, double micros, String command,
			int valueSize) {
		return String.format(Locale.ROOT, """
				{"jmhVersion": "1.37", "benchmark": "io.pipelining.benchmark.PipelineBenchmark.batch", "threads": %d,
				"params": {"row": "%s", "line": "%s", "command": "%s", "valueSize": "%d", "calls": "%d"},
				"primaryMetric": {"score": %f, "scorePercentiles": {"0.0": 1.0, "50.0": %f, "99.0": 1e6}},
				"secondaryMetrics": {"gc.alloc.rate.norm": {"score": %d.0}, "server.connections": {"score": 0.0},
				"server.reads": {"score": 1.0}}}""", threads, row, line, command, valueSize, calls, micros, micros,
				40 * calls);
	}

	private static Measured measured(Row row, Column column, double micros) {
		OptionalDouble one = OptionalDouble.of(1);
		return new Measured(row, column, micros, micros, one, one, one);
	}

	private static List<String> texts(Document svg, String tag) {
		NodeList elements = svg.getElementsByTagName(tag);
		List<String> texts = new ArrayList<>();
		for (int i = 0; i < elements.getLength(); i++) {
			texts.add(elements.item(i).getTextContent());
		}
		return texts;
	}

	private static double width(NodeList bars, int index) {
		return Double.parseDouble(((Element) bars.item(index)).getAttribute("width"));
	}

}
