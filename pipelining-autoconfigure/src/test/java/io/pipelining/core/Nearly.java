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
package io.pipelining.core;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Compares texts in which some numbers depend on the moment.
 */
final class Nearly {

	private static final Pattern MARKED = Pattern.compile("~(\\d+)~");

	private static final Pattern NUMBER = Pattern.compile("(?<![\\w.$~])(\\d+)(\\.\\d+)?(?![\\w~])");

	private static final Pattern GENERATED_ID = Pattern.compile("\\b\\d{13}-\\d+\\b");

	private Nearly() {
	}

	/**
	 * Mark a number of which only the size counts; negative ones have a meaning.
	 */
	static String mark(long number) {
		return (number < 0) ? String.valueOf(number) : "~" + number + "~";
	}

	static String markAll(String text) {
		return NUMBER.matcher(text).replaceAll("~$1~");
	}

	static boolean same(String one, String other) {
		String first = GENERATED_ID.matcher(one).replaceAll("generated");
		String second = GENERATED_ID.matcher(other).replaceAll("generated");
		if (!MARKED.matcher(first).replaceAll("~").equals(MARKED.matcher(second).replaceAll("~"))) {
			return false;
		}
		List<Long> numbers = numbers(first);
		List<Long> others = numbers(second);
		for (int i = 0; i < numbers.size(); i++) {
			if (Math.abs(numbers.get(i) - others.get(i)) > 60 + Math.max(numbers.get(i), others.get(i)) / 1000) {
				return false;
			}
		}
		return true;
	}

	private static List<Long> numbers(String text) {
		return MARKED.matcher(text).results().map((MatchResult result) -> Long.valueOf(result.group(1))).toList();
	}

}
