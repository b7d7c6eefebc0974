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

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.exceptions.JedisDataException;

import io.pipelining.connection.Invocation;
import io.pipelining.connection.RecordedCall;

/**
 * A call as the commands that Jedis would write for it, and later their replies as Jedis
 * reads them.
 */
final class JedisRecordedCall extends RecordedCall {

	private final List<CommandArguments> commands;

	private final @Nullable Object placeholder;

	private List<@Nullable Object> replies = Collections.emptyList();

	private @Nullable RedisProtocol protocol;

	JedisRecordedCall(Invocation invocation, List<CommandArguments> commands, @Nullable Object placeholder) {
		super(invocation);
		this.commands = commands;
		this.placeholder = placeholder;
	}

	@Override
	public @Nullable Object placeholder() {
		return this.placeholder;
	}

	@Override
	public String command() {
		String name = null;
		for (CommandArguments command : this.commands) {
			String next = name(command);
			if (name != null && !name.equals(next)) {
				name = null;
				break;
			}
			name = next;
		}
		return (name != null) ? name : invocation().method().getName().toUpperCase(Locale.ROOT);
	}

	@Override
	public @Nullable String key() {
		for (CommandArguments command : this.commands) {
			byte[] key = CommandKeys.first(name(command), command);
			if (key != null) {
				return new String(key, StandardCharsets.UTF_8);
			}
		}
		return null;
	}

	/**
	 * Return the commands, in order, none if the call needs no server.
	 */
	List<CommandArguments> commands() {
		return this.commands;
	}

	/**
	 * Let the call take its replies, in order, from here on.
	 */
	void expectReplies(@Nullable RedisProtocol protocol) {
		this.replies = new ArrayList<>(this.commands.size());
		this.protocol = protocol;
	}

	/**
	 * Add the reply to the next command.
	 * @param reply the reply as Jedis reads it, or the exception that stands for an error
	 */
	void addReply(@Nullable Object reply) {
		this.replies.add(reply);
	}

	boolean isAnswered() {
		return this.replies.size() == this.commands.size();
	}

	/**
	 * Return whether an error is among the replies.
	 */
	boolean isRefused() {
		for (Object reply : this.replies) {
			if (reply instanceof JedisDataException) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Let a connection answer the call from here.
	 */
	void replayOn(ReplayingConnection connection) {
		connection.replay(this.replies, this.protocol);
	}

	static String name(CommandArguments command) {
		if (command.getCommand() instanceof Protocol.Command known) {
			return known.name();
		}
		return new String(command.getCommand().getRaw(), StandardCharsets.UTF_8).toUpperCase(Locale.ROOT);
	}

}
