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

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * How many calls something happened to.
 */
final class CallCounter extends LateBoundMeter<Counter> {

	private final String name;

	private final String description;

	private final Tags tags;

	private long calls;

	private CallCounter(String name, String description, Tags tags) {
		this.name = name;
		this.description = description;
		this.tags = tags;
	}

	static CallCounter failures(Tags tags) {
		return new CallCounter("redis.pipeline.failures", "Calls of Redis pipelines that failed or were not answered",
				tags);
	}

	static CallCounter discarded(Tags tags) {
		return new CallCounter("redis.pipeline.discarded", "Calls of Redis pipelines that were discarded and not sent",
				tags);
	}

	@Override
	Counter register(MeterRegistry registry) {
		return Counter.builder(this.name)
			.description(this.description)
			.baseUnit("calls")
			.tags(this.tags)
			.register(registry);
	}

	@Override
	void keep(int amount) {
		this.calls += amount;
	}

	@Override
	void replay(Counter meter) {
		meter.increment((double) this.calls);
	}

	@Override
	void record(Counter meter, int amount) {
		meter.increment(amount);
	}

}
