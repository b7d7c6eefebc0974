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

import java.util.Locale;

/**
 * Why a batch was sent.
 *
 * @since 0.1.0
 */
public enum SendTrigger {

	/**
	 * The pipeline ended.
	 */
	RETURN,

	/**
	 * The code used the value of a call, or asked a {@link Reply} for it.
	 */
	VALUE,

	/**
	 * A limit was reached.
	 */
	SIZE,

	/**
	 * {@link Pipeline#send()} was called.
	 */
	EXPLICIT,

	/**
	 * The code threw an exception, and what waited was to be sent all the same.
	 */
	EXCEPTION,

	/**
	 * The surrounding transaction committed.
	 */
	COMMIT;

	/**
	 * Return the trigger as the value of a tag.
	 * @return the name in lower case
	 */
	public String tag() {
		return name().toLowerCase(Locale.ROOT);
	}

}
