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
import java.util.Map;
import java.util.Optional;

import org.springframework.data.redis.core.HashOperations;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Service;

import io.pipelining.PipelineOperations;
import io.pipelining.Reply;
import io.pipelining.annotation.Pipelined;

/**
 * The catalogue in Redis. Each operation is there twice: plain, with one round trip for
 * each product, and pipelined, with one for all.
 */
@Service
public class ProductCatalog {

	private final StringRedisTemplate redis;

	private final PipelineOperations pipelines;

	public ProductCatalog(StringRedisTemplate redis, PipelineOperations pipelines) {
		this.redis = redis;
		this.pipelines = pipelines;
	}

	public void warm(List<Product> products) {
		products.forEach(this::store);
	}

	@Pipelined
	public void warmPipelined(List<Product> products) {
		products.forEach(this::store);
	}

	public List<Product> load(List<Integer> ids) {
		return ids.stream().map(this::find).flatMap(Optional::stream).toList();
	}

	@Pipelined
	public List<Product> loadPipelined(List<Integer> ids) {
		// A list of replies first: asking for the first value sends all that wait
		List<Reply<Optional<Product>>> replies = ids.stream()
			.map((id) -> this.pipelines.defer(() -> find(id)))
			.toList();
		return replies.stream().map(Reply::get).flatMap(Optional::stream).toList();
	}

	public void countViews(List<Integer> ids) {
		ids.forEach(this::countView);
	}

	@Pipelined
	public void countViewsPipelined(List<Integer> ids) {
		ids.forEach(this::countView);
	}

	private void store(Product product) {
		this.redis.opsForHash()
			.putAll(key(product.id()), Map.of("name", product.name(), "price", product.price().toPlainString()));
	}

	private Optional<Product> find(int id) {
		HashOperations<String, String, String> hashes = this.redis.opsForHash();
		Map<String, String> fields = hashes.entries(key(id));
		return fields.isEmpty() ? Optional.empty()
				: Optional.of(new Product(id, fields.get("name"), new BigDecimal(fields.get("price"))));
	}

	private void countView(int id) {
		this.redis.opsForValue().increment(key(id) + ":views");
	}

	private static String key(int id) {
		return "product:" + id;
	}

}
