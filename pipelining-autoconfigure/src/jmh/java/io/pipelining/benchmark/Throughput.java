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

package io.pipelining.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.PipelineOptions;
import io.pipelining.core.PipelineTemplate;

/**
 * A million SETs of 100 bytes by one method in batches of 1,000, beside one batch of
 * 100,000 of them without a limit, in turn within one run.
 *
 * <pre class="code">
 * mvn -B -Pbenchmark -pl pipelining-autoconfigure -DskipTests test \
 *     -Djmh.main=io.pipelining.benchmark.Throughput -Djmh.output=
 * </pre>
 */
final class Throughput {

	private static final int LIMITED = 1_000_000;

	private static final int UNLIMITED = 100_000;

	private static final int ROUNDS = 9;

	private static final String VALUE = "v".repeat(100);

	private final StringRedisTemplate redis;

	private final PipelineTemplate limited;

	private final PipelineTemplate unlimited;

	private Throughput(Application application) {
		this.redis = application.redis();
		this.limited = with(application, (options) -> options.withMaxBatchSize(1000));
		this.unlimited = with(application, (options) -> options.withMaxBatchSize(0).withMaxBatchBytes(0));
	}

	private static PipelineTemplate with(Application application, UnaryOperator<PipelineOptions> change) {
		return application.pipelines().with(change);
	}

	/**
	 * Measure on both drivers.
	 */
	public static void main(String[] arguments) throws IOException {
		try (Server server = Server.start(Line.LOOPBACK)) {
			try (Application lettuce = Application.onLettuce(server.properties())) {
				new Throughput(lettuce).measure("Lettuce");
			}
			try (Application jedis = Application.onJedis(server.properties())) {
				new Throughput(jedis).measure("Jedis");
			}
		}
	}

	private void measure(String driver) {
		List<Double> inBatches = new ArrayList<>();
		List<Double> inOne = new ArrayList<>();
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < ROUNDS; round++) {
			double one = callsPerSecond(this.unlimited, UNLIMITED);
			double batches = callsPerSecond(this.limited, LIMITED);
			// The first warms up
			if (round > 0) {
				inOne.add(one);
				inBatches.add(batches);
				ratios.add(batches / one);
			}
		}
		System.out.printf(
				"%s: %,.0f calls/s in batches of 1,000, %,.0f calls/s in one of %,d; median of the ratios %.2f%n", driver,
				median(inBatches), median(inOne), UNLIMITED, median(ratios));
	}

	private double callsPerSecond(PipelineTemplate pipelines, int calls) {
		long start = System.nanoTime();
		pipelines.executeWithoutResult((pipeline) -> {
			for (int i = 0; i < calls; i++) {
				this.redis.opsForValue().set("key:" + i, VALUE);
			}
		});
		return calls * 1e9 / (System.nanoTime() - start);
	}

	private static double median(List<Double> numbers) {
		return numbers.stream().sorted().toList().get(numbers.size() / 2);
	}

}
