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

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

import io.pipelining.benchmark.Column.Group;

/**
 * The tables of the README: what was promised first, then all that was measured.
 */
final class Table {

	private final Measurements all;

	Table(Measurements all) {
		this.all = all;
	}

	String markdown() {
		StringBuilder text = new StringBuilder();
		text.append("Measured on ").append(this.all.machine()).append(".\n\n");
		text.append(verdict()).append("\n\n");
		appendBars(text);
		text.append("\nMedian time of a batch (with several threads: batches per second), and how many times that of"
				+ " `@Pipelined` with `RAW` it takes; last, what the client allocated for a call of the largest batch.");
		if (this.all.of(Row.REDIS_BENCHMARK).findAny().isEmpty()) {
			text.append(" `redis-benchmark` is not installed on this machine, so its row is missing.");
		}
		text.append('\n');
		this.all.groups().forEach((group) -> appendGroup(text, group));
		return text.toString();
	}

	/**
	 * Return in words how many of the bars are met, and how many are not.
	 */
	private String verdict() {
		long missed = Bar.ALL.stream().filter((bar) -> meets(bar).equals(Optional.of(false))).count();
		long met = Bar.ALL.stream().filter((bar) -> meets(bar).equals(Optional.of(true))).count();
		long unknown = Bar.ALL.size() - missed - met;
		StringBuilder verdict = new StringBuilder();
		verdict.append(met).append(" of ").append(Bar.ALL.size()).append(" bars are met");
		if (missed > 0) {
			verdict.append(", **").append(missed).append(missed == 1 ? " is missed**" : " are missed**");
		}
		if (unknown > 0) {
			verdict.append(", ").append(unknown).append(unknown == 1 ? " was" : " were").append(" not measured");
		}
		return verdict.append('.').toString();
	}

	private Optional<Boolean> meets(Bar bar) {
		OptionalDouble figure = bar.measured(this.all);
		return figure.isPresent() ? Optional.of(bar.isMetBy(figure.getAsDouble())) : Optional.empty();
	}

	private void appendBars(StringBuilder text) {
		text.append("| `@Pipelined`, `RAW` | bar | measured |  |\n|---|---|---:|---|\n");
		for (Bar bar : Bar.ALL) {
			OptionalDouble figure = bar.measured(this.all);
			text.append("| ").append(bar.work()).append(" | ").append(bar.promise()).append(" | ");
			text.append(figure.isPresent() ? bar.unit().write(figure.getAsDouble()) : "-").append(" | ");
			text.append(meets(bar).map((met) -> met ? "met" : "**missed**").orElse("not measured")).append(" |\n");
		}
	}

	private void appendGroup(StringBuilder text, Group group) {
		List<Column> columns = this.all.columns(group);
		text.append("\n| ").append(group.title()).append(" |");
		columns.forEach((column) -> text.append(' ').append(column.title()).append(" |"));
		text.append(" allocated |\n|---|").append("---:|".repeat(columns.size() + 1)).append('\n');
		for (Row row : Row.values()) {
			if (columns.stream().anyMatch((column) -> this.all.find(row, column).isPresent())) {
				text.append("| ").append(row.title()).append(" |");
				columns.forEach((column) -> text.append(' ').append(cell(row, column)).append(" |"));
				text.append(' ').append(Figures.bytes(allocated(row, columns))).append(" |\n");
			}
		}
	}

	private String cell(Row row, Column column) {
		Map<Row, Measured> rows = this.all.in(column);
		Measured measured = rows.get(row);
		if (measured == null) {
			return "-";
		}
		String figure = (column.threads() == 1) ? Figures.time(measured.median())
				: String.format(Locale.ROOT, "%,.0f/s", measured.batchesPerSecond());
		Measured raw = rows.get(Row.RAW);
		return (raw == null || row == Row.RAW) ? figure
				: figure + " (" + Figures.times(measured.micros(), raw.micros()) + ")";
	}

	/**
	 * Return that of the largest batch, where what a batch costs by itself shows least.
	 */
	private OptionalDouble allocated(Row row, List<Column> columns) {
		return columns.stream()
			.sorted(Comparator.comparing(Column::calls).reversed())
			.flatMap((column) -> this.all.find(row, column).stream())
			.map(Measured::bytesPerCall)
			.filter(OptionalDouble::isPresent)
			.findFirst()
			.orElse(OptionalDouble.empty());
	}

}
