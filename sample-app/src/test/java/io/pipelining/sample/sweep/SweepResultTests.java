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
package io.pipelining.sample.sweep;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where the knee is.
 */
class SweepResultTests {

	@Test
	void theSmallestGoodEnoughSizeIsTheKnee() {
		SweepResult result = SweepResult
			.complete(List.of(point(1, 1000), point(10, 100), point(100, 12.5), point(1000, 10), point(10_000, 11)));
		assertThat(result.knee()).isEqualTo(100);
		assertThat(result.configuration()).isEqualTo("pipelining:\n  max-batch-size: 100\n");
	}

	@Test
	void nothingIsGainedByBatches() {
		assertThat(SweepResult.complete(List.of(point(1, 10), point(10, 9), point(100, 8))).knee()).isEqualTo(1);
	}

	private static SweepPoint point(int batchSize, double micros) {
		return new SweepPoint(batchSize, batchSize, micros, 0, 0);
	}

}
