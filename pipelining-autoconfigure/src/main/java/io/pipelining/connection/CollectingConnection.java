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

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.IdentityHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * A {@link RedisConnection} that hands every call to a {@link CallCollector}. A JDK
 * proxy, so that it has the methods of whatever version of Spring Data Redis is there.
 */
public final class CollectingConnection implements InvocationHandler {

	private final CallCollector collector;

	private final Rules rules;

	private CollectingConnection(CallCollector collector, Rules rules) {
		this.collector = collector;
		this.rules = rules;
	}

	/**
	 * Create a connection.
	 * @param collector what takes the calls
	 * @param rules how methods are treated
	 * @return the connection, to be used on the collecting thread; elsewhere its calls
	 * run as usual
	 */
	public static RedisConnection create(CallCollector collector, Rules rules) {
		return (RedisConnection) Proxy.newProxyInstance(CollectingConnection.class.getClassLoader(),
				new Class<?>[] { RedisConnection.class }, new CollectingConnection(collector, rules));
	}

	@Override
	public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
			throws Throwable {
		if (method.getDeclaringClass() == Object.class) {
			return invokeObjectMethod(proxy, method, arguments);
		}
		CallRule rule = this.rules.of(method).refine(arguments);
		if (!this.collector.isCollecting()) {
			return invokeOutside(proxy, rule, method, arguments);
		}
		return switch (rule) {
			case CALL -> this.collector.collect(new Invocation(method, arguments));
			case GROUP -> group(proxy, method);
			case DIRECT ->
				this.collector.runDirectly(new Invocation(method, arguments), CommandNames.command(method, arguments));
			case SESSION ->
				this.collector.runInSession(new Invocation(method, arguments), CommandNames.command(method, arguments));
			case CLOSE -> {
				this.collector.connectionClosed();
				yield null;
			}
			case IS_PIPELINED -> this.collector.isPipelined();
			case IS_QUEUEING -> this.collector.isQueueing();
			case OPEN_PIPELINE -> {
				this.collector.openPipeline();
				yield null;
			}
			case CLOSE_PIPELINE -> this.collector.closePipeline();
			case IS_CLOSED, IS_SUBSCRIBED -> false;
			case GET_SUBSCRIPTION -> null;
			default -> throw this.collector.refuse(CommandNames.command(method, arguments));
		};
	}

	/** A connection that outlives its pipeline, or is used by another thread. */
	private @Nullable Object invokeOutside(Object proxy, CallRule rule, Method method,
			@Nullable Object @Nullable [] arguments) throws Throwable {
		return switch (rule) {
			case GROUP -> group(proxy, method);
			case CLOSE, GET_SUBSCRIPTION -> null;
			case IS_CLOSED, IS_PIPELINED, IS_QUEUEING, IS_SUBSCRIBED -> false;
			case CALL, DIRECT -> this.collector.runOutside(new Invocation(method, arguments));
			default -> throw this.collector.refuse(CommandNames.command(method, arguments));
		};
	}

	private Object group(Object proxy, Method method) {
		if (method.getReturnType().isInstance(proxy)) {
			return proxy;
		}
		throw this.collector.refuse(method.getName());
	}

	private @Nullable Object invokeObjectMethod(Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
		return switch (method.getName()) {
			case "equals" -> arguments != null && proxy == arguments[0];
			case "hashCode" -> System.identityHashCode(proxy);
			default -> "Connection of " + this.collector;
		};
	}

	/**
	 * How methods are treated, worked out once for each. Thread-safe; one for each
	 * engine.
	 */
	public static final class Rules {

		/**
		 * By identity, since a proxy has one object for each of its methods, and those
		 * are slow to hash. Replaced as a whole.
		 */
		private volatile IdentityHashMap<Method, CallRule> rules = new IdentityHashMap<>();

		CallRule of(Method method) {
			CallRule rule = this.rules.get(method);
			return (rule != null) ? rule : add(method);
		}

		private synchronized CallRule add(Method method) {
			IdentityHashMap<Method, CallRule> extended = new IdentityHashMap<>(this.rules);
			CallRule rule = CallRule.of(method);
			extended.put(method, rule);
			this.rules = extended;
			return rule;
		}

	}

}
