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
package io.pipelining.sample.values;

import io.swagger.v3.oas.annotations.Parameter;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What to run.
 *
 * @param name the visitor's name
 * @param roundTrip the time to the server and back, in milliseconds
 */
record ValuesRequest(
		@Parameter(description = "The visitor's name") @Pattern(regexp = "[\\p{L}\\p{N}][\\p{L}\\p{N} .'-]{0,39}",
				message = "must be 1 to 40 letters, digits, spaces, or . ' -") String name,
		@Parameter(
				description = "Milliseconds to the server and back") @DecimalMin("0") @DecimalMax("20") Double roundTrip) {

	ValuesRequest(@Nullable String name, @Nullable Double roundTrip) {
		this.name = (name != null) ? name : "Ada";
		this.roundTrip = (roundTrip != null) ? roundTrip : 1.0;
	}

}
