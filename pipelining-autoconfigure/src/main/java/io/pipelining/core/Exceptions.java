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

package io.pipelining.core;

import org.jspecify.annotations.Nullable;

import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineOutcomeUnknownException;

/**
 * Hands exceptions on as they are.
 */
final class Exceptions {

	private Exceptions() {
	}

	/**
	 * Throw any exception, checked ones included, without a wrapper.
	 */
	@SuppressWarnings({ "unchecked", "TypeParameterUnusedInFormals" })
	static <T extends Throwable> RuntimeException rethrow(Throwable exception) throws T {
		throw (T) exception;
	}

	/**
	 * Add a failure of ours to what the code threw: at most once, also where the code
	 * throws the same instance again and again, or throws the very failure that it was
	 * given.
	 */
	static void suppress(Throwable thrown, @Nullable Throwable ours) {
		if (ours == null || ours == thrown || isIn(ours, thrown)) {
			return;
		}
		for (Throwable suppressed : thrown.getSuppressed()) {
			if (isOurs(suppressed) || suppressed.getClass() == ours.getClass()) {
				return;
			}
		}
		thrown.addSuppressed(ours);
	}

	/**
	 * Report two failures by one: the second is added to the first.
	 */
	static @Nullable RuntimeException join(@Nullable RuntimeException first, @Nullable RuntimeException second) {
		if (first == null) {
			return second;
		}
		if (second != null && second != first) {
			first.addSuppressed(second);
		}
		return first;
	}

	/** What is thrown already hangs below ours, or a cycle would come about. */
	private static boolean isIn(Throwable ours, Throwable thrown) {
		for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
			if (cause == ours) {
				return true;
			}
		}
		return false;
	}

	private static boolean isOurs(Throwable suppressed) {
		return suppressed instanceof PipelineExecutionException || suppressed instanceof PipelineOutcomeUnknownException
				|| suppressed instanceof PipelineNote;
	}

}
