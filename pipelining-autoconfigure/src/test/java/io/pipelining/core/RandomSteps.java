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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Range;
import org.springframework.data.geo.Circle;
import org.springframework.data.geo.Distance;
import org.springframework.data.geo.Metrics;
import org.springframework.data.geo.Point;
import org.springframework.data.redis.connection.BitFieldSubCommands;
import org.springframework.data.redis.connection.BitFieldSubCommands.BitFieldIncrBy.Overflow;
import org.springframework.data.redis.connection.BitFieldSubCommands.BitFieldType;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisListCommands.Direction;
import org.springframework.data.redis.connection.RedisStringCommands.BitOperation;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.RecordId;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.zset.Aggregate;
import org.springframework.data.redis.connection.zset.Weights;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.ZSetOperations.TypedTuple;
import org.springframework.data.redis.core.query.SortQuery;
import org.springframework.data.redis.core.query.SortQueryBuilder;

import io.pipelining.support.Outcomes.Unordered;
import io.pipelining.support.Redis;

/**
 * Draws template calls over all data types. Keys are few, so that calls meet the same
 * key, now and then one of another type on purpose. Calls whose answer depends on chance
 * or on the clock are left out.
 */
final class RandomSteps {

	private static final List<String> VALUES = List.of("a", "b", "c", "1", "2", "17", "-3.5", "x y", "\u00fc");

	private static final List<String> FIELDS = List.of("f", "g", "h", "1");

	private static final Duration LONG = Duration.ofSeconds(100_000);

	private static final BitFieldSubCommands BIT_FIELD = BitFieldSubCommands.create()
		.get(BitFieldType.unsigned(8))
		.valueAt(0)
		.incr(BitFieldType.unsigned(2))
		.valueAt(100)
		.overflow(Overflow.FAIL)
		.by(3);

	private static final Set<String> VOID = Set.of("rename", "restore", "restoreReplace", "set", "setExpiring",
			"setOffset", "multiSet", "list.trim", "list.set", "hash.put", "hash.putAll", "hyperloglog.union");

	private static final Map<String, Function<Draw, Callable<?>>> OPERATIONS = operations();

	private final Redis redis;

	private final byte[] dump;

	RandomSteps(Redis redis, byte[] dump) {
		this.redis = redis;
		this.dump = dump;
	}

	/**
	 * Return a sequence of calls through the templates, mixed.
	 */
	List<Step> draw(Random random) {
		List<Step> steps = new ArrayList<>();
		List<String> names = List.copyOf(OPERATIONS.keySet());
		int length = 10 + random.nextInt(40);
		for (int i = 0; i < length; i++) {
			String name = names.get(random.nextInt(names.size()));
			Draw draw = new Draw(random, random.nextInt(3));
			Callable<?> call = OPERATIONS.get(name).apply(draw);
			steps.add(new Step(name, draw.text(name), VOID.contains(name), call));
		}
		return steps;
	}

	private static Map<String, Function<Draw, Callable<?>>> operations() {
		Map<String, Function<Draw, Callable<?>>> operations = new TreeMap<>();
		keys(operations);
		values(operations);
		lists(operations);
		sets(operations);
		sortedSets(operations);
		sortedSetsOfSeveralKeys(operations);
		hashes(operations);
		places(operations);
		streams(operations);
		bits(operations);
		return operations;
	}

	private static void keys(Map<String, Function<Draw, Callable<?>>> all) {
		all.put("copy", (d) -> d.two((k, l) -> d.template().copy(k, l, true)));
		all.put("hasKey", (d) -> d.any((k) -> d.template().hasKey(k)));
		all.put("countExistingKeys", (d) -> d.several("any", (keys) -> d.template().countExistingKeys(keys)));
		all.put("delete", (d) -> d.any((k) -> d.template().delete(k)));
		all.put("deleteAll", (d) -> d.several("any", (keys) -> d.template().delete(keys)));
		all.put("unlink", (d) -> d.any((k) -> d.template().unlink(k)));
		all.put("unlinkAll", (d) -> d.several("any", (keys) -> d.template().unlink(keys)));
		all.put("type", (d) -> d.any((k) -> d.template().type(k)));
		all.put("keys", (d) -> {
			Object pattern = d.rawKey("s*");
			return () -> Unordered.of(d.template().keys(pattern));
		});
		all.put("rename", (d) -> d.two((k, l) -> run(() -> d.template().rename(k, l))));
		all.put("renameIfAbsent", (d) -> d.two((k, l) -> d.template().renameIfAbsent(k, l)));
		all.put("expire", (d) -> d.any((k) -> d.template().expire(k, LONG)));
		all.put("expireMillis",
				(d) -> d.any((k) -> d.template().expire(k, LONG.toMillis() + 1, TimeUnit.MILLISECONDS)));
		all.put("expireAt", (d) -> d.any((k) -> d.template().expireAt(k, new Date(4_000_000_000_000L))));
		all.put("persist", (d) -> d.any((k) -> d.template().persist(k)));
		all.put("getExpire", (d) -> d.any((k) -> rounded(d.template().getExpire(k))));
		all.put("getExpireUnit", (d) -> d.any((k) -> rounded(d.template().getExpire(k, TimeUnit.SECONDS))));
		all.put("dump", (d) -> d.key("value", (k) -> d.template().dump(k)));
		all.put("restore", (d) -> d
			.any((k) -> run(() -> d.template().restore(k, d.dump(), LONG.toMillis(), TimeUnit.MILLISECONDS))));
		all.put("restoreReplace",
				(d) -> d.any((k) -> run(() -> d.template().restore(k, d.dump(), 0, TimeUnit.MILLISECONDS, true))));
		all.put("sort", (d) -> d.key("list", (k) -> d.template().sort(sort(k, false))));
		all.put("sortAlphabetically", (d) -> d.key("set", (k) -> d.template().sort(sort(k, true))));
		all.put("sortAndStore", (d) -> d.two("list", (k, l) -> d.template().sort(sort(k, true), l)));
		all.put("touch", (d) -> d.connection("any", (c, keys) -> c.keyCommands().touch(keys)));
		all.put("encodingOf", (d) -> d.connection("value", (c, keys) -> c.keyCommands().encodingOf(keys[0]).raw()));
	}

	private static void values(Map<String, Function<Draw, Callable<?>>> all) {
		all.put("set", (d) -> d.value("value", (k, v) -> run(() -> d.template().opsForValue().set(k, v))));
		all.put("setExpiring",
				(d) -> d.value("value", (k, v) -> run(() -> d.template().opsForValue().set(k, v, LONG))));
		all.put("setOffset", (d) -> d.value("value", (k, v) -> run(() -> d.template().opsForValue().set(k, v, 2))));
		all.put("setIfAbsent", (d) -> d.value("value", (k, v) -> d.template().opsForValue().setIfAbsent(k, v)));
		all.put("setIfAbsentExpiring",
				(d) -> d.value("value", (k, v) -> d.template().opsForValue().setIfAbsent(k, v, LONG)));
		all.put("setIfPresent", (d) -> d.value("value", (k, v) -> d.template().opsForValue().setIfPresent(k, v)));
		all.put("setIfPresentExpiring",
				(d) -> d.value("value", (k, v) -> d.template().opsForValue().setIfPresent(k, v, LONG)));
		all.put("multiSet", (d) -> d.map("value", (map) -> run(() -> d.template().opsForValue().multiSet(map))));
		all.put("multiSetIfAbsent", (d) -> d.map("value", (map) -> d.template().opsForValue().multiSetIfAbsent(map)));
		all.put("get", (d) -> d.key("value", (k) -> d.template().opsForValue().get(k)));
		all.put("getAndDelete", (d) -> d.key("value", (k) -> d.template().opsForValue().getAndDelete(k)));
		all.put("getAndExpire", (d) -> d.key("value", (k) -> d.template().opsForValue().getAndExpire(k, LONG)));
		all.put("getAndPersist", (d) -> d.key("value", (k) -> d.template().opsForValue().getAndPersist(k)));
		all.put("getAndSet", (d) -> d.value("value", (k, v) -> d.template().opsForValue().getAndSet(k, v)));
		all.put("multiGet", (d) -> d.several("value", (keys) -> d.template().opsForValue().multiGet(keys)));
		all.put("multiGetNothing", (d) -> () -> d.template().opsForValue().multiGet(List.of()));
		all.put("increment", (d) -> d.key("value", (k) -> d.template().opsForValue().increment(k)));
		all.put("incrementBy", (d) -> d.key("value", (k) -> d.template().opsForValue().increment(k, 5)));
		all.put("incrementByFloat", (d) -> d.key("value", (k) -> d.template().opsForValue().increment(k, 0.5)));
		all.put("decrement", (d) -> d.key("value", (k) -> d.template().opsForValue().decrement(k)));
		all.put("append", (d) -> d.key("value", (k) -> d.template().opsForValue().append(k, "+")));
		all.put("getRange", (d) -> d.key("value", (k) -> d.template().opsForValue().get(k, 0, 1)));
		all.put("strlen", (d) -> d.key("value", (k) -> d.template().opsForValue().size(k)));
	}

	private static void lists(Map<String, Function<Draw, Callable<?>>> all) {
		all.put("list.range", (d) -> d.key("list", (k) -> d.template().opsForList().range(k, 0, -1)));
		all.put("list.trim", (d) -> d.key("list", (k) -> run(() -> d.template().opsForList().trim(k, 0, 3))));
		all.put("list.size", (d) -> d.key("list", (k) -> d.template().opsForList().size(k)));
		all.put("list.leftPush", (d) -> d.value("list", (k, v) -> d.template().opsForList().leftPush(k, v)));
		all.put("list.leftPushAll", (d) -> d.value("list", (k, v) -> d.template().opsForList().leftPushAll(k, v, v)));
		all.put("list.leftPushIfPresent",
				(d) -> d.value("list", (k, v) -> d.template().opsForList().leftPushIfPresent(k, v)));
		all.put("list.insertBefore", (d) -> d.value("list", (k, v) -> d.template().opsForList().leftPush(k, v, v)));
		all.put("list.insertAfter", (d) -> d.value("list", (k, v) -> d.template().opsForList().rightPush(k, v, v)));
		all.put("list.rightPush", (d) -> d.value("list", (k, v) -> d.template().opsForList().rightPush(k, v)));
		all.put("list.rightPushAll",
				(d) -> d.value("list", (k, v) -> d.template().opsForList().rightPushAll(k, List.of(v, v, v))));
		all.put("list.rightPushIfPresent",
				(d) -> d.value("list", (k, v) -> d.template().opsForList().rightPushIfPresent(k, v)));
		all.put("list.set", (d) -> d.value("list", (k, v) -> run(() -> d.template().opsForList().set(k, 1, v))));
		all.put("list.remove", (d) -> d.value("list", (k, v) -> d.template().opsForList().remove(k, 1, v)));
		all.put("list.index", (d) -> d.key("list", (k) -> d.template().opsForList().index(k, 1)));
		all.put("list.indexOf", (d) -> d.value("list", (k, v) -> d.template().opsForList().indexOf(k, v)));
		all.put("list.lastIndexOf", (d) -> d.value("list", (k, v) -> d.template().opsForList().lastIndexOf(k, v)));
		all.put("list.leftPop", (d) -> d.key("list", (k) -> d.template().opsForList().leftPop(k)));
		all.put("list.leftPopSome", (d) -> d.key("list", (k) -> d.template().opsForList().leftPop(k, 2)));
		all.put("list.rightPop", (d) -> d.key("list", (k) -> d.template().opsForList().rightPop(k)));
		all.put("list.rightPopSome", (d) -> d.key("list", (k) -> d.template().opsForList().rightPop(k, 2)));
		all.put("list.rightPopAndLeftPush",
				(d) -> d.two("list", (k, l) -> d.template().opsForList().rightPopAndLeftPush(k, l)));
		all.put("list.move",
				(d) -> d.two("list", (k, l) -> d.template().opsForList().move(k, Direction.LEFT, l, Direction.RIGHT)));
	}

	private static void sets(Map<String, Function<Draw, Callable<?>>> all) {
		all.put("set.add", (d) -> d.values("set", (k, v) -> d.template().opsForSet().add(k, v)));
		all.put("set.remove", (d) -> d.values("set", (k, v) -> d.template().opsForSet().remove(k, v)));
		all.put("set.move", (d) -> d.value("set", (k, v) -> d.template().opsForSet().move(k, v, d.rawKey("set1"))));
		all.put("set.size", (d) -> d.key("set", (k) -> d.template().opsForSet().size(k)));
		all.put("set.isMember", (d) -> d.value("set", (k, v) -> d.template().opsForSet().isMember(k, v)));
		all.put("set.areMembers", (d) -> d.values("set", (k, v) -> d.template().opsForSet().isMember(k, v)));
		all.put("set.members", (d) -> d.key("set", (k) -> Unordered.of(d.template().opsForSet().members(k))));
		all.put("set.intersect", (d) -> d.two("set", (k, l) -> Unordered.of(d.template().opsForSet().intersect(k, l))));
		all.put("set.union", (d) -> d.several("set", (keys) -> Unordered.of(d.template().opsForSet().union(keys))));
		all.put("set.difference",
				(d) -> d.two("set", (k, l) -> Unordered.of(d.template().opsForSet().difference(k, l))));
		all.put("set.intersectAndStore",
				(d) -> d.two("set", (k, l) -> d.template().opsForSet().intersectAndStore(k, l, d.rawKey("set1"))));
		all.put("set.unionAndStore",
				(d) -> d.two("set", (k, l) -> d.template().opsForSet().unionAndStore(k, l, d.rawKey("set1"))));
		all.put("set.differenceAndStore",
				(d) -> d.two("set", (k, l) -> d.template().opsForSet().differenceAndStore(k, l, d.rawKey("set2"))));
		all.put("set.popMany", (d) -> d.key("set", (k) -> Unordered.of(d.template().opsForSet().pop(k, 1000))));
		all.put("set.randomOfNone", (d) -> () -> d.template().opsForSet().randomMember(d.rawKey("none")));
		all.put("set.distinctRandomMembers",
				(d) -> d.key("set", (k) -> Unordered.of(d.template().opsForSet().distinctRandomMembers(k, 1000))));
	}

	private static void sortedSets(Map<String, Function<Draw, Callable<?>>> all) {
		all.put("zset.add", (d) -> d.scored((k, v, s) -> d.template().opsForZSet().add(k, v, s)));
		all.put("zset.addIfAbsent", (d) -> d.scored((k, v, s) -> d.template().opsForZSet().addIfAbsent(k, v, s)));
		all.put("zset.addAll", (d) -> d.scored((k, v, s) -> {
			Set<TypedTuple<Object>> tuples = new LinkedHashSet<>(List.of(TypedTuple.of(v, s)));
			tuples.add(TypedTuple.of(d.rawValue("other"), s + 1));
			return d.template().opsForZSet().add(k, tuples);
		}));
		all.put("zset.incrementScore", (d) -> d.scored((k, v, s) -> d.template().opsForZSet().incrementScore(k, v, s)));
		all.put("zset.remove", (d) -> d.values("zset", (k, v) -> d.template().opsForZSet().remove(k, v)));
		all.put("zset.rank", (d) -> d.value("zset", (k, v) -> d.template().opsForZSet().rank(k, v)));
		all.put("zset.reverseRank", (d) -> d.value("zset", (k, v) -> d.template().opsForZSet().reverseRank(k, v)));
		all.put("zset.score", (d) -> d.value("zset", (k, v) -> d.template().opsForZSet().score(k, v)));
		all.put("zset.scores", (d) -> d.values("zset", (k, v) -> d.template().opsForZSet().score(k, v)));
		all.put("zset.size", (d) -> d.key("zset", (k) -> d.template().opsForZSet().zCard(k)));
		all.put("zset.count", (d) -> d.scored((k, v, s) -> d.template().opsForZSet().count(k, 0, s)));
		all.put("zset.lexCount", (d) -> d.key("zset", (k) -> d.template().opsForZSet().lexCount(k, letters())));
		all.put("zset.range", (d) -> d.key("zset", (k) -> d.template().opsForZSet().range(k, 0, -1)));
		all.put("zset.rangeWithScores",
				(d) -> d.key("zset", (k) -> d.template().opsForZSet().rangeWithScores(k, 0, 1)));
		all.put("zset.rangeByScore", (d) -> d.scored((k, v, s) -> d.template().opsForZSet().rangeByScore(k, -s, s)));
		all.put("zset.rangeByScoreWithScores",
				(d) -> d.scored((k, v, s) -> d.template().opsForZSet().rangeByScoreWithScores(k, -s, s, 0, 2)));
		all.put("zset.rangeByLex", (d) -> d.key("zset",
				(k) -> d.template().opsForZSet().rangeByLex(k, letters(), Limit.limit().count(2))));
		all.put("zset.reverseRange", (d) -> d.key("zset", (k) -> d.template().opsForZSet().reverseRange(k, 0, 1)));
		all.put("zset.reverseRangeWithScores",
				(d) -> d.key("zset", (k) -> d.template().opsForZSet().reverseRangeWithScores(k, 0, 1)));
		all.put("zset.reverseRangeByScore",
				(d) -> d.scored((k, v, s) -> d.template().opsForZSet().reverseRangeByScore(k, -s, s)));
		all.put("zset.reverseRangeByLex",
				(d) -> d.key("zset", (k) -> d.template().opsForZSet().reverseRangeByLex(k, letters())));
		all.put("zset.popMin", (d) -> d.key("zset", (k) -> d.template().opsForZSet().popMin(k)));
		all.put("zset.popMinSome", (d) -> d.key("zset", (k) -> d.template().opsForZSet().popMin(k, 2)));
		all.put("zset.popMax", (d) -> d.key("zset", (k) -> d.template().opsForZSet().popMax(k)));
		all.put("zset.popMaxSome", (d) -> d.key("zset", (k) -> d.template().opsForZSet().popMax(k, 2)));
		all.put("zset.removeRange", (d) -> d.key("zset", (k) -> d.template().opsForZSet().removeRange(k, 2, 3)));
		all.put("zset.removeRangeByScore",
				(d) -> d.scored((k, v, s) -> d.template().opsForZSet().removeRangeByScore(k, s, s)));
		all.put("zset.removeRangeByLex",
				(d) -> d.key("zset", (k) -> d.template().opsForZSet().removeRangeByLex(k, Range.closed("b", "b"))));
	}

	private static void sortedSetsOfSeveralKeys(Map<String, Function<Draw, Callable<?>>> all) {
		all.put("zset.difference", (d) -> d.two("zset", (k, l) -> d.template().opsForZSet().difference(k, l)));
		all.put("zset.differenceWithScores",
				(d) -> d.two("zset", (k, l) -> d.template().opsForZSet().differenceWithScores(k, l)));
		all.put("zset.differenceAndStore", (d) -> d.two("zset",
				(k, l) -> d.template().opsForZSet().differenceAndStore(k, List.of(l), d.rawKey("zset1"))));
		all.put("zset.intersect", (d) -> d.two("zset", (k, l) -> d.template().opsForZSet().intersect(k, l)));
		all.put("zset.intersectWithScores",
				(d) -> d.two("zset",
						(k, l) -> d.template()
							.opsForZSet()
							.intersectWithScores(k, List.of(l), Aggregate.MAX, Weights.of(1.0, 2.0))));
		all.put("zset.intersectAndStore",
				(d) -> d.two("zset", (k, l) -> d.template().opsForZSet().intersectAndStore(k, l, d.rawKey("zset1"))));
		all.put("zset.union", (d) -> d.two("zset", (k, l) -> d.template().opsForZSet().union(k, l)));
		all.put("zset.unionWithScores", (d) -> d.two("zset",
				(k, l) -> d.template().opsForZSet().unionWithScores(k, List.of(l), Aggregate.MIN)));
		all.put("zset.unionAndStore",
				(d) -> d.two("zset", (k, l) -> d.template().opsForZSet().unionAndStore(k, l, d.rawKey("zset2"))));
		all.put("zset.rangeAndStoreByScore", (d) -> d.two("zset",
				(k, l) -> d.template().opsForZSet().rangeAndStoreByScore(k, l, Range.closed(0.0, 2.0))));
	}

	private static void hashes(Map<String, Function<Draw, Callable<?>>> all) {
		all.put("hash.put", (d) -> d.field((k, f, v) -> run(() -> d.template().opsForHash().put(k, f, v))));
		all.put("hash.putIfAbsent", (d) -> d.field((k, f, v) -> d.template().opsForHash().putIfAbsent(k, f, v)));
		all.put("hash.putAll", (d) -> d.field((k, f, v) -> {
			Map<Object, Object> map = new LinkedHashMap<>(Map.of(f, v));
			map.put(d.rawField("z"), v);
			return run(() -> d.template().opsForHash().putAll(k, map));
		}));
		all.put("hash.get", (d) -> d.field((k, f, v) -> d.template().opsForHash().get(k, f)));
		all.put("hash.multiGet",
				(d) -> d.field((k, f, v) -> d.template().opsForHash().multiGet(k, List.of(f, d.rawField("none"), f))));
		all.put("hash.hasKey", (d) -> d.field((k, f, v) -> d.template().opsForHash().hasKey(k, f)));
		all.put("hash.delete", (d) -> d.field((k, f, v) -> d.template().opsForHash().delete(k, f)));
		all.put("hash.increment", (d) -> d.field((k, f, v) -> d.template().opsForHash().increment(k, f, 2)));
		all.put("hash.incrementFloat", (d) -> d.field((k, f, v) -> d.template().opsForHash().increment(k, f, 0.25)));
		all.put("hash.lengthOfValue", (d) -> d.field((k, f, v) -> d.template().opsForHash().lengthOfValue(k, f)));
		all.put("hash.keys", (d) -> d.key("hash", (k) -> Unordered.of(d.template().opsForHash().keys(k))));
		all.put("hash.values", (d) -> d.key("hash", (k) -> Unordered.of(d.template().opsForHash().values(k))));
		all.put("hash.entries", (d) -> d.key("hash", (k) -> d.template().opsForHash().entries(k)));
		all.put("hash.size", (d) -> d.key("hash", (k) -> d.template().opsForHash().size(k)));
		all.put("hash.randomEntriesOfNone", (d) -> () -> d.template().opsForHash().randomEntries(d.rawKey("none"), 2));
	}

	private static void places(Map<String, Function<Draw, Callable<?>>> all) {
		all.put("geo.add", (d) -> d.value("geo", (k, v) -> d.template().opsForGeo().add(k, point(v), v)));
		all.put("geo.distance", (d) -> d.values("geo", (k, v) -> d.template().opsForGeo().distance(k, v[0], v[1])));
		all.put("geo.distanceMetric",
				(d) -> d.values("geo", (k, v) -> d.template().opsForGeo().distance(k, v[0], v[1], Metrics.KILOMETERS)));
		all.put("geo.hash", (d) -> d.values("geo", (k, v) -> d.template().opsForGeo().hash(k, v)));
		all.put("geo.position", (d) -> d.values("geo", (k, v) -> d.template().opsForGeo().position(k, v)));
		all.put("geo.radius", (d) -> d.key("geo",
				(k) -> d.template().opsForGeo().radius(k, new Circle(new Point(1, 1), new Distance(900_000)))));
		all.put("geo.radiusOfMember",
				(d) -> d.value("geo", (k, v) -> d.template().opsForGeo().radius(k, v, new Distance(900_000))));
		all.put("geo.search",
				(d) -> d.key("geo",
						(k) -> d.template()
							.opsForGeo()
							.search(k, new Circle(new Point(1, 1), new Distance(500, Metrics.KILOMETERS)))));
		all.put("geo.remove", (d) -> d.value("geo", (k, v) -> d.template().opsForGeo().remove(k, v)));
		all.put("hyperloglog.add", (d) -> d.values("hll", (k, v) -> d.template().opsForHyperLogLog().add(k, v)));
		all.put("hyperloglog.size", (d) -> d.two("hll", (k, l) -> d.template().opsForHyperLogLog().size(k, l)));
		all.put("hyperloglog.union",
				(d) -> d.connection("hll", (c, keys) -> run(() -> c.hyperLogLogCommands().pfMerge(keys[0], keys[1]))));
	}

	private static void streams(Map<String, Function<Draw, Callable<?>>> all) {
		all.put("stream.add", (d) -> d.record((k, id,
				fields) -> d.template().opsForStream().add(MapRecord.create(k, fields).withId(RecordId.of(id)))));
		all.put("stream.range", (d) -> d.key("stream", (k) -> d.template().opsForStream().range(k, Range.unbounded())));
		all.put("stream.rangeLimited", (d) -> d.key("stream",
				(k) -> d.template().opsForStream().range(k, Range.closed("1-2", "1-8"), Limit.limit().count(2))));
		all.put("stream.reverseRange",
				(d) -> d.key("stream", (k) -> d.template().opsForStream().reverseRange(k, Range.unbounded())));
		all.put("stream.read", (d) -> d.key("stream",
				(k) -> d.template().opsForStream().read(StreamOffset.create(k, ReadOffset.from("1-2")))));
		all.put("stream.size", (d) -> d.key("stream", (k) -> d.template().opsForStream().size(k)));
		all.put("stream.trim", (d) -> d.key("stream", (k) -> d.template().opsForStream().trim(k, 2)));
		all.put("stream.delete", (d) -> d.record((k, id, fields) -> d.template().opsForStream().delete(k, id)));
		all.put("stream.createGroup", (d) -> d.key("stream",
				(k) -> d.template().opsForStream().createGroup(k, ReadOffset.from("0"), "group")));
		all.put("stream.destroyGroup",
				(d) -> d.key("stream", (k) -> d.template().opsForStream().destroyGroup(k, "group")));
		all.put("stream.readGroup",
				(d) -> d.key("stream", (k) -> d.template()
					.opsForStream()
					.read(Consumer.from("group", "consumer"), StreamOffset.create(k, ReadOffset.lastConsumed()))));
		all.put("stream.acknowledge",
				(d) -> d.record((k, id, fields) -> d.template().opsForStream().acknowledge(k, "group", id)));
		all.put("stream.pending", (d) -> d.key("stream",
				(k) -> d.template().opsForStream().pending(k, "group").getTotalPendingMessages()));
		all.put("stream.groups", (d) -> d.key("stream", (k) -> d.template().opsForStream().groups(k).groupCount()));
	}

	private static void bits(Map<String, Function<Draw, Callable<?>>> all) {
		all.put("bit.set", (d) -> d.key("value", (k) -> d.template().opsForValue().setBit(k, 7, true)));
		all.put("bit.get", (d) -> d.key("value", (k) -> d.template().opsForValue().getBit(k, 1)));
		all.put("bit.field", (d) -> d.key("value", (k) -> d.template().opsForValue().bitField(k, BIT_FIELD)));
		all.put("bit.count", (d) -> d.connection("value", (c, keys) -> c.stringCommands().bitCount(keys[0])));
		all.put("bit.countRange",
				(d) -> d.connection("value", (c, keys) -> c.stringCommands().bitCount(keys[0], 0, 1)));
		all.put("bit.position", (d) -> d.connection("value", (c, keys) -> c.stringCommands().bitPos(keys[0], true)));
		all.put("bit.operation", (d) -> d.connection("value",
				(c, keys) -> c.stringCommands().bitOp(BitOperation.XOR, keys[0], keys[0], keys[1])));
	}

	private static @Nullable Object run(Runnable call) {
		call.run();
		return null;
	}

	private static SortQuery<Object> sort(Object key, boolean alphabetically) {
		return SortQueryBuilder.sort(key).alphabetical(alphabetically).limit(0, 5).build();
	}

	private static Range<String> letters() {
		return Range.closed("a", "c");
	}

	private static Point point(Object value) {
		int seed = (value instanceof byte[] bytes) ? Arrays.hashCode(bytes) : value.hashCode();
		return new Point(Math.floorMod(seed, 10), Math.floorMod(seed, 7));
	}

	/**
	 * The time of the two runs is not the same, the time to live is about 100,000 seconds
	 * or decades.
	 */
	private static @Nullable Long rounded(@Nullable Long seconds) {
		return (seconds != null && seconds > 0) ? Long.valueOf(Math.round(seconds / 1000.0) * 1000) : seconds;
	}

	/**
	 * The arguments of one call.
	 */
	private final class Draw {

		private final Random random;

		private final int kind;

		private final List<Object> arguments = new ArrayList<>();

		Draw(Random random, int kind) {
			this.random = random;
			this.kind = kind;
		}

		@SuppressWarnings("unchecked")
		RedisTemplate<Object, Object> template() {
			Redis redis = RandomSteps.this.redis;
			return (RedisTemplate<Object, Object>) List.<Object>of(redis.strings(), redis.objects(), redis.bytes())
				.get(this.kind);
		}

		byte[] dump() {
			return RandomSteps.this.dump;
		}

		String text(String name) {
			return List.of("strings", "objects", "bytes").get(this.kind) + " " + name
					+ this.arguments.stream()
						.map((argument) -> (argument instanceof byte[] bytes)
								? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(argument))
						.toList();
		}

		Object rawKey(String key) {
			return (this.kind == 2) ? key.getBytes(StandardCharsets.UTF_8) : key;
		}

		Object rawField(String field) {
			return rawKey(field);
		}

		Object rawValue(String value) {
			if (this.kind == 1 && value.matches("\\d+")) {
				return Long.valueOf(value);
			}
			return rawKey(value);
		}

		Callable<?> any(Function<Object, @Nullable Object> call) {
			return key("any", call);
		}

		Callable<?> key(String type, Function<Object, @Nullable Object> call) {
			Object key = key(type);
			return () -> call.apply(key);
		}

		Callable<?> two(Of2<Object, Object> call) {
			return two("any", call);
		}

		Callable<?> two(String type, Of2<Object, Object> call) {
			Object first = key(type);
			Object second = key(type);
			return () -> call.apply(first, second);
		}

		Callable<?> several(String type, Function<List<Object>, @Nullable Object> call) {
			List<Object> keys = Stream.generate(() -> key(type)).limit(1 + this.random.nextInt(3)).toList();
			return () -> call.apply(keys);
		}

		Callable<?> value(String type, Of2<Object, Object> call) {
			Object key = key(type);
			Object value = value();
			return () -> call.apply(key, value);
		}

		Callable<?> values(String type, Of2<Object, Object[]> call) {
			Object key = key(type);
			Object first = value();
			Object second = value();
			return () -> call.apply(key,
					(this.kind == 0) ? new String[] { (String) first, (String) second } : (this.kind == 1)
							? new Object[] { first, second } : new byte[][] { (byte[]) first, (byte[]) second });
		}

		Callable<?> scored(Of3<Object, Object, Double> call) {
			Object key = key("zset");
			Object value = value();
			Double score = argument(List.of(0.0, 1.0, 1.5, 2.0, 7.25));
			return () -> call.apply(key, value, score);
		}

		Callable<?> field(Of3<Object, Object, Object> call) {
			Object key = key("hash");
			Object field = rawField(argument(FIELDS));
			Object value = value();
			return () -> call.apply(key, field, value);
		}

		Callable<?> map(String type, Function<Map<Object, Object>, @Nullable Object> call) {
			Map<Object, Object> map = new LinkedHashMap<>();
			map.put(key(type), value());
			map.put(key(type), value());
			return () -> call.apply(map);
		}

		Callable<?> record(Of3<Object, String, Map<Object, Object>> call) {
			Object key = key("stream");
			String id = "1-" + (1 + this.random.nextInt(9));
			Map<Object, Object> fields = Map.of(rawField(argument(FIELDS)), value());
			this.arguments.add(id);
			return () -> call.apply(key, id, fields);
		}

		Callable<?> connection(String type, Of2<RedisConnection, byte[][]> call) {
			byte[][] keys = Stream.generate(() -> plainKey(type))
				.limit(2)
				.map((key) -> key.getBytes(StandardCharsets.UTF_8))
				.toArray(byte[][]::new);
			return () -> template()
				.execute((RedisCallback<Object>) (connection) -> call.apply(connection, keys.clone()));
		}

		private Object key(String type) {
			return rawKey(plainKey(type));
		}

		private String plainKey(String type) {
			List<String> types = List.of("value", "list", "set", "zset", "hash", "geo", "hll", "stream");
			boolean other = type.equals("any") || this.random.nextInt(12) == 0;
			String name = (other ? types.get(this.random.nextInt(types.size())) : type) + this.random.nextInt(3);
			this.arguments.add(name);
			return name;
		}

		private Object value() {
			return rawValue(argument(VALUES));
		}

		private <T> T argument(List<T> choices) {
			T choice = choices.get(this.random.nextInt(choices.size()));
			this.arguments.add(choice);
			return choice;
		}

	}

	private interface Of2<A, B> {

		@Nullable Object apply(A first, B second);

	}

	private interface Of3<A, B, C> {

		@Nullable Object apply(A first, B second, C third);

	}

}
