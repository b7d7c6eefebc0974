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
import java.util.OptionalDouble;

/**
 * How figures are written: three digits say all that a measurement knows.
 */
final class Figures {

	private Figures() {
	}

	static String time(double micros) {
		return (micros < 1000) ? number(micros) + " µs" : number(micros / 1000) + " ms";
	}

	/**
	 * Write what one took as a multiple of what another took.
	 */
	static String times(double one, double other) {
		return number(one / other) + " x";
	}

	static String bytes(OptionalDouble bytes) {
		return bytes.isPresent() ? String.format(Locale.ROOT, "%,.0f B", bytes.getAsDouble()) : "-";
	}

	static String number(double number) {
		return String.format(Locale.ROOT, (number < 10) ? "%.2f" : (number < 100) ? "%.1f" : "%,.0f", number);
	}

}
