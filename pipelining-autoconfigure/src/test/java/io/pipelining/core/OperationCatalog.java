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
package io.pipelining.core;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.data.domain.Range;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.util.ClassUtils;

/**
 * Every method of every {@code *Operations} interface of Spring Data Redis, those that an
 * interface inherits included, and why some are not put to the test.
 */
final class OperationCatalog {

	private static final String NO_CALL = "makes no call";

	private static final String CLUSTER = "needs a cluster, and names a node, so that it goes there past any binding";

	private static final String CURSOR = "gives a cursor, whose pages have tests of their own";

	private static final String SCRIPT = "runs a script: scripts have tests of their own";

	private static final String TRANSACTION = "opens a transaction, which a test of its own ends";

	private static final String ENDLESS = "calls itself without end in Spring Data Redis 3.5";

	private static final String OTHER_API = "is not of RedisOperations: a reactive API";

	private OperationCatalog() {
	}

	/**
	 * Return all methods, in an order that does not change.
	 */
	static List<Entry> all() throws IOException, ClassNotFoundException {
		List<Entry> entries = new ArrayList<>();
		for (Class<?> type : interfaces()) {
			Map<String, Method> methods = new LinkedHashMap<>();
			for (Method method : type.getMethods()) {
				if (!method.isBridge() && !method.isSynthetic() && !Modifier.isStatic(method.getModifiers())) {
					methods.merge(method.getName() + Arrays.toString(method.getParameterTypes()), method,
							OperationCatalog::moreSpecific);
				}
			}
			methods.values()
				.stream()
				.map((method) -> new Entry(type, method))
				.sorted(Comparator.comparing(Entry::signature))
				.forEach(entries::add);
		}
		return entries;
	}

	private static Method moreSpecific(Method one, Method other) {
		return one.getReturnType().isAssignableFrom(other.getReturnType()) ? other : one;
	}

	private static List<Class<?>> interfaces() throws IOException, ClassNotFoundException {
		String place = ClassUtils.getPackageName(RedisOperations.class);
		List<Class<?>> types = new ArrayList<>();
		for (Resource resource : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:" + ClassUtils.convertClassNameToResourcePath(place) + "/*Operations.class")) {
			String name = resource.getFilename().replace(".class", "");
			Class<?> type = Class.forName(place + "." + name);
			if (type.isInterface()) {
				types.add(type);
			}
		}
		types.sort(Comparator.comparing(Class::getName));
		return types;
	}

	private static String parameters(Method method) {
		return Arrays.stream(method.getParameterTypes())
			.map(Class::getSimpleName)
			.collect(Collectors.joining(", ", method.getName() + "(", ")"));
	}

	/**
	 * A method of an interface.
	 *
	 * @param type the interface, of which the method may be inherited
	 * @param method the method
	 */
	record Entry(Class<?> type, Method method) {

		String signature() {
			return this.type.getSimpleName() + "." + parameters(this.method);
		}

		String name() {
			return this.method.getName();
		}

		/**
		 * Return whether the method waits for an element.
		 */
		boolean blocks() {
			boolean bounded = Arrays.stream(this.method.getParameterTypes())
				.anyMatch((type) -> type == Duration.class || type == TimeUnit.class);
			return bounded && (name().contains("Pop") || name().contains("pop") || name().equals("move"));
		}

		/**
		 * Return why the method is left out, {@code null} if it is not.
		 */
		@Nullable String reason() {
			String type = this.type.getSimpleName();
			if (type.startsWith("Reactive")) {
				return OTHER_API;
			}
			if (type.equals("ClusterOperations")) {
				return CLUSTER;
			}
			if (isAccessor(type)) {
				return NO_CALL;
			}
			if (type.equals("BoundZSetOperations") && parameters(this.method).equals("reverseRangeByLex(Range)")
					&& this.method.getParameterTypes()[0] != Range.class) {
				return ENDLESS;
			}
			return switch (name()) {
				case "scan", "executeWithStickyConnection" -> CURSOR;
				case "multi" -> TRANSACTION;
				case "execute" ->
					(this.method.getParameterTypes()[0].getSimpleName().equals("RedisScript")) ? SCRIPT : null;
				default -> null;
			};
		}

		private boolean isAccessor(String type) {
			return name().startsWith("opsFor") || name().matches("bound\\w+Ops") || name().endsWith("Serializer")
					|| switch (name()) {
						case "getOperations", "getKey", "getType", "expiration", "hashExpiration", "getHashMapper",
								"deserializeRecord" ->
							true;
						case "map" -> type.equals("StreamOperations");
						default -> false;
					};
		}

		@Override
		public String toString() {
			return signature();
		}

	}

}
