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

package io.pipelining.connection.jedis;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * A method that makes one command of a call, the same outside of a pipeline as inside.
 *
 * @param handle takes the connection and the arguments
 * @param standIn what ends the call while it is recorded
 */
record SimpleMethod(MethodHandle handle, StandIn standIn) {

	/** Reflection would make an exception, with a stack trace, of the signal to stop. */
	static MethodHandle handle(Method method) throws IllegalAccessException {
		return MethodHandles.publicLookup()
			.unreflect(method)
			.asFixedArity()
			.asSpreader(Object[].class, method.getParameterCount())
			.asType(MethodType.methodType(Object.class, Object.class, Object[].class));
	}

}
