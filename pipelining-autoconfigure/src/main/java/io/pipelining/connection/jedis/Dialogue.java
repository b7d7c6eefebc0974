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

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.RedisProtocol;

import io.pipelining.connection.Outcome;

/**
 * What one exchange writes, and what it makes of the replies.
 */
interface Dialogue {

	/**
	 * Return the commands to be written, in order.
	 */
	List<CommandArguments> commands();

	/**
	 * Read the replies to the commands, in order.
	 * @param protocol the protocol that they come in
	 * @param replies gives the next reply as Jedis reads it, or the exception that stands
	 * for an error, and throws where there is none
	 */
	void read(@Nullable RedisProtocol protocol, Supplier<@Nullable Object> replies);

	/**
	 * Tell what became of the calls, once the exchange is over.
	 * @param exchange the exchange
	 * @param answered the outcome of a call that has all its replies
	 */
	List<Outcome> outcomes(BatchExchange exchange, Function<JedisRecordedCall, Outcome> answered);

}
