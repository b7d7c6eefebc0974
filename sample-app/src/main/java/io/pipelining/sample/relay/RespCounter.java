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
package io.pipelining.sample.relay;

/**
 * Counts the messages in one direction of a Redis connection, however the bytes are cut
 * into packets. Understands RESP2 and RESP3, and looks at nothing but the structure. A
 * push message is no reply and is not counted. Not thread-safe.
 */
final class RespCounter {

	private static final int MAX_DEPTH = 64;

	/** How many elements are missing, for each collection that is open. */
	private final long[] missing = new long[MAX_DEPTH];

	private int depth;

	private boolean push;

	/** The bytes of a text that are still to come, with its line end. */
	private long body;

	private byte type;

	private long number;

	private boolean negative;

	private int messages;

	/**
	 * Look at the next bytes.
	 * @param buffer holds them from its beginning
	 * @param length how many there are
	 * @return how many messages end in them
	 */
	int count(byte[] buffer, int length) {
		this.messages = 0;
		int index = 0;
		while (index < length) {
			if (this.body > 0) {
				long step = Math.min(this.body, length - index);
				this.body -= step;
				index += (int) step;
				if (this.body == 0) {
					complete();
				}
			}
			else {
				header(buffer[index++]);
			}
		}
		return this.messages;
	}

	private void header(byte next) {
		if (this.type == 0) {
			this.type = next;
			this.number = 0;
			this.negative = false;
		}
		else if (next == '\n') {
			byte ended = this.type;
			this.type = 0;
			lineEnded(ended);
		}
		else if (next == '-') {
			this.negative = true;
		}
		else if (next >= '0' && next <= '9') {
			this.number = 10 * this.number + next - '0';
		}
	}

	private void lineEnded(byte ended) {
		switch (ended) {
			case '$', '=', '!' -> text();
			case '*', '~' -> open(this.number);
			case '%' -> open(2 * this.number);
			case '>' -> {
				this.push = this.push || this.depth == 0;
				open(this.number);
			}
			default -> complete();
		}
	}

	private void text() {
		if (this.negative) {
			complete();
		}
		else {
			this.body = this.number + 2;
		}
	}

	private void open(long elements) {
		if (this.negative || elements == 0) {
			complete();
		}
		else {
			this.missing[this.depth++] = elements;
		}
	}

	private void complete() {
		while (this.depth > 0) {
			if (--this.missing[this.depth - 1] > 0) {
				return;
			}
			this.depth--;
		}
		if (this.push) {
			this.push = false;
		}
		else {
			this.messages++;
		}
	}

}
