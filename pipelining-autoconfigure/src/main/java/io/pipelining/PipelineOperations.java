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

package io.pipelining;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Pipelines in code: what {@code @Pipelined} does for a method, for a block. Thread-safe.
 *
 * <pre class="code">
 * List&lt;Reply&lt;String&gt;&gt; names = pipelines.execute(pipeline -&gt; keys.stream()
 *     .map(key -&gt; pipeline.defer(() -&gt; redis.opsForValue().get(key)))
 *     .toList());                       // one round trip
 * names.get(0).get();                   // only reads
 * </pre>
 *
 * @since 0.1.0
 */
public interface PipelineOperations {

	/**
	 * Run code in a pipeline. The Redis calls that it makes on this thread, through any
	 * template of the connection factory, wait, and what waits is sent as one batch when
	 * it returns. This method returns once every reply is in. Earlier batches are sent
	 * for a value that the code uses, and at {@link PipelineOptions#maxBatchSize} calls
	 * or {@link PipelineOptions#maxBatchBytes} bytes.
	 * @param action the code
	 * @param <T> what the code returns
	 * @return what the code returned
	 * @throws PipelineExecutionException if calls failed; the others ran all the same
	 * @throws PipelineOutcomeUnknownException if the connection was lost or a time-out
	 * passed before all replies came
	 * @throws PipelineUsageException if the code makes a call that a pipeline cannot
	 * honour
	 * @throws RuntimeException the very exception that the code threw, with any failure
	 * of the pipeline as a suppressed one
	 */
	<T> @Nullable T execute(PipelineCallback<T> action);

	/**
	 * Run code in a pipeline, without a result. See {@link #execute}.
	 * @param action the code
	 */
	void executeWithoutResult(Consumer<Pipeline> action);

	/**
	 * Make a read wait for the batch as well, in the innermost pipeline of this thread.
	 * <p>
	 * The supplier runs at once up to its first Redis call, which waits in the batch.
	 * When the reply is in, the supplier runs again with it, up to its next call, which
	 * goes into the next batch together with those of all other suppliers, until it
	 * returns. It runs once per stage, so it does nothing but Redis calls and computing.
	 * No {@code null} stands in for a value inside it. With no pipeline open it runs at
	 * once.
	 * @param call the supplier
	 * @param <T> the type of the value
	 * @return the handle of the value
	 */
	<T> Reply<T> defer(Supplier<? extends @Nullable T> call);

	/**
	 * Return the innermost pipeline of this thread.
	 * @return the pipeline, or empty where none is open
	 */
	Optional<Pipeline> current();

}
