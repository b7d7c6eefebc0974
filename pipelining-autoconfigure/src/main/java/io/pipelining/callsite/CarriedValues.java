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

import java.util.Set;
import java.util.TreeSet;

/**
 * The classes of Spring that do nothing with the value of a Redis call but convert it,
 * null included, and return it. By exact name: a class that is not listed is judged like
 * any other code, so it can be slow but not wrong. A test over the byte code of these
 * classes keeps the list true.
 */
final class CarriedValues {

	private static final String REDIS = "org.springframework.data.redis.";

	private static final String OBJECT = ")Ljava/lang/Object;";

	/** The classes by name, without the package {@value #REDIS}. */
	private static final Set<String> REDIS_CLASSES = Set.of("core.RedisTemplate", "core.StringRedisTemplate",
			"core.AbstractOperations", "core.AbstractOperations$ValueDeserializingRedisCallback",
			"core.AbstractOperations$FunctionalValueDeserializingRedisCallback", "core.DefaultValueOperations",
			"core.DefaultValueOperations$1", "core.DefaultValueOperations$2", "core.DefaultHashOperations",
			"core.DefaultHashOperations$1", "core.DefaultListOperations", "core.DefaultListOperations$1",
			"core.DefaultListOperations$2", "core.DefaultListOperations$3", "core.DefaultListOperations$4",
			"core.DefaultListOperations$5", "core.DefaultListOperations$6", "core.DefaultListOperations$7",
			"core.DefaultListOperations$8", "core.DefaultListOperations$9", "core.DefaultListOperations$10",
			"core.DefaultListOperations$11", "core.DefaultSetOperations", "core.DefaultSetOperations$1",
			"core.DefaultSetOperations$2", "core.DefaultZSetOperations", "core.DefaultGeoOperations",
			"core.DefaultHyperLogLogOperations", "core.DefaultStreamOperations", "core.DefaultStreamOperations$1",
			"core.DefaultStreamOperations$2", "core.DefaultStreamOperations$3", "core.DefaultStreamOperations$4",
			"core.DefaultStreamOperations$5", "core.DefaultStreamOperations$6",
			"core.DefaultStreamOperations$RecordDeserializingRedisCallback", "core.RedisOperations",
			"core.ValueOperations", "core.HashOperations", "core.ListOperations", "core.SetOperations",
			"core.ZSetOperations", "core.GeoOperations", "core.HyperLogLogOperations", "core.StreamOperations",
			"core.BoundKeyOperations", "core.BoundValueOperations", "core.BoundHashOperations",
			"core.BoundListOperations", "core.BoundSetOperations", "core.BoundZSetOperations",
			"core.BoundGeoOperations", "core.BoundStreamOperations",
			"core.BoundOperationsProxyFactory$BoundOperationsMethodInterceptor",
			"core.CloseSuppressingInvocationHandler", "connection.DefaultStringRedisConnection",
			"connection.DefaultedRedisConnection", "connection.DefaultedRedisClusterConnection");

	/** Invokes default methods of the bound operations through method handles. */
	static final String DEFAULT_METHODS = "org.springframework.data.projection.DefaultMethodInvokingMethodInterceptor";

	private static final String BOUND_OPERATIONS = REDIS
			+ "core.BoundOperationsProxyFactory$BoundOperationsMethodInterceptor";

	/** No carrier itself, but its caller is. */
	private static final String BOUND_KEY_OPERATIONS = REDIS
			+ "core.BoundOperationsProxyFactory$DefaultBoundKeyOperations";

	private static final Set<String> PROXY_CLASSES = Set.of(DEFAULT_METHODS,
			"org.springframework.aop.framework.ReflectiveMethodInvocation",
			"org.springframework.aop.framework.JdkDynamicAopProxy");

	/**
	 * What these classes call of others so that the value of the call is their own: a
	 * callback, advice, a method of a template that somebody overrides. The value of
	 * anything else that they call, such as a serializer or a hash mapper, is used.
	 */
	private static final Set<String> CALLBACKS = Set.of("doInRedis(L" + inner("connection.RedisConnection") + OBJECT,
			"execute(L" + inner("core.RedisOperations") + OBJECT, "execute(L" + inner("core.RedisCallback") + OBJECT,
			"execute(L" + inner("core.RedisCallback") + "Z" + OBJECT,
			"execute(L" + inner("core.RedisCallback") + "ZZ" + OBJECT,
			"execute(L" + inner("core.script.RedisScript") + "Ljava/util/List;[Ljava/lang/Object;" + OBJECT,
			"execute(L" + inner("core.script.RedisScript") + "L" + inner("serializer.RedisSerializer") + "L"
					+ inner("serializer.RedisSerializer") + "Ljava/util/List;[Ljava/lang/Object;" + OBJECT,
			"invoke(Lorg/aopalliance/intercept/MethodInvocation;" + OBJECT,
			"invokeJoinpointUsingReflection(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;" + OBJECT);

	private CarriedValues() {
	}

	/**
	 * Return the names of all carriers, for the test that keeps the list true.
	 */
	static Set<String> names() {
		Set<String> names = new TreeSet<>(PROXY_CLASSES);
		REDIS_CLASSES.forEach((name) -> names.add(REDIS + name));
		return names;
	}

	static boolean isCarrier(String className) {
		return (className.startsWith(REDIS) && REDIS_CLASSES.contains(className.substring(REDIS.length())))
				|| PROXY_CLASSES.contains(className);
	}

	/**
	 * Whether a carrier that calls a method of somebody else's code passes on its value.
	 * A template looks at the value of a callback in {@code executePipelined}. A default
	 * method of a connection was judged by its code, and is one of the connection's.
	 * @param carrier the frame of the carrier
	 * @param callee the frame of the called method
	 */
	static boolean carriesValueOf(StackWalker.StackFrame carrier, StackWalker.StackFrame callee) {
		if (callee.getClassName().equals(BOUND_KEY_OPERATIONS)) {
			return carrier.getClassName().equals(BOUND_OPERATIONS);
		}
		if (isConnection(callee.getDeclaringClass())) {
			return true;
		}
		if (!CALLBACKS.contains(callee.getMethodName() + callee.getDescriptor())) {
			return false;
		}
		return !carrier.getClassName().equals(REDIS + "core.RedisTemplate")
				|| carrier.getMethodName().equals("execute");
	}

	private static boolean isConnection(Class<?> type) {
		return type.isInterface() && type.getName().startsWith(REDIS + "connection.");
	}

	private static String inner(String name) {
		return (REDIS + name).replace('.', '/') + ";";
	}

}
