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

package io.pipelining.connection.jedis;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;

/**
 * Stops a call where Jedis would first use the socket, and says whether it came so far.
 */
final class ProbingConnection extends DetachedConnection {

	private @Nullable CommandArguments command;

	@Override
	public void sendCommand(CommandArguments args) {
		if (this.command == null) {
			this.command = args;
		}
		throw new IllegalStateException("Nothing is sent while calls are recorded");
	}

	@Override
	protected Object readProtocolWithCheckingBroken() {
		throw new IllegalStateException("No reply is there while calls are recorded");
	}

	/**
	 * Return the first command that the call would have sent, {@code null} if it did not
	 * come so far.
	 */
	@Nullable CommandArguments command() {
		return this.command;
	}

}
