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

/**
 * The ways to send a batch, in the order of the table.
 */
public enum Row {

	RAW("`@Pipelined`, `RAW`", Kind.OURS),

	AUTO("`@Pipelined` (`AUTO`)", Kind.OURS),

	TEMPLATE("`PipelineTemplate`, `RAW`", Kind.OURS),

	RAW_DEDICATED("`@Pipelined`, `RAW`, a pooled connection for each batch", Kind.OURS),

	RAW_ATOMIC("`@Pipelined(atomic = true)`, `RAW`", Kind.OURS),

	RAW_ON_JEDIS("`@Pipelined`, `RAW`, on Jedis", Kind.OURS),

	AUTO_ON_JEDIS("`@Pipelined` (`AUTO`), on Jedis", Kind.OURS),

	LETTUCE("Lettuce by hand: `dispatch(Collection)`", Kind.OTHER),

	LETTUCE_ATOMIC("Lettuce by hand: `MULTI` and `EXEC` around it", Kind.OTHER),

	JEDIS("Jedis by hand: `Pipeline`", Kind.OTHER),

	JEDIS_ATOMIC("Jedis by hand: `Transaction`", Kind.OTHER),

	REDISSON("Redisson by hand: `RBatch`", Kind.OTHER),

	EXECUTE_PIPELINED_LARGE_POOL("`executePipelined`, flush on close, a pool of 64 connections", Kind.OTHER),

	EXECUTE_PIPELINED_POOLED("`executePipelined`, flush on close, the pool as Boot configures it", Kind.OTHER),

	EXECUTE_PIPELINED("`executePipelined` as Boot configures it", Kind.OTHER),

	EXECUTE_PIPELINED_ATOMIC("`executePipelined` as Boot configures it, `MULTI` and `EXEC` inside", Kind.OTHER),

	PLAIN("plain calls of the template", Kind.OTHER),

	TEMPLATE_ALONE("for comparison: Spring's template alone, nothing sent", Kind.LIMIT),

	REDIS_BENCHMARK("for comparison: `redis-benchmark -P`", Kind.LIMIT);

	private final String title;

	private final Kind kind;

	Row(String title, Kind kind) {
		this.title = title;
		this.kind = kind;
	}

	String title() {
		return this.title;
	}

	Kind kind() {
		return this.kind;
	}

	/**
	 * Whose way it is.
	 */
	enum Kind {

		OURS, OTHER, LIMIT

	}

}
