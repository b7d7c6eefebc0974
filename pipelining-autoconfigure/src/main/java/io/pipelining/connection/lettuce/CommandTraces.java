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

import java.util.List;

import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.protocol.TracedCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.tracing.TraceContext;
import io.lettuce.core.tracing.Tracing;
import org.jspecify.annotations.Nullable;

/**
 * Tells the driver whose children the spans of commands are, where it traces them: of
 * what was current on the thread that sent them, and not of what was current when they
 * were recorded.
 *
 * @param enabled whether the driver traces commands
 * @param context what was current, {@code null} for nothing
 */
record CommandTraces(boolean enabled, @Nullable TraceContext context) {

	/**
	 * Trace commands as children of what is current on this thread now.
	 */
	static CommandTraces ofCurrent(ClientResources resources) {
		Tracing tracing = resources.tracing();
		return tracing.isEnabled() ? new CommandTraces(true, tracing.initialTraceContextProvider().getTraceContext())
				: new CommandTraces(false, null);
	}

	/**
	 * Return what is sent of a command that is traced once.
	 */
	RedisCommand<?, ?, ?> trace(RedisCommand<?, ?, ?> command) {
		return this.enabled ? new TracedCommand<>(command, this.context) : command;
	}

	/**
	 * Return what is sent of commands that are each traced once.
	 */
	List<RedisCommand<?, ?, ?>> trace(List<RedisCommand<?, ?, ?>> commands) {
		return this.enabled ? commands.stream().<RedisCommand<?, ?, ?>>map(this::trace).toList() : commands;
	}

}
