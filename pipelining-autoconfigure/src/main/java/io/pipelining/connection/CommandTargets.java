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
package io.pipelining.connection;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisCommandsProvider;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisGeoCommands;
import org.springframework.data.redis.connection.RedisHashCommands;
import org.springframework.data.redis.connection.RedisHyperLogLogCommands;
import org.springframework.data.redis.connection.RedisKeyCommands;
import org.springframework.data.redis.connection.RedisListCommands;
import org.springframework.data.redis.connection.RedisScriptingCommands;
import org.springframework.data.redis.connection.RedisServerCommands;
import org.springframework.data.redis.connection.RedisSetCommands;
import org.springframework.data.redis.connection.RedisStreamCommands;
import org.springframework.data.redis.connection.RedisStringCommands;
import org.springframework.data.redis.connection.RedisZSetCommands;

/**
 * The object of a connection that a call of a command interface goes to: what the
 * connection hands out for that interface, as templates use it, and otherwise the
 * connection itself.
 */
final class CommandTargets {

	private static final Map<Class<?>, Function<RedisCommandsProvider, Object>> PROVIDED = Map.ofEntries(
			Map.entry(RedisGeoCommands.class, RedisCommandsProvider::geoCommands),
			Map.entry(RedisHashCommands.class, RedisCommandsProvider::hashCommands),
			Map.entry(RedisHyperLogLogCommands.class, RedisCommandsProvider::hyperLogLogCommands),
			Map.entry(RedisKeyCommands.class, RedisCommandsProvider::keyCommands),
			Map.entry(RedisListCommands.class, RedisCommandsProvider::listCommands),
			Map.entry(RedisScriptingCommands.class, RedisCommandsProvider::scriptingCommands),
			Map.entry(RedisServerCommands.class, RedisCommandsProvider::serverCommands),
			Map.entry(RedisSetCommands.class, RedisCommandsProvider::setCommands),
			Map.entry(RedisStreamCommands.class, RedisCommandsProvider::streamCommands),
			Map.entry(RedisStringCommands.class, RedisCommandsProvider::stringCommands),
			Map.entry(RedisZSetCommands.class, RedisCommandsProvider::zSetCommands));

	private CommandTargets() {
	}

	static Object of(Method method, RedisConnection connection) {
		@Nullable Function<RedisCommandsProvider, Object> provided = PROVIDED.get(method.getDeclaringClass());
		return (provided != null) ? provided.apply(connection) : connection;
	}

}
