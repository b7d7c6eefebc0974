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
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * What was found out about the connections of one class from one factory: which methods
 * leave a result in the list of a pipeline. Kept for each factory, since it can depend on
 * settings (Redisson's {@code filterOkResponses}). Thread-safe.
 */
final class DriverHabits {

	/**
	 * Redisson changes the reply of LPOS after it has read it, which its list does not
	 * show.
	 */
	private static final Set<String> CHANGED_AFTER_READING = Set.of("lPos");

	/**
	 * Redisson splits them by key in a pipeline of a cluster, and leaves as many results.
	 */
	private static final Set<String> SPLIT_IN_CLUSTER = Set.of("del", "mGet", "mSet");

	private final Map<Shape, Habit> habits = new ConcurrentHashMap<>();

	private final boolean cluster;

	private final boolean rawResults;

	private volatile @Nullable MarkStyle markStyle;

	private DriverHabits(boolean cluster, boolean rawResults) {
		this.cluster = cluster;
		this.rawResults = rawResults;
	}

	/**
	 * Return what is known about a call.
	 * @param invocation the call
	 * @param target the object that it goes to
	 * @return the habit
	 */
	Habit of(Invocation invocation, Object target) {
		Shape shape = Shape.of(invocation);
		Habit habit = this.habits.get(shape);
		if (habit == null) {
			habit = initialHabit(invocation, shape, target);
			this.habits.put(shape, habit);
		}
		return habit;
	}

	/**
	 * A default method of Spring's interfaces that the driver does not override computes
	 * its value from another's, which the list does not show. So does one whose list
	 * holds what the driver's own client returns.
	 */
	private Habit initialHabit(Invocation invocation, Shape shape, Object target) {
		if (ReplyValues.isVoid(invocation)) {
			return Habit.UNKNOWN;
		}
		Method method = invocation.method();
		boolean direct = this.rawResults || CHANGED_AFTER_READING.contains(method.getName())
				|| (this.cluster && shape.elements() == Elements.SEVERAL && SPLIT_IN_CLUSTER.contains(method.getName()))
				|| (method.isDefault() && isInherited(method, target.getClass()));
		return direct ? Habit.NOT_IN_PIPELINE : Habit.UNKNOWN;
	}

	private static boolean isInherited(Method method, Class<?> type) {
		try {
			return type.getMethod(method.getName(), method.getParameterTypes()).isDefault();
		}
		catch (NoSuchMethodException ex) {
			return true;
		}
	}

	/**
	 * Some methods answer a call without elements themselves, which tells nothing.
	 */
	void learn(Invocation invocation, Habit habit) {
		Shape shape = Shape.of(invocation);
		if (habit == Habit.NOT_IN_PIPELINE || shape.elements() != Elements.NONE) {
			this.habits.put(shape, habit);
		}
	}

	/**
	 * Return how marks are made, {@code null} if that was not tried yet.
	 */
	@Nullable MarkStyle markStyle() {
		return this.markStyle;
	}

	void markStyle(MarkStyle style) {
		this.markStyle = style;
	}

	/**
	 * How many elements the arrays, collections and maps among the arguments have.
	 */
	private enum Elements {

		NONE, ONE, SEVERAL

	}

	/**
	 * What a habit belongs to. A driver may take one key for one command and several for
	 * several.
	 */
	private record Shape(Method method, Elements elements) {

		static Shape of(Invocation invocation) {
			int least = 1;
			int most = 1;
			for (Object argument : invocation.arguments()) {
				int size = sizeOf(argument);
				least = Math.min(least, size);
				most = Math.max(most, size);
			}
			Elements elements = (least == 0) ? Elements.NONE : (most > 1) ? Elements.SEVERAL : Elements.ONE;
			return new Shape(invocation.method(), elements);
		}

		private static int sizeOf(@Nullable Object argument) {
			if (argument instanceof Object[] array) {
				return array.length;
			}
			if (argument instanceof Collection<?> collection) {
				return collection.size();
			}
			return (argument instanceof Map<?, ?> map) ? map.size() : 1;
		}

	}

	/**
	 * How a pipeline is made to return a unique word.
	 */
	enum MarkStyle {

		/** By the connection's {@code echo}. */
		ECHO,

		/** By {@code execute}; Jedis has no {@code echo} in its pipelines. */
		EXECUTE,

		/** Not at all: the calls run one by one. */
		NONE

	}

	/**
	 * What a method does in a pipeline.
	 */
	enum Habit {

		/** Not known: its results stand between two marks, to be counted. */
		UNKNOWN,

		/** It leaves one result, which is its value. */
		LEAVES_ONE,

		/** It leaves none, or one where it fails; its value is known without. */
		LEAVES_NONE,

		/** It runs directly, in its place: the list would not show its value. */
		NOT_IN_PIPELINE

	}

	/**
	 * The habits of all drivers in use.
	 */
	static final class Registry {

		private final Map<RedisConnectionFactory, Map<Class<?>, DriverHabits>> habits = Collections
			.synchronizedMap(new WeakHashMap<>());

		DriverHabits of(RedisConnectionFactory factory, Class<?> connectionType) {
			return this.habits.computeIfAbsent(factory, (key) -> new ConcurrentHashMap<>())
				.computeIfAbsent(connectionType,
						(key) -> new DriverHabits(RedisClusterConnection.class.isAssignableFrom(connectionType),
								!factory.getConvertPipelineAndTxResults()));
		}

	}

}
