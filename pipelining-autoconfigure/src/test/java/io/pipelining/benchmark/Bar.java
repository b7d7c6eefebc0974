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

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What is promised about the speed, as something to measure.
 *
 * @param work what is done
 * @param what what is compared, or counted
 * @param most whether the limit is the most that may be measured, and not the least
 * @param limit the limit
 * @param unit how to write a figure of it
 * @param measure finds the figure, where what it needs was measured
 */
record Bar(String work, String what, boolean most, double limit, Unit unit,
		Function<Measurements, OptionalDouble> measure) {

	private static final Column THOUSAND = column(Line.LOOPBACK, 1, 1000);

	private static final Column TWENTY = column(Line.LOOPBACK, 1, 20);

	private static final Column DELAYED = column(Line.ONE_MS, 1, 20);

	private static final Column MANY_THREADS = column(Line.ONE_MS, 64, 20);

	private static final Column CLUSTER = column(Line.CLUSTER, 1, 1000);

	private static final Column CLUSTER_OF_FEW = column(Line.CLUSTER, 1, 50);

	private static final int NODES = 3;

	/**
	 * All of them.
	 */
	static final List<Bar> ALL = List.of(
			atMost("1,000 calls, loopback", "the time of Lettuce by hand", 0.8, THOUSAND, Row.RAW, Row.LETTUCE),
			faster("1,000 calls, loopback", "than `executePipelined` as Boot configures it", 6, THOUSAND,
					Row.EXECUTE_PIPELINED),
			atMost("1,000 calls, loopback", "the time of `redis-benchmark -P 1000`", 3, THOUSAND, Row.RAW,
					Row.REDIS_BENCHMARK),
			atMost("1,000 calls, loopback, on Jedis", "the time of Jedis by hand", 1.6, THOUSAND, Row.RAW_ON_JEDIS,
					Row.JEDIS),
			atMost("20 calls, 1 ms", "the time of Lettuce by hand", 1.1, DELAYED, Row.RAW, Row.LETTUCE),
			faster("20 calls, 1 ms", "than `executePipelined` as Boot configures it", 5, DELAYED,
					Row.EXECUTE_PIPELINED),
			more("64 threads x 20 calls, 1 ms", "the batches per second of `executePipelined` as Boot configures it",
					25, MANY_THREADS, Row.EXECUTE_PIPELINED),
			more("64 threads x 20 calls, 1 ms",
					"the batches per second of `executePipelined` with flush on close and the pool as Boot configures it",
					3, MANY_THREADS, Row.EXECUTE_PIPELINED_POOLED),
			faster("cluster, 1,000 keys", "than `executePipelined` as Boot configures it", 20, CLUSTER,
					Row.EXECUTE_PIPELINED),
			faster("cluster, 50 keys", "than `executePipelined` as Boot configures it", 20, CLUSTER_OF_FEW,
					Row.EXECUTE_PIPELINED),
			faster("cluster, 50 keys", "than plain calls", 15, CLUSTER_OF_FEW, Row.PLAIN),
			count("cluster, 1,000 keys", "reads of the three servers for a batch", 3 * NODES,
					(all) -> all.find(Row.RAW, CLUSTER).map(Measured::reads)),
			count("cluster, 50 keys", "reads of the three servers for a batch", 3 * NODES,
					(all) -> all.find(Row.RAW, CLUSTER_OF_FEW).map(Measured::reads)),
			atMost("atomic, 20 calls, loopback", "the time of the batch without `MULTI`", 1.5, TWENTY, Row.RAW_ATOMIC,
					Row.RAW),
			count("all that share a connection", "new connections for 1,000 batches", 0,
					(all) -> Optional.of(all.of(Row.RAW)
						.map(Measured::connections)
						.filter(OptionalDouble::isPresent)
						.mapToDouble(OptionalDouble::getAsDouble)
						.max())));

	private static Column column(Line line, int threads, int calls) {
		return new Column(line, Command.INCR, 0, threads, calls);
	}

	private static Bar atMost(String work, String what, double limit, Column column, Row row, Row beside) {
		return new Bar(work, what, true, limit, Unit.TIMES,
				ratio(column, row, beside, (one, other) -> one.micros() / other.micros()));
	}

	private static Bar faster(String work, String what, double limit, Column column, Row beside) {
		return new Bar(work, what, false, limit, Unit.FASTER,
				ratio(column, Row.RAW, beside, (one, other) -> other.micros() / one.micros()));
	}

	private static Bar more(String work, String what, double limit, Column column, Row beside) {
		return new Bar(work, what, false, limit, Unit.TIMES,
				ratio(column, Row.RAW, beside, (one, other) -> one.batchesPerSecond() / other.batchesPerSecond()));
	}

	private static Bar count(String work, String what, double limit,
			Function<Measurements, Optional<OptionalDouble>> measure) {
		return new Bar(work, what, true, limit, Unit.NUMBER,
				measure.andThen((found) -> found.orElse(OptionalDouble.empty())));
	}

	private static Function<Measurements, OptionalDouble> ratio(Column column, Row row, Row beside,
			BiFunction<Measured, Measured, Double> ratio) {
		return (all) -> all.find(row, column)
			.flatMap((one) -> all.find(beside, column).map((other) -> OptionalDouble.of(ratio.apply(one, other))))
			.orElse(OptionalDouble.empty());
	}

	/**
	 * Return the figure, none where it was not measured.
	 */
	OptionalDouble measured(Measurements all) {
		return this.measure.apply(all);
	}

	boolean isMetBy(double figure) {
		return this.most ? (figure <= this.limit) : (figure >= this.limit);
	}

	/**
	 * Return the limit in words.
	 */
	String promise() {
		return (this.most ? "at most " : "at least ") + this.unit.write(this.limit) + ' ' + this.what;
	}

	/**
	 * How a figure is written.
	 */
	enum Unit {

		TIMES(" x"), FASTER(" x faster"), NUMBER("");

		private final String suffix;

		Unit(String suffix) {
			this.suffix = suffix;
		}

		String write(double figure) {
			String digits = (figure >= 10) ? "%.1f" : "%.2f";
			return String.format(Locale.ROOT, digits, figure).replaceFirst("\\.?0+$", "") + this.suffix;
		}

	}

}
