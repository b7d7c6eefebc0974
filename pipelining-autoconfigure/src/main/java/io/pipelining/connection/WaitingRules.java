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

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.core.Cursor;

/**
 * Which calls cannot wait in a batch, whatever the driver.
 */
final class WaitingRules {

	private static final Set<String> METHODS = Set.of("multi", "exec", "discard", "watch", "unwatch", "subscribe",
			"pSubscribe", "select", "shutdown");

	private static final Set<String> COMMANDS = Set.of("MULTI", "EXEC", "DISCARD", "WATCH", "UNWATCH", "SUBSCRIBE",
			"PSUBSCRIBE", "SSUBSCRIBE", "UNSUBSCRIBE", "PUNSUBSCRIBE", "SUNSUBSCRIBE", "SELECT", "SHUTDOWN", "MONITOR",
			"QUIT", "RESET", "AUTH", "HELLO", "CLIENT", "WAIT", "WAITAOF", "BLPOP", "BRPOP", "BRPOPLPUSH", "BLMOVE",
			"BLMPOP", "BZPOPMIN", "BZPOPMAX", "BZMPOP");

	private WaitingRules() {
	}

	static boolean cannotWait(Invocation invocation) {
		String method = invocation.method().getName();
		return METHODS.contains(method) || blocks(method)
				|| Cursor.class.isAssignableFrom(invocation.method().getReturnType()) || blocksOnStream(invocation)
				|| (CommandNames.isGeneric(invocation) && isRefusedCommand(invocation));
	}

	/**
	 * As in {@code bLPop}, {@code bRPopLPush} and {@code bZPopMin}.
	 */
	private static boolean blocks(String method) {
		return method.length() > 2 && method.charAt(0) == 'b' && "LRZ".indexOf(method.charAt(1)) >= 0;
	}

	private static boolean blocksOnStream(Invocation invocation) {
		for (Object argument : invocation.arguments()) {
			if (argument instanceof StreamReadOptions options && options.isBlocking()) {
				return true;
			}
		}
		return false;
	}

	private static boolean isRefusedCommand(Invocation invocation) {
		@Nullable Object[] arguments = invocation.arguments();
		String command = String.valueOf(arguments[0]).toUpperCase(Locale.ROOT);
		return COMMANDS.contains(command) || (command.startsWith("XREAD") && hasWord(arguments, "BLOCK"));
	}

	private static boolean hasWord(@Nullable Object[] arguments, String word) {
		for (Object argument : arguments) {
			if (argument instanceof byte[][] words) {
				for (byte[] bytes : words) {
					if (new String(bytes, StandardCharsets.ISO_8859_1).equalsIgnoreCase(word)) {
						return true;
					}
				}
			}
		}
		return false;
	}

}
