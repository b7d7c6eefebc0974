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

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a batch costs, in microseconds per batch, beside plain calls, Spring's
 * {@code executePipelined}, and the drivers' own pipelines. {@link Suite} runs a choice of
 * it, and {@link Ratios} the same batches in turn, for ratios on a machine that is busy
 * with other things.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class PipelineBenchmark {

	@Benchmark
	public void plainCalls(Batches batches) {
		batches.plainCalls();
	}

	@Benchmark
	public Object executePipelined(Batches batches) {
		return batches.executePipelined();
	}

	@Benchmark
	public Object executePipelinedPooled(Batches batches) {
		return batches.executePipelinedPooled();
	}

	@Benchmark
	public Object lettuceDispatch(Batches batches) throws InterruptedException, ExecutionException {
		return batches.lettuceDispatch();
	}

	@Benchmark
	public Object redissonBatch(Batches batches) {
		return batches.redissonBatch();
	}

	@Benchmark
	public Object jedisPipeline(Batches batches) {
		return batches.jedisPipeline();
	}

	@Benchmark
	public void raw(Batches batches) {
		batches.raw();
	}

	@Benchmark
	public void auto(Batches batches) {
		batches.auto();
	}

	@Benchmark
	public void template(Batches batches) {
		batches.template();
	}

	@Benchmark
	public void rawOnJedis(Batches batches) {
		batches.rawOnJedis();
	}

	@Benchmark
	public void templateAlone(Batches batches) {
		batches.templateAlone();
	}

	@Benchmark
	public void autoOnJedis(Batches batches) {
		batches.autoOnJedis();
	}

}
