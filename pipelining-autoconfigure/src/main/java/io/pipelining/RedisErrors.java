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

package io.pipelining;

import java.util.List;

/**
 * Words for a failure that hold no key and no value.
 */
final class RedisErrors {

	private RedisErrors() {
	}

	/** What clients and Redis itself quote from a command starts here. */
	private static final List<String> QUOTES = List.of(", with args beginning with", "with args beginning with",
			". channel:", "'", "\"", "script:", "\n");

	/**
	 * The innermost message is that of the server. It is cut before what it quotes from
	 * the command, so that no argument reaches a message or a log.
	 */
	static String describe(Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null && root.getCause() != root) {
			root = root.getCause();
		}
		String message = root.getMessage();
		if (message == null) {
			return root.getClass().getSimpleName();
		}
		for (String quote : QUOTES) {
			int at = message.indexOf(quote);
			message = (at >= 0) ? message.substring(0, at) : message;
		}
		return message.strip();
	}

}
