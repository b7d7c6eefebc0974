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

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A product of the catalogue.
 *
 * @param id the number of the product, from 1
 * @param name the name
 * @param price the price
 */
public record Product(int id, String name, BigDecimal price) {

	/**
	 * Return the products 1 to {@code count}.
	 */
	public static List<Product> samples(int count) {
		return IntStream.rangeClosed(1, count).mapToObj(Product::sample).toList();
	}

	/**
	 * Return the product with a number.
	 */
	public static Product sample(int id) {
		return new Product(id, "Product " + id, BigDecimal.valueOf(id, 2));
	}

}
