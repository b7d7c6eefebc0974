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
import java.util.List;

import org.springframework.stereotype.Service;

import io.pipelining.annotation.Pipelined;
import io.pipelining.sample.Product;
import io.pipelining.sample.ProductCatalog;
import io.pipelining.sample.lab.Lab;

/**
 * The catalogue of the sample on the line of the lab.
 */
@Service
class RaceCatalog {

	private final ProductCatalog catalog;

	RaceCatalog(Lab lab) {
		this.catalog = new ProductCatalog(lab.redis(), lab.pipelines());
	}

	void plain(Operation operation, List<Integer> ids) {
		int third = ids.size() / 3;
		switch (operation) {
			case WARM -> this.catalog.warm(products(ids));
			case LOAD -> this.catalog.load(ids);
			case COUNT_VIEWS -> this.catalog.countViews(ids);
			case MIXED -> {
				this.catalog.warm(products(ids.subList(0, third)));
				this.catalog.countViews(ids.subList(third, 2 * third));
				this.catalog.load(ids.subList(2 * third, ids.size()));
			}
		}
	}

	@Pipelined(connectionFactory = Lab.LAB)
	public void pipelined(Operation operation, List<Integer> ids) {
		int third = ids.size() / 3;
		switch (operation) {
			case WARM -> this.catalog.warm(products(ids));
			case LOAD -> this.catalog.loadPipelined(ids);
			case COUNT_VIEWS -> this.catalog.countViews(ids);
			case MIXED -> {
				this.catalog.warm(products(ids.subList(0, third)));
				this.catalog.countViews(ids.subList(third, 2 * third));
				this.catalog.loadPipelined(ids.subList(2 * third, ids.size()));
			}
		}
	}

	/**
	 * Store what the other operations read.
	 */
	void seed(int products) {
		this.catalog.warm(Product.samples(products));
	}

	private static List<Product> products(List<Integer> ids) {
		return new AbstractList<>() {

			@Override
			public Product get(int index) {
				return Product.sample(ids.get(index));
			}

			@Override
			public int size() {
				return ids.size();
			}

		};
	}

}
