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

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import org.springdoc.core.annotations.ParameterObject;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import io.pipelining.sample.lab.Lab;
import io.pipelining.sample.run.RunStatus;
import io.pipelining.sample.run.Runs;

/**
 * Begins races.
 */
@RestController
@Tag(name = "Race")
class RaceController implements DisposableBean {

	private final Runs runs;

	private final Lab lab;

	private final RaceCatalog catalog;

	private final ScheduledExecutorService frames = Executors
		.newSingleThreadScheduledExecutor((task) -> Runs.daemon("lab-frames", task));

	RaceController(Runs runs, Lab lab, RaceCatalog catalog) {
		this.runs = runs;
		this.lab = lab;
		this.catalog = catalog;
	}

	@PostMapping("/lab/races")
	@Operation(summary = "Begin a race: the same work plain and pipelined",
			description = "Events of the run: 'lane', 'wire', 'lane-ended'.")
	ResponseEntity<RunStatus> race(@Valid @ParameterObject RaceRequest request) {
		return this.runs.accepted(new Race(request, this.lab, this.catalog, this.frames));
	}

	@Override
	public void destroy() {
		this.frames.shutdownNow();
	}

}
