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
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/**
 * Answers a call from the replies that its commands got earlier.
 */
final class ReplayingConnection extends DetachedConnection {

	private List<@Nullable Object> replies = Collections.emptyList();

	private int next;

	/**
	 * Set what the next call is answered from.
	 */
	void replay(List<@Nullable Object> replies, @Nullable RedisProtocol protocol) {
		this.replies = replies;
		this.next = 0;
		this.protocol = protocol;
	}

	/**
	 * Forget the replies.
	 */
	void reset() {
		replay(Collections.emptyList(), null);
	}

	@Override
	public void sendCommand(CommandArguments args) {
	}

	@Override
	protected @Nullable Object readProtocolWithCheckingBroken() {
		if (this.next >= this.replies.size()) {
			throw new IllegalStateException("The call asks for more replies than it got");
		}
		Object reply = this.replies.get(this.next++);
		if (reply instanceof JedisDataException ex) {
			throw ex;
		}
		return copy(reply);
	}

	@Override
	public <T> T executeCommand(CommandObject<T> commandObject) {
		boolean resp3 = this.protocol == RedisProtocol.RESP3;
		return super.executeCommand(resp3 ? Resp3Builders.adapt(commandObject) : commandObject);
	}

	/**
	 * Callers own what they get and may change it; the same call may be asked again.
	 */
	private static @Nullable Object copy(@Nullable Object reply) {
		if (reply instanceof byte[] bytes) {
			return bytes.clone();
		}
		if (reply instanceof KeyValue<?, ?> entry) {
			return new KeyValue<>(copy(entry.getKey()), copy(entry.getValue()));
		}
		if (reply instanceof List<?> list) {
			List<@Nullable Object> copy = new ArrayList<>(list.size());
			for (Object element : list) {
				copy.add(copy(element));
			}
			return copy;
		}
		return reply;
	}

}
