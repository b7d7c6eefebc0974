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
 * A call that waits or was sent, as a driver keeps it. Each driver has its own subclass.
 * Confined to the collecting thread.
 */
public abstract class RecordedCall {

	private final Invocation invocation;

	protected RecordedCall(Invocation invocation) {
		this.invocation = invocation;
	}

	/**
	 * Return the call as the code made it.
	 * @return the invocation
	 */
	public final Invocation invocation() {
		return this.invocation;
	}

	/**
	 * Return what the call returns to code inside Spring's own pipeline.
	 * @return mostly {@code null}
	 */
	public abstract @Nullable Object placeholder();

	/**
	 * Return the Redis command; the name of the method where there is no single one.
	 * @return the name in upper case
	 */
	public abstract String command();

	/**
	 * Return the first key of the call.
	 * @return the key, read as UTF-8, or {@code null} if there is none
	 */
	public abstract @Nullable String key();

}
