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
package io.pipelining.connection.lettuce;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.pipelining.connection.Outcome;

/**
 * Outcomes that are worked out on the thread that reads them first, so that the one which
 * receives replies can go on. Confined to that thread.
 */
final class OutcomesOnDemand extends AbstractList<Outcome> {

	private final Supplier<List<Outcome>> source;

	private @Nullable List<Outcome> outcomes;

	OutcomesOnDemand(Supplier<List<Outcome>> source) {
		this.source = source;
	}

	private List<Outcome> outcomes() {
		List<Outcome> known = this.outcomes;
		if (known == null) {
			known = this.source.get();
			this.outcomes = known;
		}
		return known;
	}

	@Override
	public Outcome get(int index) {
		return outcomes().get(index);
	}

	@Override
	public int size() {
		return outcomes().size();
	}

}
