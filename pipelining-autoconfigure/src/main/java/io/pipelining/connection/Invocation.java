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

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * One call as the code made it: a method of a command interface of Spring Data Redis, and
 * its arguments, copied.
 */
public final class Invocation {

	private static final @Nullable Object[] NO_ARGUMENTS = new Object[0];

	private final Method method;

	private final @Nullable Object @Nullable [] arguments;

	/**
	 * Create an invocation.
	 * @param method the method, declared by {@code RedisConnection} or by an interface
	 * that it extends or hands out
	 * @param arguments the arguments, which nobody changes afterwards, {@code null} if
	 * there are none
	 */
	public Invocation(Method method, @Nullable Object @Nullable [] arguments) {
		this.method = method;
		this.arguments = arguments;
	}

	/**
	 * Return the method.
	 * @return the method
	 */
	public Method method() {
		return this.method;
	}

	/**
	 * Copy the arguments, so that whoever made the call may go on using his arrays.
	 * @return an invocation with arguments of its own
	 */
	public Invocation copied() {
		return new Invocation(this.method, ArgumentCopier.copy(this.arguments));
	}

	/**
	 * Return the arguments. They are not for changing.
	 * @return the arguments, an empty array if there are none
	 */
	public @Nullable Object[] arguments() {
		return (this.arguments != null) ? this.arguments : NO_ARGUMENTS;
	}

	/**
	 * Return the Redis command, as far as the method tells: a driver may make another of
	 * it, or several.
	 * @return the name in upper case, for messages
	 */
	public String command() {
		return CommandNames.command(this.method, this.arguments);
	}

	/**
	 * Return how many bytes the arguments hold.
	 * @return the size of keys, values and other arrays, in bytes
	 */
	public long size() {
		return ArgumentBytes.of(this.arguments);
	}

	/**
	 * Run the call.
	 * @param target an object of the method's interface
	 * @return what the method returned
	 * @throws Throwable the very exception that the method threw
	 */
	public @Nullable Object invokeOn(Object target) throws Throwable {
		try {
			return this.method.invoke(target, this.arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	@Override
	public String toString() {
		return this.method.getName();
	}

}
