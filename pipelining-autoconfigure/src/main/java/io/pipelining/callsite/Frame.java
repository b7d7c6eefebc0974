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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The local variables and the operand stack before an instruction. A value of two words
 * is one entry of the stack, and the first of its two variables.
 */
final class Frame {

	private final @Nullable Value[] locals;

	private final List<Value> stack;

	private Frame(@Nullable Value[] locals, List<Value> stack) {
		this.locals = locals;
		this.stack = stack;
	}

	/**
	 * Create the frame of a method's beginning.
	 */
	static Frame of(int size, List<Value> arguments) {
		@Nullable Value[] locals = new Value[size];
		int index = 0;
		for (Value argument : arguments) {
			locals[index] = argument;
			index += argument.isWide() ? 2 : 1;
		}
		return new Frame(locals, new ArrayList<>());
	}

	Frame copy() {
		return new Frame(this.locals.clone(), new ArrayList<>(this.stack));
	}

	/**
	 * Return the frame of a handler of an exception that is thrown here.
	 */
	Frame handling() {
		return new Frame(this.locals.clone(), new ArrayList<>(List.of(Value.reference("java/lang/Throwable"))));
	}

	void push(Value value) {
		this.stack.add(value);
	}

	Value pop() {
		return this.stack.remove(this.stack.size() - 1);
	}

	/**
	 * Take a value of which something is made.
	 */
	Value use() {
		Value value = pop();
		if (value.isRedis()) {
			throw new Unproven("a value is used");
		}
		return value;
	}

	void use(int count) {
		for (int i = 0; i < count; i++) {
			use();
		}
	}

	/**
	 * Take the values of one or two words.
	 */
	List<Value> useWords(int words) {
		List<Value> values = new ArrayList<>(2);
		int taken = 0;
		while (taken < words) {
			Value value = use();
			values.add(0, value);
			taken += value.isWide() ? 2 : 1;
		}
		if (taken != words) {
			throw new Unproven("half a value");
		}
		return values;
	}

	Value load(int variable) {
		Value value = this.locals[variable];
		if (value == null) {
			throw new Unproven("a variable of no known value");
		}
		return value;
	}

	void store(int variable, Value value) {
		this.locals[variable] = value;
		if (value.isWide()) {
			this.locals[variable + 1] = null;
		}
		Value before = (variable > 0) ? this.locals[variable - 1] : null;
		if (before != null && before.isWide()) {
			this.locals[variable - 1] = null;
		}
	}

	/**
	 * Take in what is known on another path to the same instruction.
	 * @return whether that told something new
	 */
	boolean merge(Frame other) {
		if (this.stack.size() != other.stack.size()) {
			throw new Unproven("stacks of different size");
		}
		boolean changed = false;
		for (int i = 0; i < this.locals.length; i++) {
			Value merged = merge(this.locals[i], other.locals[i]);
			changed |= !Objects.equals(merged, this.locals[i]);
			this.locals[i] = merged;
		}
		for (int i = 0; i < this.stack.size(); i++) {
			Value merged = merge(this.stack.get(i), other.stack.get(i));
			if (merged == null) {
				throw new Unproven("a primitive or an object");
			}
			changed |= !merged.equals(this.stack.get(i));
			this.stack.set(i, merged);
		}
		return changed;
	}

	private static @Nullable Value merge(@Nullable Value one, @Nullable Value other) {
		return (one != null && other != null) ? one.or(other) : null;
	}

	@Override
	public String toString() {
		return Arrays.toString(this.locals) + " " + this.stack;
	}

}
