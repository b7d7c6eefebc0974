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
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * How code comes by an object: one that it was given, or what a field of such an object
 * holds, and so on.
 *
 * @param root the position among the objects that the code was given
 * @param fields the fields to follow from there
 */
record InputPath(int root, List<Field> fields) {

	static InputPath of(int root) {
		return new InputPath(root, List.of());
	}

	InputPath then(Field field) {
		return new InputPath(this.root, Stream.concat(this.fields.stream(), Stream.of(field)).toList());
	}

	/**
	 * Whether it always leads to the same object.
	 */
	boolean isLasting() {
		return this.fields.stream().allMatch((field) -> Modifier.isFinal(field.getModifiers()));
	}

	/**
	 * Follow the path.
	 * @param inputs what the code was given
	 * @return the object at its end, {@code null} if there is none or it cannot be
	 * reached
	 */
	@Nullable Object follow(@Nullable Object[] inputs) {
		Object current = inputs[this.root];
		for (Field field : this.fields) {
			if (current == null) {
				return null;
			}
			try {
				current = field.get(current);
			}
			catch (IllegalAccessException | IllegalArgumentException ex) {
				return null;
			}
		}
		return current;
	}

}
