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

package io.pipelining.connection.jedis;

import java.nio.charset.StandardCharsets;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.args.Rawable;

/**
 * Where the first key of a command stands.
 */
final class CommandKeys {

	private static final Set<String> WITHOUT_KEY = Set.of("ACL", "AUTH", "BGREWRITEAOF", "BGSAVE", "CLIENT", "CLUSTER",
			"COMMAND", "CONFIG", "DBSIZE", "DISCARD", "ECHO", "EXEC", "FAILOVER", "FLUSHALL", "FLUSHDB", "FUNCTION",
			"HELLO", "INFO", "KEYS", "LASTSAVE", "LATENCY", "LOLWUT", "MODULE", "MONITOR", "MULTI", "PING",
			"PSUBSCRIBE", "PUBLISH", "PUBSUB", "PUNSUBSCRIBE", "RANDOMKEY", "READONLY", "READWRITE", "REPLICAOF",
			"RESET", "ROLE", "SAVE", "SCAN", "SCRIPT", "SELECT", "SHUTDOWN", "SLAVEOF", "SLOWLOG", "SUBSCRIBE",
			"SWAPDB", "TIME", "UNSUBSCRIBE", "UNWATCH", "WAIT", "WAITAOF");

	private static final Set<String> AFTER_SUBCOMMAND = Set.of("BITOP", "MEMORY", "OBJECT", "XGROUP", "XINFO");

	private static final Set<String> COUNTED = Set.of("LMPOP", "SINTERCARD", "ZDIFF", "ZINTER", "ZINTERCARD", "ZMPOP",
			"ZUNION");

	private static final Set<String> COUNTED_SECOND = Set.of("BLMPOP", "BZMPOP", "EVAL", "EVALSHA", "EVALSHA_RO",
			"EVAL_RO", "FCALL", "FCALL_RO");

	private CommandKeys() {
	}

	/**
	 * Return the first key of a command.
	 * @param name the name, in upper case
	 * @param command the command
	 * @return the key, {@code null} if there is none
	 */
	static byte @Nullable [] first(String name, CommandArguments command) {
		if (WITHOUT_KEY.contains(name)) {
			return null;
		}
		if (AFTER_SUBCOMMAND.contains(name)) {
			return argument(command, 2);
		}
		if (COUNTED.contains(name)) {
			return counted(command, 1);
		}
		if (COUNTED_SECOND.contains(name)) {
			return counted(command, 2);
		}
		return switch (name) {
			case "XREAD", "XREADGROUP" -> after(command, "STREAMS");
			case "MIGRATE" -> migrated(command);
			default -> argument(command, 1);
		};
	}

	private static byte @Nullable [] counted(CommandArguments command, int at) {
		return "0".equals(text(argument(command, at))) ? null : argument(command, at + 1);
	}

	private static byte @Nullable [] migrated(CommandArguments command) {
		byte[] key = argument(command, 3);
		return (key != null && key.length > 0) ? key : after(command, "KEYS");
	}

	private static byte @Nullable [] after(CommandArguments command, String keyword) {
		boolean found = false;
		for (Rawable argument : command) {
			if (found) {
				return argument.getRaw();
			}
			found = keyword.equalsIgnoreCase(text(argument.getRaw()));
		}
		return null;
	}

	private static byte @Nullable [] argument(CommandArguments command, int index) {
		int at = 0;
		for (Rawable argument : command) {
			if (at++ == index) {
				return argument.getRaw();
			}
		}
		return null;
	}

	private static @Nullable String text(byte @Nullable [] argument) {
		return (argument != null) ? new String(argument, StandardCharsets.UTF_8) : null;
	}

}
