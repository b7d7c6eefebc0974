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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * One run of an experiment, with all that happened in it. Thread-safe.
 */
final class Run implements RunContext, Runnable {

	private static final Log logger = LogFactory.getLog(Run.class);

	private final String id;

	private final RunTask task;

	private final Duration limit;

	private final List<RunEvent> events = new ArrayList<>();

	private RunState state = RunState.RUNNING;

	private @Nullable Object result;

	private @Nullable String error;

	private int viewers;

	/** Counts from where the experiment begins: a run may have to wait for its thread. */
	private volatile long deadline;

	private volatile boolean stopped;

	Run(String id, RunTask task, Duration limit) {
		this.id = id;
		this.task = task;
		this.limit = limit;
		publish("started", status());
	}

	String id() {
		return this.id;
	}

	synchronized RunStatus status() {
		return new RunStatus(this.id, this.task.kind(), this.state, this.task.request(), this.result, this.error);
	}

	synchronized boolean isRunning() {
		return this.state == RunState.RUNNING;
	}

	void stop() {
		this.stopped = true;
	}

	@Override
	public void checkActive() {
		checkNotStopped();
		if (System.nanoTime() - this.deadline > 0) {
			throw new RunStoppedException(RunState.TIMED_OUT);
		}
	}

	private void checkNotStopped() {
		if (this.stopped) {
			throw new RunStoppedException(RunState.STOPPED);
		}
	}

	@Override
	public synchronized void publish(String event, Object data) {
		this.events.add(new RunEvent(this.events.size(), event, data));
		notifyAll();
	}

	@Override
	public synchronized void found(Object result) {
		this.result = result;
	}

	@Override
	public void run() {
		try {
			checkNotStopped();
			this.deadline = System.nanoTime() + this.limit.toNanos();
			this.task.run(this);
			end(RunState.COMPLETED, null);
		}
		catch (RunStoppedException ex) {
			end(ex.state(), null);
		}
		catch (RuntimeException | Error ex) {
			logger.error("Run " + this.id + " (" + this.task.kind() + ") failed", ex);
			end(RunState.FAILED, ex.getMessage());
		}
	}

	private synchronized void end(RunState state, @Nullable String error) {
		this.state = state;
		this.error = error;
		publish("ended", status());
	}

	synchronized void viewerCame() {
		this.viewers++;
	}

	/**
	 * A run that nobody watches any more has no reason to go on; one that nobody has ever
	 * watched has, for someone may ask for its result.
	 */
	synchronized void viewerWent() {
		this.viewers--;
		if (this.viewers == 0) {
			stop();
		}
	}

	/**
	 * Wait for further events.
	 * @param from the number of the first event that is wanted
	 * @param millis how long to wait
	 * @return the events that are there, none after that time or if there are no more
	 */
	synchronized List<RunEvent> await(int from, long millis) throws InterruptedException {
		long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		while (this.events.size() <= from && isRunning()) {
			long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
			if (left <= 0) {
				return List.of();
			}
			wait(left);
		}
		return List.copyOf(this.events.subList(Math.min(from, this.events.size()), this.events.size()));
	}

}
