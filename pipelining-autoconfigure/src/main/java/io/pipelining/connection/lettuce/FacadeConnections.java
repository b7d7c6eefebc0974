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

import java.util.function.Consumer;
import java.util.function.IntSupplier;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.protocol.RedisCommand;

import org.springframework.data.redis.connection.lettuce.LettuceConnection;

/**
 * How to make connections of Spring's own over a transport that only queues.
 */
interface FacadeConnections {

	/**
	 * Make a transport.
	 * @param commands takes each command
	 * @param recorded how many commands the call took when it was recorded, negative
	 * while it is recorded
	 */
	StatefulConnection<byte[], byte[]> transport(Consumer<RedisCommand<?, ?, ?>> commands, IntSupplier recorded);

	/**
	 * Make a connection over a transport.
	 */
	LettuceConnection connect(StatefulConnection<byte[], byte[]> transport);

}
