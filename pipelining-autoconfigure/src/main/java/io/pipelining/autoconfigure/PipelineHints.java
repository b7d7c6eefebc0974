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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.core.NativeDetector;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;

import io.pipelining.autoconfigure.PipelineHint.Kind;
import io.pipelining.callsite.SelfInvocations;
import io.pipelining.callsite.Site;
import io.pipelining.core.PipelineStatistics;

/**
 * Says in words where a pipeline gains nothing, and what to write instead.
 */
final class PipelineHints {

	/** Fewer runs or batches prove nothing. */
	private static final int ENOUGH = 10;

	private static final int MOST_PLACES = 3;

	private static final double NEARLY_ONE = 1.5;

	private static final String WAIT_TOGETHER = ". Let these calls wait together: 'Reply<T> reply ="
			+ " pipelines.defer(() -> ...)' for each, and 'reply.get()' after the last. Or use one command for all, such"
			+ " as multiGet.";

	private final PipelineCatalog catalog;

	PipelineHints(PipelineCatalog catalog) {
		this.catalog = catalog;
	}

	/**
	 * Return the hints for a pipeline, empty if it does what it is there for or has not
	 * run often enough to tell.
	 */
	List<PipelineHint> of(PipelineEntry entry) {
		List<PipelineHint> hints = new ArrayList<>();
		PipelineStatistics statistics = entry.statistics();
		if (statistics == null) {
			add(hints, Kind.NOT_OPENED, entry.problem());
			return hints;
		}
		if (!statistics.options().enabled()) {
			return hints;
		}
		add(hints, Kind.VALUES_AT_ONCE, valuesAtOnce(statistics));
		add(hints, Kind.NOTHING_COLLECTED, nothingCollected(entry, statistics));
		add(hints, Kind.STOOD_ASIDE, stoodAside(statistics));
		add(hints, Kind.SELF_INVOCATION, selfInvocation(entry));
		return hints;
	}

	private static void add(List<PipelineHint> hints, Kind kind, @Nullable String text) {
		if (text != null) {
			hints.add(new PipelineHint(kind, text));
		}
	}

	private static @Nullable String valuesAtOnce(PipelineStatistics statistics) {
		long batches = statistics.batches();
		if (batches < ENOUGH || statistics.calls() >= NEARLY_ONE * batches || 2 * statistics.valuesUsed() < batches) {
			return null;
		}
		String held = statistics.batchesOfOne() + " of " + batches + " batches held a single call, since ";
		if (NativeDetector.inNativeImage()) {
			return held + "each value counts as used in a native image, where no class files tell what becomes of it"
					+ WAIT_TOGETHER;
		}
		Map<String, Long> places = statistics.valuesUsedAt();
		if (places.isEmpty()) {
			return held + "a RedisTemplate that overrides postProcessResult sees the value of each call. Use another"
					+ " template in this pipeline, or send nothing through it.";
		}
		return held + "the code uses values at once: " + describe(places) + WAIT_TOGETHER;
	}

	private static String describe(Map<String, Long> places) {
		List<String> most = places.entrySet()
			.stream()
			.sorted(Map.Entry.<String, Long>comparingByValue().reversed())
			.limit(MOST_PLACES)
			.map((place) -> "at " + place.getKey() + " (" + place.getValue() + " times)")
			.toList();
		int others = places.size() - most.size();
		return String.join(", ", most) + ((others > 0) ? " and at " + others + " other places" : "");
	}

	private @Nullable String nothingCollected(PipelineEntry entry, PipelineStatistics statistics) {
		if (statistics.opened() < ENOUGH || statistics.calls() + statistics.discarded() > 0) {
			return null;
		}
		String opened = "It was opened " + statistics.opened() + " times and collected no call. ";
		String elsewhere = templatesElsewhere(entry.connectionFactory());
		return opened + ((elsewhere != null) ? elsewhere
				: "If its code makes Redis calls, it makes them on other threads, by a reactive template, or by a"
						+ " template of another connection factory: only those of its own thread and of its own"
						+ " factory are collected.");
	}

	private @Nullable String templatesElsewhere(@Nullable RedisConnectionFactory collected) {
		List<String> templates = new ArrayList<>();
		for (Map.Entry<String, RedisTemplate<?, ?>> template : this.catalog.redisTemplates().entrySet()) {
			RedisConnectionFactory used = template.getValue().getConnectionFactory();
			if (used != null && collected != null && used != collected) {
				templates.add("'" + template.getKey() + "' uses '" + this.catalog.nameOf(used) + "'");
			}
		}
		return (templates.isEmpty() || collected == null) ? null : "It collects calls on the connection factory '"
				+ this.catalog.nameOf(collected) + "', but the template " + String.join(", ", templates)
				+ ". Name that bean, @Pipelined(connectionFactory = \"...\"), and give templates the bean itself and not"
				+ " what wraps it.";
	}

	private static @Nullable String stoodAside(PipelineStatistics statistics) {
		if (statistics.stoodAside() < ENOUGH || statistics.stoodAside() < statistics.opened()) {
			return null;
		}
		return "It ran " + statistics.stoodAside()
				+ " times where a connection was bound to the thread already, as by a"
				+ " SessionCallback or a transaction of Spring Data Redis, and collected nothing then. Call it outside"
				+ " of that.";
	}

	private static @Nullable String selfInvocation(PipelineEntry entry) {
		if (entry.runs() > 0) {
			return null;
		}
		for (Method method : entry.methods()) {
			List<Site> sites = SelfInvocations.of(method.getDeclaringClass(), method);
			if (!sites.isEmpty()) {
				String places = sites.stream()
					.sorted(Comparator.comparing(Site::toString))
					.limit(MOST_PLACES)
					.map(Site::toString)
					.collect(Collectors.joining(", "));
				return "It was never opened. " + places + " calls " + method.getName()
						+ "() of its own object, which no proxy sees: call it from another bean, or use"
						+ " PipelineTemplate.execute inside it.";
			}
		}
		return null;
	}

}
