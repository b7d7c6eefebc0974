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

package io.pipelining.callsite;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

import io.pipelining.connection.ConnectionBinding;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which code is proven to use no value.
 */
class BodyProofsTests {

	private final LettuceConnectionFactory factory = new LettuceConnectionFactory();

	private final StringRedisTemplate redis = new StringRedisTemplate(this.factory);

	private final RedisTemplate<String, Object> objects = new RedisTemplate<>();

	private final CallSites callSites = new CallSites(Set.of(Calls.class.getName(), BodyProofsTests.class.getName()));

	private final BodyProofs proofs = new BodyProofs(this.callSites,
			new BodyFrames(Opener.class.getName(), "run", Set.of(BodyProofsTests.class.getName())));

	BodyProofsTests() {
		this.objects.setConnectionFactory(this.factory);
		this.objects.setKeySerializer(RedisSerializer.string());
		this.objects.afterPropertiesSet();
	}

	static Stream<Method> bodies() {
		return Arrays.stream(ProvableBodies.class.getDeclaredMethods())
			.filter((method) -> !method.isSynthetic() && !Modifier.isPrivate(method.getModifiers()))
			.filter((method) -> method.getName().startsWith("proven") || method.getName().startsWith("care"))
			.sorted((one, other) -> one.getName().compareTo(other.getName()));
	}

	@ParameterizedTest
	@MethodSource("bodies")
	void proves(Method method) throws Exception {
		ProvableBodies bodies = new ProvableBodies(this.redis, this.objects);
		Object[] arguments = Arrays.stream(method.getParameters()).map(this::argument).toArray();
		Calls calls = run(Body.of(bodies, method, arguments), () -> method.invoke(bodies, arguments));
		assertThat(calls.count).isPositive();
		assertThat(calls.proven).isEqualTo(method.getName().startsWith("proven"));
		if (Boolean.TRUE.equals(calls.proven)) {
			assertThat(calls.used).isZero();
		}
	}

	private Calls run(Body body, Opener.Code code) throws Exception {
		Calls calls = new Calls(body);
		ConnectionBinding.bind(this.factory, calls.connection());
		try {
			Opener.run(code);
		}
		finally {
			ConnectionBinding.unbind(this.factory);
		}
		return calls;
	}

	private Object argument(Parameter parameter) {
		Class<?> type = parameter.getType();
		boolean strange = parameter.getName().equals("strange");
		if (type == String.class) {
			return "a";
		}
		if (type == int.class) {
			return 2;
		}
		if (type == boolean.class) {
			return true;
		}
		if (type == TreeMap.class) {
			return new TreeMap<>(Map.of("a", "b"));
		}
		if (type == Map.class) {
			return new HashMap<>(Map.of("a", "b", "c", "d"));
		}
		if (type == Set.class) {
			return new java.util.HashSet<>();
		}
		if (type == StringRedisTemplate.class) {
			return new StringRedisTemplate(this.factory) {
			};
		}
		if (type == ProvableBodies.Item.class) {
			return new ProvableBodies.Item("a", "b", 1);
		}
		if (type == ProvableBodies.Kind.class) {
			return ProvableBodies.Kind.BOOK;
		}
		if (type == Function.class) {
			return (Function<String, String>) (key) -> key;
		}
		if (type == AutoCloseable.class) {
			return (AutoCloseable) () -> {
			};
		}
		if (type == Object.class) {
			return new Object();
		}
		List<Object> list = strange ? strange() : new ArrayList<>();
		if (!strange) {
			list.addAll(elements(parameter.getParameterizedType().getTypeName()));
		}
		return (type == java.util.Iterator.class) ? list.iterator() : list;
	}

	private static List<?> elements(String type) {
		if (type.contains("Item")) {
			return List.of(new ProvableBodies.Item("a", "b", 1));
		}
		if (type.contains("Thing")) {
			return List.of(new ProvableBodies.Thing());
		}
		return type.contains("Naming") ? List.of(new ProvableBodies.Plain()) : List.of("a", "b");
	}

	private static List<Object> strange() {
		return new AbstractList<>() {

			@Override
			public Object get(int index) {
				return "k" + index;
			}

			@Override
			public int size() {
				return 2;
			}

		};
	}

	static final class Opener {

		static void run(Code code) throws Exception {
			code.run();
		}

		interface Code {

			@Nullable Object run() throws Exception;

		}

	}

	private final class Calls implements InvocationHandler {

		private final Body body;

		private int count;

		private int used;

		private @Nullable Boolean proven;

		Calls(Body body) {
			this.body = body;
		}

		RedisConnection connection() {
			return (RedisConnection) Proxy.newProxyInstance(getClass().getClassLoader(),
					new Class<?>[] { RedisConnection.class }, this);
		}

		@Override
		public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
			switch (method.getName()) {
				case "isPipelined", "isQueueing", "isClosed" -> {
					return false;
				}
				case "close" -> {
					return null;
				}
				case "hashCode" -> {
					return 1;
				}
				case "equals" -> {
					return proxy == args[0];
				}
				default -> {
					if (method.getName().endsWith("Commands") && method.getParameterCount() == 0) {
						return proxy;
					}
				}
			}
			this.count++;
			if (this.proven == null) {
				this.proven = BodyProofsTests.this.proofs.prove(this.body, BodyProofsTests.this.factory) != null;
			}
			if (BodyProofsTests.this.callSites.judge().used()) {
				this.used++;
			}
			return (method.getReturnType() == Boolean.class) ? (Object) true
					: (method.getReturnType() == Long.class) ? 1L : null;
		}

	}

}
