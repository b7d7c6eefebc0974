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
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.ReturnType;
import org.springframework.util.ClassUtils;

/**
 * From the element of a driver's result list to the value of the direct call.
 */
final class ReplyValues {

	/**
	 * Their reply is OK or an error, so that the only value of the direct call is true.
	 */
	private static final Set<String> ALWAYS_TRUE = Set.of("setEx", "pSetEx", "mSet");

	private ReplyValues() {
	}

	static boolean isVoid(Invocation invocation) {
		return invocation.method().getReturnType() == void.class;
	}

	/**
	 * Whether the direct call, when it does not fail, has but one value: no value, or
	 * true.
	 */
	static boolean isConstant(Invocation invocation) {
		Method method = invocation.method();
		return isVoid(invocation) || ALWAYS_TRUE.contains(method.getName())
				|| (method.getName().equals("set") && method.getParameterCount() == 2);
	}

	static @Nullable Object constant(Invocation invocation) {
		return isVoid(invocation) ? null : Boolean.TRUE;
	}

	/**
	 * Whether an element can be the value of the direct call.
	 */
	static boolean fits(Invocation invocation, @Nullable Object element) {
		Class<?> type = typeOf(invocation);
		return element == null || type == void.class || type.isInstance(element) || isTextAsBytes(type, element);
	}

	/**
	 * Read an element that fits. Redisson turns each text of its list into bytes, in the
	 * platform's charset; where the method returns a text, that is taken back.
	 */
	static @Nullable Object read(Invocation invocation, @Nullable Object element) {
		Class<?> type = typeOf(invocation);
		if (element == null || type == void.class) {
			return null;
		}
		return isTextAsBytes(type, element) ? new String((byte[]) element, Charset.defaultCharset()) : element;
	}

	/**
	 * Whether what a method returned in a pipeline is but its value for no reply, as
	 * Lettuce's {@code zAdd} returns zero.
	 */
	static boolean isDefault(Object returned, @Nullable Object element) {
		return (returned instanceof Number || returned instanceof Boolean) && element != null
				&& returned.getClass() == element.getClass();
	}

	private static boolean isTextAsBytes(Class<?> type, Object element) {
		return type == String.class && element instanceof byte[];
	}

	/**
	 * The type of a script's value is among its arguments.
	 */
	private static Class<?> typeOf(Invocation invocation) {
		Class<?> declared = ClassUtils.resolvePrimitiveIfNecessary(invocation.method().getReturnType());
		if (declared == Object.class) {
			for (Object argument : invocation.arguments()) {
				if (argument instanceof ReturnType returnType) {
					return switch (returnType) {
						case BOOLEAN -> Boolean.class;
						case INTEGER -> Long.class;
						case STATUS -> String.class;
						case MULTI -> List.class;
						case VALUE -> Object.class;
					};
				}
			}
		}
		return declared;
	}

	/**
	 * Copy what code can change: arrays and the collections of the JDK that drivers use.
	 * Others, such as maps that compare the content of their keys, stay what they are.
	 */
	static @Nullable Object copy(@Nullable Object value) {
		if (value instanceof byte[] bytes) {
			return bytes.clone();
		}
		if (value == null) {
			return null;
		}
		Class<?> type = value.getClass();
		if (type == ArrayList.class || type == LinkedList.class) {
			return copyElements((Collection<?>) value, new ArrayList<>(((Collection<?>) value).size()));
		}
		if (type == LinkedHashSet.class || type == HashSet.class) {
			return copyElements((Collection<?>) value, new LinkedHashSet<>());
		}
		if (type == LinkedHashMap.class || type == HashMap.class) {
			Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>();
			((Map<?, ?>) value).forEach((key, element) -> copy.put(copy(key), copy(element)));
			return copy;
		}
		return (value instanceof Properties properties) ? properties.clone() : value;
	}

	private static Collection<@Nullable Object> copyElements(Collection<?> elements,
			Collection<@Nullable Object> copy) {
		for (Object element : elements) {
			copy.add(copy(element));
		}
		return copy;
	}

}
