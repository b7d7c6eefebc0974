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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.HashOperations;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ValueOperations;

/**
 * Code of which it is to be proven that it uses no value. Its name says whether that can
 * be: code that is careful only looks as if it used one.
 */
@SuppressWarnings({ "unused", "resource", "UnusedVariable", "ReturnValueIgnored", "CheckReturnValue" })
class ProvableBodies {

	static final String PREFIX = "p:";

	static String computed = "c:";

	private final StringRedisTemplate redis;

	private final RedisTemplate<String, Object> objects;

	private final RedisOperations<String, String> operations;

	private final ValueOperations<String, String> values;

	private final HashOperations<String, Object, Object> hashes;

	private final Keys keys = new Keys();

	private final Naming naming = new Plain();

	private final String[] names = { "a", "b" };

	private final Duration ttl = Duration.ofMinutes(1);

	private StringRedisTemplate injected;

	StringRedisTemplate open;

	private StringRedisTemplate replaced;

	private int count;

	private @Nullable Object seen;

	ProvableBodies(StringRedisTemplate redis, RedisTemplate<String, Object> objects) {
		this.redis = redis;
		this.objects = objects;
		this.operations = redis;
		this.values = redis.opsForValue();
		this.hashes = redis.opsForHash();
		this.injected = redis;
		this.open = redis;
		this.replaced = redis;
	}

	void replace(StringRedisTemplate other) {
		this.replaced = other;
	}

	// Proven

	void provenLoop() {
		for (int i = 0; i < 3; i++) {
			this.redis.opsForValue().increment("k" + i);
		}
	}

	void provenArray() {
		for (String name : this.names) {
			this.redis.opsForValue().increment(name);
		}
	}

	void provenForEach(List<String> keys) {
		keys.forEach(this.redis::delete);
		keys.forEach((key) -> this.redis.delete(key));
	}

	void provenEnhancedFor(Collection<String> keys) {
		for (String key : keys) {
			this.redis.opsForValue().set(PREFIX + key, "v", this.ttl);
			this.redis.expire(key, 3, TimeUnit.SECONDS);
		}
		for (String key : keys) {
			this.redis.opsForValue().append(key, "x");
		}
	}

	void provenMap(Map<String, String> map) {
		map.forEach((key, value) -> this.redis.opsForValue().getAndSet(key, value));
		for (Map.Entry<String, String> entry : map.entrySet()) {
			this.redis.opsForHash().put("h", entry.getKey(), entry.getValue());
			this.redis.opsForHash().increment("h", entry.getKey(), 1);
		}
		map.entrySet().forEach((entry) -> this.redis.opsForSet().add("s", entry.getKey(), entry.getValue()));
		map.keySet().stream().filter((key) -> !key.isEmpty()).map((key) -> "x" + key).forEach(this.redis::unlink);
	}

	void provenSorted(TreeMap<String, String> map) {
		map.forEach((key, value) -> this.redis.opsForList().rightPush(key, value));
	}

	void provenStreams() {
		IntStream.range(0, 3).forEach((i) -> this.redis.opsForValue().increment("k" + i));
		IntStream.rangeClosed(0, 3).mapToObj((i) -> "k" + i).forEach(this.redis::delete);
		Stream.of("a", "b").forEach(this.redis.opsForValue()::increment);
		Arrays.stream(this.names).limit(1).forEach((name) -> this.redis.opsForValue().increment(name));
	}

	void provenEverydayCalls(String key) {
		this.redis.opsForList().leftPush(key, "v");
		this.redis.opsForList().trim(key, 0, 9);
		this.redis.opsForList().rightPushAll(key, "a", "b");
		this.redis.opsForList().leftPop(key);
		this.redis.opsForSet().remove(key, "a");
		this.redis.opsForZSet().add(key, "m", 1.5);
		this.redis.opsForZSet().incrementScore(key, "m", 1);
		this.redis.opsForHyperLogLog().add(key, "x");
		this.redis.rename(key, key + "x");
		this.redis.persist(key);
		this.redis.expireAt(key, Instant.now());
		this.redis.boundValueOps(key).set("v");
		this.redis.boundHashOps(key).put("f", "v");
		this.redis.boundListOps(key).rightPush("v");
	}

	void provenCollectionsMadeHere(String id, int number) {
		Map<String, String> fields = new HashMap<>();
		fields.put("id", id);
		fields.put("number", String.valueOf(number));
		this.redis.opsForHash().putAll("h:" + id, fields);
		this.redis.opsForValue().multiSet(Map.of("a", id, "b", "2"));
		List<String> keys = new ArrayList<>();
		for (int i = 0; i < number; i++) {
			keys.add("k" + i);
		}
		this.redis.delete(keys);
	}

	void provenLookups(List<String> keys, Map<String, String> map) {
		for (int i = 0; i < keys.size(); i++) {
			String key = keys.get(i);
			String value = map.get(key);
			this.redis.opsForValue().set(key, (value != null) ? value : "");
		}
	}

	void provenHelpers(List<String> keys) {
		keys.forEach(this::touch);
		touch("a");
		drop("b");
		twice((key) -> this.redis.opsForValue().increment(key));
		again(3);
		helped("c").length();
	}

	private void touch(String key) {
		this.redis.expire(key, this.ttl);
	}

	private @Nullable Boolean drop(String key) {
		return this.redis.delete(key);
	}

	private static void twice(Consumer<String> code) {
		code.accept("a");
		code.accept("b");
	}

	private void again(int times) {
		this.redis.opsForValue().increment("n");
		if (times > 0) {
			again(times - 1);
		}
	}

	String helped(String key) {
		return key + Long.toString(System.currentTimeMillis()) + new StringBuilder(key).append(1).append('c').reverse();
	}

	void provenRecords(List<Item> items, Item one) {
		for (Item item : items) {
			this.redis.opsForValue().set(item.key(), item.name().toLowerCase());
		}
		items.forEach((item) -> this.redis.opsForZSet().add("all", item.key(), item.price()));
		this.redis.delete(one.key());
	}

	void provenEnums(Kind kind) {
		this.redis.opsForValue().set(kind.name(), "" + kind.ordinal());
	}

	void provenKeysOfObjects() {
		this.objects.delete("a");
		this.objects.opsForValue().increment("b");
		this.objects.expire("c", Duration.ofSeconds(1));
	}

	void provenFieldsOfManyTypes() {
		this.operations.delete("a");
		this.values.increment("b");
		this.hashes.put("c", "d", "e");
		this.injected.delete("a");
		this.open.delete("a");
	}

	void provenCollaborators(List<String> ids) {
		for (String id : ids) {
			this.redis.delete(this.keys.of(id));
			this.redis.delete(this.naming.of(id));
			this.redis.delete(Keys.fixed(id));
		}
	}

	void provenExceptions(String key) {
		try {
			this.redis.opsForValue().set(key, "v");
			if (key.isEmpty()) {
				throw new IllegalArgumentException("empty " + key);
			}
		}
		catch (RuntimeException ex) {
			this.redis.opsForValue().increment("errors");
			throw ex;
		}
		finally {
			this.redis.delete("lock");
		}
	}

	void provenCounters(List<String> keys) {
		for (String key : keys) {
			this.count++;
			this.redis.opsForValue().set(key, "" + this.count);
		}
		synchronized (this) {
			this.redis.delete("x");
		}
	}

	@Nullable Object provenReturn(List<String> keys) {
		keys.forEach(this.redis::delete);
		return keys.size();
	}

	void provenSwitch(String key, int kind) {
		switch (key) {
			case "a" -> this.redis.delete("a");
			case "b" -> this.redis.opsForValue().set("b", switch (kind) {
				case 1 -> "x";
				default -> "y";
			});
			default -> this.redis.opsForValue().increment(key, (long) kind * 2);
		}
	}

	void provenConditionalOfDropped(boolean first) {
		Supplier<String> name = () -> first ? "a" : "b";
		this.redis.delete(name.get());
		for (int i = 0; i < 2; i++) {
			if (i > 0) {
				this.redis.delete("a");
			}
			else {
				this.redis.delete("b");
			}
		}
	}

	// Not proven

	void careUsed() {
		this.redis.delete("a");
		if (this.redis.delete("b")) {
			this.count++;
		}
	}

	@Nullable Object careReturned() {
		this.redis.delete("a");
		return this.redis.opsForValue().increment("b");
	}

	void careStored() {
		this.redis.delete("a");
		this.seen = this.redis.opsForValue().get("b");
	}

	void careToString(List<Object> things) {
		for (Object thing : things) {
			this.redis.opsForValue().set("a", "x" + thing);
		}
	}

	void careEquality(Map<Object, String> map, Object key) {
		this.redis.opsForValue().set("a", String.valueOf(map.get(key)));
	}

	void careUnknownCollection(Collection<String> strange) {
		this.redis.delete("a");
		strange.forEach(this.redis::delete);
	}

	void careUnknownCollectionAsArgument(Collection<String> strange) {
		this.redis.delete("a");
		this.redis.delete(strange);
	}

	void careUnknownTemplate(StringRedisTemplate strange) {
		strange.delete("a");
		this.redis.delete("b");
	}

	void careValuesOfObjects() {
		this.objects.delete("a");
		this.objects.opsForValue().set("b", 1L);
	}

	void careFieldThatIsReplaced() {
		this.replaced.delete("a");
		this.replaced = this.redis;
	}

	void careVirtual(List<Thing> things) {
		for (Thing thing : things) {
			this.redis.delete(thing.key());
		}
	}

	void careInterface(List<Naming> namings) {
		for (Naming naming : namings) {
			this.redis.delete(naming.of("a"));
		}
	}

	void careInitializer() {
		this.redis.delete(Initialized.KEY);
	}

	void careInitializerOfAnEnum() {
		this.redis.delete(Kind.BOOK.name());
	}

	void careFunctionOfTheCaller(Function<String, String> function) {
		this.redis.delete(function.apply("a"));
	}

	void careMapped(List<String> keys) {
		keys.stream().map(this.redis::delete).forEach((deleted) -> {
		});
	}

	void careComparator(List<String> keys) {
		this.redis.delete("a");
		keys.sort((one, other) -> one.compareTo(other));
	}

	void careCallback() {
		this.redis.delete("a");
		this.redis.execute((org.springframework.data.redis.core.RedisCallback<Object>) (connection) -> null);
	}

	void careUnboxed() {
		this.redis.delete("a");
		long next = this.redis.opsForValue().increment("n");
	}

	void careTuples(Set<org.springframework.data.redis.core.ZSetOperations.TypedTuple<String>> tuples) {
		this.redis.delete("a");
		this.redis.opsForZSet().add("z", tuples);
	}

	void careMessage(String key) {
		try {
			this.redis.delete(key);
		}
		catch (RuntimeException ex) {
			this.redis.opsForValue().set("error", ex.getMessage());
		}
	}

	void careCloseable(AutoCloseable resource) throws Exception {
		try (resource) {
			this.redis.delete("a");
		}
	}

	void careIterator(Iterator<String> strange) {
		while (strange.hasNext()) {
			this.redis.delete(strange.next());
		}
	}

	record Item(String key, String name, double price) {

	}

	enum Kind {

		BOOK

	}

	static class Thing {

		String key() {
			return "a";
		}

	}

	interface Naming {

		String of(String id);

	}

	static class Plain implements Naming {

		@Override
		public String of(String id) {
			return "n:" + id;
		}

	}

	static class Keys {

		String of(String id) {
			return fixed(id).concat("x");
		}

		static String fixed(String id) {
			return "f:" + id;
		}

	}

	static class Initialized {

		static final String KEY = new Object().toString();

	}

	static class Tree extends LinkedHashMap<String, String> {

	}

}
