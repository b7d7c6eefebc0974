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

package io.pipelining.metrics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * One meter in any number of registries. What happened before a registry was bound counts
 * in it as well. Thread-safe.
 *
 * @param <M> the type of the meter
 */
abstract class LateBoundMeter<M> {

	private final Set<MeterRegistry> registries = Collections.newSetFromMap(new IdentityHashMap<>(2));

	private List<M> meters = List.of();

	/**
	 * Record in a registry from now on, and what happened so far. A registry that is
	 * bound already is left as it is.
	 */
	final synchronized void bindTo(MeterRegistry registry) {
		if (this.registries.add(registry)) {
			M meter = register(registry);
			replay(meter);
			List<M> extended = new ArrayList<>(this.meters);
			extended.add(meter);
			this.meters = List.copyOf(extended);
		}
	}

	/**
	 * Record an amount in every registry that is bound, and keep it for those that will
	 * be.
	 */
	final void record(int amount) {
		List<M> bound;
		synchronized (this) {
			keep(amount);
			bound = this.meters;
		}
		for (M meter : bound) {
			record(meter, amount);
		}
	}

	/**
	 * Register the meter.
	 */
	abstract M register(MeterRegistry registry);

	/**
	 * Keep an amount. Called by one thread at a time.
	 */
	abstract void keep(int amount);

	/**
	 * Record in a meter what was kept. Called by one thread at a time.
	 */
	abstract void replay(M meter);

	/**
	 * Record an amount in a meter.
	 */
	abstract void record(M meter, int amount);

}
