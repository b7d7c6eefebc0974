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

import java.time.Duration;

/**
 * What became of the batches of one run, as the table of the README shows it.
 */
final class FaultFigures {

	static final String HEADER = """
			| fault | driver | batches | hit | answered | may have run (did) | not sent (did) | ran twice | longest wait |
			|---|---|---|---|---|---|---|---|---|""";

	private final Fault fault;

	private final Way way;

	private int batches;

	private int hit;

	private int answered;

	private int open;

	private int openRan;

	private int notSent;

	private Duration longest = Duration.ZERO;

	FaultFigures(Fault fault, Way way) {
		this.fault = fault;
		this.way = way;
	}

	/**
	 * Add a batch.
	 * @param batch what its sender was told
	 * @param openRan how many of the calls that may have run did
	 */
	void add(SentBatch batch, int openRan) {
		this.batches++;
		if (batch.isHit()) {
			this.hit++;
			this.answered += batch.answered();
			this.open += batch.open();
			this.openRan += openRan;
			this.notSent += batch.notSent();
			this.longest = (batch.duration().compareTo(this.longest) > 0) ? batch.duration() : this.longest;
		}
	}

	/**
	 * Add what another run of the same fault gave.
	 */
	FaultFigures plus(FaultFigures other) {
		FaultFigures sum = new FaultFigures(this.fault, this.way);
		sum.batches = this.batches + other.batches;
		sum.hit = this.hit + other.hit;
		sum.answered = this.answered + other.answered;
		sum.open = this.open + other.open;
		sum.openRan = this.openRan + other.openRan;
		sum.notSent = this.notSent + other.notSent;
		sum.longest = (this.longest.compareTo(other.longest) > 0) ? this.longest : other.longest;
		return sum;
	}

	String title() {
		return this.fault.title() + " | " + this.way.title();
	}

	/**
	 * Return a row of the table. That nothing ran twice, nor what was not sent, has been
	 * asserted by then.
	 */
	@Override
	public String toString() {
		return "| %s | %,d | %,d | %,d | %,d (%,d) | %,d (0) | 0 | %,d ms |".formatted(title(), this.batches, this.hit,
				this.answered, this.open, this.openRan, this.notSent, this.longest.toMillis());
	}

}
