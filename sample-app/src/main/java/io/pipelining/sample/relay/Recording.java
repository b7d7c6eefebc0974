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
package io.pipelining.sample.relay;

import java.util.ArrayList;
import java.util.List;

/**
 * What passes the relay from now on, on all its connections. Thread-safe.
 */
public final class Recording {

	/** So that no run takes all memory, however small its packets. */
	private static final int MAX_EVENTS = 100_000;

	private final long start = System.nanoTime();

	private WireCounters counters = WireCounters.NONE;

	private List<WireEvent> events = new ArrayList<>();

	private int eventsInAll;

	/** Whether something was sent whose reply has not come. */
	private boolean awaiting;

	Recording() {
	}

	/**
	 * Return what passed so far.
	 * @return the counters
	 */
	public synchronized WireCounters counters() {
		return this.counters;
	}

	/**
	 * Return the packets since this was asked last. After the first hundred thousand only
	 * the counters go on.
	 * @return the packets, in order
	 */
	public synchronized List<WireEvent> drain() {
		List<WireEvent> drained = this.events;
		this.events = new ArrayList<>();
		return drained;
	}

	synchronized void request(int messages, int bytes) {
		this.counters = this.counters.plusRequests(messages, bytes, !this.awaiting);
		this.awaiting = true;
		add(false, messages, bytes);
	}

	synchronized void reply(int messages, int bytes) {
		this.counters = this.counters.plusReplies(messages, bytes);
		this.awaiting = this.counters.replies() < this.counters.commands();
		add(true, messages, bytes);
	}

	private void add(boolean reply, int messages, int bytes) {
		if (this.eventsInAll < MAX_EVENTS) {
			this.eventsInAll++;
			this.events.add(new WireEvent((System.nanoTime() - this.start) / 1000, reply, messages, bytes));
		}
	}

}
