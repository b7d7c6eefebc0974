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

package io.pipelining.benchmark;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.connection.ConnectionBinding;

/**
 * What Spring's template costs by itself: the same calls on a connection that is bound to
 * the thread, believes itself in a pipeline, and does nothing. No pipeline below a
 * template can be faster.
 */
final class NothingSent {

	private final RedisConnection connection = proxy(RedisConnection.class, NothingSent::answer);

	private final RedisConnectionFactory factory;

	private final AnnotatedCalls service;

	/**
	 * Create one.
	 * @param factory the factory of the service, whose connections are not used
	 * @param service makes the calls
	 */
	NothingSent(RedisConnectionFactory factory, AnnotatedCalls service) {
		this.factory = factory;
		this.service = service;
	}

	private static @Nullable Object answer(Object proxy, Method method) {
		if (method.getReturnType().isInstance(proxy)) {
			return proxy;
		}
		if (method.getReturnType() == boolean.class) {
			return method.getName().equals("isPipelined");
		}
		return null;
	}

	void run(Calls calls) {
		Object bound = ConnectionBinding.bind(this.factory, this.connection);
		try {
			calls.plain(this.service);
		}
		finally {
			ConnectionBinding.unbind(this.factory, bound);
		}
	}

	private static <T> T proxy(Class<T> type, Answer answer) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> switch (method.getName()) {
					case "hashCode" -> System.identityHashCode(proxy);
					case "equals" -> proxy == arguments[0];
					default -> answer.to(proxy, method);
				}));
	}

	/**
	 * What a proxy does.
	 */
	private interface Answer {

		@Nullable Object to(Object proxy, Method method);

	}

}
