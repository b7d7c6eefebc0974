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
package io.pipelining.sample.classics;

import java.util.List;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

import io.pipelining.sample.lab.Lab;
import io.pipelining.sample.lab.Links;
import io.pipelining.sample.run.RunStatus;
import io.pipelining.sample.run.Runs;

/**
 * Shows and runs the classics.
 */
@RestController
@RequestMapping("/lab/classics")
@Tag(name = "Classics")
class ClassicsController {

	private final Runs runs;

	private final Lab lab;

	private final Links links;

	private final List<Classic> classics = Catalogue.all();

	ClassicsController(Runs runs, Lab lab, Links links) {
		this.runs = runs;
		this.lab = lab;
		this.links = links;
	}

	@GetMapping
	@Operation(summary = "The experiments, with the figures that were published")
	List<Classic> classics() {
		return this.classics;
	}

	@PostMapping
	@Operation(summary = "Run experiments", description = "Events of the run: 'begins', 'row'.")
	ResponseEntity<RunStatus> run(
			@Parameter(description = "The experiment to run, all if it is left away") @RequestParam(
					required = false) @Nullable String row) {
		List<Classic> chosen = this.classics.stream()
			.filter((classic) -> row == null || classic.id().equals(row))
			.toList();
		if (chosen.isEmpty()) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "There is no experiment '" + row + "'");
		}
		return this.runs.accepted(new Classics(chosen, this.lab, this.links));
	}

}
