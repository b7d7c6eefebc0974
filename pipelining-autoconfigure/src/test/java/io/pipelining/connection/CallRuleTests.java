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

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.core.ScanOptions;

import static io.pipelining.connection.CommandSamples.b;
import static org.assertj.core.api.Assertions.assertThat;

class CallRuleTests {

	@Test
	void callsWait() {
		assertThat(rule((c) -> c.stringCommands().bitCount(b("s")))).isEqualTo(CallRule.CALL);
		assertThat(rule((c) -> c.streamCommands().xRead(StreamOffset.fromStart(b("x"))))).isEqualTo(CallRule.CALL);
		assertThat(voidRule((c) -> c.serverCommands().bgSave())).isEqualTo(CallRule.CALL);
		assertThat(rule((c) -> c.execute("get", b("s")))).isEqualTo(CallRule.CALL);
		assertThat(rule((c) -> c.execute("XREAD", b("STREAMS"), b("x"), b("0")))).isEqualTo(CallRule.CALL);
		assertThat(rule((c) -> c.execute("xread"))).isEqualTo(CallRule.CALL);
	}

	@Test
	void whatBlocksGoesDirectly() {
		assertThat(rule((c) -> c.listCommands().bLPop(1, b("l")))).isEqualTo(CallRule.DIRECT);
		assertThat(rule((c) -> c.listCommands().bRPopLPush(1, b("l"), b("l2")))).isEqualTo(CallRule.DIRECT);
		assertThat(rule((c) -> c.zSetCommands().bZPopMin(b("z"), 1, TimeUnit.SECONDS))).isEqualTo(CallRule.DIRECT);
		assertThat(rule((c) -> c.streamCommands()
			.xRead(StreamReadOptions.empty().block(Duration.ofSeconds(1)), StreamOffset.fromStart(b("x")))))
			.isEqualTo(CallRule.DIRECT);
		assertThat(rule((c) -> c.execute(" blmpop ", b("1"), b("1"), b("l"), b("LEFT")))).isEqualTo(CallRule.DIRECT);
		assertThat(rule((c) -> c.execute("XREADGROUP", b("GROUP"), b("g"), b("c"), b("block"), b("0"), b("STREAMS"),
				b("x"), b(">"))))
			.isEqualTo(CallRule.DIRECT);
	}

	@Test
	void cursorsGoDirectly() {
		assertThat(rule((c) -> c.keyCommands().scan(ScanOptions.NONE))).isEqualTo(CallRule.DIRECT);
		assertThat(rule((c) -> c.hashCommands().hScan(b("h"), ScanOptions.NONE))).isEqualTo(CallRule.DIRECT);
	}

	@Test
	void transactionsNeedOneConnection() {
		assertThat(voidRule(RedisConnection::multi)).isEqualTo(CallRule.SESSION);
		assertThat(voidRule((c) -> c.watch(b("s")))).isEqualTo(CallRule.SESSION);
		assertThat(rule((c) -> c.execute("multi"))).isEqualTo(CallRule.SESSION);
	}

	@Test
	void whatChangesTheConnectionOrNeverEndsIsRefused() {
		assertThat(voidRule((c) -> c.select(1))).isEqualTo(CallRule.REFUSED);
		assertThat(voidRule((c) -> c.subscribe((message, pattern) -> {
		}, b("channel")))).isEqualTo(CallRule.REFUSED);
		assertThat(rule((c) -> c.execute("Select", b("1")))).isEqualTo(CallRule.REFUSED);
	}

	private static CallRule rule(Function<RedisConnection, ?> code) {
		Invocation invocation = Invocations.of(code);
		return CallRule.of(invocation.method()).refine(invocation.arguments());
	}

	private static CallRule voidRule(Consumer<RedisConnection> code) {
		return rule((connection) -> {
			code.accept(connection);
			return null;
		});
	}

}
