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

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The operations of the catalogue. {@code count} says for how many products, and
 * {@code mode} whether {@code plain} or {@code pipelined}; an operation makes one Redis
 * call for each product.
 */
@RestController
@RequestMapping("/products")
@Tag(name = "Catalogue")
class ProductController {

	private final ProductCatalog catalog;

	private final Measurements measurements;

	ProductController(ProductCatalog catalog, Measurements measurements) {
		this.catalog = catalog;
		this.measurements = measurements;
	}

	@PostMapping("/warm")
	@Operation(summary = "Store products")
	Measurement warm(@RequestParam(defaultValue = "100") int count,
			@RequestParam(defaultValue = "pipelined") String mode) {
		Workload work = Workload.of(count, mode);
		List<Product> products = work.products();
		return this.measurements.take(work, () -> {
			switch (work.mode()) {
				case PLAIN -> this.catalog.warm(products);
				case PIPELINED -> this.catalog.warmPipelined(products);
			}
			return products.size();
		});
	}

	@GetMapping
	@Operation(summary = "Read products")
	Measurement load(@RequestParam(defaultValue = "100") int count,
			@RequestParam(defaultValue = "pipelined") String mode) {
		Workload work = Workload.of(count, mode);
		List<Integer> ids = work.ids();
		return this.measurements.take(work, () -> switch (work.mode()) {
			case PLAIN -> this.catalog.load(ids).size();
			case PIPELINED -> this.catalog.loadPipelined(ids).size();
		});
	}

	@PostMapping("/views")
	@Operation(summary = "Count one view of each product")
	Measurement countViews(@RequestParam(defaultValue = "100") int count,
			@RequestParam(defaultValue = "pipelined") String mode) {
		Workload work = Workload.of(count, mode);
		List<Integer> ids = work.ids();
		return this.measurements.take(work, () -> {
			switch (work.mode()) {
				case PLAIN -> this.catalog.countViews(ids);
				case PIPELINED -> this.catalog.countViewsPipelined(ids);
			}
			return ids.size();
		});
	}

}
