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

import java.util.Map;
import java.util.function.Function;

import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamRecords;

import static io.pipelining.connection.CommandSamples.b;
import static org.assertj.core.api.Assertions.assertThat;

class CommandNamesTests {

	@Test
	void commands() {
		assertThat(command((c) -> c.stringCommands().set(b("k"), b("v")))).isEqualTo("SET");
		assertThat(command((c) -> c.hashCommands().hSet(b("k"), b("f"), b("v")))).isEqualTo("HSET");
		assertThat(command((c) -> c.keyCommands().pExpire(b("k"), 1))).isEqualTo("PEXPIRE");
		assertThat(command((c) -> c.zSetCommands().zAdd(b("k"), 1, b("v")))).isEqualTo("ZADD");
		assertThat(command((c) -> c.execute("custom.cmd", b("k")))).isEqualTo("CUSTOM.CMD");
		assertThat(command(RedisConnection::ping)).isEqualTo("PING");
	}

	@Test
	void keys() {
		assertThat(key((c) -> c.stringCommands().set(b("k\u00fc"), b("v")))).isEqualTo("k\u00fc");
		assertThat(key((c) -> c.keyCommands().del(b("first"), b("second")))).isEqualTo("first");
		assertThat(key((c) -> c.stringCommands().mSet(Map.of(b("k"), b("v"))))).isEqualTo("k");
		assertThat(key((c) -> c.execute("GET", b("k")))).isEqualTo("k");
		assertThat(key(
				(c) -> c.streamCommands().xAdd(StreamRecords.rawBytes(Map.of(b("f"), b("v"))).withStreamKey(b("x")))))
			.isEqualTo("x");
		assertThat(key((c) -> c.streamCommands().xRead(StreamOffset.create(b("x"), ReadOffset.from("0")))))
			.isEqualTo("x");
		assertThat(key((c) -> c.scriptingCommands().eval(b("return 1"), ReturnType.VALUE, 1, b("k"), b("a"))))
			.isEqualTo("k");
		assertThat(key((c) -> c.scriptingCommands().eval(b("return 1"), ReturnType.VALUE, 0, b("a")))).isNull();
		assertThat(key(RedisConnection::ping)).isNull();
		assertThat(key((c) -> c.keyCommands().del())).isNull();
	}

	private static String command(Function<RedisConnection, ?> code) {
		return Invocations.of(code).command();
	}

	private static String key(Function<RedisConnection, ?> code) {
		return CommandNames.key(Invocations.of(code));
	}

}
