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

package programs;

import java.util.*;
import java.util.function.*;
import java.util.stream.*;

import org.springframework.data.redis.core.*;

import io.pipelining.annotation.Pipelined;

/**
 * Programs in the language of Java 21 and later: each returns everything that it computed. The keys are those of random
 * programs.
 */
@SuppressWarnings("all")
@Pipelined
public class Modern {

	private final StringRedisTemplate redis;

	private final RedisTemplate<String, Object> objects;

	private final List<Object> seen = new ArrayList<>();

	public Modern(StringRedisTemplate redis, RedisTemplate<String, Object> objects) {
		this.redis = redis;
		this.objects = objects;
	}

	sealed interface Shape permits Circle, Square, Pair { }

	record Circle(String key) implements Shape { }

	record Square(String key, Long side) implements Shape { }

	record Pair(Shape left, Shape right) implements Shape { }

	enum Level { LOW, HIGH }

	public Object patternsInASwitch() {
		for (Object o : List.of(1, "t0", 2L, Level.HIGH, new Circle("n0"), List.of())) {
			switch (o) {
				case Integer i when i > 0 -> redis.opsForValue().increment("n0", i);
				case String s -> redis.delete(s);
				case Long l when redis.opsForValue().increment("n1") > 2 -> seen.add(l);
				case Long l -> redis.opsForValue().increment("n1");
				case Level level -> seen.add(redis.hasKey(level.name()));
				case Circle(String key) -> seen.add(redis.opsForValue().increment(key));
				case Collection<?> c -> redis.opsForValue().increment("n0");
				default -> redis.opsForValue().increment("n1");
			}
		}
		return seen;
	}

	public Object valueOfASwitch() {
		List<Object> all = new ArrayList<>();
		for (Shape shape : List.of(new Circle("n0"), new Square("n1", 3L), new Pair(new Circle("n0"), new Circle("n1")))) {
			all.add(switch (shape) {
				case Circle(var key) -> redis.opsForValue().increment(key);
				case Square(var key, var side) -> { redis.opsForValue().increment(key, side); yield redis.opsForValue().get(key); }
				case Pair(Circle(var left), Circle(var right)) -> { redis.opsForValue().increment(left); yield redis.opsForValue().multiGet(List.of(left, right)); }
				case Pair(var left, var right) -> redis.delete("t1");
			});
		}
		return all;
	}

	public Object switchOnAValue() {
		String text = switch (redis.opsForValue().get("t0")) {
			case null -> "null" + redis.delete("t1");
			case "v0" -> { redis.delete("t1"); yield "v0" + redis.hasKey("t1"); }
			case String s when s.length() > 5 -> "long";
			case String s -> s;
		};
		Object object = redis.opsForValue().get("t9");
		String none = switch (object) {
			case String s -> s;
			case null, default -> "none" + redis.opsForValue().increment("n0");
		};
		switch (redis.opsForValue().increment("n1")) {
			case Long l when l > 2 -> redis.delete("t0");
			case Long l -> redis.delete("l0");
		}
		return List.of(text, none, redis.keys("*").size());
	}

	public Object patternsOfValues() {
		if (redis.opsForValue().increment("n0") instanceof Long l && l > 0 && redis.opsForValue().get("t0") instanceof String s) {
			redis.opsForValue().set("t1", s + l);
			seen.add(s + l);
		}
		if (!(redis.opsForValue().get("t9") instanceof String s)) {
			redis.opsForValue().increment("n1");
			return List.of(seen, redis.opsForValue().get("n1"));
		}
		return s;
	}

	public Object recordsOfValues() {
		record Both(Object one, Object other) {
			Both {
				redis().opsForValue().increment("n2");
			}
			static StringRedisTemplate redis() { return shared; }
		}
		shared = redis;
		Both both = new Both(redis.opsForValue().increment("n0"), redis.delete("t0"));
		if (both instanceof Both(Long one, Boolean other) && other) {
			redis.opsForValue().increment("n1", one);
		}
		return List.of(both.one(), both.other(), redis.opsForValue().get("n1"), redis.opsForValue().get("n2"));
	}

	private static StringRedisTemplate shared;

	public Object sequencedCollections() {
		List<String> keys = new ArrayList<>(List.of("t0", "t1", "n0"));
		keys.reversed().forEach(redis::persist);
		redis.delete(keys.removeFirst());
		seen.add(redis.delete(keys.getFirst()));
		LinkedHashMap<String, Object> map = new LinkedHashMap<>();
		map.putLast("a", redis.opsForValue().increment("n0"));
		map.sequencedValues().forEach((value) -> redis.opsForValue().set("t1", value.toString()));
		return List.of(seen, map, redis.opsForValue().get("t1"));
	}

	public Object streamsOfToday() {
		return List.of(Stream.of("n0", "n1").mapMulti((String key, Consumer<Object> next) -> {
			redis.opsForValue().increment(key);
			next.accept(redis.opsForValue().increment(key));
		}).toList(), Stream.of("t0").takeWhile(redis::hasKey).dropWhile((key) -> !redis.delete(key)).toList(),
				Stream.of("n0", "n1").collect(Collectors.teeing(Collectors.mapping((key) -> redis.opsForValue().get(key), Collectors.toList()), Collectors.counting(), List::of)));
	}

	public void droppedInPatterns() {
		for (Object o : List.of("n0", 1L, "n1", 2L, "n2", 3L, new Circle("n0"))) {
			switch (o) {
				case String key -> redis.opsForValue().increment(key);
				case Long l -> redis.opsForValue().increment("n0", l);
				case Circle(String key) -> redis.opsForValue().increment(key);
				default -> { }
			}
		}
	}

	public void usedInPatterns() {
		for (Object o : List.of("n0", 1L, "n1", 2L, "n2", 3L, new Circle("n0"), new Square("n1", 2L))) {
			Object value = switch (o) {
				case String key when key.length() == 2 -> redis.opsForValue().increment(key);
				case Square(String key, Long side) -> redis.opsForValue().increment(key, side);
				default -> null;
			};
			if (value instanceof Long l && o instanceof Square) {
				redis.opsForList().rightPush("l1", "" + l);
			}
		}
	}

}
