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

package io.pipelining.sample;

import java.util.List;
import java.util.stream.IntStream;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/**
 * What a request asks for.
 *
 * @param count how many products, from 1
 * @param mode how to run
 */
record Workload(int count, Mode mode) {

	private static final int MAX_COUNT = 10_000;

	/**
	 * Check the parameters of a request.
	 * @throws ResponseStatusException with status 400 if one is out of range
	 */
	static Workload of(int count, String mode) {
		if (count < 1 || count > MAX_COUNT) {
			throw badRequest("'count' must be between 1 and " + MAX_COUNT + ", not " + count);
		}
		return new Workload(count, switch (mode) {
			case "plain" -> Mode.PLAIN;
			case "pipelined" -> Mode.PIPELINED;
			default -> throw badRequest("'mode' must be 'plain' or 'pipelined', not '" + mode + "'");
		});
	}

	List<Product> products() {
		return Product.samples(this.count);
	}

	List<Integer> ids() {
		return IntStream.rangeClosed(1, this.count).boxed().toList();
	}

	private static ResponseStatusException badRequest(String reason) {
		return new ResponseStatusException(HttpStatus.BAD_REQUEST, reason);
	}

}
