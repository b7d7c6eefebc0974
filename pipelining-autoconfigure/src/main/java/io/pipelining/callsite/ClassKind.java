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

import java.lang.reflect.Proxy;
import java.util.Set;

/**
 * What the frames of a class do with values that the methods they call return.
 */
enum ClassKind {

	/** Our own code, which carries values by contract. */
	OWN,

	/** One of {@link CarriedValues}. */
	CARRIER,

	/** What the virtual machine spins for a lambda or method reference in a carrier. */
	CARRIER_LAMBDA,

	/** What the virtual machine spins for any other lambda or method reference. */
	LAMBDA,

	/** A JDK proxy for connections of Spring Data Redis. */
	CONNECTION_PROXY,

	/** Any other JDK proxy. It casts or unboxes what its handler returns. */
	PROXY,

	/** Reflection, which returns what the method returned. */
	REFLECTION,

	/** Method handles, which may do anything with a value. */
	METHOD_HANDLE,

	/** Everything else: judged by its class file. */
	CODE;

	private static final String LAMBDA_MARK = "$$Lambda";

	private static final String CONNECTIONS = "org.springframework.data.redis.connection.";

	private static final Set<String> REFLECTION_CLASSES = Set.of("java.lang.reflect.Method", "java.lang.reflect.Proxy",
			"java.lang.reflect.InvocationHandler");

	static ClassKind of(Class<?> type, Set<String> own) {
		String name = type.getName();
		if (own.contains(name)) {
			return OWN;
		}
		if (CarriedValues.isCarrier(name)) {
			return CARRIER;
		}
		if (name.startsWith("java.lang.invoke.")) {
			return METHOD_HANDLE;
		}
		if (REFLECTION_CLASSES.contains(name) || name.startsWith("jdk.internal.reflect.")) {
			return REFLECTION;
		}
		if (Proxy.isProxyClass(type)) {
			return isConnectionProxy(type) ? CONNECTION_PROXY : PROXY;
		}
		int mark = name.lastIndexOf(LAMBDA_MARK);
		if (mark > 0 && isSpunByVirtualMachine(type)) {
			return CarriedValues.isCarrier(name.substring(0, mark)) ? CARRIER_LAMBDA : LAMBDA;
		}
		return CODE;
	}

	private static boolean isSpunByVirtualMachine(Class<?> type) {
		return type.isHidden() && type.isSynthetic() && type.getSuperclass() == Object.class;
	}

	private static boolean isConnectionProxy(Class<?> proxy) {
		for (Class<?> candidate : proxy.getInterfaces()) {
			if (candidate.getName().startsWith(CONNECTIONS)) {
				return true;
			}
		}
		return false;
	}

}
