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

import org.jspecify.annotations.Nullable;

/**
 * Words for a failure that hold no key and no value.
 */
final class RedisErrors {

	private RedisErrors() {
	}

	/**
	 * The innermost message is the server's own. What Redis quotes from a command starts
	 * at the places that are cut here, so that no argument reaches a message or a log.
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
		return cutBefore(cutBefore(cutBefore(message, ", with args beginning with"), "with args beginning with"), "\n");
	}

	private static String cutBefore(String text, @Nullable String start) {
		int at = (start != null) ? text.indexOf(start) : -1;
		return (at >= 0) ? text.substring(0, at) : text;
	}

}
