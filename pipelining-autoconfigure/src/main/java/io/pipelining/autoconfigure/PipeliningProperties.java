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

import org.springframework.boot.context.properties.ConfigurationProperties;

import io.pipelining.Results;
import io.pipelining.annotation.Checks;

/**
 * Properties of Redis pipelines.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("pipelining")
public class PipeliningProperties {

	/**
	 * Whether calls are collected. Where not, annotated methods and templates run their
	 * code as it is.
	 */
	private boolean enabled = true;

	/**
	 * What a Redis call inside a pipeline returns to the code that makes it.
	 */
	private Results results = Results.AUTO;

	/**
	 * What happens where @Pipelined stands on a method that it can never take effect on.
	 */
	private Checks checks = Checks.FAIL;

	/**
	 * Whether exception messages and logs may name Redis keys.
	 */
	private boolean showKeys;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Results getResults() {
		return this.results;
	}

	public void setResults(Results results) {
		this.results = results;
	}

	public Checks getChecks() {
		return this.checks;
	}

	public void setChecks(Checks checks) {
		this.checks = checks;
	}

	public boolean isShowKeys() {
		return this.showKeys;
	}

	public void setShowKeys(boolean showKeys) {
		this.showKeys = showKeys;
	}

}
