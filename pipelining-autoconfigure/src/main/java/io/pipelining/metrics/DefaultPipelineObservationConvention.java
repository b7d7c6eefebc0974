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

import io.micrometer.common.KeyValues;
import org.jspecify.annotations.Nullable;

import io.pipelining.BatchExecution;
import io.pipelining.metrics.PipelineObservationDocumentation.HighCardinalityKeyNames;
import io.pipelining.metrics.PipelineObservationDocumentation.LowCardinalityKeyNames;

/**
 * The convention that holds where there is no other, by the rules of OpenTelemetry for
 * batches of database operations and for Redis.
 *
 * @since 0.1.0
 * @see PipelineObservationDocumentation
 */
public class DefaultPipelineObservationConvention implements PipelineObservationConvention {

	private static final String NAME = "redis.pipeline";

	/**
	 * Create the convention.
	 */
	public DefaultPipelineObservationConvention() {
	}

	@Override
	public String getName() {
		return NAME;
	}

	@Override
	public String getContextualName(PipelineObservationContext context) {
		return context.getOperationName();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(PipelineObservationContext context) {
		BatchExecution execution = context.getExecution();
		return KeyValues.of(LowCardinalityKeyNames.PIPELINE.withValue(context.getBatch().pipeline()),
				LowCardinalityKeyNames.OUTCOME
					.withValue((execution != null) ? Outcomes.of(execution) : Outcomes.UNKNOWN),
				LowCardinalityKeyNames.DB_SYSTEM_NAME.withValue("redis"),
				LowCardinalityKeyNames.DB_OPERATION_NAME.withValue(context.getOperationName()));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(PipelineObservationContext context) {
		KeyValues values = KeyValues.empty();
		int calls = context.getBatch().calls();
		if (calls > 1) {
			values = values.and(HighCardinalityKeyNames.DB_OPERATION_BATCH_SIZE.withValue(String.valueOf(calls)));
		}
		String errorType = errorType(context.getExecution());
		if (errorType == null) {
			return values;
		}
		if (StatusCodes.isOfRedis(errorType)) {
			values = values.and(HighCardinalityKeyNames.DB_RESPONSE_STATUS_CODE.withValue(errorType));
		}
		return values.and(HighCardinalityKeyNames.ERROR_TYPE.withValue(errorType));
	}

	private static @Nullable String errorType(@Nullable BatchExecution execution) {
		if (execution == null) {
			return null;
		}
		if (execution.error() != null) {
			return StatusCodes.ofLoss(execution.error());
		}
		return execution.failures().isEmpty() ? null : StatusCodes.ofReply(execution.failures().get(0).cause());
	}

}
