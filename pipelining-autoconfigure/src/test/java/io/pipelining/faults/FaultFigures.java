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

package io.pipelining.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/**
 * What became of the batches of one driver while one fault struck, as the table of the
 * README shows it.
 *
 * @param title names fault and driver
 * @param batches how many were sent
 * @param hit how many of them were told of the fault
 * @param answered how many calls of those that were hit were answered
 * @param open how many of their calls may or may not have run
 * @param openRan how many of these did
 * @param notSent how many of their calls were not sent
 * @param twice how many calls of all batches ran more than once
 * @param notSentRan how many calls ran of which it was said that they were not sent
 * @param hung how many batches took longer than their time-out allows
 */
record FaultFigures(String title, int batches, int hit, int answered, int open, int openRan, int notSent, int twice,
		int notSentRan, int hung) {

	private static final String HEADER = """
			| fault | driver | batches | hit | answered | may have run | did | not sent | ran twice | not sent, but ran | hung |
			|---|---|---|---|---|---|---|---|---|---|---|""";

	/**
	 * Create the figures of one batch.
	 * @param title names fault and driver
	 * @param batch what its sender was told
	 * @param ran what the server ran
	 */
	static FaultFigures of(String title, SentBatch batch, SentBatch.Ran ran) {
		int open = Math.min(Math.max(0, ran.calls() - batch.accepted()), batch.open());
		int beyond = Math.max(0, ran.calls() - batch.accepted() - batch.open());
		int hung = batch.isHung() ? 1 : 0;
		return batch.isHit() ? new FaultFigures(title, 1, 1, batch.answered(), batch.open(), open, batch.notSent(),
				ran.twice(), beyond, hung) : new FaultFigures(title, 1, 0, 0, 0, 0, 0, ran.twice(), beyond, hung);
	}

	FaultFigures plus(FaultFigures other) {
		return new FaultFigures(this.title, this.batches + other.batches, this.hit + other.hit,
				this.answered + other.answered, this.open + other.open, this.openRan + other.openRan,
				this.notSent + other.notSent, this.twice + other.twice, this.notSentRan + other.notSentRan,
				this.hung + other.hung);
	}

	/**
	 * Write the table of the README, and show it.
	 * @param rows its rows
	 * @param file its name, in the directory of the build
	 */
	static void write(Collection<FaultFigures> rows, String file) throws IOException {
		StringBuilder table = new StringBuilder(HEADER).append('\n');
		rows.forEach((row) -> table.append(row).append('\n'));
		System.out.println(table);
		Files.writeString(Path.of("target", file), table);
	}

	/**
	 * Return a row of the table.
	 */
	@Override
	public String toString() {
		return "| %s | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %,d |".formatted(this.title, this.batches,
				this.hit, this.answered, this.open, this.openRan, this.notSent, this.twice, this.notSentRan, this.hung);
	}

}
