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

package io.pipelining.connection;

import java.util.Collection;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * How many bytes the arguments of a call hold: what code can make large.
 */
final class ArgumentBytes {

	private ArgumentBytes() {
	}

	static long of(@Nullable Object @Nullable [] arguments) {
		long bytes = 0;
		if (arguments != null) {
			for (Object argument : arguments) {
				bytes += ofArgument(argument);
			}
		}
		return bytes;
	}

	private static long ofArgument(@Nullable Object argument) {
		if (argument instanceof byte[] array) {
			return array.length;
		}
		if (argument instanceof Object[] array) {
			return of(array);
		}
		if (argument instanceof Map<?, ?> map) {
			return ofAll(map.keySet()) + ofAll(map.values());
		}
		return (argument instanceof Collection<?> collection) ? ofAll(collection) : 0;
	}

	private static long ofAll(Collection<?> elements) {
		long bytes = 0;
		for (Object element : elements) {
			bytes += ofArgument(element);
		}
		return bytes;
	}

}
