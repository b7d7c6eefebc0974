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

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/**
 * How many calls each batch held.
 */
final class BatchSizeMeter extends LateBoundMeter<DistributionSummary> {

	private final Tags tags;

	private final BatchSizes sizes = new BatchSizes();

	BatchSizeMeter(Tags tags) {
		this.tags = tags;
	}

	@Override
	DistributionSummary register(MeterRegistry registry) {
		return DistributionSummary.builder("redis.pipeline.batch.size")
			.description("Calls that each batch of a Redis pipeline held")
			.baseUnit("calls")
			.tags(this.tags)
			.register(registry);
	}

	@Override
	void keep(int amount) {
		this.sizes.add(amount);
	}

	@Override
	void replay(DistributionSummary meter) {
		this.sizes.forEach(meter::record);
	}

	@Override
	void record(DistributionSummary meter, int amount) {
		meter.record(amount);
	}

}
