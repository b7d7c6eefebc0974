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

import java.util.List;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import org.springdoc.core.annotations.ParameterObject;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import io.pipelining.sample.lab.Lab;
import io.pipelining.sample.run.RunStatus;
import io.pipelining.sample.run.Runs;

/**
 * Shows and runs the small method.
 */
@RestController
@RequestMapping("/lab/values")
@Tag(name = "Values")
class ValuesController {

	private final Runs runs;

	private final Lab lab;

	private final List<Greeting> greetings;

	ValuesController(Runs runs, Lab lab, List<Greeting> greetings) {
		this.runs = runs;
		this.lab = lab;
		this.greetings = greetings;
	}

	@GetMapping
	@Operation(summary = "The same small method in four ways, as in its source files")
	List<Variant> variants() {
		return Variants.of(this.greetings);
	}

	@PostMapping
	@Operation(summary = "Run the method in each way", description = "Event of the run: 'variant'.")
	ResponseEntity<RunStatus> run(@Valid @ParameterObject ValuesRequest request) {
		return this.runs.accepted(new Values(request, this.lab, this.greetings));
	}

}
