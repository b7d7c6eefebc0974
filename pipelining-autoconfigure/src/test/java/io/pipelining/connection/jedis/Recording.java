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

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.springframework.data.redis.connection.RedisCommands;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.connection.CallChannel;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.Invocation;
import io.pipelining.connection.Outcome;
import io.pipelining.connection.RecordedCall;

/**
 * Records what is called on {@link #commands()} and sends it.
 */
final class Recording {

	final CallChannel channel;

	final List<RecordedCall> calls = new ArrayList<>();

	Recording(RedisConnectionFactory factory) {
		this.channel = new JedisPipelineDriver().open(new ConnectionSource(factory));
	}

	RedisCommands commands() {
		return (RedisCommands) proxy(RedisCommands.class);
	}

	RedisConnection connection() {
		return (RedisConnection) proxy(RedisConnection.class);
	}

	private Object proxy(Class<?> type) {
		return Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { type }, this::handle);
	}

	private Object handle(Object proxy, Method method, Object[] args) throws Throwable {
		if (method.getName().endsWith("ommands")) {
			return proxy(method.getReturnType());
		}
		if (method.isDefault()) {
			return InvocationHandler.invokeDefault(proxy, method, args);
		}
		RecordedCall call = this.channel.record(new Invocation(method, args));
		this.calls.add(call);
		return call.placeholder();
	}

	Recording add(Consumer<RedisCommands> calls) {
		calls.accept(commands());
		return this;
	}

	/**
	 * Send what was recorded since the last time.
	 */
	Sent send() {
		List<RecordedCall> batch = List.copyOf(this.calls);
		this.calls.clear();
		return new Sent(this.channel, batch, this.channel.send(batch, null).toCompletableFuture().join());
	}

	record Sent(CallChannel channel, List<RecordedCall> calls, List<Outcome> outcomes) {

		List<Outcome.Kind> kinds() {
			return this.outcomes.stream().map(Outcome::kind).toList();
		}

		Object value(int index) {
			try {
				return this.channel.value(this.calls.get(index));
			}
			catch (RuntimeException ex) {
				throw ex;
			}
			catch (Throwable ex) {
				throw new IllegalStateException(ex);
			}
		}

		List<Object> values() {
			List<Object> values = new ArrayList<>();
			for (int i = 0; i < this.calls.size(); i++) {
				values.add((this.outcomes.get(i).kind() == Outcome.Kind.ANSWERED) ? value(i)
						: this.outcomes.get(i).cause());
			}
			return values;
		}

	}

}
