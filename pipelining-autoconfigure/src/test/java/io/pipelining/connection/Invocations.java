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
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.springframework.data.redis.connection.RedisConnection;

/**
 * Makes invocations of plain Java code, as the collecting connection does.
 */
final class Invocations {

	private Invocations() {
	}

	/**
	 * The first call of a command interface that the code makes; default methods run as
	 * defaults.
	 */
	static Invocation of(Function<RedisConnection, ?> code) {
		AtomicReference<Invocation> first = new AtomicReference<>();
		try {
			code.apply(proxy(RedisConnection.class, first));
		}
		catch (NullPointerException ex) {
			// a default method that works on a primitive
		}
		return first.get();
	}

	private static <T> T proxy(Class<T> type, AtomicReference<Invocation> first) {
		InvocationHandler handler = (self, method, arguments) -> {
			if (method.isDefault()) {
				return runDefault(self, method, arguments);
			}
			if (method.getParameterCount() == 0 && method.getReturnType().isInterface()
					&& method.getName().endsWith("Commands")) {
				return proxy(method.getReturnType(), first);
			}
			first.compareAndSet(null, new Invocation(method, ArgumentCopier.copy(arguments)));
			return null;
		};
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
	}

	private static Object runDefault(Object self, Method method, Object[] arguments) throws Throwable {
		try {
			return InvocationHandler.invokeDefault(self, method, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
