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
package io.pipelining.sample.sweep;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * What to sweep over.
 *
 * @param roundTrip the time to the server and back, in milliseconds
 * @param valueBytes the length of each value that is read
 */
record SweepRequest(@Parameter(
		description = "Milliseconds to the server and back") @DecimalMin("0") @DecimalMax("20") Double roundTrip,
		@Parameter(description = "Length of each value that is read") @Min(1) @Max(4096) Integer valueBytes) {

	SweepRequest(@Nullable Double roundTrip, @Nullable Integer valueBytes) {
		this.roundTrip = (roundTrip != null) ? roundTrip : 1.0;
		this.valueBytes = (valueBytes != null) ? valueBytes : 512;
	}

}
