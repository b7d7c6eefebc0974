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

package io.pipelining.annotation;

import org.springframework.util.Assert;

import io.pipelining.OnException;
import io.pipelining.PipelineOptions;
import io.pipelining.PipelinePropagation;
import io.pipelining.Results;
import io.pipelining.SendPhase;

/**
 * What {@link Pipelined @Pipelined} says about one method.
 *
 * @param name the name of the pipeline, never empty
 * @param connectionFactory the name or a qualifier of the connection factory, empty for
 * the primary or only one
 * @param results what calls return to the code that makes them
 * @param onException what becomes of waiting calls when the code throws
 * @param propagation how the pipeline behaves inside another one
 * @param phase when the calls are sent
 * @param atomic whether MULTI and EXEC stand around the batch
 * @since 0.1.0
 */
public record PipelinedAttribute(String name, String connectionFactory, Results results, OnException onException,
		PipelinePropagation propagation, SendPhase phase, boolean atomic) {

	/**
	 * Create an attribute.
	 */
	public PipelinedAttribute {
		Assert.hasText(name, "'name' must not be empty");
	}

	/**
	 * Return options that are changed as the attribute says. What it leaves at its
	 * default stays.
	 * @param options the options of the template
	 * @return the options of the pipeline
	 */
	public PipelineOptions applyTo(PipelineOptions options) {
		PipelineOptions changed = options.withName(this.name).withPropagation(this.propagation);
		if (this.results != Results.DEFAULT) {
			changed = changed.withResults(this.results);
		}
		if (this.onException != OnException.DEFAULT) {
			changed = changed.withOnException(this.onException);
		}
		if (this.phase != SendPhase.RETURN) {
			changed = changed.withPhase(this.phase);
		}
		if (this.atomic) {
			changed = changed.withAtomic(true);
		}
		return changed;
	}

}
