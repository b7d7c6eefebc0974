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

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;

import org.springframework.data.redis.connection.lettuce.LettuceConnection;

/**
 * Connections as to a single server, or to a master and its replicas.
 *
 * @param options the options of the factory's connections
 * @param resources the resources of the factory's client
 */
record StandaloneConnections(ClientOptions options, ClientResources resources) implements FacadeConnections {

	/** Nothing here ever waits. */
	private static final Duration NO_WAIT = Duration.ofMinutes(1);

	@Override
	public StatefulConnection<byte[], byte[]> transport(Consumer<RedisCommand<?, ?, ?>> commands,
			IntSupplier recorded) {
		QueueingWriter writer = new QueueingWriter(this.resources, commands);
		StatefulRedisConnectionImpl<byte[], byte[]> connection = new StatefulRedisConnectionImpl<>(writer, writer,
				ByteArrayCodec.INSTANCE, NO_WAIT);
		connection.setOptions(this.options);
		return connection;
	}

	@Override
	public LettuceConnection connect(StatefulConnection<byte[], byte[]> transport) {
		return new LettuceConnection((StatefulRedisConnection<byte[], byte[]>) transport, new FixedProvider(transport),
				NO_WAIT.toMillis(), 0);
	}

}
