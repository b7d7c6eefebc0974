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

import java.util.Map;
import java.util.OptionalDouble;

/**
 * What came out for one row and column.
 *
 * @param median of the time of a batch, in microseconds
 * @param mean of the same
 * @param bytesPerCall what a call allocated, in bytes
 * @param connections how many new connections a thousand batches made
 * @param reads how often the servers together read from a socket for a batch
 */
record Measured(Row row, Column column, double median, double mean, OptionalDouble bytesPerCall,
		OptionalDouble connections, OptionalDouble reads) {

	/**
	 * Name of the counter of new connections among JMH's secondary results.
	 */
	static final String CONNECTIONS = "server.connections";

	/**
	 * Name of the counter of reads.
	 */
	static final String READS = "server.reads";

	private static final String ALLOCATED = "gc.alloc.rate.norm";

	/**
	 * Read a line of JMH's results.
	 */
	static Measured of(Map<String, ?> line) {
		Map<String, ?> parameters = map(line.get("params"));
		Column column = new Column(Line.valueOf(text(parameters, "line")), Command.valueOf(text(parameters, "command")),
				Integer.parseInt(text(parameters, "valueSize")), number(line.get("threads")).intValue(),
				Integer.parseInt(text(parameters, "calls")));
		Map<String, ?> primary = map(line.get("primaryMetric"));
		Map<String, ?> secondary = map(line.get("secondaryMetrics"));
		OptionalDouble bytes = score(secondary, ALLOCATED);
		return new Measured(Row.valueOf(text(parameters, "row")), column,
				number(map(primary.get("scorePercentiles")).get("50.0")).doubleValue(),
				number(primary.get("score")).doubleValue(),
				bytes.isPresent() ? OptionalDouble.of(bytes.getAsDouble() / column.calls()) : bytes,
				score(secondary, CONNECTIONS), score(secondary, READS));
	}

	/**
	 * Return the time to compare by: the median of one thread's batches, and with several
	 * threads what follows from the batches per second.
	 */
	double micros() {
		return (this.column.threads() == 1) ? this.median : this.mean;
	}

	double batchesPerSecond() {
		return 1_000_000 * this.column.threads() / this.mean;
	}

	private static OptionalDouble score(Map<String, ?> metrics, String name) {
		// JMH writes what is not a number as a text
		return (map(metrics.get(name)).get("score") instanceof Number score) ? OptionalDouble.of(score.doubleValue())
				: OptionalDouble.empty();
	}

	private static String text(Map<String, ?> map, String name) {
		return String.valueOf(map.get(name));
	}

	@SuppressWarnings("unchecked")
	private static Map<String, ?> map(Object value) {
		return (value != null) ? (Map<String, ?>) value : Map.of();
	}

	private static Number number(Object value) {
		return (Number) value;
	}

}
