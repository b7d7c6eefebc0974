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
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

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

	private final Map<Method, Habit> habits = new ConcurrentHashMap<>();

	private final boolean rawResults;

	private volatile @Nullable MarkStyle markStyle;

	private DriverHabits(boolean rawResults) {
		this.rawResults = rawResults;
	}

	/**
	 * Return what is known about a call.
	 * @param invocation the call
	 * @param target the object that it goes to
	 * @return the habit
	 */
	Habit of(Invocation invocation, Object target) {
		Habit habit = this.habits.get(invocation.method());
		if (habit == null) {
			habit = initialHabit(invocation, target);
			this.habits.put(invocation.method(), habit);
		}
		return (habit == Habit.LEAVES_ONE && hasEmptyArgument(invocation)) ? Habit.UNKNOWN : habit;
	}

	/**
	 * A default method of Spring's interfaces that the driver does not override computes
	 * its value from another's, which the list does not show. So does one whose list
	 * holds what the driver's own client returns.
	 */
	private Habit initialHabit(Invocation invocation, Object target) {
		if (ReplyValues.isVoid(invocation)) {
			return Habit.UNKNOWN;
		}
		Method method = invocation.method();
		boolean direct = this.rawResults || CHANGED_AFTER_READING.contains(method.getName())
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
	 * Some methods answer a call without elements themselves.
	 */
	private static boolean hasEmptyArgument(Invocation invocation) {
		for (Object argument : invocation.arguments()) {
			if (argument instanceof Object[] array && array.length == 0) {
				return true;
			}
		}
		return false;
	}

	void learn(Invocation invocation, Habit habit) {
		if (habit == Habit.NOT_IN_PIPELINE || !hasEmptyArgument(invocation)) {
			this.habits.put(invocation.method(), habit);
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
				.computeIfAbsent(connectionType, (key) -> new DriverHabits(!factory.getConvertPipelineAndTxResults()));
		}

	}

}
