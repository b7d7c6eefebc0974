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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.springframework.boot.json.JsonParserFactory;

import io.pipelining.benchmark.Column.Group;

/**
 * All that was measured in one run, and where.
 */
final class Measurements {

	/**
	 * What the line about the machine has in place of a benchmark's name.
	 */
	static final String MACHINE = "machine";

	private static final Comparator<Column> ORDER = Comparator.comparing(Column::line)
		.thenComparing(Column::command)
		.thenComparing(Column::valueSize)
		.thenComparing(Column::threads)
		.thenComparing(Column::calls);

	private final Map<Column, Map<Row, Measured>> columns = new TreeMap<>(ORDER);

	private final String machine;

	Measurements(String machine, List<Measured> all) {
		this.machine = machine;
		for (Measured measured : all) {
			this.columns.computeIfAbsent(measured.column(), (column) -> new EnumMap<>(Row.class))
				.put(measured.row(), measured);
		}
	}

	/**
	 * Read the file that {@code Suite} wrote. Lines of other benchmarks are left out.
	 */
	static Measurements read(Path file) throws IOException {
		String machine = "an unknown machine";
		List<Measured> all = new ArrayList<>();
		for (Object entry : JsonParserFactory.getJsonParser().parseList(Files.readString(file))) {
			@SuppressWarnings("unchecked")
			Map<String, ?> line = (Map<String, ?>) entry;
			if (MACHINE.equals(line.get("benchmark"))) {
				machine = String.valueOf(line.get("description"));
			}
			else if (line.get("params") instanceof Map<?, ?> parameters && parameters.containsKey("row")) {
				all.add(Measured.of(line));
			}
		}
		if (all.isEmpty()) {
			throw new IllegalArgumentException(file + " holds no results: measure first");
		}
		return new Measurements(machine, all);
	}

	String machine() {
		return this.machine;
	}

	Optional<Measured> find(Row row, Column column) {
		return Optional.ofNullable(in(column).get(row));
	}

	/**
	 * Return what was measured in a column, by row.
	 */
	Map<Row, Measured> in(Column column) {
		return this.columns.getOrDefault(column, Map.of());
	}

	List<Column> columns() {
		return List.copyOf(this.columns.keySet());
	}

	List<Group> groups() {
		return this.columns.keySet().stream().map(Column::group).distinct().toList();
	}

	List<Column> columns(Group group) {
		return this.columns.keySet().stream().filter((column) -> column.group().equals(group)).toList();
	}

	/**
	 * Return everything that was measured for a row.
	 */
	Stream<Measured> of(Row row) {
		return this.columns.values().stream().map((rows) -> rows.get(row)).filter((measured) -> measured != null);
	}

}
