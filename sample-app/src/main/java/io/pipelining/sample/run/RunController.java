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
package io.pipelining.sample.run;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Watches and stops runs.
 */
@RestController
@RequestMapping("/lab/runs/{id}")
@Tag(name = "Runs")
class RunController {

	private final Runs runs;

	private final RunStreams streams;

	RunController(Runs runs, RunStreams streams) {
		this.runs = runs;
		this.streams = streams;
	}

	@GetMapping
	@Operation(summary = "How far a run is, and what it found")
	RunStatus status(@PathVariable String id) {
		return this.runs.find(id).status();
	}

	@GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
	@Operation(summary = "What happens in a run, from its beginning, while it happens",
			description = "Server-sent events; the last one is called 'ended'. When the last viewer leaves, "
					+ "the run is stopped.")
	SseEmitter events(@PathVariable String id,
			@RequestHeader(name = "Last-Event-ID", defaultValue = "-1") int lastEvent) {
		return this.streams.open(this.runs.find(id), Math.max(lastEvent, -1) + 1);
	}

	@DeleteMapping
	@Operation(summary = "Stop a run")
	RunStatus stop(@PathVariable String id) {
		Run run = this.runs.find(id);
		run.stop();
		return run.status();
	}

}
