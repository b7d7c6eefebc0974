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

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What a waiting call returns to Spring's own code, whose caller drops the value: null,
 * but an empty collection where null throws inside Spring, and what a call that can only
 * say one thing says.
 */
final class Placeholders {

	private static final Map<String, Object> EMPTY = Map.of("sMIsMember", List.of(), "zDiffWithScores", Set.of());

	private static final Map<String, Object> EMPTY_WITH_COUNT = Map.of("sRandMember", List.of(), "zPopMin", Set.of(),
			"zPopMax", Set.of());

	private Placeholders() {
	}

	static @Nullable Object of(Method method) {
		String name = method.getName();
		Object empty = EMPTY.get(name);
		if (empty == null && method.getParameterCount() == 2) {
			empty = EMPTY_WITH_COUNT.get(name);
		}
		if (empty != null) {
			return empty;
		}
		return hasConstantReply(method) ? Boolean.TRUE : null;
	}

	/**
	 * Return whether a call can only return {@code true}, or fail.
	 */
	static boolean hasConstantReply(Method method) {
		String name = method.getName();
		return (name.equals("set") && method.getParameterCount() == 2) || name.equals("mSet");
	}

}
