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

import java.util.Arrays;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What is done in a race: one Redis call for each product.
 */
enum Operation {

	/**
	 * Store products.
	 */
	@JsonProperty("warm")
	WARM("warm"),

	/**
	 * Read products.
	 */
	@JsonProperty("load")
	LOAD("load"),

	/**
	 * Count one view of each.
	 */
	@JsonProperty("count-views")
	COUNT_VIEWS("count-views"),

	/**
	 * Store a third, count views of a third, read a third.
	 */
	@JsonProperty("mixed")
	MIXED("mixed");

	private final String word;

	Operation(String word) {
		this.word = word;
	}

	String word() {
		return this.word;
	}

	static Operation of(String word) {
		return Arrays.stream(values())
			.filter((operation) -> operation.word.equals(word))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("No operation '" + word + "'"));
	}

}
