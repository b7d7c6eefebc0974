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

package io.pipelining.metrics;

import java.util.Set;

import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import org.jspecify.annotations.Nullable;

import io.pipelining.BatchExecution;
import io.pipelining.OutgoingBatch;

/**
 * What is known of a batch that is being observed.
 *
 * @since 0.1.0
 * @see PipelineObservationConvention
 */
public class PipelineObservationContext extends SenderContext<Object> {

	private final OutgoingBatch batch;

	private final String operationName;

	private @Nullable BatchExecution execution;

	/**
	 * Create a context.
	 * @param batch what is known of the batch before it is sent
	 */
	public PipelineObservationContext(OutgoingBatch batch) {
		super((carrier, key, value) -> {
			// Redis takes no trace context along
		}, Kind.CLIENT);
		this.batch = batch;
		this.operationName = operationName(batch);
		setRemoteServiceName("Redis");
	}

	/**
	 * Return what is known of the batch before it is sent.
	 * @return the batch
	 */
	public OutgoingBatch getBatch() {
		return this.batch;
	}

	/**
	 * Return the name of the operation, by OpenTelemetry's rules: {@code MULTI} for an
	 * atomic batch, {@code PIPELINE}, and the command where all calls are alike.
	 */
	String getOperationName() {
		return this.operationName;
	}

	private static String operationName(OutgoingBatch batch) {
		if (batch.atomic()) {
			return "MULTI";
		}
		Set<String> commands = batch.commands().keySet();
		if (commands.size() != 1) {
			return "PIPELINE";
		}
		String command = commands.iterator().next();
		return (batch.calls() == 1) ? command : "PIPELINE " + command;
	}

	/**
	 * Return what became of the batch.
	 * @return the execution, or {@code null} before its replies are in or lost
	 */
	public @Nullable BatchExecution getExecution() {
		return this.execution;
	}

	/**
	 * Set what became of the batch.
	 * @param execution the execution
	 */
	public void setExecution(BatchExecution execution) {
		this.execution = execution;
	}

}
