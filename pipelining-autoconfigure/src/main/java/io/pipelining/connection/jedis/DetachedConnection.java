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
import redis.clients.jedis.Connection;

/**
 * A connection of Jedis without a socket: what reaches the place where Jedis writes and
 * reads is answered by the subclass.
 */
abstract class DetachedConnection extends Connection {

	@Override
	public abstract void sendCommand(CommandArguments args);

	@Override
	protected abstract @Nullable Object readProtocolWithCheckingBroken();

	@Override
	protected void readPushesWithCheckingBroken() {
	}

	@Override
	protected void flush() {
	}

	@Override
	public void connect() {
	}

	@Override
	public boolean isConnected() {
		return true;
	}

	@Override
	public void disconnect() {
	}

	@Override
	public void close() {
	}

	@Override
	public void setSoTimeout(int soTimeout) {
	}

	@Override
	public void setTimeoutInfinite() {
	}

	@Override
	public void rollbackTimeout() {
	}

}
