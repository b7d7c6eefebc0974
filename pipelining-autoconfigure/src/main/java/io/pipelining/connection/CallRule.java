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
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.core.Cursor;

/**
 * How a method of a connection is treated inside a pipeline: what can wait, whatever the
 * driver, and what cannot.
 */
enum CallRule {

	/** Waits, or goes at once with what waits. */
	CALL,

	/** Hands out commands of one group; the collecting connection has them all. */
	GROUP,

	/** Cannot wait: a cursor, or a command that blocks. */
	DIRECT,

	/** Binds what follows to one connection. */
	SESSION,

	/** Changes the state of a connection that others share, or never ends. */
	REFUSED,

	/** Looks at the arguments before it decides. */
	STREAM_READ, EXECUTE,

	CLOSE, IS_CLOSED, IS_PIPELINED, IS_QUEUEING, OPEN_PIPELINE, CLOSE_PIPELINE, IS_SUBSCRIBED, GET_SUBSCRIPTION;

	private static final Map<String, CallRule> BY_NAME = Map.ofEntries(Map.entry("close", CLOSE),
			Map.entry("isClosed", IS_CLOSED), Map.entry("isPipelined", IS_PIPELINED),
			Map.entry("isQueueing", IS_QUEUEING), Map.entry("openPipeline", OPEN_PIPELINE),
			Map.entry("closePipeline", CLOSE_PIPELINE), Map.entry("isSubscribed", IS_SUBSCRIBED),
			Map.entry("getSubscription", GET_SUBSCRIPTION), Map.entry("subscribe", REFUSED),
			Map.entry("pSubscribe", REFUSED), Map.entry("select", REFUSED), Map.entry("multi", SESSION),
			Map.entry("exec", SESSION), Map.entry("discard", SESSION), Map.entry("watch", SESSION),
			Map.entry("unwatch", SESSION), Map.entry("getNativeConnection", SESSION),
			Map.entry("getSentinelConnection", SESSION), Map.entry("bLPop", DIRECT), Map.entry("bRPop", DIRECT),
			Map.entry("bRPopLPush", DIRECT), Map.entry("bLMove", DIRECT), Map.entry("bZPopMin", DIRECT),
			Map.entry("bZPopMax", DIRECT), Map.entry("shutdown", DIRECT), Map.entry("xRead", STREAM_READ),
			Map.entry("xReadGroup", STREAM_READ), Map.entry("execute", EXECUTE));

	/** By https://redis.io/docs/latest/commands: commands that block. */
	private static final Set<String> BLOCKING = Set.of("BLPOP", "BRPOP", "BRPOPLPUSH", "BLMOVE", "BLMPOP", "BZPOPMIN",
			"BZPOPMAX", "BZMPOP", "WAIT", "WAITAOF", "SHUTDOWN", "FAILOVER", "DEBUG");

	/** Those that block if they are told to. */
	private static final Set<String> STREAM_READS = Set.of("XREAD", "XREADGROUP");

	private static final Set<String> TRANSACTIONAL = Set.of("MULTI", "EXEC", "DISCARD", "WATCH", "UNWATCH");

	private static final Set<String> FORBIDDEN = Set.of("SUBSCRIBE", "PSUBSCRIBE", "SSUBSCRIBE", "UNSUBSCRIBE",
			"PUNSUBSCRIBE", "SUNSUBSCRIBE", "SELECT", "MONITOR", "SYNC", "PSYNC", "QUIT", "RESET", "HELLO", "AUTH");

	static CallRule of(Method method) {
		CallRule byName = BY_NAME.get(method.getName());
		if (byName != null) {
			return byName;
		}
		if (Cursor.class.isAssignableFrom(method.getReturnType())) {
			return DIRECT;
		}
		return isGroup(method) ? GROUP : CALL;
	}

	private static boolean isGroup(Method method) {
		Class<?> type = method.getReturnType();
		return method.getParameterCount() == 0 && type.isInterface() && type.getSimpleName().endsWith("Commands");
	}

	/**
	 * Decide by the arguments where the name alone does not.
	 */
	CallRule refine(@Nullable Object @Nullable [] arguments) {
		return switch (this) {
			case STREAM_READ -> isBlockingRead(arguments) ? DIRECT : CALL;
			case EXECUTE -> byCommand(CommandNames.commandOf(arguments), arguments);
			default -> this;
		};
	}

	private static boolean isBlockingRead(@Nullable Object @Nullable [] arguments) {
		if (arguments != null) {
			for (Object argument : arguments) {
				if (argument instanceof StreamReadOptions options && options.isBlocking()) {
					return true;
				}
			}
		}
		return false;
	}

	private static CallRule byCommand(String command, @Nullable Object @Nullable [] arguments) {
		if (FORBIDDEN.contains(command)) {
			return REFUSED;
		}
		if (TRANSACTIONAL.contains(command)) {
			return SESSION;
		}
		boolean blocks = BLOCKING.contains(command) || (STREAM_READS.contains(command) && hasWord(arguments, "BLOCK"));
		return blocks ? DIRECT : CALL;
	}

	private static boolean hasWord(@Nullable Object @Nullable [] arguments, String word) {
		if (arguments != null && arguments.length > 1 && arguments[1] instanceof byte[][] words) {
			for (byte[] bytes : words) {
				if (new String(bytes, StandardCharsets.ISO_8859_1).equalsIgnoreCase(word)) {
					return true;
				}
			}
		}
		return false;
	}

}
