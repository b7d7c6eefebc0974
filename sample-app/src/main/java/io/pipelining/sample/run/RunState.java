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
package io.pipelining.sample.run;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How far a run is.
 */
public enum RunState {

	/**
	 * Under way.
	 */
	@JsonProperty("running")
	RUNNING,

	/**
	 * Ended by itself.
	 */
	@JsonProperty("completed")
	COMPLETED,

	/**
	 * Ended by a request, or because nobody watched any more.
	 */
	@JsonProperty("stopped")
	STOPPED,

	/**
	 * Ended by the time limit.
	 */
	@JsonProperty("timed-out")
	TIMED_OUT,

	/**
	 * Ended by an error.
	 */
	@JsonProperty("failed")
	FAILED

}
