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

package io.pipelining.together;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.annotation.Pipelined;
import io.pipelining.autoconfigure.PipeliningAutoConfiguration;
import io.pipelining.support.BootLine;
import io.pipelining.support.Observer;
import io.pipelining.support.RedisServers;
import io.pipelining.test.BatchRecorder;
import io.pipelining.test.RecordedBatches;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@link Pipelined @Pipelined} on generic methods, which are called by bridges, and in
 * classes that only their package sees.
 */
class BridgeMethodsTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
		.withConfiguration(BootLine.redis())
		.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + RedisServers.standalone())
		.withBean(BatchRecorder.class);

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.observer.close();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@SuppressWarnings("unchecked")
	void genericMethodsAreInterceptedThroughTheirBridges(boolean proxyTargetClass) {
		this.contextRunner.withBean(ProductStore.class)
			.withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
			.run((context) -> {
				Store<Product, String> store = context.getBean(Store.class);
				assertThat(AopUtils.isJdkDynamicProxy(store)).isEqualTo(!proxyTargetClass);
				BatchRecorder batches = context.getBean(BatchRecorder.class);
				Product ada = new Product("a", "Ada");
				Product bob = new Product("b", "Bob");
				RecordedBatches saved = batches.during(() -> store.save(ada));
				saved.of("product-store-save").assertOneBatchOf(2, "SET", "SADD");
				RecordedBatches all = batches.during(() -> store.saveAll(List.of(ada, bob)));
				all.of("product-store-save-all").assertOneBatchOf(4);
				RecordedBatches loaded = batches.during(() -> assertThat(store.load("b")).isEqualTo(bob));
				loaded.of("product-store-load").assertOneBatchOf(2, "INCR", "GET");
				RecordedBatches names = batches.during(() -> assertThat(store.name("a")).isEqualTo("Ada"));
				names.of("product-store-name").assertOneBatchOf(1, "GET");
				RecordedBatches dropped = batches.during(() -> store.name("a"));
				dropped.of("product-store-name").assertOneBatchOf(1, "GET");
				assertThat(batches.recorded().toList()).hasSize(5);
				assertThat(this.observer.contents()).containsOnlyKeys("a", "b", "all", "views");
			});
	}

	@Test
	void classesAndMethodsOfAPackageAreIntercepted() {
		this.contextRunner.withBean(OfThisPackage.class).run((context) -> {
			OfThisPackage bean = context.getBean(OfThisPackage.class);
			assertThat(AopUtils.isCglibProxy(bean)).isTrue();
			BatchRecorder batches = context.getBean(BatchRecorder.class);
			batches.during(() -> assertThat(bean.countUp(Map.of("a", 1L, "b", 2L))).isEqualTo(3))
				.of("of-this-package-count-up")
				.assertBatchesOf(3, 1);
			batches.during(bean::inherited).of("of-this-package-inherited").assertOneBatchOf(2);
		});
	}

	record Product(String id, String name) {

	}

	interface Store<T, K> {

		void save(T value);

		void saveAll(List<? extends T> values);

		T load(K key);

		Object name(K key);

	}

	abstract static class AbstractStore<T, K> implements Store<T, K> {

		@Override
		@Pipelined
		public void saveAll(List<? extends T> values) {
			values.forEach(this::save);
		}

	}

	static class ProductStore extends AbstractStore<Product, String> {

		private final StringRedisTemplate redis;

		ProductStore(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Override
		@Pipelined
		public void save(Product value) {
			this.redis.opsForValue().set(value.id(), value.name());
			this.redis.opsForSet().add("all", value.id());
		}

		@Override
		@Pipelined
		public Product load(String key) {
			this.redis.opsForValue().increment("views");
			String name = this.redis.opsForValue().get(key);
			return new Product(key, name);
		}

		@Override
		@Pipelined
		public String name(String key) {
			return this.redis.opsForValue().get(key);
		}

	}

}

abstract class OfItsPackage {

	final StringRedisTemplate redis;

	OfItsPackage(StringRedisTemplate redis) {
		this.redis = redis;
	}

	@Pipelined
	void inherited() {
		this.redis.opsForValue().set("c", "v");
		this.redis.opsForValue().set("d", "v");
	}

}

class OfThisPackage extends OfItsPackage {

	OfThisPackage(StringRedisTemplate redis) {
		super(redis);
	}

	@Pipelined
	long countUp(Map<String, Long> counts) {
		counts.forEach((key, count) -> this.redis.opsForValue().increment(key, count));
		Long last = this.redis.opsForValue().increment("b");
		this.redis.opsForValue().set("last", last.toString());
		return last;
	}

}
