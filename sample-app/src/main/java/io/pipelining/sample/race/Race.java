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
package io.pipelining.sample.race;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.pipelining.core.PipelineTemplate;
import io.pipelining.sample.lab.Lab;
import io.pipelining.sample.lab.Measured;
import io.pipelining.sample.lab.Span;
import io.pipelining.sample.run.RunContext;
import io.pipelining.sample.run.RunTask;

/**
 * The same work in two lanes. Each lane has the line to itself, the short one first, so
 * that neither slows down the other; what was seen on the line is told while it runs.
 */
final class Race implements RunTask {

	private static final int WARM_UP_CALLS = 300;

	private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	private static final long FRAME_MILLIS = 50;

	private final RaceRequest request;

	private final Lab lab;

	private final RaceCatalog catalog;

	private final ScheduledExecutorService frames;

	private @Nullable LaneResult plain;

	private @Nullable LaneResult pipelined;

	Race(RaceRequest request, Lab lab, RaceCatalog catalog, ScheduledExecutorService frames) {
		this.request = request;
		this.lab = lab;
		this.catalog = catalog;
		this.frames = frames;
	}

	@Override
	public String kind() {
		return "race";
	}

	@Override
	public Object request() {
		return this.request;
	}

	@Override
	public void run(RunContext context) {
		this.lab.clear();
		this.lab.pipelines().executeWithoutResult((pipeline) -> this.catalog.seed(this.request.calls()));
		// What runs for the first time is slow for reasons that have nothing to do with
		// Redis
		Numbers few = new Numbers(context, Math.min(this.request.calls(), WARM_UP_CALLS));
		for (long start = System.nanoTime(); System.nanoTime() - start < WARM_UP_NANOS;) {
			go(Lane.PLAIN, few);
			go(Lane.PIPELINED, few);
		}
		this.lab.setRoundTripMillis(this.request.roundTrip());
		try {
			measure(Lane.PIPELINED, context);
			measure(Lane.PLAIN, context);
		}
		finally {
			this.lab.setRoundTripMillis(0);
		}
	}

	private void measure(Lane lane, RunContext context) {
		context.publish("lane", lane);
		Numbers numbers = new Numbers(context, this.request.calls());
		boolean finished = false;
		Span span = this.lab.begin();
		ScheduledFuture<?> ticks = this.frames.scheduleAtFixedRate(() -> publish(lane, span, context), FRAME_MILLIS,
				FRAME_MILLIS, TimeUnit.MILLISECONDS);
		try {
			go(lane, numbers);
			finished = true;
		}
		finally {
			Measured measured = span.end();
			ticks.cancel(false);
			publish(lane, span, context);
			found(result(lane, finished, numbers.taken(), measured), context);
		}
	}

	private void go(Lane lane, Numbers numbers) {
		switch (lane) {
			case PLAIN -> this.catalog.plain(this.request.operation(), numbers);
			case PIPELINED ->
				limited().executeWithoutResult((pipeline) -> this.catalog.pipelined(this.request.operation(), numbers));
		}
	}

	/** The outermost pipeline sets the limits, and the annotated method joins it. */
	private PipelineTemplate limited() {
		return this.lab.pipelines((options) -> options.withName("race-" + this.request.operation().word())
			.withMaxBatchSize(this.request.batchLimit()));
	}

	private void publish(Lane lane, Span span, RunContext context) {
		synchronized (span) {
			context.publish("wire", WireFrame.of(lane, span, this.request.calls()));
		}
	}

	private LaneResult result(Lane lane, boolean finished, int calls, Measured measured) {
		long roundTrips = switch (lane) {
			case PLAIN -> measured.wire().turns();
			case PIPELINED -> measured.batches();
		};
		return new LaneResult(lane, finished, calls, measured.milliseconds(), roundTrips, measured.wire().packets(),
				measured.wire().bytes(), measured.wire());
	}

	private void found(LaneResult result, RunContext context) {
		switch (result.lane()) {
			case PLAIN -> this.plain = result;
			case PIPELINED -> this.pipelined = result;
		}
		context.found(RaceResult.of(this.plain, this.pipelined));
		context.publish("lane-ended", result);
	}

}
