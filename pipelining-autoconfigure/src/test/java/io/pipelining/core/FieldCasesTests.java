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

package io.pipelining.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.cache.Cache;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.annotation.Id;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisHash;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.index.Indexed;
import org.springframework.data.redis.repository.configuration.EnableRedisRepositories;
import org.springframework.data.redis.support.atomic.RedisAtomicLong;
import org.springframework.data.redis.support.collections.DefaultRedisList;
import org.springframework.data.redis.support.collections.DefaultRedisMap;
import org.springframework.data.redis.support.collections.DefaultRedisSet;
import org.springframework.data.repository.CrudRepository;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.pipelining.PipelineExecutionException;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/**
 * What else of Spring Data Redis an annotated method may use: results and contents are
 * those without the annotation (case 42 from the field), and what a full server refuses.
 */
class FieldCasesTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private Redis redis;

	void connect(Client client) {
		this.redis = new Redis(client.connect(Settings.of(RedisServers.standalone())), Results.AUTO);
	}

	@AfterEach
	void close() {
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		this.redis.close();
		this.observer.close();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aRepositoryKeepsAndFinds(Client client) {
		connect(client);
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.registerBean(RedisConnectionFactory.class, this.redis::factory,
					(definition) -> definition.setDestroyMethodName(""));
			context.register(Repositories.class);
			context.refresh();
			PersonRepository people = context.getBean(PersonRepository.class);
			assertSameAsDirect(() -> {
				List<@Nullable Object> seen = new ArrayList<>();
				seen.add(people.save(new Person("1", "Ada", "London")));
				people.saveAll(List.of(new Person("2", "Alan", "London"), new Person("3", "Emmy", "Erlangen")));
				seen.add(people.findById("1"));
				seen.add(people.findById("nobody"));
				seen.add(people.existsById("3"));
				seen.add(people.count());
				seen.add(people.findByCity("London").stream().map(Person::name).sorted().toList());
				people.save(new Person("1", "Ada", "Marylebone"));
				seen.add(people.findByCity("London").stream().map(Person::name).toList());
				people.deleteById("2");
				seen.add(people.findById("2"));
				seen.add(people.count());
				return seen;
			});
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void aCacheIsNotPipelined(Client client) {
		connect(client);
		RedisCacheManager caches = RedisCacheManager.create(this.redis.factory());
		caches.afterPropertiesSet();
		assertSameAsDirect(() -> {
			Cache cache = caches.getCache("c");
			assertThat(cache).isNotNull();
			cache.put("a", "1");
			// With Lettuce the cache may write on another thread, but it does not wait
			await().until(() -> this.observer.exists("c::a"));
			List<@Nullable Object> seen = new ArrayList<>();
			seen.add(cache.get("a", String.class));
			seen.add(cache.get("b"));
			seen.add(cache.putIfAbsent("a", "2"));
			seen.add(cache.get("b", () -> "loaded"));
			await().until(() -> this.observer.exists("c::b"));
			cache.evict("a");
			await().until(() -> !this.observer.exists("c::a"));
			seen.add(cache.get("a"));
			return seen;
		});
		assertThat(this.redis.listener().batches()).isEmpty();
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void anAtomicLongComparesAndSets(Client client) {
		connect(client);
		assertSameAsDirect(() -> {
			RedisAtomicLong counter = new RedisAtomicLong("n", this.redis.factory(), 5);
			return List.of(counter.compareAndSet(5, 7), counter.compareAndSet(5, 9), counter.get(),
					counter.getAndAdd(3), counter.getAndUpdate((value) -> value * 2),
					counter.accumulateAndGet(1, Long::sum), counter.decrementAndGet(),
					counter.expire(Duration.ofMinutes(1)));
		});
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void collectionsOfSpringsSupportPackageHoldWhatTheyAreGiven(Client client) {
		connect(client);
		assertSameAsDirect(() -> {
			List<@Nullable Object> seen = new ArrayList<>();
			Map<String, String> map = new DefaultRedisMap<>("map", this.redis.strings());
			seen.add(map.put("a", "1"));
			seen.add(map.put("a", "2"));
			seen.add(map.putIfAbsent("a", "3"));
			seen.add(map.putIfAbsent("b", "4"));
			seen.add(map.replace("a", "2", "5"));
			seen.add(map.replace("b", "wrong", "6"));
			seen.add(map.remove("b", "4"));
			seen.add(map.get("b"));
			seen.add(map.containsKey("a"));
			seen.add(map.size());
			seen.add(Map.copyOf(map));
			List<String> list = new DefaultRedisList<>("list", this.redis.strings());
			seen.add(list.add("x"));
			seen.add(list.add("y"));
			seen.add(list.set(0, "z"));
			seen.add(list.indexOf("y"));
			seen.add(list.remove("x"));
			seen.add(List.copyOf(list));
			DefaultRedisSet<String> set = new DefaultRedisSet<>("set", this.redis.strings());
			seen.add(set.add("x"));
			seen.add(set.add("x"));
			seen.add(set.contains("x"));
			seen.add(set.remove("y"));
			set.forEach(seen::add);
			set.clear();
			seen.add(set.isEmpty());
			return seen;
		});
	}

	@ParameterizedTest // 17
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void everyCallThatTheServerHasNoMemoryForIsReported(Client client) {
		connect(client);
		int port = RedisServers.withSettings("maxmemory 1mb", "maxmemory-policy noeviction");
		try (Observer full = new Observer(port); Redis small = new Redis(client.connect(Settings.of(port)))) {
			full.flush();
			PipelineExecutionException failed = catchThrowableOfType(PipelineExecutionException.class,
					() -> small.pipelines().executeWithoutResult((pipeline) -> {
						for (int i = 0; i < 5000; i++) {
							small.strings().opsForValue().set("k" + i, "x".repeat(1024));
						}
					}));
			assertThat(failed.getCallCount()).isEqualTo(5000);
			assertThat(failed.getFailures()).hasSize((int) (5000 - full.keyCount()))
				.allMatch((failure) -> String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure.cause()))
					.contains("OOM"));
			assertThat(failed).hasMessageContaining(failed.getFailures().size() + " of 5000");
		}
	}

	private void assertSameAsDirect(Supplier<List<?>> code) {
		this.observer.flush();
		List<?> direct = code.get();
		Map<String, String> contents = this.observer.contents();
		this.observer.flush();
		List<?> pipelined = this.redis.pipelines().execute((pipeline) -> code.get());
		assertThat(pipelined).isEqualTo(direct);
		assertThat(this.observer.contents()).isEqualTo(contents);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableRedisRepositories(considerNestedRepositories = true, basePackageClasses = FieldCasesTests.class,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = PersonRepository.class))
	static class Repositories {

		@Bean
		RedisTemplate<?, ?> redisTemplate(RedisConnectionFactory factory) {
			RedisTemplate<byte[], byte[]> template = new RedisTemplate<>();
			template.setConnectionFactory(factory);
			return template;
		}

	}

	interface PersonRepository extends CrudRepository<Person, String> {

		List<Person> findByCity(String city);

	}

	@RedisHash("person")
	record Person(@Id String id, String name, @Indexed String city) {
	}

}
