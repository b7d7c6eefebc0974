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
package io.pipelining.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.pipelining.PipelineUsageException;
import io.pipelining.core.OperationCalls.Call;
import io.pipelining.core.OperationCalls.Result;

/**
 * Compares the ways to make a call, and notes where they differ.
 */
final class OperationComparison {

	/** Their value depends on the moment. */
	private static final Set<String> OF_THE_MOMENT = Set.of("getExpire", "getTimeToLive");

	/** Only the kind of their value can be compared. */
	private static final Set<String> BY_SHAPE = Set.of("randomKey", "getClientList");

	/** Where keys have several slots the driver puts a set together in any order. */
	private static final Set<String> IN_ANY_ORDER = Set.of("union", "intersect", "difference", "diff");

	private static final Pattern REFUSED = Pattern
		.compile("throws " + Pattern.quote(PipelineUsageException.class.getName())
				+ ": \\w* ?(of keys in slots [\\d, ]+ )?cannot wait in a deferred.*");

	/** On a cluster, whatever the keys of other calls of the method may be. */
	private static final String OF_SEVERAL_SLOTS = " of keys in slots ";

	/** Cannot wait, whatever the driver. */
	private static final Set<String> CANNOT_WAIT = Set.of("watch", "unwatch", "exec", "discard", "executePipelined");

	/** The arguments do not fit. */
	private static final Pattern WRONG_ARGUMENTS = Pattern
		.compile("throws java\\.lang\\.(ClassCast|IllegalArgument|NullPointer)Exception.*", Pattern.DOTALL);

	/** Spring's own arguments are refused by its driver. */
	private static final String NEVER_WORKS = "StreamOperations.pending(Object, Consumer)";

	private static final Pattern SINCE_WHEN = Pattern.compile("\\b(idle|elapsed\\w*)=\\d+");

	private final Set<String> cannotWait;

	private final OperationCalls calls;

	private final List<String> differences = new ArrayList<>();

	private final List<OperationCatalog.Entry> atOnce = new ArrayList<>();

	private final List<OperationCatalog.Entry> refused = new ArrayList<>();

	private final Set<OperationCatalog.Entry> ofSeveralSlots = new HashSet<>();

	private final List<OperationCatalog.Entry> failing = new ArrayList<>();

	private int compared;

	/**
	 * Create a comparison.
	 * @param calls makes the calls
	 * @param unpipelined methods that the driver cannot pipeline
	 */
	OperationComparison(OperationCalls calls, Set<String> unpipelined) {
		this.calls = calls;
		this.cannotWait = new HashSet<>(CANNOT_WAIT);
		this.cannotWait.addAll(unpipelined);
	}

	void compare(Call call) {
		this.compared++;
		Result direct = this.calls.directly(call);
		compareDeferred(call, direct, this.calls.deferred(call));
		same(call, "again", direct, this.calls.directly(call));
		same(call, "used", direct, this.calls.used(call));
		compareDropped(call, direct, this.calls.dropped(call));
		if (call.meetsItsKind() && direct.failed()) {
			this.failing.add(call.entry());
			if (WRONG_ARGUMENTS.matcher(direct.value()).matches() && !call.entry().signature().equals(NEVER_WORKS)) {
				this.differences.add(call + ": " + direct.value());
			}
		}
	}

	private void compareDeferred(Call call, Result direct, Result deferred) {
		if (REFUSED.matcher(deferred.value()).matches()) {
			if (!this.refused.contains(call.entry())) {
				this.refused.add(call.entry());
			}
			if (deferred.value().contains(OF_SEVERAL_SLOTS)) {
				this.ofSeveralSlots.add(call.entry());
			}
			else if (!mayGoAtOnce(call.entry())) {
				this.differences.add(call + ": " + deferred.value());
			}
			if (!Nearly.same(this.calls.contentsBefore(), deferred.contents())) {
				this.differences.add(call + ": refused, but the server holds " + deferred.contents());
			}
			return;
		}
		same(call, "deferred", direct, deferred);
	}

	private void compareDropped(Call call, Result direct, Result dropped) {
		if (!Nearly.same(direct.contents(), dropped.contents())) {
			differ(call, "dropped", direct.contents(), dropped.contents());
		}
		String expected = direct.failed() ? direct.value() : "null";
		// Nobody reads a value that nobody asked for
		boolean unread = dropped.value().equals("null") && direct.value().contains("SerializationException");
		if (!unread && !Nearly.same(expected, dropped.value())) {
			differ(call, "dropped", expected, dropped.value());
		}
		if (call.meetsItsKind() && !direct.failed() && !dropped.waited() && !mayGoAtOnce(call.entry())
				&& !this.refused.contains(call.entry())) {
			this.atOnce.add(call.entry());
		}
	}

	private boolean mayGoAtOnce(OperationCatalog.Entry entry) {
		return entry.blocks()
				|| (entry.type().getSimpleName().equals("RedisOperations") && this.cannotWait.contains(entry.name()));
	}

	private void same(Call call, String way, Result direct, Result other) {
		if (!Nearly.same(value(call, direct), value(call, other))) {
			differ(call, way, direct.value(), other.value());
		}
		if (!Nearly.same(direct.contents(), other.contents())) {
			differ(call, way, direct.contents(), other.contents());
		}
	}

	private String value(Call call, Result result) {
		String name = call.entry().name();
		if (BY_SHAPE.contains(name) && call.entry().type().getSimpleName().equals("RedisOperations")) {
			return result.value().replaceAll("[:{\\[].*", "");
		}
		if (IN_ANY_ORDER.contains(name) && this.ofSeveralSlots.contains(call.entry())) {
			return Stream.of(result.value().split("\\W+")).sorted().toList().toString();
		}
		String value = SINCE_WHEN.matcher(result.value()).replaceAll("$1");
		return OF_THE_MOMENT.contains(name) ? Nearly.markAll(value) : value;
	}

	private void differ(Call call, String way, String direct, String other) {
		this.differences.add(call + " " + way + "\n  direct: " + direct + "\n  " + way + ": " + other);
	}

	List<String> differences() {
		return this.differences;
	}

	/**
	 * Return what could have waited, its value being dropped, and did not.
	 */
	List<OperationCatalog.Entry> atOnce() {
		return this.atOnce;
	}

	String summary() {
		return this.compared + " calls compared; methods that this server cannot do, or that fail without it: "
				+ this.failing.size() + "; that cannot wait: " + this.refused.size()
				+ "; that go at once although their value is dropped: " + this.atOnce.size() + " " + this.atOnce;
	}

}
