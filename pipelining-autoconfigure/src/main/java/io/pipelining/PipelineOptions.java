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

import org.springframework.util.Assert;

/**
 * How a pipeline behaves. Immutable; each {@code with} method returns a changed copy.
 *
 * <pre class="code">
 * PipelineTemplate audits = template.with(options -&gt; options.withName("audits").withOnException(OnException.SEND));
 * </pre>
 *
 * @since 0.1.0
 */
public final class PipelineOptions {

	private static final PipelineOptions DEFAULTS = new PipelineOptions("default", Results.DEFAULT, OnException.DEFAULT,
			PipelinePropagation.REQUIRED);

	private final String name;

	private final Results results;

	private final OnException onException;

	private final PipelinePropagation propagation;

	private PipelineOptions(String name, Results results, OnException onException, PipelinePropagation propagation) {
		this.name = name;
		this.results = results;
		this.onException = onException;
		this.propagation = propagation;
	}

	/**
	 * Return the options that hold where nothing is said: name {@code default}, and
	 * {@link Results#DEFAULT}, {@link OnException#DEFAULT},
	 * {@link PipelinePropagation#REQUIRED}.
	 * @return the defaults
	 */
	public static PipelineOptions defaults() {
		return DEFAULTS;
	}

	/**
	 * Return the name of the pipeline, as in meters, properties and messages.
	 * @return the name, never empty
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return what calls return to the code that makes them.
	 * @return the results
	 */
	public Results results() {
		return this.results;
	}

	/**
	 * Return what becomes of waiting calls when the code throws.
	 * @return the choice
	 */
	public OnException onException() {
		return this.onException;
	}

	/**
	 * Return how the pipeline behaves inside another one.
	 * @return the propagation
	 */
	public PipelinePropagation propagation() {
		return this.propagation;
	}

	/**
	 * Return a copy with another name.
	 * @param name the name, with at least one character that is no white space
	 * @return the copy
	 */
	public PipelineOptions withName(String name) {
		Assert.hasText(name, "'name' must not be empty");
		return new PipelineOptions(name, this.results, this.onException, this.propagation);
	}

	/**
	 * Return a copy with other results.
	 * @param results the results
	 * @return the copy
	 */
	public PipelineOptions withResults(Results results) {
		Assert.notNull(results, "'results' must not be null");
		return new PipelineOptions(this.name, results, this.onException, this.propagation);
	}

	/**
	 * Return a copy with another choice for exceptions.
	 * @param onException the choice
	 * @return the copy
	 */
	public PipelineOptions withOnException(OnException onException) {
		Assert.notNull(onException, "'onException' must not be null");
		return new PipelineOptions(this.name, this.results, onException, this.propagation);
	}

	/**
	 * Return a copy with another propagation.
	 * @param propagation the propagation
	 * @return the copy
	 */
	public PipelineOptions withPropagation(PipelinePropagation propagation) {
		Assert.notNull(propagation, "'propagation' must not be null");
		return new PipelineOptions(this.name, this.results, this.onException, propagation);
	}

	@Override
	public String toString() {
		return "PipelineOptions[name=" + this.name + ", results=" + this.results + ", onException=" + this.onException
				+ ", propagation=" + this.propagation + "]";
	}

}
