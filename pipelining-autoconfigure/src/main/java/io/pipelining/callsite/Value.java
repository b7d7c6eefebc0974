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
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.Handle;

/**
 * What is known of a value of analyzed code, whatever path led to it.
 *
 * @param kind what it is
 * @param type the internal name of its static type or the descriptor of its array type,
 * {@code null} if that is not known. Of a class it is true, of an interface it is not:
 * the virtual machine takes any object for one.
 * @param path for {@link Kind#INPUT} and {@link Kind#OPERATIONS}, how the code came by it
 * @param lambda for a {@link Kind#LAMBDA}, the code
 */
record Value(Kind kind, @Nullable String type, @Nullable InputPath path, @Nullable Lambda lambda) {

	static final Value ONE = new Value(Kind.ONE, null, null, null);

	static final Value TWO = new Value(Kind.TWO, null, null, null);

	static final Value NULL = new Value(Kind.NULL, null, null, null);

	static final Value REDIS = new Value(Kind.REDIS, null, null, null);

	static final Value CONTAINER = new Value(Kind.CONTAINER, null, null, null);

	static final Value ENTRIES = new Value(Kind.ENTRIES, null, null, null);

	static final Value READABLE = new Value(Kind.READABLE, null, null, null);

	static final Value MADE = new Value(Kind.MADE, null, null, null);

	static Value of(String descriptor) {
		return switch (descriptor.charAt(0)) {
			case 'J', 'D' -> TWO;
			case 'L' -> reference(descriptor.substring(1, descriptor.length() - 1));
			case '[' -> reference(descriptor);
			default -> ONE;
		};
	}

	static Value reference(@Nullable String type) {
		return new Value(Kind.REFERENCE, type, null, null);
	}

	static Value input(InputPath path) {
		return new Value(Kind.INPUT, null, path, null);
	}

	static Value operations(InputPath template) {
		return new Value(Kind.OPERATIONS, null, template, null);
	}

	static Value lambda(Lambda lambda) {
		return new Value(Kind.LAMBDA, null, null, lambda);
	}

	boolean isContainer() {
		return switch (this.kind) {
			case CONTAINER, ENTRIES, READABLE, MADE -> true;
			default -> false;
		};
	}

	boolean isWide() {
		return this.kind == Kind.TWO;
	}

	boolean isRedis() {
		return this.kind == Kind.REDIS;
	}

	/**
	 * Whether nothing that may be asked of the value runs code of anybody but the
	 * platform.
	 */
	boolean isPlain() {
		return switch (this.kind) {
			case ONE, TWO, NULL -> true;
			case REFERENCE -> isPlain(this.type);
			default -> false;
		};
	}

	private static boolean isPlain(@Nullable String type) {
		if (type == null || type.charAt(0) != '[') {
			return type != null && PlatformCalls.isValueType(type);
		}
		String element = type.substring(1);
		return switch (element.charAt(0)) {
			case '[' -> isPlain(element);
			case 'L' -> PlatformCalls.isValueType(element.substring(1, element.length() - 1));
			default -> true;
		};
	}

	Value element() {
		String array = this.type;
		return (array != null && array.startsWith("[")) ? of(array.substring(1)) : reference(null);
	}

	/**
	 * Return what is known where one or the other may be.
	 * @return what is known, {@code null} if no code can do anything with it
	 */
	@Nullable Value or(Value other) {
		if (equals(other) || other.kind == Kind.NULL) {
			return isPrimitive() && !equals(other) ? null : this;
		}
		if (isPrimitive() || other.isPrimitive()) {
			return null;
		}
		if (this.kind == Kind.NULL) {
			return other;
		}
		if (isRedis() || other.isRedis()) {
			return REDIS;
		}
		return reference(Objects.equals(this.type, other.type) ? this.type : null);
	}

	boolean isPrimitive() {
		return this.kind == Kind.ONE || this.kind == Kind.TWO;
	}

	/**
	 * What a value is.
	 */
	enum Kind {

		/** A primitive of one word. */
		ONE,

		/** A primitive of two words. */
		TWO,

		/** {@code null}. */
		NULL,

		/** Any object. */
		REFERENCE,

		/** What a Redis call returned, or that and more. Nobody may look at it. */
		REDIS,

		/** An object that the code was given, and that can be looked at. */
		INPUT,

		/** The operations of a template, to which the path leads, or of those. */
		OPERATIONS,

		/** A collection, map, iterator, entry or stream of the platform's own. */
		CONTAINER,

		/** The same, of which each element is an entry of a map of the platform's. */
		ENTRIES,

		/** A container that can be asked for an element, and asks nothing but that. */
		READABLE,

		/** A container that was made here, and holds plain values only. */
		MADE,

		/** A lambda or method reference. */
		LAMBDA

	}

	/**
	 * A lambda or method reference.
	 *
	 * @param home the class that makes it
	 * @param name the name of its functional method
	 * @param method the method that it calls
	 * @param captured what it captured, the receiver included
	 * @param returns the descriptor of what its functional method returns
	 */
	record Lambda(Class<?> home, String name, Handle method, List<Value> captured, String returns) {

		/**
		 * Return what the functional method makes of what the method returned.
		 */
		@Nullable Value returned(@Nullable Value result) {
			if (this.returns.equals("V")) {
				return null;
			}
			boolean boxed = of(this.returns).isPrimitive();
			if (boxed && result != null && result.isRedis()) {
				throw new Unproven("a value is unboxed");
			}
			return boxed ? null : result;
		}

	}

}
