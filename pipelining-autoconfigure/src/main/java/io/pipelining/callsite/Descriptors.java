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

/**
 * What a method descriptor says of the returned value.
 */
final class Descriptors {

	private Descriptors() {
	}

	static boolean returnsVoid(String descriptor) {
		return descriptor.charAt(descriptor.length() - 1) == 'V';
	}

	static boolean returnsPrimitive(String descriptor) {
		char kind = descriptor.charAt(descriptor.indexOf(')') + 1);
		return kind != 'V' && kind != 'L' && kind != '[';
	}

	/**
	 * Return what becomes of a value in a method that only returns it as the given
	 * descriptor says: a primitive has to be unboxed from it.
	 */
	static Verdict carryOver(String descriptor) {
		if (returnsVoid(descriptor)) {
			return Verdict.DROPPED;
		}
		return returnsPrimitive(descriptor) ? Verdict.USED : Verdict.RETURNED;
	}

}
