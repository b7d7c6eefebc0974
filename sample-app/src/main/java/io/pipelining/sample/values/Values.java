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
package io.pipelining.sample.values;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.pipelining.sample.lab.Lab;
import io.pipelining.sample.lab.Measured;
import io.pipelining.sample.lab.Span;
import io.pipelining.sample.run.RunContext;
import io.pipelining.sample.run.RunTask;

/**
 * Runs the method in each of the ways, on the same data.
 */
final class Values implements RunTask {

	private static final String USER = "7";

	private static final int WARM_UPS = 20;

	private final ValuesRequest request;

	private final Lab lab;

	private final List<Greeting> greetings;

	Values(ValuesRequest request, Lab lab, List<Greeting> greetings) {
		this.request = request;
		this.lab = lab;
		this.greetings = greetings;
	}

	@Override
	public String kind() {
		return "values";
	}

	@Override
	public Object request() {
		return this.request;
	}

	@Override
	public void run(RunContext context) {
		for (int i = 0; i < WARM_UPS; i++) {
			context.checkActive();
			prepare();
			this.greetings.forEach((greeting) -> greeting.greet(USER));
		}
		List<VariantResult> results = new ArrayList<>();
		for (Greeting greeting : this.greetings) {
			context.checkActive();
			VariantResult result = run(greeting, results.isEmpty() ? null : results.get(0).returned());
			results.add(result);
			context.found(List.copyOf(results));
			context.publish("variant", result);
		}
	}

	private VariantResult run(Greeting greeting, @Nullable String expected) {
		prepare();
		this.lab.setRoundTripMillis(this.request.roundTrip());
		Span span = this.lab.begin();
		String returned = "";
		Measured measured;
		try {
			returned = greeting.greet(USER);
		}
		finally {
			measured = span.end();
			this.lab.setRoundTripMillis(0);
		}
		boolean right = expected == null || expected.equals(returned);
		return new VariantResult(Variants.id(greeting), returned, right, measured.wire().commands(),
				measured.wire().turns(), measured.milliseconds());
	}

	private void prepare() {
		this.lab.clear();
		this.lab.redis().opsForValue().set("name:" + USER, this.request.name());
		this.lab.redis().opsForValue().set("visits:" + USER, "41");
	}

}
