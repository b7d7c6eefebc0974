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

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;

/**
 * Keeps the commands that Jedis would write, and stops a call where it would read.
 */
final class RecordingConnection extends DetachedConnection {

	private final List<CommandArguments> commands = new ArrayList<>(2);

	private StandIn standIn = StandIn.NONE;

	@Override
	public void sendCommand(CommandArguments args) {
		this.commands.add(args);
	}

	@Override
	protected @Nullable Object readProtocolWithCheckingBroken() {
		return this.standIn.reply();
	}

	/**
	 * Set what calls get for a reply from here on.
	 */
	void standIn(StandIn standIn) {
		this.standIn = standIn;
	}

	/**
	 * Return the commands of one call, and forget them.
	 */
	List<CommandArguments> take() {
		List<CommandArguments> taken = List.copyOf(this.commands);
		this.commands.clear();
		return taken;
	}

}
