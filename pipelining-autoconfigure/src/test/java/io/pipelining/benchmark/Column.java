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

import java.util.Locale;

/**
 * What was sent, by how many threads, over which line.
 *
 * @param valueSize the bytes of a value, 0 for commands without one
 * @param calls the calls of one batch
 */
record Column(Line line, Command command, int valueSize, int threads, int calls) {

	Column {
		valueSize = (command == Command.SET) ? valueSize : 0;
	}

	/**
	 * Return what it has in common with the columns beside it.
	 */
	Group group() {
		return new Group(this.line, this.command, this.valueSize);
	}

	/**
	 * Return what sets it apart from them.
	 */
	String title() {
		String number = String.format(Locale.ROOT, "%,d %s", this.calls, (this.calls == 1) ? "call" : "calls");
		return (this.threads == 1) ? number : this.threads + " threads x " + number;
	}

	/**
	 * The columns of one table.
	 */
	record Group(Line line, Command command, int valueSize) {

		String title() {
			String value = (this.valueSize == 0) ? "" : String.format(Locale.ROOT, " of %s",
					(this.valueSize < 1024) ? this.valueSize + " B" : this.valueSize / 1024 + " KiB");
			return this.command.title() + value + ", " + this.line.title();
		}

	}

}
