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

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.stream.Record;
import org.springframework.data.redis.connection.stream.StreamOffset;

/**
 * Words for a call of which only the method and its arguments are known.
 */
final class CommandNames {

	private CommandNames() {
	}

	/**
	 * The method's name in upper case, which is the command's own for most methods; for
	 * the generic {@code execute} the command that it was given.
	 */
	static String command(Method method, @Nullable Object @Nullable [] arguments) {
		return (CallRule.of(method) == CallRule.EXECUTE) ? commandOf(arguments)
				: method.getName().toUpperCase(Locale.ROOT);
	}

	/**
	 * The command that the generic {@code execute} was given.
	 */
	static String commandOf(@Nullable Object @Nullable [] arguments) {
		return (arguments != null && arguments.length > 0 && arguments[0] instanceof String command)
				? command.trim().toUpperCase(Locale.ROOT) : "";
	}

	/**
	 * The first argument that is a key, or holds keys, read as UTF-8. A script's key
	 * comes after its text and its number of keys.
	 */
	static @Nullable String key(Invocation invocation) {
		@Nullable Object[] arguments = invocation.arguments();
		int from = 0;
		if (invocation.method().getName().startsWith("eval")) {
			if (arguments.length < 3 || Integer.valueOf(0).equals(arguments[2])) {
				return null;
			}
			from = 3;
		}
		for (int i = from; i < arguments.length; i++) {
			byte[] key = firstBytes(arguments[i]);
			if (key != null) {
				return new String(key, StandardCharsets.UTF_8);
			}
		}
		return null;
	}

	private static byte @Nullable [] firstBytes(@Nullable Object argument) {
		if (argument instanceof byte[] bytes) {
			return bytes;
		}
		if (argument instanceof Object[] array) {
			return (array.length > 0) ? firstBytes(array[0]) : null;
		}
		if (argument instanceof Record<?, ?> record) {
			return firstBytes(record.getStream());
		}
		if (argument instanceof Map<?, ?> map) {
			return map.isEmpty() ? null : firstBytes(map.keySet().iterator().next());
		}
		if (argument instanceof Collection<?> collection) {
			return collection.isEmpty() ? null : firstBytes(collection.iterator().next());
		}
		if (argument instanceof StreamOffset<?> offset) {
			return firstBytes(offset.getKey());
		}
		return null;
	}

}
