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
package io.pipelining.sample.classics;

import java.util.ArrayList;
import java.util.List;

import io.pipelining.sample.lab.Lab;
import io.pipelining.sample.lab.Links;
import io.pipelining.sample.lab.OpenLink;
import io.pipelining.sample.run.RunContext;
import io.pipelining.sample.run.RunTask;

/**
 * Runs experiments one after the other.
 */
final class Classics implements RunTask {

	private static final double DELAY_MILLIS = 1;

	private final List<Classic> classics;

	private final Lab lab;

	private final Links links;

	Classics(List<Classic> classics, Lab lab, Links links) {
		this.classics = classics;
		this.lab = lab;
		this.links = links;
	}

	@Override
	public String kind() {
		return "classics";
	}

	@Override
	public Object request() {
		return this.classics.stream().map(Classic::id).toList();
	}

	@Override
	public void run(RunContext context) {
		List<ClassicResult> results = new ArrayList<>();
		this.lab.clear();
		this.lab.setRoundTripMillis(DELAY_MILLIS);
		try {
			for (Classic classic : this.classics) {
				context.publish("begins", new ClassicBegins(classic.id()));
				ClassicResult result = run(classic, context);
				results.add(result);
				context.found(List.copyOf(results));
				context.publish("row", result);
			}
		}
		finally {
			this.lab.setRoundTripMillis(0);
		}
	}

	private ClassicResult run(Classic classic, RunContext context) {
		if (!this.links.isAvailable(classic.link().line())) {
			return ClassicResult.unavailable(classic);
		}
		try (OpenLink link = this.links.open(classic.link()); Trial trial = new Trial(classic, link, context)) {
			return trial.run();
		}
	}

}
