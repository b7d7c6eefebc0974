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

package io.pipelining.autoconfigure;

/**
 * Advice about a pipeline that gains nothing.
 *
 * @param kind what it is about; each kind is logged once for a pipeline
 * @param text what is so, where, and what to do
 */
record PipelineHint(Kind kind, String text) {

	/**
	 * What hints are about.
	 */
	enum Kind {

		/** It cannot be opened. */
		NOT_OPENED,

		/** Batches hold one call, since the code uses the values. */
		VALUES_AT_ONCE,

		/** It is opened and collects nothing. */
		NOTHING_COLLECTED,

		/** It runs where somebody else has bound a connection. */
		STOOD_ASIDE,

		/** It is called by its own object, past the proxy. */
		SELF_INVOCATION

	}

}
