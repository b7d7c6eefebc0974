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
package io.pipelining.sample.race;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * What to race.
 *
 * @param operation what is done
 * @param calls how many Redis calls each lane makes
 * @param roundTrip the time to the server and back, in milliseconds
 * @param batchLimit the most calls in one batch
 */
record RaceRequest(@Parameter(description = "What is done, one Redis call for each product") Operation operation,
		@Parameter(description = "Redis calls that each lane makes") @Min(1) @Max(10_000) Integer calls,
		@Parameter(
				description = "Milliseconds to the server and back") @DecimalMin("0") @DecimalMax("20") Double roundTrip,
		@Parameter(description = "Most calls in one batch") @Min(1) @Max(10_000) Integer batchLimit) {

	RaceRequest(@Nullable Operation operation, @Nullable Integer calls, @Nullable Double roundTrip,
			@Nullable Integer batchLimit) {
		this.operation = (operation != null) ? operation : Operation.WARM;
		this.calls = (calls != null) ? calls : 1000;
		this.roundTrip = (roundTrip != null) ? roundTrip : 1.0;
		this.batchLimit = (batchLimit != null) ? batchLimit : 1000;
	}

}
