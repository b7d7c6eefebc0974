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

package io.pipelining;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * A call, or a use of a pipeline, that a pipeline cannot honour. Nothing of the offending
 * call was sent; the message says what to do instead.
 *
 * @since 0.1.0
 */
public class PipelineUsageException extends InvalidDataAccessApiUsageException {

	/**
	 * Create an exception.
	 * @param message what cannot be honoured, and the way out
	 */
	public PipelineUsageException(String message) {
		super(message);
	}

	/**
	 * Create an exception with a cause.
	 * @param message what cannot be honoured, and the way out
	 * @param cause what caused it, or {@code null}
	 */
	public PipelineUsageException(String message, @Nullable Throwable cause) {
		super(message, cause);
	}

}
