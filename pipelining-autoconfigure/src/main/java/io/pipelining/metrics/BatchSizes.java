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

package io.pipelining.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;

/**
 * How many batches there were of each size, in bounded memory. Small sizes are kept
 * exactly, larger ones in ranges that double; count, total and maximum are exact in any
 * case. Not thread-safe.
 */
final class BatchSizes {

	private static final int EXACT = 1024;

	private final Map<Integer, Range> ranges = new TreeMap<>();

	void add(int size) {
		int lowest = (size <= EXACT) ? size : Integer.highestOneBit(size - 1) + 1;
		this.ranges.computeIfAbsent(lowest, (ignored) -> new Range()).add(size);
	}

	void forEach(DoubleConsumer sizes) {
		this.ranges.values().forEach((range) -> range.forEach(sizes));
	}

	private static final class Range {

		private long count;

		private long total;

		private int max;

		void add(int size) {
			this.count++;
			this.total += size;
			this.max = Math.max(this.max, size);
		}

		void forEach(DoubleConsumer sizes) {
			double others = (this.count > 1) ? (double) (this.total - this.max) / (this.count - 1) : 0;
			for (long i = 1; i < this.count; i++) {
				sizes.accept(others);
			}
			sizes.accept(this.max);
		}

	}

}
