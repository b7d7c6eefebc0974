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
import java.util.List;
import java.util.Map;

import org.springframework.boot.json.JsonParserFactory;

/**
 * One line of a file of JMH's results.
 *
 * @param row the way to send a batch
 * @param column what was sent, over which line
 * @param micros the median of the time of a batch, in microseconds
 * @param bytesPerCall what a call allocated, in bytes, negative if that was not measured
 */
record Measured(Row row, Column column, double micros, double bytesPerCall) {

	/**
	 * Read the lines that are about {@link PipelineBenchmark}.
	 */
	static List<Measured> read(Path file) throws IOException {
		return JsonParserFactory.getJsonParser()
			.parseList(Files.readString(file))
			.stream()
			.map(Measured::map)
			.filter((line) -> String.valueOf(line.get("benchmark")).contains("." + PipelineBenchmark.class.getSimpleName() + "."))
			.map(Measured::of)
			.toList();
	}

	private static Measured of(Map<String, Object> line) {
		String benchmark = String.valueOf(line.get("benchmark"));
		Row row = Row.valueOf(benchmark.substring(benchmark.lastIndexOf('.') + 1));
		Map<String, Object> parameters = map(line.get("params"));
		Column column = new Column(number(line.get("threads")).intValue(), integer(parameters.get("roundTripMicros")),
				String.valueOf(parameters.get("command")), integer(parameters.get("valueSize")),
				integer(parameters.get("calls")));
		Map<String, Object> percentiles = map(map(line.get("primaryMetric")).get("scorePercentiles"));
		Object allocated = map(line.get("secondaryMetrics")).get("gc.alloc.rate.norm");
		double bytes = (allocated != null) ? number(map(allocated).get("score")).doubleValue() / column.calls() : -1;
		return new Measured(row, column, number(percentiles.get("50.0")).doubleValue(), bytes);
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> map(Object value) {
		return (Map<String, Object>) value;
	}

	private static Number number(Object value) {
		return (Number) value;
	}

	private static int integer(Object value) {
		return Integer.parseInt(String.valueOf(value));
	}

	/**
	 * The ways to send a batch, by the names of the benchmark's methods.
	 */
	enum Row {

		raw("`@Pipelined`, `RAW`", true), auto("`@Pipelined`, `AUTO`", true), template("`PipelineTemplate`, `RAW`", true),
		rawOnJedis("`@Pipelined`, `RAW`, on Jedis", true), autoOnJedis("`@Pipelined`, `AUTO`, on Jedis", true),
		lettuceDispatch("Lettuce by hand: `dispatch(Collection)`", false),
		jedisPipeline("Jedis by hand: `Pipeline`", false), redissonBatch("Redisson by hand: `RBatch`", false),
		executePipelinedPooled("`executePipelined`, pool and flush on close", false),
		executePipelined("`executePipelined` as Boot configures it", false), plainCalls("plain calls", false),
		templateAlone("Spring's template alone, nothing sent", false);

		private final String title;

		private final boolean ours;

		Row(String title, boolean ours) {
			this.title = title;
			this.ours = ours;
		}

		String title() {
			return this.title;
		}

		boolean isOurs() {
			return this.ours;
		}

	}

	/**
	 * What was sent, over which line.
	 */
	record Column(int threads, int roundTripMicros, String command, int valueSize, int calls) {

		String title() {
			String line = (this.roundTripMicros == 0) ? "loopback" : this.roundTripMicros / 1000.0 + " ms";
			String value = this.command.equals("SET") ? " of " + this.valueSize + " B" : "";
			return (this.threads > 1 ? this.threads + " threads: " : "") + String.format("%,d", this.calls) + " x "
					+ this.command.replace(Calls.ONE_KEY, "INCR of one key") + value + ", " + line;
		}

	}

}
