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

import java.util.AbstractList;
import java.util.concurrent.atomic.AtomicInteger;

import io.pipelining.sample.run.RunContext;

/**
 * The numbers of products. It knows how many were asked for, and ends the work when the
 * run is ended: the code that goes through it needs to know nothing of either.
 */
final class Numbers extends AbstractList<Integer> {

	private final RunContext context;

	private final int size;

	private final AtomicInteger taken = new AtomicInteger();

	Numbers(RunContext context, int size) {
		this.context = context;
		this.size = size;
	}

	@Override
	public Integer get(int index) {
		this.context.checkActive();
		this.taken.incrementAndGet();
		return index + 1;
	}

	@Override
	public int size() {
		return this.size;
	}

	int taken() {
		return this.taken.get();
	}

}
