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

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;

import org.jspecify.annotations.Nullable;

/**
 * The code that a pipeline runs, as its opener has it: an object with a method.
 */
public final class Body {

	private final Object target;

	private final @Nullable Method method;

	private final @Nullable Object[] arguments;

	private Body(Object target, @Nullable Method method, @Nullable Object[] arguments) {
		this.target = target;
		this.method = method;
		this.arguments = arguments;
	}

	/**
	 * Describe a callback.
	 * @param callback an object with one method, of whose arguments nothing is known
	 * @return the code
	 */
	public static Body of(Object callback) {
		return new Body(callback, null, new Object[0]);
	}

	/**
	 * Describe the invocation of a method.
	 * @param target the object
	 * @param method the method, or one that it overrides
	 * @param arguments its arguments
	 * @return the code
	 */
	public static Body of(Object target, Method method, @Nullable Object[] arguments) {
		return new Body(target, method, arguments);
	}

	Class<?> type() {
		return this.target.getClass();
	}

	/**
	 * Return what tells this code from other code of the same class.
	 */
	Object key() {
		return (this.method != null) ? this.method : this.type();
	}

	/**
	 * Return what a method is given, beginning with its receiver, if it is the method of
	 * this code.
	 * @param found the method
	 * @param caller the class that calls it
	 * @return the objects that are known, {@code null} if it is another method
	 */
	@Nullable Object @Nullable [] inputs(MethodKey found, @Nullable Class<?> caller) {
		if (type().isHidden()) {
			return (caller == type()) ? captured() : null;
		}
		if (!found.type().isInstance(this.target)) {
			return null;
		}
		@Nullable Object[] inputs = new Object[this.arguments.length + 1];
		inputs[0] = this.target;
		System.arraycopy(this.arguments, 0, inputs, 1, this.arguments.length);
		return inputs;
	}

	/**
	 * What the virtual machine spins for a lambda keeps what it captured in this order.
	 */
	private @Nullable Object @Nullable [] captured() {
		Field[] fields = Arrays.stream(type().getDeclaredFields())
			.filter((field) -> !Modifier.isStatic(field.getModifiers()))
			.sorted(Comparator.comparingInt((Field field) -> field.getName().length()).thenComparing(Field::getName))
			.toArray(Field[]::new);
		try {
			@Nullable Object[] captured = new Object[fields.length];
			for (int i = 0; i < fields.length; i++) {
				if (!fields[i].getName().equals("arg$" + (i + 1)) || !fields[i].trySetAccessible()) {
					return null;
				}
				captured[i] = fields[i].get(this.target);
			}
			return captured;
		}
		catch (IllegalAccessException ex) {
			return null;
		}
	}

}
