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
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

import io.pipelining.ConnectionMode;
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

	/**
	 * Which connection batches take.
	 */
	private ConnectionMode connection = ConnectionMode.AUTO;

	private final Metrics metrics = new Metrics();

	private final Observations observations = new Observations();

	/**
	 * Settings of single pipelines by name. They win over the annotation and over the
	 * general settings.
	 */
	private final Map<String, Overrides> pipelines = new LinkedHashMap<>();

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
		Allowed.check(results);
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
		this.maxBatchSize = Allowed.OPTIONS.withMaxBatchSize(maxBatchSize).maxBatchSize();
	}

	public DataSize getMaxBatchBytes() {
		return this.maxBatchBytes;
	}

	public void setMaxBatchBytes(DataSize maxBatchBytes) {
		Allowed.check(maxBatchBytes);
		this.maxBatchBytes = maxBatchBytes;
	}

	public int getMaxInFlight() {
		return this.maxInFlight;
	}

	public void setMaxInFlight(int maxInFlight) {
		this.maxInFlight = Allowed.OPTIONS.withMaxInFlight(maxInFlight).maxInFlight();
	}

	public @Nullable Duration getTimeout() {
		return this.timeout;
	}

	public void setTimeout(@Nullable Duration timeout) {
		this.timeout = Allowed.OPTIONS.withTimeout(timeout).timeout();
	}

	public ConnectionMode getConnection() {
		return this.connection;
	}

	public void setConnection(ConnectionMode connection) {
		this.connection = Allowed.OPTIONS.withConnection(connection).connection();
	}

	public Metrics getMetrics() {
		return this.metrics;
	}

	public Observations getObservations() {
		return this.observations;
	}

	public Map<String, Overrides> getPipelines() {
		return this.pipelines;
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
			.withTimeout(this.timeout)
			.withConnection(this.connection);
	}

	/**
	 * Properties of meters.
	 */
	public static class Metrics {

		/**
		 * Whether batches are recorded in meters.
		 */
		private boolean enabled = true;

		public boolean isEnabled() {
			return this.enabled;
		}

		public void setEnabled(boolean enabled) {
			this.enabled = enabled;
		}

	}

	/**
	 * Properties of observations.
	 */
	public static class Observations {

		/**
		 * Whether each batch is observed, as a span and in a timer.
		 */
		private boolean enabled = true;

		public boolean isEnabled() {
			return this.enabled;
		}

		public void setEnabled(boolean enabled) {
			this.enabled = enabled;
		}

	}

	/**
	 * Properties of one pipeline. What is not set is left to the annotation and to the
	 * general properties.
	 */
	public static class Overrides {

		/**
		 * Whether the calls of this pipeline are collected.
		 */
		private @Nullable Boolean enabled;

		/**
		 * What a Redis call inside this pipeline returns to the code that makes it.
		 */
		private @Nullable Results results;

		/**
		 * Most calls in one batch of this pipeline; 0 for no limit.
		 */
		private @Nullable Integer maxBatchSize;

		/**
		 * Most bytes of arguments in one batch of this pipeline; 0 for no limit.
		 */
		private @Nullable DataSize maxBatchBytes;

		/**
		 * How long to wait for the replies of one batch of this pipeline.
		 */
		private @Nullable Duration timeout;

		/**
		 * Which connection batches of this pipeline take.
		 */
		private @Nullable ConnectionMode connection;

		public @Nullable Boolean getEnabled() {
			return this.enabled;
		}

		public void setEnabled(@Nullable Boolean enabled) {
			this.enabled = enabled;
		}

		public @Nullable Results getResults() {
			return this.results;
		}

		public void setResults(@Nullable Results results) {
			Allowed.check(results);
			this.results = results;
		}

		public @Nullable Integer getMaxBatchSize() {
			return this.maxBatchSize;
		}

		public void setMaxBatchSize(@Nullable Integer maxBatchSize) {
			this.maxBatchSize = (maxBatchSize != null) ? Allowed.OPTIONS.withMaxBatchSize(maxBatchSize).maxBatchSize()
					: null;
		}

		public @Nullable DataSize getMaxBatchBytes() {
			return this.maxBatchBytes;
		}

		public void setMaxBatchBytes(@Nullable DataSize maxBatchBytes) {
			Allowed.check(maxBatchBytes);
			this.maxBatchBytes = maxBatchBytes;
		}

		public @Nullable ConnectionMode getConnection() {
			return this.connection;
		}

		public void setConnection(@Nullable ConnectionMode connection) {
			this.connection = connection;
		}

		public @Nullable Duration getTimeout() {
			return this.timeout;
		}

		public void setTimeout(@Nullable Duration timeout) {
			this.timeout = Allowed.OPTIONS.withTimeout(timeout).timeout();
		}

		/**
		 * Change options as the properties say.
		 * @param options the options
		 * @return the changed options
		 */
		PipelineOptions applyTo(PipelineOptions options) {
			PipelineOptions changed = options;
			changed = (this.enabled != null) ? changed.withEnabled(this.enabled) : changed;
			changed = (this.results != null) ? changed.withResults(this.results) : changed;
			changed = (this.maxBatchSize != null) ? changed.withMaxBatchSize(this.maxBatchSize) : changed;
			changed = (this.maxBatchBytes != null) ? changed.withMaxBatchBytes(this.maxBatchBytes.toBytes()) : changed;
			changed = (this.timeout != null) ? changed.withTimeout(this.timeout) : changed;
			return (this.connection != null) ? changed.withConnection(this.connection) : changed;
		}

	}

	/** Which values are allowed, in general and for one pipeline. */
	private static final class Allowed {

		static final PipelineOptions OPTIONS = PipelineOptions.defaults();

		private Allowed() {
		}

		static void check(@Nullable Results results) {
			Assert.isTrue(results != Results.DEFAULT, "'results' must be auto or raw");
		}

		static void check(@Nullable DataSize maxBatchBytes) {
			if (maxBatchBytes != null) {
				OPTIONS.withMaxBatchBytes(maxBatchBytes.toBytes());
			}
		}

	}

}
