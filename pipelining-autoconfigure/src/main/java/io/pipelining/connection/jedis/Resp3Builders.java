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

import redis.clients.jedis.Builder;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandObject;

/**
 * A {@code Jedis} that is made from a connection does not take over its protocol. These
 * are the builders that depend on it.
 */
final class Resp3Builders {

	private Resp3Builders() {
	}

	/**
	 * Return the command with the builder that Jedis uses under RESP3.
	 */
	@SuppressWarnings("unchecked")
	static <T> CommandObject<T> adapt(CommandObject<T> command) {
		Builder<?> builder = command.getBuilder();
		if (builder == BuilderFactory.TUPLE_LIST) {
			return new CommandObject<>(command.getArguments(), (Builder<T>) BuilderFactory.TUPLE_LIST_RESP3);
		}
		if (builder == BuilderFactory.BINARY_PAIR_LIST) {
			return new CommandObject<>(command.getArguments(), (Builder<T>) BuilderFactory.BINARY_PAIR_LIST_FROM_PAIRS);
		}
		return command;
	}

}
