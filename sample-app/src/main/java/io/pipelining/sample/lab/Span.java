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
package io.pipelining.sample.lab;

import io.pipelining.sample.relay.Recording;

/**
 * A piece of time in which a thread's batches are counted and what passes the relay is
 * recorded. It begins and ends on that thread.
 */
public final class Span {

	private final Recording recording;

	private final BatchCount batches;

	private final long start;

	Span(Recording recording, BatchCount batches) {
		this.recording = recording;
		this.batches = batches;
		batches.begin();
		this.start = System.nanoTime();
	}

	/**
	 * Return what passes the relay. For any thread.
	 * @return the recording
	 */
	public Recording recording() {
		return this.recording;
	}

	/**
	 * Return how long the span lasts so far. For any thread.
	 * @return the time in microseconds
	 */
	public long micros() {
		return (System.nanoTime() - this.start) / 1000;
	}

	/**
	 * End the span.
	 * @return what was measured
	 */
	public Measured end() {
		long nanos = System.nanoTime() - this.start;
		return new Measured(nanos / 1e6, this.batches.end(), this.recording.counters());
	}

}
