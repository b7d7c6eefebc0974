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

import org.jspecify.annotations.Nullable;

/**
 * What became of one call.
 *
 * @param kind which of the four
 * @param cause why there is no value, {@code null} if and only if there is one
 */
public record Outcome(Kind kind, @Nullable Throwable cause) {

	/**
	 * The call was answered; {@link CallChannel#value} decodes the answer.
	 */
	public static final Outcome ANSWERED = new Outcome(Kind.ANSWERED, null);

	/**
	 * The server, or the driver on reading the reply, refused the call.
	 * @param cause what the direct call would have thrown
	 * @return the outcome
	 */
	public static Outcome failed(Throwable cause) {
		return new Outcome(Kind.FAILED, cause);
	}

	/**
	 * The call was, or may have been, written, and no reply came.
	 * @param cause what the driver said
	 * @return the outcome
	 */
	public static Outcome unknown(Throwable cause) {
		return new Outcome(Kind.UNKNOWN, cause);
	}

	/**
	 * The call was certainly not written.
	 * @param cause what the direct call would have thrown
	 * @return the outcome
	 */
	public static Outcome notSent(Throwable cause) {
		return new Outcome(Kind.NOT_SENT, cause);
	}

	/**
	 * The kinds of outcomes.
	 */
	public enum Kind {

		/** A value. */
		ANSWERED,

		/** A failure. */
		FAILED,

		/** Nobody knows. */
		UNKNOWN,

		/** It never ran. */
		NOT_SENT

	}

}
