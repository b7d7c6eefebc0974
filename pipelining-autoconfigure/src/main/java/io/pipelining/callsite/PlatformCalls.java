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
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.Type;

/**
 * What the platform's own classes do when they are called: which methods run no code but
 * the platform's, whatever is in the objects that they are given. By exact name; a method
 * that is not known here proves nothing.
 */
final class PlatformCalls {

	/**
	 * Final classes whose methods look at plain values only, where they are given nothing
	 * else.
	 */
	private static final Set<String> VALUE_TYPES = Set.of("java/lang/String", "java/lang/Integer", "java/lang/Long",
			"java/lang/Short", "java/lang/Byte", "java/lang/Character", "java/lang/Boolean", "java/lang/Double",
			"java/lang/Float", "java/lang/StringBuilder", "java/lang/Math", "java/time/Duration", "java/time/Instant",
			"java/util/UUID", "java/util/concurrent/TimeUnit");

	/**
	 * Methods of these that look at what an application can install: properties,
	 * providers of character sets and of digests.
	 */
	private static final Set<String> INSTALLABLE = Set.of("getInteger", "getLong", "getBoolean", "getBytes",
			"randomUUID", "nameUUIDFromBytes", "format", "formatted", "describeConstable", "resolveConstantDesc");

	/** Containers that ask an argument, and never an element, whether they are equal. */
	private static final Set<String> READABLE = Set.of("java.util.ArrayList", "java.util.LinkedList",
			"java.util.ArrayDeque", "java.util.Arrays$ArrayList", "java.util.HashMap", "java.util.LinkedHashMap",
			"java.util.HashSet", "java.util.LinkedHashSet", "java.util.HashMap$KeySet", "java.util.HashMap$Values",
			"java.util.LinkedHashMap$LinkedKeySet", "java.util.LinkedHashMap$LinkedValues",
			"java.util.concurrent.ConcurrentHashMap", "java.util.concurrent.CopyOnWriteArrayList",
			"java.util.ImmutableCollections$ListN", "java.util.ImmutableCollections$List12",
			"java.util.ImmutableCollections$SubList", "java.util.ImmutableCollections$SetN",
			"java.util.ImmutableCollections$MapN", "java.util.ImmutableCollections$Map1",
			"java.util.Collections$EmptyList", "java.util.Collections$EmptySet", "java.util.Collections$EmptyMap",
			"java.util.Collections$SingletonList", "java.util.Collections$SingletonSet",
			"java.util.Collections$SingletonMap");

	/** Containers that ask their elements, or a comparator. */
	private static final Set<String> ITERATED = Set.of("java.util.TreeMap", "java.util.TreeSet",
			"java.util.ImmutableCollections$Set12");

	private static final Set<String> ENTRY_SETS = Set.of("java.util.HashMap$EntrySet",
			"java.util.LinkedHashMap$LinkedEntrySet");

	private static final Set<String> CONTAINER_TYPES = Set.of("Ljava/util/Iterator;", "Ljava/util/ListIterator;",
			"Ljava/util/Collection;", "Ljava/util/List;", "Ljava/util/Set;", "Ljava/util/Map;",
			"Ljava/util/PrimitiveIterator$OfInt;", "Ljava/util/PrimitiveIterator$OfLong;");

	private static final Set<String> NEW_CONTAINERS = Set.of("java/util/ArrayList", "java/util/LinkedList",
			"java/util/ArrayDeque", "java/util/HashMap", "java/util/LinkedHashMap", "java/util/HashSet",
			"java/util/LinkedHashSet");

	private static final Set<String> EXCEPTIONS = Set.of("java/lang/RuntimeException",
			"java/lang/IllegalArgumentException", "java/lang/IllegalStateException", "java/lang/NullPointerException",
			"java/lang/UnsupportedOperationException", "java/lang/IndexOutOfBoundsException", "java/lang/Exception",
			"java/lang/MatchException", "java/lang/AssertionError");

	/** What a container can be asked without touching an element. */
	private static final Set<String> LOOKS = Set.of("iterator", "listIterator", "hasNext", "next", "size", "isEmpty",
			"entrySet", "keySet", "values", "getKey", "getValue", "stream", "get", "getFirst", "getLast", "peek",
			"boxed", "sequential", "unordered", "limit", "skip", "count", "toList", "nextInt", "nextLong",
			"hasPrevious", "previous", "subList", "asLongStream");

	/** What a container hands its elements to. */
	private static final Set<String> LOOPS = Set.of("forEach", "forEachOrdered", "forEachRemaining", "map", "mapToObj",
			"mapToInt", "mapToLong", "filter", "peek", "anyMatch", "allMatch", "noneMatch");

	/** What gives entries again, asked of entries. */
	private static final Set<String> OF_ENTRIES = Set.of("iterator", "stream", "filter", "peek", "limit", "skip",
			"sequential", "unordered");

	/** What takes an element of entries out. */
	private static final Set<String> ELEMENTS = Set.of("next", "getFirst", "getLast", "get", "previous");

	/** What asks an argument for its hash code and equality. */
	private static final Set<String> LOOKUPS = Set.of("get", "getOrDefault", "contains", "containsKey", "indexOf");

	private static final Set<String> CHANGES = Set.of("add", "addFirst", "addLast", "offer", "push", "put",
			"putIfAbsent", "remove", "set", "clear");

	private static final Set<String> LISTS = Set.of("java/util/List.of", "java/util/Arrays.asList",
			"java/util/Collections.emptyList", "java/util/Collections.singletonList");

	private static final Set<String> STREAMS = Set.of("java/util/stream/IntStream.range",
			"java/util/stream/IntStream.rangeClosed", "java/util/stream/LongStream.range",
			"java/util/stream/LongStream.rangeClosed", "java/util/stream/IntStream.of", "java/util/stream/Stream.of",
			"java/util/stream/LongStream.of", "java/util/Arrays.stream");

	/** What hashes its arguments. */
	private static final Set<String> HASHING = Set.of("java/util/Map.of", "java/util/Set.of", "java/util/Map.entry",
			"java/util/Collections.singleton", "java/util/Collections.singletonMap");

	private static final Set<String> STATICS = Set.of("java/lang/System.currentTimeMillis", "java/lang/System.nanoTime",
			"java/util/Objects.isNull", "java/util/Objects.nonNull");

	private PlatformCalls() {
	}

	static boolean isValueType(String internalName) {
		return VALUE_TYPES.contains(internalName);
	}

	static boolean isPlatform(String internalName) {
		return internalName.startsWith("java/");
	}

	static boolean isPlatform(Class<?> type) {
		return type.getName().startsWith("java.");
	}

	/**
	 * Return what an object is that the code was given, as a container of the platform.
	 * @return what is known of it, {@code null} if it is none
	 */
	static @Nullable Value containerOf(Class<?> type) {
		String name = type.getName();
		if (ENTRY_SETS.contains(name)) {
			return Value.ENTRIES;
		}
		if (ITERATED.contains(name)) {
			return Value.CONTAINER;
		}
		return READABLE.contains(name) ? Value.READABLE : null;
	}

	/**
	 * Return what {@code new} makes.
	 * @return what is known of the object, or {@code null} if its class is not known here
	 */
	static @Nullable Value created(String type) {
		if (NEW_CONTAINERS.contains(type)) {
			return Value.MADE;
		}
		return (EXCEPTIONS.contains(type) || type.equals("java/lang/StringBuilder")) ? Value.reference(type) : null;
	}

	/**
	 * Check the constructor of something that {@link #created} knows.
	 */
	static void construct(String owner, String descriptor, List<Value> arguments) {
		boolean harmless = NEW_CONTAINERS.contains(owner) ? arguments.stream().allMatch(Value.ONE::equals)
				: arguments.stream().allMatch(Value::isPlain);
		// With a cause and no message, an exception asks the cause for its own
		boolean named = EXCEPTIONS.contains(owner) && descriptor.equals("(Ljava/lang/String;Ljava/lang/Throwable;)V")
				&& arguments.get(0).isPlain();
		if (!harmless && !named) {
			throw new Unproven("new " + owner + descriptor);
		}
	}

	/**
	 * Call a static method.
	 * @return what is known of its value
	 */
	static Value callStatic(String owner, String name, String descriptor, List<Value> arguments) {
		String method = owner + "." + name;
		boolean plain = arguments.stream().allMatch(Value::isPlain);
		if (LISTS.contains(method)) {
			return plain ? Value.MADE : Value.CONTAINER;
		}
		if (STREAMS.contains(method)) {
			return Value.CONTAINER;
		}
		if (HASHING.contains(method) && plain) {
			return Value.MADE;
		}
		if (method.equals("java/util/Objects.requireNonNull") && arguments.size() == 1) {
			return arguments.get(0);
		}
		if (STATICS.contains(method) || (plain && isValueType(owner) && !INSTALLABLE.contains(name))) {
			return returned(descriptor);
		}
		throw new Unproven(method + descriptor);
	}

	/**
	 * Call a method of an object about which nothing but its static type is known.
	 * @return what is known of its value, {@code null} if nothing is known of the method
	 */
	static @Nullable Value callPlain(String owner, String name, String descriptor, Value receiver,
			List<Value> arguments) {
		if (name.equals("getClass") && arguments.isEmpty()) {
			return Value.reference("java/lang/Class");
		}
		boolean cloned = owner.startsWith("[") && name.equals("clone");
		if (cloned) {
			return Value.reference(owner);
		}
		String type = (receiver.type() != null && receiver.isPlain()) ? receiver.type() : owner;
		boolean harmless = arguments.stream().allMatch(Value::isPlain) || descriptor.equals("(Ljava/lang/Object;)Z");
		return (isValueType(type) && harmless && !INSTALLABLE.contains(name)) ? returned(descriptor) : null;
	}

	/**
	 * Call a method of a container.
	 * @param code runs what it hands its elements to
	 * @return what is known of its value
	 */
	static Value callContainer(Value receiver, String name, String descriptor, List<Value> arguments, Code code) {
		if (arguments.size() == 1 && arguments.get(0).kind() == Value.Kind.LAMBDA && LOOPS.contains(name)) {
			code.run(arguments.get(0), (receiver.kind() == Value.Kind.ENTRIES) ? Value.CONTAINER : null);
		}
		else if (!isHarmless(receiver, name, arguments)) {
			throw new Unproven("container " + receiver.kind() + "." + name + descriptor);
		}
		if (receiver.kind() == Value.Kind.ENTRIES) {
			if (OF_ENTRIES.contains(name)) {
				return Value.ENTRIES;
			}
			if (ELEMENTS.contains(name)) {
				return Value.CONTAINER;
			}
		}
		if (name.equals("entrySet")) {
			return Value.ENTRIES;
		}
		return isContainerType(Type.getReturnType(descriptor).getDescriptor()) ? Value.CONTAINER : returned(descriptor);
	}

	private static boolean isHarmless(Value receiver, String name, List<Value> arguments) {
		boolean positions = arguments.stream().allMatch(Value::isPrimitive);
		if (LOOKS.contains(name) && positions) {
			return true;
		}
		boolean made = receiver.kind() == Value.Kind.MADE;
		boolean plain = arguments.stream().allMatch(Value::isPlain);
		return plain && ((LOOKUPS.contains(name) && (made || receiver.kind() == Value.Kind.READABLE))
				|| (CHANGES.contains(name) && made));
	}

	private static boolean isContainerType(String descriptor) {
		return descriptor.startsWith("Ljava/util/stream/") || CONTAINER_TYPES.contains(descriptor);
	}

	private static Value returned(String descriptor) {
		return Value.of(Type.getReturnType(descriptor).getDescriptor());
	}

	/**
	 * Runs code that a container hands its elements to.
	 */
	interface Code {

		/**
		 * Run code.
		 * @param lambda the code
		 * @param element what is known of an element, {@code null} if nothing is
		 */
		void run(Value lambda, @Nullable Value element);

	}

}
