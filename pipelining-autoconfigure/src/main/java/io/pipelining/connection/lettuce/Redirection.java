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

import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * What a node said that does not have a slot, or a key of it any more.
 *
 * @param slot the slot
 * @param ask whether the slot is on its way, so that the key is asked for over there
 * ({@code ASK}), and not there already ({@code MOVED})
 * @param target the node that has it
 */
record Redirection(int slot, boolean ask, Node target) {

	private static final String MOVED = "MOVED ";

	private static final String ASK = "ASK ";

	/**
	 * Read the error that a command was answered with.
	 * @param error the error
	 * @param from the node that answered, whose host counts where the error names none
	 * @return the redirection, or {@code null} if it is another error
	 */
	static @Nullable Redirection of(String error, Node from) {
		boolean ask = error.startsWith(ASK);
		if (!ask && !error.startsWith(MOVED)) {
			return null;
		}
		String[] words = StringUtils.tokenizeToStringArray(error, " ");
		int colon = (words.length == 3) ? words[2].lastIndexOf(':') : -1;
		if (colon < 0) {
			return null;
		}
		try {
			String host = words[2].substring(0, colon);
			return new Redirection(Integer.parseInt(words[1]), ask,
					Node.master(host.isEmpty() ? from.host() : withoutBrackets(host),
							Integer.parseInt(words[2].substring(colon + 1))));
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

	private static String withoutBrackets(String host) {
		return (host.startsWith("[") && host.endsWith("]")) ? host.substring(1, host.length() - 1) : host;
	}

}
