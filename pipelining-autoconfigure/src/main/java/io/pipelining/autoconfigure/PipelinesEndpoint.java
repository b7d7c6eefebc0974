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

package io.pipelining.autoconfigure;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.convert.DurationStyle;

import io.pipelining.OnException;
import io.pipelining.PipelineOptions;
import io.pipelining.Results;
import io.pipelining.SendPhase;
import io.pipelining.core.PipelineStatistics;

/**
 * Shows every pipeline, what it gained, and where it gains nothing.
 *
 * @since 0.1.0
 */
@Endpoint(id = "pipelines")
public class PipelinesEndpoint {

	private final PipelineCatalog catalog;

	private final PipelineHintLog hints;

	PipelinesEndpoint(PipelineCatalog catalog, PipelineHintLog hints) {
		this.catalog = catalog;
		this.hints = hints;
	}

	/**
	 * Return every pipeline, by name.
	 * @return the pipelines
	 */
	@ReadOperation
	public Pipelines pipelines() {
		return new Pipelines(this.catalog.entries().stream().map(this::describe).toList());
	}

	private Pipeline describe(PipelineEntry entry) {
		List<String> methods = entry.methods().stream().map(PipelinesEndpoint::describe).toList();
		String factory = (entry.connectionFactory() != null) ? this.catalog.nameOf(entry.connectionFactory()) : null;
		List<String> hints = this.hints.review(entry).stream().map(PipelineHint::text).toList();
		PipelineStatistics statistics = entry.statistics();
		if (statistics == null) {
			return new Pipeline(entry.name(), methods, factory, null, 0, 0, 0, 0, 0, 0, Map.of(), 0, 0, hints);
		}
		long batches = statistics.batches();
		long calls = statistics.calls();
		return new Pipeline(entry.name(), methods, factory, Settings.of(statistics.options()), statistics.opened(),
				statistics.joined(), batches, calls, (batches > 0) ? (double) calls / batches : 0,
				statistics.largestBatch(), byTrigger(statistics), statistics.failures(), statistics.discarded(), hints);
	}

	private static String describe(Method method) {
		return method.getDeclaringClass().getName() + "." + method.getName();
	}

	private static Map<String, Long> byTrigger(PipelineStatistics statistics) {
		Map<String, Long> batches = new TreeMap<>();
		statistics.batchesByTrigger().forEach((trigger, count) -> batches.put(trigger.tag(), count));
		return batches;
	}

	private static String word(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

	/**
	 * All pipelines.
	 *
	 * @param pipelines the pipelines, by name
	 */
	public record Pipelines(List<Pipeline> pipelines) implements OperationResponseBody {

	}

	/**
	 * One pipeline, and what it gained since the application started.
	 *
	 * @param name its name
	 * @param methods the annotated methods that run in it
	 * @param connectionFactory the bean whose calls it collects
	 * @param settings what holds for it, {@code null} if it cannot be opened
	 * @param opened how often it was opened
	 * @param joined how often it joined another, by whose name its calls went then
	 * @param batches how many batches were sent
	 * @param calls how many calls they held
	 * @param averageBatch how many calls a batch held on average
	 * @param largestBatch how many calls the largest batch held
	 * @param batchesByTrigger how many batches there were by what triggered them
	 * @param failures how many calls failed or were not answered
	 * @param discarded how many calls were discarded
	 * @param hints where it gains nothing, and what to do
	 */
	public record Pipeline(String name, List<String> methods, @Nullable String connectionFactory,
			@Nullable Settings settings, long opened, long joined, long batches, long calls, double averageBatch,
			long largestBatch, Map<String, Long> batchesByTrigger, long failures, long discarded, List<String> hints) {

	}

	/**
	 * What holds for a pipeline: the annotation or the options in code, and the
	 * properties.
	 *
	 * @param enabled whether calls are collected
	 * @param results what calls return
	 * @param onException what becomes of waiting calls when the code throws
	 * @param propagation what happens inside another pipeline
	 * @param phase when it is sent
	 * @param atomic whether MULTI and EXEC stand around it
	 * @param connection which connection batches take
	 * @param maxBatchSize most calls in one batch, 0 for no limit
	 * @param maxBatchBytes most bytes of arguments in one batch, 0 for no limit
	 * @param maxInFlight most batches that may await their replies
	 * @param timeout how long to wait for the replies, {@code null} for the command
	 * time-out of the connection
	 */
	public record Settings(boolean enabled, String results, String onException, String propagation, String phase,
			boolean atomic, String connection, int maxBatchSize, long maxBatchBytes, int maxInFlight,
			@Nullable String timeout) {

		static Settings of(PipelineOptions options) {
			return new Settings(options.enabled(), word(options.results()), word(onException(options)),
					word(options.propagation()), word(options.phase()), options.atomic(), word(options.connection()),
					options.maxBatchSize(), options.maxBatchBytes(), options.maxInFlight(),
					(options.timeout() != null) ? DurationStyle.SIMPLE.print(options.timeout()) : null);
		}

		private static OnException onException(PipelineOptions options) {
			if (options.onException() != OnException.DEFAULT) {
				return options.onException();
			}
			boolean waits = options.results() == Results.RAW || options.atomic()
					|| options.phase() == SendPhase.AFTER_COMMIT;
			return waits ? OnException.DISCARD : OnException.SEND;
		}

	}

}
