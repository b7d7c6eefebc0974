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

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.pipelining.PipelineOptions;
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

	/**
	 * Most calls in one batch; 0 for no limit.
	 */
	private int maxBatchSize = 1000;

	/**
	 * Most bytes of arguments in one batch; 0 for no limit.
	 */
	private DataSize maxBatchBytes = DataSize.ofMegabytes(4);

	/**
	 * Most batches of one pipeline that may await their replies.
	 */
	private int maxInFlight = 2;

	/**
	 * How long to wait for the replies of one batch. The command time-out of the
	 * connection where not set.
	 */
	private @Nullable Duration timeout;

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

	public int getMaxBatchSize() {
		return this.maxBatchSize;
	}

	public void setMaxBatchSize(int maxBatchSize) {
		Assert.isTrue(maxBatchSize >= 0, "must be 0 (no limit) or more");
		this.maxBatchSize = maxBatchSize;
	}

	public DataSize getMaxBatchBytes() {
		return this.maxBatchBytes;
	}

	public void setMaxBatchBytes(DataSize maxBatchBytes) {
		Assert.isTrue(!maxBatchBytes.isNegative(), "must be 0 (no limit) or more");
		this.maxBatchBytes = maxBatchBytes;
	}

	public int getMaxInFlight() {
		return this.maxInFlight;
	}

	public void setMaxInFlight(int maxInFlight) {
		Assert.isTrue(maxInFlight >= 1, "must be 1 or more");
		this.maxInFlight = maxInFlight;
	}

	public @Nullable Duration getTimeout() {
		return this.timeout;
	}

	public void setTimeout(@Nullable Duration timeout) {
		this.timeout = PipelineOptions.defaults().withTimeout(timeout).timeout();
	}

	/**
	 * Change options as the properties say.
	 * @param options the options
	 * @return the changed options
	 */
	PipelineOptions applyTo(PipelineOptions options) {
		return options.withMaxBatchSize(this.maxBatchSize)
			.withMaxBatchBytes(this.maxBatchBytes.toBytes())
			.withMaxInFlight(this.maxInFlight)
			.withTimeout(this.timeout);
	}

}
