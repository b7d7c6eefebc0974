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

package io.pipelining.connection.lettuce;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

import io.pipelining.connection.Invocation;
import io.pipelining.connection.RecordedCall;

/**
 * A call and the commands that Lettuce made of it: mostly one, several for a few, none
 * for a call that needs none.
 */
final class LettuceRecordedCall extends RecordedCall {

	private final @Nullable Object placeholder;

	private final RedisCommand<?, ?, ?>[] commands;

	LettuceRecordedCall(Invocation invocation, @Nullable Object placeholder, RedisCommand<?, ?, ?>[] commands) {
		super(invocation);
		this.placeholder = placeholder;
		this.commands = commands;
	}

	RedisCommand<?, ?, ?>[] commands() {
		return this.commands;
	}

	@Override
	public @Nullable Object placeholder() {
		return this.placeholder;
	}

	@Override
	public String command() {
		return (this.commands.length > 0) ? this.commands[0].getType().toString().toUpperCase(Locale.ROOT)
				: invocation().method().getName().toUpperCase(Locale.ROOT);
	}

	@Override
	public @Nullable String key() {
		CommandArgs<?, ?> arguments = (this.commands.length > 0) ? this.commands[0].getArgs() : null;
		ByteBuffer key = (arguments != null) ? arguments.getFirstEncodedKey() : null;
		return (key != null) ? StandardCharsets.UTF_8.decode(key.duplicate()).toString() : null;
	}

}
