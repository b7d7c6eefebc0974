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

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.pipelining.core.PipelineTemplate;
import io.pipelining.sample.lab.Lab;
import io.pipelining.sample.lab.Line;
import io.pipelining.sample.lab.Link;
import io.pipelining.sample.lab.Links;
import io.pipelining.sample.lab.OpenLink;
import io.pipelining.sample.run.RunContext;
import io.pipelining.sample.run.RunTask;

/**
 * Reads values in batches of one size after the other. The time is taken with nobody
 * watching, and the server's memory is watched with nobody taking the time.
 */
final class Sweep implements RunTask {

	private static final int[] BATCH_SIZES = { 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000 };

	private static final int KEYS = 1000;

	private static final int BATCHES = 10;

	private static final int MAX_CALLS = 20_000;

	private static final long TIME_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

	private static final int TRIES = 3;

	private final SweepRequest request;

	private final Lab lab;

	private final Links links;

	Sweep(SweepRequest request, Lab lab, Links links) {
		this.request = request;
		this.lab = lab;
		this.links = links;
	}

	@Override
	public String kind() {
		return "sweep";
	}

	@Override
	public Object request() {
		return this.request;
	}

	@Override
	public void run(RunContext context) {
		this.lab.clear();
		this.lab.pipelines().executeWithoutResult((pipeline) -> store());
		time(context, 1000);
		this.lab.setRoundTripMillis(this.request.roundTrip());
		List<SweepPoint> points = new ArrayList<>();
		try (OpenLink direct = this.links.open(Link.shared(Line.LOOPBACK))) {
			long before = ServerMemory.used(direct.redis());
			for (int batchSize : BATCH_SIZES) {
				double micros = microsPerCall(context, batchSize);
				SweepPoint point = watched(context, batchSize, micros, new ServerMemory(direct.redis(), before));
				points.add(point);
				context.found(SweepResult.soFar(points));
				context.publish("point", point);
			}
		}
		finally {
			this.lab.setRoundTripMillis(0);
		}
		context.found(SweepResult.complete(points));
	}

	private double microsPerCall(RunContext context, int batchSize) {
		long best = Long.MAX_VALUE;
		long start = System.nanoTime();
		for (int tries = 0; tries < TRIES || System.nanoTime() - start < TIME_NANOS; tries++) {
			best = Math.min(best, time(context, batchSize));
		}
		return best / 1000.0 / calls(batchSize);
	}

	private SweepPoint watched(RunContext context, int batchSize, double micros, ServerMemory memory) {
		try (memory) {
			time(context, batchSize);
			return new SweepPoint(batchSize, calls(batchSize), micros, memory.outputBuffer(), memory.memory());
		}
	}

	private long time(RunContext context, int batchSize) {
		PipelineTemplate pipelines = this.lab
			.pipelines((options) -> options.withName("sweep").withMaxBatchSize(batchSize));
		long start = System.nanoTime();
		pipelines.executeWithoutResult((pipeline) -> keys(context, calls(batchSize)).forEach(this::read));
		return System.nanoTime() - start;
	}

	private void read(String key) {
		this.lab.redis().opsForValue().get(key);
	}

	private void store() {
		String value = "x".repeat(this.request.valueBytes());
		for (int i = 0; i < KEYS; i++) {
			this.lab.redis().opsForValue().set("value:" + i, value);
		}
	}

	/**
	 * Several batches, so that they are on their way as in a long loop.
	 */
	private static int calls(int batchSize) {
		return Math.max(batchSize, Math.min(BATCHES * batchSize, MAX_CALLS));
	}

	private static List<String> keys(RunContext context, int count) {
		return new AbstractList<>() {

			@Override
			public String get(int index) {
				context.checkActive();
				return "value:" + index % KEYS;
			}

			@Override
			public int size() {
				return count;
			}

		};
	}

}
