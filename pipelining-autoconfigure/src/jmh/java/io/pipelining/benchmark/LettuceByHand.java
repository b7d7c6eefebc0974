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

package io.pipelining.benchmark;

import java.util.ArrayList;
import java.util.List;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

/**
 * The fastest that Lettuce has: all commands of a batch in one collection, on one
 * connection. Commands and arguments are built for each batch, as an application does.
 */
final class LettuceByHand implements Sender {

	private final Calls calls;

	private final boolean atomic;

	private final AbstractRedisClient client;

	private final StatefulConnection<byte[], byte[]> connection;

	LettuceByHand(Server server, Calls calls, boolean atomic) {
		this.calls = calls;
		this.atomic = atomic;
		if (server.line() == Line.CLUSTER) {
			RedisClusterClient cluster = RedisClusterClient.create(server.url());
			this.client = cluster;
			this.connection = cluster.connect(ByteArrayCodec.INSTANCE);
		}
		else {
			RedisClient single = RedisClient.create(server.url());
			single.setOptions(ClientOptions.builder()
				.socketOptions(SocketOptions.builder().tcpNoDelay(server.line() != Line.NAGLE).build())
				.build());
			this.client = single;
			this.connection = single.connect(ByteArrayCodec.INSTANCE);
		}
	}

	@Override
	public Object send() throws Exception {
		List<AsyncCommand<byte[], byte[], ?>> commands = new ArrayList<>(this.calls.count() + 2);
		if (this.atomic) {
			commands.add(command(CommandType.MULTI, new StatusOutput<>(ByteArrayCodec.INSTANCE), arguments()));
		}
		for (byte[] key : this.calls.keyBytes()) {
			commands.add(switch (this.calls.command()) {
				case INCR, INCR_ONE -> command(CommandType.INCR, new IntegerOutput<>(ByteArrayCodec.INSTANCE),
						arguments().addKey(key));
				case SET -> command(CommandType.SET, new StatusOutput<>(ByteArrayCodec.INSTANCE),
						arguments().addKey(key).addValue(this.calls.valueBytes()));
				case PING -> command(CommandType.PING, new StatusOutput<>(ByteArrayCodec.INSTANCE), arguments());
			});
		}
		if (this.atomic) {
			// The connection gives it the output that fits what is queued
			commands.add(command(CommandType.EXEC, null, arguments()));
		}
		this.connection.dispatch(commands);
		for (AsyncCommand<byte[], byte[], ?> sent : commands) {
			sent.get();
		}
		return commands;
	}

	private static CommandArgs<byte[], byte[]> arguments() {
		return new CommandArgs<>(ByteArrayCodec.INSTANCE);
	}

	private static <T> AsyncCommand<byte[], byte[], T> command(CommandType type,
			CommandOutput<byte[], byte[], T> output, CommandArgs<byte[], byte[]> arguments) {
		return new AsyncCommand<>(new Command<>(type, output, arguments));
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
