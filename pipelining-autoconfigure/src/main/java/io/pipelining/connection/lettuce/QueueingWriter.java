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

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.api.push.PushListener;
import io.lettuce.core.protocol.ConnectionFacade;
import io.lettuce.core.protocol.PushHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;

/**
 * A transport without a wire: it hands each command on. Confined to one thread.
 */
final class QueueingWriter implements RedisChannelWriter, PushHandler {

	private final ClientResources resources;

	private final Consumer<RedisCommand<?, ?, ?>> commands;

	QueueingWriter(ClientResources resources, Consumer<RedisCommand<?, ?, ?>> commands) {
		this.resources = resources;
		this.commands = commands;
	}

	@Override
	public <K, V, T> RedisCommand<K, V, T> write(RedisCommand<K, V, T> command) {
		this.commands.accept(command);
		return command;
	}

	@Override
	@SuppressWarnings("unchecked")
	public <K, V> Collection<RedisCommand<K, V, ?>> write(Collection<? extends RedisCommand<K, V, ?>> commands) {
		commands.forEach(this.commands);
		return (Collection<RedisCommand<K, V, ?>>) commands;
	}

	@Override
	public ClientResources getClientResources() {
		return this.resources;
	}

	@Override
	public void close() {
	}

	@Override
	public CompletableFuture<Void> closeAsync() {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	@Deprecated
	public void reset() {
	}

	@Override
	public void setConnectionFacade(ConnectionFacade connection) {
	}

	@Override
	public void setAutoFlushCommands(boolean autoFlush) {
	}

	@Override
	public void flushCommands() {
	}

	@Override
	public void addListener(PushListener listener) {
	}

	@Override
	public void removeListener(PushListener listener) {
	}

	@Override
	public Collection<PushListener> getPushListeners() {
		return List.of();
	}

}
