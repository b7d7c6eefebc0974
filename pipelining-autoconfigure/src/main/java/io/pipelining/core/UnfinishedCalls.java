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

package io.pipelining.core;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The calls of an engine's pipelines that wait, or await their replies, so that what
 * closes can wait for them. Thread-safe.
 */
final class UnfinishedCalls {

	private static final Log logger = LogFactory.getLog(UnfinishedCalls.class);

	private final Set<OpenPipeline> pipelines = ConcurrentHashMap.newKeySet();

	/** By pipeline, how many calls were lost while it was waited for. */
	private final Map<String, Integer> lost = new ConcurrentHashMap<>();

	private volatile boolean awaited;

	boolean isEmpty() {
		return this.pipelines.stream().allMatch((pipeline) -> pipeline.unfinished() == 0);
	}

	void opened(OpenPipeline pipeline) {
		this.pipelines.add(pipeline);
	}

	void closed(OpenPipeline pipeline) {
		this.pipelines.remove(pipeline);
		if (this.awaited) {
			synchronized (this) {
				notifyAll();
			}
		}
	}

	/**
	 * Note that calls of a batch were not answered.
	 */
	void lost(String pipeline, int calls) {
		if (this.awaited) {
			this.lost.merge(pipeline, calls, Integer::sum);
		}
	}

	/**
	 * Wait until no call of another thread is unfinished, and say in the log which ones
	 * were lost, or are given up.
	 * @param limit how long to wait where a pipeline has no time-out of its own
	 */
	void await(Duration limit) {
		this.awaited = true;
		try {
			awaitAll(System.nanoTime(), limit);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.awaited = false;
		}
		sayWhatIsLost();
	}

	/** A pipeline is done with the last of its calls, but tells us of its end alone. */
	private synchronized void awaitAll(long start, Duration limit) throws InterruptedException {
		while (true) {
			long passed = System.nanoTime() - start;
			long left = this.pipelines.stream()
				.filter((pipeline) -> !pipeline.isOfCurrentThread() && pipeline.unfinished() > 0)
				.mapToLong((pipeline) -> pipeline.timeout(limit).toNanos() - passed)
				.max()
				.orElse(0);
			if (left <= 0) {
				return;
			}
			TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, TimeUnit.MILLISECONDS.toNanos(10)));
		}
	}

	private void sayWhatIsLost() {
		Map<String, Integer> calls = new TreeMap<>(this.lost);
		this.lost.clear();
		for (OpenPipeline pipeline : this.pipelines) {
			if (pipeline.unfinished() > 0) {
				calls.merge(pipeline.name(), pipeline.unfinished(), Integer::sum);
			}
		}
		if (!calls.isEmpty()) {
			int sum = calls.values().stream().mapToInt(Integer::intValue).sum();
			logger.warn("Closing with " + sum + ((sum == 1) ? " call" : " calls")
					+ " of pipelines unanswered or not sent, by pipeline: " + calls);
		}
	}

}
