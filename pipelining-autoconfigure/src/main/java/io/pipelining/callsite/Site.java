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
 * A place in code at which the value of a Redis call was judged.
 *
 * @param className the binary name of the class
 * @param methodName the name of the method
 * @param line the line, negative where the class has no line numbers
 * @param read whether the class file could tell what becomes of the value
 */
public record Site(String className, String methodName, int line, boolean read) {

	Site(String className, String methodName, int line) {
		this(className, methodName, line, true);
	}

	static Site of(StackWalker.StackFrame frame) {
		return new Site(frame.getClassName(), frame.getMethodName(), frame.getLineNumber());
	}

	/**
	 * The same place, whose class file told nothing.
	 */
	Site unread() {
		return new Site(this.className, this.methodName, this.line, false);
	}

	/**
	 * The place in words, such as {@code com.example.Catalog.warm:42}.
	 */
	@Override
	public String toString() {
		String place = this.className + "." + this.methodName + ((this.line >= 0) ? ":" + this.line : "");
		return this.read ? place : place + ", whose class file is missing or has changed";
	}

}
