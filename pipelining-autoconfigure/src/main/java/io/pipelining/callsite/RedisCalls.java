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

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.springframework.asm.Type;

/**
 * Which methods of Spring's templates and operations call nobody's code but Spring's, the
 * driver's and that of the serializers. By exact name; what is not known here proves
 * nothing.
 */
final class RedisCalls {

	private static final String CORE = "org/springframework/data/redis/core/";

	private static final Set<String> TEMPLATES = Set.of(CORE + "RedisTemplate", CORE + "StringRedisTemplate",
			CORE + "RedisOperations");

	private static final Set<String> OPERATIONS = Set.of("opsForValue", "opsForHash", "opsForList", "opsForSet",
			"opsForZSet", "opsForHyperLogLog", "boundValueOps", "boundHashOps", "boundListOps", "boundSetOps",
			"boundZSetOps");

	private static final Set<String> OF_TEMPLATES = Set.of("delete", "unlink", "expire", "expireAt", "persist",
			"rename", "renameIfAbsent", "hasKey", "copy", "move");

	private static final Map<String, Set<String>> OF_OPERATIONS = Map.of("ValueOperations",
			Set.of("set", "setIfAbsent", "setIfPresent", "get", "getAndSet", "getAndDelete", "increment", "decrement",
					"append", "setBit", "multiSet", "multiSetIfAbsent"),
			"HashOperations", Set.of("put", "putAll", "putIfAbsent", "increment", "delete"), "ListOperations",
			Set.of("rightPush", "leftPush", "rightPushAll", "leftPushAll", "rightPushIfPresent", "leftPushIfPresent",
					"trim", "set", "remove", "leftPop", "rightPop"),
			"SetOperations", Set.of("add", "remove", "move", "pop"), "ZSetOperations",
			Set.of("add", "addIfAbsent", "incrementScore", "remove", "removeRange", "removeRangeByScore"),
			"HyperLogLogOperations", Set.of("add"));

	private static final Set<String> OF_BOUND_KEYS = Set.of("expire", "expireAt", "persist");

	/** What looks at its key and at numbers only. */
	private static final Set<String> OF_KEYS = Set.of("increment", "decrement", "setBit");

	private static final Set<String> CONTAINERS = Set.of("java/util/Collection", "java/util/Map");

	private RedisCalls() {
	}

	static boolean isTemplate(String owner) {
		return TEMPLATES.contains(owner);
	}

	static boolean isOperations(String owner) {
		return owner.startsWith(CORE) && OF_OPERATIONS.containsKey(plainName(owner));
	}

	/** Those of one key are called alike. */
	private static String plainName(String owner) {
		String name = owner.substring(CORE.length());
		return name.startsWith("Bound") ? name.substring("Bound".length()) : name;
	}

	/**
	 * Return whether a method of a template hands out operations.
	 */
	static boolean opensOperations(String name, List<Value> arguments) {
		return OPERATIONS.contains(name) && arguments.size() <= 1 && arguments.stream().noneMatch(Value::isContainer);
	}

	/**
	 * Check a call.
	 * @param owner a class or interface of templates or operations
	 * @return whether it serializes or deserializes more than keys
	 */
	static boolean check(String owner, String name, String descriptor, List<Value> arguments) {
		boolean template = isTemplate(owner);
		boolean known = template ? OF_TEMPLATES.contains(name) : isKnown(owner, name);
		Type[] parameters = Type.getArgumentTypes(descriptor);
		int returned = Type.getReturnType(descriptor).getSort();
		boolean harmless = known && (returned == Type.OBJECT || returned == Type.VOID);
		for (int i = 0; i < parameters.length; i++) {
			harmless &= isHarmless(parameters[i], arguments.get(i));
		}
		if (!harmless) {
			throw new Unproven(owner + "." + name + descriptor);
		}
		return !template && !(plainName(owner).equals("ValueOperations") && OF_KEYS.contains(name));
	}

	private static boolean isKnown(String owner, String name) {
		return OF_OPERATIONS.getOrDefault(plainName(owner), Set.of()).contains(name)
				|| (owner.startsWith(CORE + "Bound") && OF_BOUND_KEYS.contains(name));
	}

	private static boolean isHarmless(Type parameter, Value argument) {
		return switch (parameter.getSort()) {
			case Type.OBJECT -> {
				String type = parameter.getInternalName();
				// What is any object goes to a serializer, as it is
				yield type.equals("java/lang/Object") || PlatformCalls.isValueType(type)
						|| (CONTAINERS.contains(type) && argument.isContainer());
			}
			case Type.ARRAY -> parameter.getElementType().getSort() != Type.OBJECT
					|| parameter.getDescriptor().equals("[Ljava/lang/Object;");
			default -> true;
		};
	}

}
