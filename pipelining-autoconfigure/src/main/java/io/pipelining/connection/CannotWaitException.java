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

/**
 * Signals that a call cannot wait in a batch: the driver cannot pipeline it. It is run
 * directly after what waits, or refused by name. Carries no stack trace.
 */
public final class CannotWaitException extends RuntimeException {

	private final String command;

	/**
	 * Create a signal.
	 * @param command the Redis command in upper case
	 */
	public CannotWaitException(String command) {
		super(command + " cannot wait in a batch", null, false, false);
		this.command = command;
	}

	/**
	 * Return the command.
	 * @return the name in upper case
	 */
	public String command() {
		return this.command;
	}

}
