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

package io.pipelining.callsite;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A run of code that is proven to use no value. Confined to its thread.
 */
public final class ProvenRun {

	private final @Nullable Object[] inputs;

	private final InputPath[] replaceable;

	private final @Nullable Object[] seen;

	ProvenRun(@Nullable Object[] inputs, List<InputPath> replaceable) {
		this.inputs = inputs;
		this.replaceable = replaceable.toArray(InputPath[]::new);
		this.seen = replaceable.stream().map((path) -> path.follow(inputs)).toArray();
	}

	/**
	 * Return whether the proof still holds: no field has another object now. To be asked
	 * during each call.
	 * @return {@code true} if no value is used
	 */
	public boolean holds() {
		for (int i = 0; i < this.replaceable.length; i++) {
			if (this.replaceable[i].follow(this.inputs) != this.seen[i]) {
				return false;
			}
		}
		return true;
	}

}
