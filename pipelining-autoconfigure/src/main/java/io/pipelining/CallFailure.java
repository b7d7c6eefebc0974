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
 * The failure of one call. Its text shows no key: {@link #key()} is there for code.
 *
 * @since 0.1.0
 */
public final class CallFailure {

	private final int index;

	private final String command;

	private final @Nullable String key;

	private final Throwable cause;

	/**
	 * Create a failure.
	 * @param index the position of the call within its pipeline, from 0
	 * @param command the Redis command in upper case
	 * @param key the first key of the call, read as UTF-8, or {@code null} if it has none
	 * @param cause what the direct call would have thrown
	 */
	public CallFailure(int index, String command, @Nullable String key, Throwable cause) {
		this.index = index;
		this.command = command;
		this.key = key;
		this.cause = cause;
	}

	/**
	 * Return the position of the call within its pipeline.
	 * @return the position, from 0
	 */
	public int index() {
		return this.index;
	}

	/**
	 * Return the Redis command.
	 * @return the name in upper case
	 */
	public String command() {
		return this.command;
	}

	/**
	 * Return the first key of the call, whatever {@code pipelining.show-keys} says: that
	 * governs messages and logs.
	 * @return the key, read as UTF-8, or {@code null} if the command has none
	 */
	public @Nullable String key() {
		return this.key;
	}

	/**
	 * Return what the direct call would have thrown.
	 * @return the cause
	 */
	public Throwable cause() {
		return this.cause;
	}

	@Override
	public String toString() {
		return "#" + this.index + " " + this.command + " " + RedisErrors.describe(this.cause);
	}

}
