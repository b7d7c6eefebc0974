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

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import org.springdoc.core.annotations.ParameterObject;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import io.pipelining.sample.lab.Lab;
import io.pipelining.sample.lab.Links;
import io.pipelining.sample.run.RunStatus;
import io.pipelining.sample.run.Runs;

/**
 * Begins sweeps.
 */
@RestController
@Tag(name = "Sweep")
class SweepController {

	private final Runs runs;

	private final Lab lab;

	private final Links links;

	SweepController(Runs runs, Lab lab, Links links) {
		this.runs = runs;
		this.lab = lab;
		this.links = links;
	}

	@PostMapping("/lab/sweeps")
	@Operation(summary = "Begin a sweep over batch sizes", description = "Event of the run: 'point'.")
	ResponseEntity<RunStatus> sweep(@Valid @ParameterObject SweepRequest request) {
		return this.runs.accepted(new Sweep(request, this.lab, this.links));
	}

}
