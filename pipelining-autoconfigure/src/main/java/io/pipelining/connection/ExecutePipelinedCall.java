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

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * A call, and once it was answered its value or why the driver's result list does not
 * tell it.
 */
final class ExecutePipelinedCall extends RecordedCall {

	private @Nullable Object value;

	private @Nullable String unreadable;

	ExecutePipelinedCall(Invocation invocation) {
		super(invocation);
	}

	@Override
	public @Nullable Object placeholder() {
		return null;
	}

	@Override
	public String command() {
		return invocation().command();
	}

	@Override
	public @Nullable String key() {
		return CommandNames.key(invocation());
	}

	void answer(@Nullable Object value) {
		this.value = value;
	}

	void answerUnreadable(String why) {
		this.unreadable = why;
	}

	/**
	 * A copy each time where code could change the value, since a value is asked for
	 * again when a deferred supplier runs again.
	 */
	@Nullable Object value() {
		if (this.unreadable != null) {
			throw new InvalidDataAccessApiUsageException(this.unreadable);
		}
		return ReplyValues.copy(this.value);
	}

}
