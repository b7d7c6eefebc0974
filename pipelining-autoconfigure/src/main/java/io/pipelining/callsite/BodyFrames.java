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

/**
 * Which frames lie between the code that a pipeline runs and the pipeline.
 *
 * @param opener the binary name of the class that runs the code
 * @param method the name of its method that does
 * @param handingOn the binary names of the classes that may lie between, and do nothing
 * but call what follows and return what it returned
 */
public record BodyFrames(String opener, String method, Set<String> handingOn) {

	/**
	 * Create a description.
	 */
	public BodyFrames {
		handingOn = Set.copyOf(handingOn);
	}

	boolean isOpener(StackWalker.StackFrame frame) {
		return frame.getMethodName().equals(this.method) && frame.getClassName().equals(this.opener);
	}

	boolean isLibrary(Class<?> type) {
		String name = type.getName();
		return name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("org.springframework.");
	}

}
