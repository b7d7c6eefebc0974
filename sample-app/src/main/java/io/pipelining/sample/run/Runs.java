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

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/**
 * The runs: one at a time, so that none disturbs what another measures, each for a
 * limited time, and the last few kept. Thread-safe.
 */
@Component
public class Runs implements DisposableBean {

	private static final int KEPT = 10;

	private final Duration limit;

	private final ExecutorService executor = Executors.newSingleThreadExecutor((task) -> daemon("lab-run", task));

	private final Map<String, Run> runs = new LinkedHashMap<>();

	private @Nullable Run latest;

	Runs(@Value("${lab.run-limit:120s}") Duration limit) {
		this.limit = limit;
	}

	/**
	 * Begin a run.
	 * @param task the experiment
	 * @return the run as it begins
	 * @throws RunUnderWayException if another one is under way
	 */
	synchronized RunStatus start(RunTask task) {
		if (this.latest != null && this.latest.isRunning()) {
			throw new RunUnderWayException(this.latest.id());
		}
		Run run = new Run(UUID.randomUUID().toString(), task, this.limit);
		this.runs.put(run.id(), run);
		if (this.runs.size() > KEPT) {
			this.runs.remove(this.runs.keySet().iterator().next());
		}
		this.latest = run;
		this.executor.execute(run);
		return run.status();
	}

	/**
	 * Begin a run, and answer so to a request.
	 * @param task the experiment
	 * @return status 202, and where the run is found
	 * @throws RunUnderWayException if another one is under way
	 */
	public ResponseEntity<RunStatus> accepted(RunTask task) {
		RunStatus run = start(task);
		return ResponseEntity.accepted().location(URI.create("/lab/runs/" + run.id())).body(run);
	}

	synchronized Run find(String id) {
		Run run = this.runs.get(id);
		if (run == null) {
			throw new NoSuchRunException(id);
		}
		return run;
	}

	@Override
	public void destroy() throws InterruptedException {
		synchronized (this) {
			if (this.latest != null) {
				this.latest.stop();
			}
		}
		this.executor.shutdown();
		this.executor.awaitTermination(5, TimeUnit.SECONDS);
	}

	/**
	 * Make a thread that does not keep the application alive.
	 * @param name its name
	 * @param task what it runs
	 * @return the thread, not yet started
	 */
	public static Thread daemon(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.setDaemon(true);
		return thread;
	}

}
