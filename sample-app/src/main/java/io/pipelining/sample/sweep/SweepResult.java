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

import org.jspecify.annotations.Nullable;

/**
 * What was found.
 *
 * @param points a point for each batch size
 * @param knee the smallest batch size beyond which larger ones gain little, {@code null}
 * until all points are there
 * @param configuration the lines of {@code application.yml} that set it, or {@code null}
 */
record SweepResult(List<SweepPoint> points, @Nullable Integer knee, @Nullable String configuration) {

	/** How much slower than the best a size may be to be good enough. */
	private static final double LITTLE = 1.25;

	static SweepResult soFar(List<SweepPoint> points) {
		return new SweepResult(List.copyOf(points), null, null);
	}

	static SweepResult complete(List<SweepPoint> points) {
		double best = points.stream().mapToDouble(SweepPoint::microsPerCall).min().orElseThrow();
		int knee = points.stream()
			.filter((point) -> point.microsPerCall() <= LITTLE * best)
			.mapToInt(SweepPoint::batchSize)
			.min()
			.orElseThrow();
		return new SweepResult(List.copyOf(points), knee, "pipelining:\n  max-batch-size: " + knee + "\n");
	}

}
