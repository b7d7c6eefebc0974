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

package io.pipelining.support;

/**
 * Seeds of random tests. A build repeats itself, so that a change that breaks it is the
 * change that was made: {@code -D<test>.seed=random} looks further, and
 * {@code -D<test>.seed=<number>} looks again at what was found.
 */
public final class Seeds {

	private static final long DEFAULT = 20_261_201;

	private Seeds() {
	}

	/**
	 * Return the seed of a random test, which prints it.
	 * @param test what the property is named after, as in {@code programs.seed}
	 */
	public static long of(String test) {
		String value = System.getProperty(test + ".seed", String.valueOf(DEFAULT));
		return value.equals("random") ? System.nanoTime() : Long.parseLong(value);
	}

}
