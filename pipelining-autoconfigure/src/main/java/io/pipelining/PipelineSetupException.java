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

/**
 * The application is set up so that no pipeline can be opened: there is no connection
 * factory to take, or none that can pipeline. Nothing was sent.
 *
 * @since 0.1.0
 */
public class PipelineSetupException extends PipelineUsageException {

	private final String description;

	private final String action;

	/**
	 * Create an exception. Both sentences together are its message.
	 * @param description what is wrong, as a sentence
	 * @param action what to do, as a sentence
	 * @param cause what caused it, or {@code null}
	 */
	public PipelineSetupException(String description, String action, @Nullable Throwable cause) {
		super(description + " " + action, cause);
		this.description = description;
		this.action = action;
	}

	/**
	 * Return what is wrong.
	 * @return a sentence
	 */
	public String getDescription() {
		return this.description;
	}

	/**
	 * Return what to do.
	 * @return a sentence
	 */
	public String getAction() {
		return this.action;
	}

}
