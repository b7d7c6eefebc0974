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

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;

import org.springframework.data.redis.connection.RedisStringCommands;

import io.pipelining.connection.Invocation;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Relay;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What holds where Jedis does not let us have its socket.
 */
class BatchExchangeTests {

	@Test
	void letsJedisWriteWhereTheSocketCannotBeHad() throws Throwable {
		try (Connection connection = new Connection(new HostAndPort("127.0.0.1", RedisServers.standalone()))) {
			List<JedisRecordedCall> calls = calls(5_000);
			BatchExchange exchange = new BatchExchange(connection, null, new PlainDialogue(calls), null);
			assertThat(exchange.run()).isTrue();
			assertThat(exchange.failure()).isNull();
			assertThat(exchange.handedOver()).isEqualTo(5_000);
			assertThat(calls).allMatch(JedisRecordedCall::isAnswered);
			assertThat(connection.ping()).isTrue();
		}
	}

	@Test
	void reportsACutWhereTheSocketCannotBeHad() throws Throwable {
		try (Relay relay = new Relay(RedisServers.standalone());
				Connection connection = new Connection(new HostAndPort("127.0.0.1", relay.port()))) {
			connection.ping();
			List<JedisRecordedCall> calls = calls(20);
			relay.cutAfterReplyBytes(0);
			BatchExchange exchange = new BatchExchange(connection, null, new PlainDialogue(calls), null);
			assertThat(exchange.run()).isFalse();
			assertThat(exchange.failure()).isInstanceOf(JedisConnectionException.class);
			assertThat(calls).noneMatch(JedisRecordedCall::isAnswered);
			assertThat(connection.isBroken()).isTrue();
		}
	}

	private static List<JedisRecordedCall> calls(int count) throws Throwable {
		CallRecorder recorder = new CallRecorder(new ConcurrentHashMap<>());
		Invocation invocation = new Invocation(RedisStringCommands.class.getMethod("incr", byte[].class),
				new Object[] { "BatchExchangeTests".getBytes() });
		List<JedisRecordedCall> calls = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			calls.add(recorder.record(invocation));
		}
		return calls;
	}

}
