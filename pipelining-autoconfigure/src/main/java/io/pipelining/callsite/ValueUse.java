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

package io.pipelining.callsite;

import org.jspecify.annotations.Nullable;

/**
 * Whether the value of a Redis call is used.
 *
 * @param used {@code false} only if it is certain that nobody looks at the value
 * @param site where that was decided, {@code null} if it was not decided at a place in
 * code. For calls made inside a library this is the library's own code.
 */
public record ValueUse(boolean used, @Nullable Site site) {

	static final ValueUse DROPPED = new ValueUse(false, null);

	/**
	 * Used, wherever.
	 */
	public static final ValueUse USED = new ValueUse(true, null);

}
