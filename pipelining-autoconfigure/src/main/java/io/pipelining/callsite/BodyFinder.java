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

import java.lang.StackWalker.StackFrame;
import java.util.HashSet;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Finds on the stack the method that a pipeline runs: the outermost one below the frame
 * that opened it, what only hands calls on aside. The frames are all frames, hidden ones
 * too. For one walk of one thread.
 */
final class BodyFinder implements Consumer<StackFrame>, Function<Stream<StackFrame>, @Nullable MethodKey> {

	private static final int MOST_FRAMES = 256;

	private final ClassValue<JudgedClass> classes;

	private final BodyFrames frames;

	private final Set<MethodKey> methods = new HashSet<>();

	private @Nullable MethodKey outermost;

	private @Nullable Class<?> caller;

	private boolean handle;

	private boolean opened;

	BodyFinder(ClassValue<JudgedClass> classes, BodyFrames frames) {
		this.classes = classes;
		this.frames = frames;
	}

	@Override
	public @Nullable MethodKey apply(Stream<StackFrame> stack) {
		Spliterator<StackFrame> each = stack.spliterator();
		for (int i = 0; i < MOST_FRAMES && !this.opened; i++) {
			if (!each.tryAdvance(this)) {
				return null;
			}
		}
		return this.opened ? this.outermost : null;
	}

	/**
	 * Return the class that calls the found method.
	 */
	@Nullable Class<?> caller() {
		return this.caller;
	}

	/**
	 * Return the methods of an application between the call and the opening.
	 */
	Set<MethodKey> methods() {
		return this.methods;
	}

	@Override
	public void accept(StackFrame frame) {
		Class<?> type = frame.getDeclaringClass();
		if (this.frames.isOpener(frame)) {
			this.opened = true;
			return;
		}
		ClassKind kind = this.classes.get(type).kind();
		if (this.handle && kind != ClassKind.METHOD_HANDLE && kind != ClassKind.REFLECTION) {
			// Reflection invokes through handles that do nothing else; those of others
			// may
			this.outermost = null;
		}
		this.handle = kind == ClassKind.METHOD_HANDLE;
		if (this.outermost != null && this.caller == null) {
			this.caller = type;
		}
		if (!handsOn(kind, type)) {
			this.outermost = MethodKey.of(frame);
			this.caller = null;
			if (kind == ClassKind.CODE && !this.frames.isLibrary(type)) {
				this.methods.add(this.outermost);
			}
		}
	}

	private boolean handsOn(ClassKind kind, Class<?> type) {
		return switch (kind) {
			case REFLECTION, METHOD_HANDLE, LAMBDA -> true;
			default -> this.frames.handingOn().contains(type.getName());
		};
	}

}
