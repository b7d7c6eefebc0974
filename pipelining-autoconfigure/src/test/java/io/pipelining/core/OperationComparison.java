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
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import io.pipelining.PipelineUsageException;
import io.pipelining.core.OperationCalls.Call;
import io.pipelining.core.OperationCalls.Result;

/**
 * Compares the ways to make a call, and notes where they differ.
 */
final class OperationComparison {

	/** Their value depends on the moment. */
	private static final Set<String> OF_THE_MOMENT = Set.of("getExpire", "getTimeToLive", "pending", "consumers");

	/** Only the kind of their value can be compared. */
	private static final Set<String> BY_SHAPE = Set.of("randomKey", "getClientList");

	private static final Pattern REFUSED = Pattern
		.compile("throws " + Pattern.quote(PipelineUsageException.class.getName()) + ": \\w* ?cannot wait in a deferred.*");

	private final OperationCalls calls;

	private final List<String> differences = new ArrayList<>();

	private final List<OperationCatalog.Entry> atOnce = new ArrayList<>();

	private final List<OperationCatalog.Entry> refused = new ArrayList<>();

	private final List<OperationCatalog.Entry> failing = new ArrayList<>();

	private int compared;

	OperationComparison(OperationCalls calls) {
		this.calls = calls;
	}

	void compare(Call call) throws Exception {
		this.compared++;
		Result direct = this.calls.directly(call);
		same(call, "again", direct, this.calls.directly(call));
		compareDeferred(call, direct, this.calls.deferred(call));
		same(call, "used", direct, this.calls.used(call));
		compareDropped(call, direct, this.calls.dropped(call));
		if (call.key() == OperationArguments.Key.PRESENT && direct.failed()) {
			this.failing.add(call.entry());
		}
	}

	private void compareDeferred(Call call, Result direct, Result deferred) {
		if (REFUSED.matcher(deferred.value()).matches()) {
			if (!this.refused.contains(call.entry())) {
				this.refused.add(call.entry());
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
		if (call.key() == OperationArguments.Key.PRESENT && !direct.failed() && !dropped.waited()) {
			this.atOnce.add(call.entry());
		}
	}

	private void same(Call call, String way, Result direct, Result other) {
		if (!Nearly.same(value(call, direct), value(call, other))) {
			differ(call, way, direct.value(), other.value());
		}
		if (!Nearly.same(direct.contents(), other.contents())) {
			differ(call, way, direct.contents(), other.contents());
		}
	}

	private static String value(Call call, Result result) {
		String name = call.entry().name();
		if (BY_SHAPE.contains(name) && call.entry().type().getSimpleName().equals("RedisOperations")) {
			return result.value().replaceAll("[:{\\[].*", "");
		}
		return OF_THE_MOMENT.contains(name) ? Nearly.markAll(result.value()) : result.value();
	}

	private void differ(Call call, String way, String direct, String other) {
		this.differences.add(call.entry() + " " + call.key() + " " + way + "\n  direct: " + direct + "\n  " + way + ": "
				+ other);
	}

	List<String> differences() {
		return this.differences;
	}

	/**
	 * Return what did not wait although its value was dropped.
	 */
	List<OperationCatalog.Entry> atOnce() {
		return this.atOnce;
	}

	String summary() {
		return this.compared + " calls compared; at once although dropped: " + this.atOnce.size() + " " + this.atOnce
				+ "; refused in a deferred supplier: " + this.refused.size() + " " + this.refused
				+ "; failing directly: " + this.failing.size() + " " + this.failing;
	}

}
