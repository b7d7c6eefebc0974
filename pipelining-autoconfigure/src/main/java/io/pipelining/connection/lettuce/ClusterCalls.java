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

package io.pipelining.connection.lettuce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

import io.pipelining.connection.CannotWaitException;
import io.pipelining.connection.Invocation;

/**
 * Which slots the keys of a call have.
 */
final class ClusterCalls {

	/**
	 * Spring's cluster connection makes several commands of these, each with the result
	 * of the one before, where their keys have different slots.
	 */
	private static final Set<String> EMULATED_ON_TWO_KEYS = Set.of("rename", "renameNX", "rPopLPush", "sMove");

	private static final Set<String> EMULATED_ON_ALL_KEYS = Set.of("sInter", "sInterStore", "sInterCard", "sUnion",
			"sUnionStore", "sDiff", "sDiffStore");

	/** The key is the argument after the first. */
	private static final Set<String> KEY_IS_SECOND = Set.of("OBJECT", "XGROUP", "XINFO", "MEMORY", "DEBUG", "BITOP",
			"ZUNION", "ZINTER", "ZDIFF", "ZINTERCARD", "SINTERCARD", "LMPOP", "ZMPOP");

	private static final Set<String> SCRIPTS = Set.of("EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL", "FCALL_RO");

	private ClusterCalls() {
	}

	/**
	 * Refuse to record a call whose commands would depend on each other's results.
	 * @throws CannotWaitException if its keys have different slots
	 */
	static void checkSlots(Invocation invocation) {
		List<byte[]> keys = keysOfEmulated(invocation);
		if (keys.size() < 2) {
			return;
		}
		Set<Integer> slots = new TreeSet<>();
		keys.forEach((key) -> slots.add(SlotHash.getSlot(key)));
		if (slots.size() > 1) {
			throw new CannotWaitException(commandOf(invocation) + " of keys in slots "
					+ slots.stream().map(String::valueOf).collect(Collectors.joining(", ")));
		}
	}

	/**
	 * Return whether Spring's cluster connection makes several commands of a call, of
	 * which some may read.
	 */
	static boolean isEmulated(Invocation invocation) {
		return !keysOfEmulated(invocation).isEmpty();
	}

	/**
	 * Return the command of a call of which nothing was recorded.
	 */
	static String commandOf(Invocation invocation) {
		return invocation.method().getName().toUpperCase(Locale.ROOT);
	}

	private static List<byte[]> keysOfEmulated(Invocation invocation) {
		String method = invocation.method().getName();
		@Nullable Object[] arguments = invocation.arguments();
		if (EMULATED_ON_TWO_KEYS.contains(method)) {
			return keys(Arrays.copyOf(arguments, 2));
		}
		if (EMULATED_ON_ALL_KEYS.contains(method)) {
			return keys(arguments);
		}
		boolean sortsAndStores = method.equals("sort") && arguments.length == 3;
		return sortsAndStores ? keys(arguments) : List.of();
	}

	private static List<byte[]> keys(@Nullable Object[] arguments) {
		List<byte[]> keys = new ArrayList<>();
		for (Object argument : arguments) {
			if (argument instanceof byte[] key) {
				keys.add(key);
			}
			else if (argument instanceof byte[][] several) {
				for (byte[] key : several) {
					if (key != null) {
						keys.add(key);
					}
				}
			}
		}
		return keys;
	}

	/**
	 * Return the slot of a command.
	 * @param invocation the call that it is part of
	 * @return the slot, or {@link RoutedCommand#NO_SLOT}
	 */
	static int slotOf(RedisCommand<?, ?, ?> command, Invocation invocation) {
		CommandArgs<?, ?> arguments = command.getArgs();
		ByteBuffer first = (arguments != null) ? arguments.getFirstEncodedKey() : null;
		if (first == null || command.getType() == CommandType.CLIENT) {
			return RoutedCommand.NO_SLOT;
		}
		if (invocation.method().getName().equals("execute")) {
			byte[] key = keyOfGeneric(invocation);
			return (key != null) ? SlotHash.getSlot(key) : RoutedCommand.NO_SLOT;
		}
		return SlotHash.getSlot(first);
	}

	/**
	 * All arguments of a generic command look like keys to the driver.
	 */
	private static byte @Nullable [] keyOfGeneric(Invocation invocation) {
		@Nullable Object[] arguments = invocation.arguments();
		if (arguments.length < 2 || !(arguments[0] instanceof String name) || !(arguments[1] instanceof byte[][] words)
				|| words.length == 0) {
			return null;
		}
		String command = name.trim().toUpperCase(Locale.ROOT);
		if (KEY_IS_SECOND.contains(command)) {
			return (words.length > 1) ? words[1] : words[0];
		}
		if (SCRIPTS.contains(command)) {
			return (words.length > 2 && !text(words[1]).equals("0")) ? words[2] : null;
		}
		if (command.equals("XREAD") || command.equals("XREADGROUP")) {
			for (int i = 0; i < words.length - 1; i++) {
				if (text(words[i]).equalsIgnoreCase("STREAMS")) {
					return words[i + 1];
				}
			}
		}
		return words[0];
	}

	private static String text(byte[] word) {
		return new String(word, StandardCharsets.ISO_8859_1);
	}

}
