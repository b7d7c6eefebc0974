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
package io.pipelining.connection;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

import org.springframework.data.domain.Range;
import org.springframework.data.geo.Circle;
import org.springframework.data.geo.Distance;
import org.springframework.data.geo.Metrics;
import org.springframework.data.geo.Point;
import org.springframework.data.redis.connection.BitFieldSubCommands;
import org.springframework.data.redis.connection.BitFieldSubCommands.BitFieldType;
import org.springframework.data.redis.connection.BitFieldSubCommands.Offset;
import org.springframework.data.redis.connection.DefaultSortParameters;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoLocation;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoRadiusCommandArgs;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoSearchCommandArgs;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoSearchStoreCommandArgs;
import org.springframework.data.redis.connection.RedisListCommands.Direction;
import org.springframework.data.redis.connection.RedisListCommands.Position;
import org.springframework.data.redis.connection.RedisStreamCommands.XAddOptions;
import org.springframework.data.redis.connection.RedisStringCommands.BitOperation;
import org.springframework.data.redis.connection.RedisStringCommands.SetOption;
import org.springframework.data.redis.connection.RedisZSetCommands.ZAddArgs;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.RecordId;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.connection.stream.StreamRecords;
import org.springframework.data.redis.connection.zset.Aggregate;
import org.springframework.data.redis.connection.zset.DefaultTuple;
import org.springframework.data.redis.connection.zset.Tuple;
import org.springframework.data.redis.connection.zset.Weights;
import org.springframework.data.redis.core.types.Expiration;
import org.springframework.data.redis.domain.geo.GeoReference;
import org.springframework.data.redis.domain.geo.GeoShape;

/**
 * Calls of the command interfaces over all data types, and the keys that they work on.
 */
final class CommandSamples {

	private static final Map<String, Function<RedisConnection, Object>> SAMPLES = new LinkedHashMap<>();

	static {
		keys();
		strings();
		lists();
		sets();
		sortedSets();
		hashes();
		streams();
		others();
	}

	private CommandSamples() {
	}

	static Map<String, Function<RedisConnection, Object>> all() {
		return SAMPLES;
	}

	/**
	 * Fill an empty database.
	 */
	static void prepare(RedisConnection c) {
		c.serverCommands().flushDb();
		c.stringCommands().set(b("s"), b("hello"));
		c.stringCommands().set(b("n"), b("5"));
		c.stringCommands().set(b("volatile"), b("v"), Expiration.seconds(1000), SetOption.UPSERT);
		c.listCommands().rPush(b("l"), b("a"), b("b"), b("c"), b("b"));
		c.listCommands().rPush(b("numbers"), b("3"), b("1"), b("2"));
		c.setCommands().sAdd(b("set"), b("a"));
		c.setCommands().sAdd(b("set2"), b("a"), b("x"));
		c.zSetCommands().zAdd(b("z"), 1, b("a"));
		c.zSetCommands().zAdd(b("z"), 2, b("b"));
		c.zSetCommands().zAdd(b("z"), 3.5, b("c"));
		c.zSetCommands().zAdd(b("z2"), 7, b("a"));
		c.zSetCommands().zAdd(b("lex"), 0, b("k"));
		c.zSetCommands().zAdd(b("lex"), 0, b("m"));
		c.hashCommands().hSet(b("h"), b("f"), b("41"));
		c.geoCommands().geoAdd(b("geo"), new Point(13.361389, 38.115556), b("Palermo"));
		c.geoCommands().geoAdd(b("geo"), new Point(15.087269, 37.502669), b("Catania"));
		c.hyperLogLogCommands().pfAdd(b("hll"), b("a"), b("b"));
		c.streamCommands()
			.xAdd(StreamRecords.rawBytes(Map.of(b("f"), b("v"))).withStreamKey(b("x")).withId(RecordId.of("1-1")));
		c.streamCommands()
			.xAdd(StreamRecords.rawBytes(Map.of(b("f"), b("w"))).withStreamKey(b("x")).withId(RecordId.of("2-1")));
		c.streamCommands().xGroupCreate(b("x"), "g", ReadOffset.from("0"));
	}

	private static void keys() {
		add("exists", (c) -> c.keyCommands().exists(b("s"), b("gone")));
		add("existsOne", (c) -> c.keyCommands().exists(b("s")));
		add("del", (c) -> c.keyCommands().del(b("s"), b("l"), b("gone")));
		add("unlink", (c) -> c.keyCommands().unlink(b("s")));
		add("touch", (c) -> c.keyCommands().touch(b("s"), b("l")));
		add("type", (c) -> c.keyCommands().type(b("z")));
		add("typeNone", (c) -> c.keyCommands().type(b("gone")));
		add("keys", (c) -> c.keyCommands().keys(b("vola*")));
		add("copy", (c) -> c.keyCommands().copy(b("s"), b("s2"), false));
		addVoid("rename", (c) -> c.keyCommands().rename(b("s"), b("renamed")));
		add("renameNX", (c) -> c.keyCommands().renameNX(b("s"), b("l")));
		add("expire", (c) -> c.keyCommands().expire(b("s"), 100));
		add("expireGone", (c) -> c.keyCommands().expire(b("gone"), 100));
		add("pExpire", (c) -> c.keyCommands().pExpire(b("s"), 100000));
		add("expireAt", (c) -> c.keyCommands().expireAt(b("s"), 4000000000L));
		add("pExpireAt", (c) -> c.keyCommands().pExpireAt(b("s"), 4000000000000L));
		add("persist", (c) -> c.keyCommands().persist(b("volatile")));
		add("ttl", (c) -> c.keyCommands().ttl(b("s")));
		add("ttlUnit", (c) -> c.keyCommands().ttl(b("volatile"), TimeUnit.HOURS));
		add("pTtl", (c) -> c.keyCommands().pTtl(b("gone")));
		add("pTtlUnit", (c) -> c.keyCommands().pTtl(b("volatile"), TimeUnit.HOURS));
		add("sort", (c) -> c.keyCommands().sort(b("numbers"), new DefaultSortParameters().desc()));
		add("sortStore", (c) -> c.keyCommands().sort(b("numbers"), new DefaultSortParameters().desc(), b("sorted")));
		add("dump", (c) -> c.keyCommands().dump(b("s")));
		addVoid("restore", (c) -> c.keyCommands().restore(b("restored"), 0, dumpOf("hello")));
		addVoid("restoreReplace", (c) -> c.keyCommands().restore(b("s"), 0, dumpOf("hello"), true));
		add("encodingOf", (c) -> c.keyCommands().encodingOf(b("n")));
		add("refcount", (c) -> c.keyCommands().refcount(b("s")));
		add("move", (c) -> c.keyCommands().move(b("s"), 0));
	}

	private static void strings() {
		add("get", (c) -> c.stringCommands().get(b("s")));
		add("getGone", (c) -> c.stringCommands().get(b("gone")));
		add("getWrongType", (c) -> c.stringCommands().get(b("l")));
		add("getDel", (c) -> c.stringCommands().getDel(b("s")));
		add("getEx", (c) -> c.stringCommands().getEx(b("s"), Expiration.milliseconds(100000)));
		add("getSet", (c) -> c.stringCommands().getSet(b("s"), b("new")));
		add("mGet", (c) -> c.stringCommands().mGet(b("s"), b("gone"), b("n")));
		add("set", (c) -> c.stringCommands().set(b("s"), b("v")));
		add("setOption", (c) -> c.stringCommands().set(b("s"), b("v"), Expiration.seconds(100), SetOption.UPSERT));
		add("setIfAbsent",
				(c) -> c.stringCommands().set(b("s"), b("v"), Expiration.persistent(), SetOption.SET_IF_ABSENT));
		add("setIfAbsentNew",
				(c) -> c.stringCommands().set(b("new"), b("v"), Expiration.persistent(), SetOption.SET_IF_ABSENT));
		add("setNX", (c) -> c.stringCommands().setNX(b("s"), b("v")));
		add("setEx", (c) -> c.stringCommands().setEx(b("s"), 100, b("v")));
		add("pSetEx", (c) -> c.stringCommands().pSetEx(b("s"), 100000, b("v")));
		add("mSet", (c) -> c.stringCommands().mSet(map("m1", "1", "m2", "2")));
		add("mSetNX", (c) -> c.stringCommands().mSetNX(map("m1", "1", "s", "2")));
		add("incr", (c) -> c.stringCommands().incr(b("n")));
		add("incrBy", (c) -> c.stringCommands().incrBy(b("n"), 3));
		add("incrByDouble", (c) -> c.stringCommands().incrBy(b("n"), 1.5));
		add("incrText", (c) -> c.stringCommands().incr(b("s")));
		add("decr", (c) -> c.stringCommands().decr(b("n")));
		add("decrBy", (c) -> c.stringCommands().decrBy(b("n"), 3));
		add("append", (c) -> c.stringCommands().append(b("s"), b("!")));
		add("getRange", (c) -> c.stringCommands().getRange(b("s"), 1, 3));
		addVoid("setRange", (c) -> c.stringCommands().setRange(b("s"), b("J"), 0));
		add("getBit", (c) -> c.stringCommands().getBit(b("s"), 1));
		add("setBit", (c) -> c.stringCommands().setBit(b("s"), 7, true));
		add("bitCount", (c) -> c.stringCommands().bitCount(b("s")));
		add("bitCountRange", (c) -> c.stringCommands().bitCount(b("s"), 0, 1));
		add("bitField",
				(c) -> c.stringCommands()
					.bitField(b("s"),
							BitFieldSubCommands.create()
								.get(BitFieldType.unsigned(8))
								.valueAt(Offset.offset(0))
								.incr(BitFieldType.unsigned(8))
								.valueAt(Offset.offset(8))
								.by(1)));
		add("bitOp", (c) -> c.stringCommands().bitOp(BitOperation.AND, b("bits"), b("s"), b("n")));
		add("bitPos", (c) -> c.stringCommands().bitPos(b("s"), true));
		add("bitPosRange", (c) -> c.stringCommands().bitPos(b("s"), true, Range.closed(1L, 2L)));
		add("strLen", (c) -> c.stringCommands().strLen(b("s")));
	}

	private static void lists() {
		add("rPush", (c) -> c.listCommands().rPush(b("l"), b("d"), b("e")));
		add("rPushWrongType", (c) -> c.listCommands().rPush(b("s"), b("d")));
		add("lPush", (c) -> c.listCommands().lPush(b("l"), b("d")));
		add("rPushX", (c) -> c.listCommands().rPushX(b("gone"), b("d")));
		add("lPushX", (c) -> c.listCommands().lPushX(b("l"), b("d")));
		add("lPos", (c) -> c.listCommands().lPos(b("l"), b("b")));
		add("lPosGone", (c) -> c.listCommands().lPos(b("l"), b("zz")));
		add("lPosCount", (c) -> c.listCommands().lPos(b("l"), b("b"), null, 2));
		add("lLen", (c) -> c.listCommands().lLen(b("l")));
		add("lRange", (c) -> c.listCommands().lRange(b("l"), 0, -1));
		add("lRangeGone", (c) -> c.listCommands().lRange(b("gone"), 0, -1));
		addVoid("lTrim", (c) -> c.listCommands().lTrim(b("l"), 0, 1));
		add("lIndex", (c) -> c.listCommands().lIndex(b("l"), 9));
		add("lInsert", (c) -> c.listCommands().lInsert(b("l"), Position.BEFORE, b("b"), b("i")));
		add("lMove", (c) -> c.listCommands().lMove(b("l"), b("l2"), Direction.LEFT, Direction.RIGHT));
		addVoid("lSet", (c) -> c.listCommands().lSet(b("l"), 0, b("A")));
		addVoid("lSetGone", (c) -> c.listCommands().lSet(b("gone"), 0, b("A")));
		add("lRem", (c) -> c.listCommands().lRem(b("l"), 1, b("b")));
		add("lPop", (c) -> c.listCommands().lPop(b("l")));
		add("lPopCount", (c) -> c.listCommands().lPop(b("l"), 2));
		add("rPop", (c) -> c.listCommands().rPop(b("l")));
		add("rPopCount", (c) -> c.listCommands().rPop(b("l"), 2));
		add("rPopLPush", (c) -> c.listCommands().rPopLPush(b("l"), b("l2")));
	}

	private static void sets() {
		add("sAdd", (c) -> c.setCommands().sAdd(b("set"), b("a"), b("b")));
		add("sRem", (c) -> c.setCommands().sRem(b("set"), b("a")));
		add("sPop", (c) -> c.setCommands().sPop(b("set")));
		add("sPopCount", (c) -> c.setCommands().sPop(b("set"), 2));
		add("sMove", (c) -> c.setCommands().sMove(b("set"), b("set2"), b("a")));
		add("sCard", (c) -> c.setCommands().sCard(b("set")));
		add("sIsMember", (c) -> c.setCommands().sIsMember(b("set"), b("a")));
		add("sMIsMember", (c) -> c.setCommands().sMIsMember(b("set"), b("a"), b("q")));
		add("sInter", (c) -> c.setCommands().sInter(b("set"), b("set2")));
		add("sInterStore", (c) -> c.setCommands().sInterStore(b("set3"), b("set"), b("set2")));
		add("sUnion", (c) -> c.setCommands().sUnion(b("set"), b("gone")));
		add("sUnionStore", (c) -> c.setCommands().sUnionStore(b("set3"), b("set"), b("set2")));
		add("sDiff", (c) -> c.setCommands().sDiff(b("set2"), b("set")));
		add("sDiffStore", (c) -> c.setCommands().sDiffStore(b("set3"), b("set2"), b("set")));
		add("sMembers", (c) -> c.setCommands().sMembers(b("set")));
		add("sMembersGone", (c) -> c.setCommands().sMembers(b("gone")));
		add("sRandMember", (c) -> c.setCommands().sRandMember(b("set")));
		add("sRandMemberCount", (c) -> c.setCommands().sRandMember(b("set"), 3));
	}

	private static void sortedSets() {
		add("zAdd", (c) -> c.zSetCommands().zAdd(b("z"), 4, b("d")));
		add("zAddArgs", (c) -> c.zSetCommands().zAdd(b("z"), 9, b("a"), ZAddArgs.empty().xx().ch()));
		add("zAddTuples", (c) -> c.zSetCommands().zAdd(b("z"), tuples("d", 4, "e", 5)));
		add("zRem", (c) -> c.zSetCommands().zRem(b("z"), b("a"), b("q")));
		add("zIncrBy", (c) -> c.zSetCommands().zIncrBy(b("z"), 1.5, b("a")));
		add("zRandMember", (c) -> c.zSetCommands().zRandMember(b("z2")));
		add("zRandMemberCount", (c) -> c.zSetCommands().zRandMember(b("z2"), 1));
		add("zRandMemberWithScore", (c) -> c.zSetCommands().zRandMemberWithScore(b("z2")));
		add("zRandMemberWithScoreCount", (c) -> c.zSetCommands().zRandMemberWithScore(b("z2"), 1));
		add("zRank", (c) -> c.zSetCommands().zRank(b("z"), b("b")));
		add("zRevRank", (c) -> c.zSetCommands().zRevRank(b("z"), b("q")));
		add("zRange", (c) -> c.zSetCommands().zRange(b("z"), 0, -1));
		add("zRangeWithScores", (c) -> c.zSetCommands().zRangeWithScores(b("z"), 0, -1));
		add("zRevRange", (c) -> c.zSetCommands().zRevRange(b("z"), 0, -1));
		add("zRevRangeWithScores", (c) -> c.zSetCommands().zRevRangeWithScores(b("z"), 0, 1));
		add("zRangeByScore", (c) -> c.zSetCommands().zRangeByScore(b("z"), 1, 2));
		add("zRangeByScoreLimit",
				(c) -> c.zSetCommands().zRangeByScore(b("z"), Range.closed(1, 9), Limit.limit().offset(1).count(1)));
		add("zRangeByScoreWithScores", (c) -> c.zSetCommands().zRangeByScoreWithScores(b("z"), 1, 2));
		add("zRevRangeByScore", (c) -> c.zSetCommands().zRevRangeByScore(b("z"), 1, 2));
		add("zRevRangeByScoreWithScores", (c) -> c.zSetCommands().zRevRangeByScoreWithScores(b("z"), 1, 2));
		add("zRangeByLex", (c) -> c.zSetCommands().zRangeByLex(b("lex"), Range.closed(b("k"), b("l"))));
		add("zRevRangeByLex", (c) -> c.zSetCommands().zRevRangeByLex(b("lex"), Range.closed(b("k"), b("z"))));
		add("zLexCount", (c) -> c.zSetCommands().zLexCount(b("lex"), Range.closed(b("k"), b("z"))));
		add("zCount", (c) -> c.zSetCommands().zCount(b("z"), 1, 2));
		add("zCard", (c) -> c.zSetCommands().zCard(b("z")));
		add("zPopMin", (c) -> c.zSetCommands().zPopMin(b("z")));
		add("zPopMinGone", (c) -> c.zSetCommands().zPopMin(b("gone")));
		add("zPopMinCount", (c) -> c.zSetCommands().zPopMin(b("z"), 2));
		add("zPopMax", (c) -> c.zSetCommands().zPopMax(b("z")));
		add("zPopMaxCount", (c) -> c.zSetCommands().zPopMax(b("z"), 2));
		add("zScore", (c) -> c.zSetCommands().zScore(b("z"), b("c")));
		add("zScoreGone", (c) -> c.zSetCommands().zScore(b("z"), b("q")));
		add("zMScore", (c) -> c.zSetCommands().zMScore(b("z"), b("c"), b("q")));
		add("zRemRange", (c) -> c.zSetCommands().zRemRange(b("z"), 0, 0));
		add("zRemRangeByScore", (c) -> c.zSetCommands().zRemRangeByScore(b("z"), 1, 2));
		add("zRemRangeByLex", (c) -> c.zSetCommands().zRemRangeByLex(b("lex"), Range.closed(b("k"), b("k"))));
		add("zDiff", (c) -> c.zSetCommands().zDiff(b("z"), b("z2")));
		add("zDiffWithScores", (c) -> c.zSetCommands().zDiffWithScores(b("z"), b("z2")));
		add("zDiffStore", (c) -> c.zSetCommands().zDiffStore(b("z3"), b("z"), b("z2")));
		add("zInter", (c) -> c.zSetCommands().zInter(b("z"), b("z2")));
		add("zInterWithScores",
				(c) -> c.zSetCommands().zInterWithScores(Aggregate.SUM, Weights.of(1, 2), b("z"), b("z2")));
		add("zInterStore", (c) -> c.zSetCommands().zInterStore(b("z3"), b("z"), b("z2")));
		add("zUnion", (c) -> c.zSetCommands().zUnion(b("z"), b("z2")));
		add("zUnionWithScores", (c) -> c.zSetCommands().zUnionWithScores(b("z"), b("z2")));
		add("zUnionStore",
				(c) -> c.zSetCommands().zUnionStore(b("z3"), Aggregate.MAX, Weights.of(1, 2), b("z"), b("z2")));
		add("zRangeStoreByLex", (c) -> c.zSetCommands()
			.zRangeStoreByLex(b("z3"), b("lex"), Range.closed(b("k"), b("z")), Limit.unlimited()));
		add("zRangeStoreByScore",
				(c) -> c.zSetCommands().zRangeStoreByScore(b("z3"), b("z"), Range.closed(1, 2), Limit.unlimited()));
	}

	private static void hashes() {
		add("hSet", (c) -> c.hashCommands().hSet(b("h"), b("f"), b("v")));
		add("hSetNew", (c) -> c.hashCommands().hSet(b("h"), b("g"), b("v")));
		add("hSetNX", (c) -> c.hashCommands().hSetNX(b("h"), b("f"), b("v")));
		add("hGet", (c) -> c.hashCommands().hGet(b("h"), b("f")));
		add("hMGet", (c) -> c.hashCommands().hMGet(b("h"), b("f"), b("q")));
		addVoid("hMSet", (c) -> c.hashCommands().hMSet(b("h"), map("f", "1", "g", "2")));
		addVoid("hMSetWrongType", (c) -> c.hashCommands().hMSet(b("s"), map("f", "1")));
		add("hIncrBy", (c) -> c.hashCommands().hIncrBy(b("h"), b("f"), 1));
		add("hIncrByDouble", (c) -> c.hashCommands().hIncrBy(b("h"), b("f"), 1.5));
		add("hExists", (c) -> c.hashCommands().hExists(b("h"), b("f")));
		add("hDel", (c) -> c.hashCommands().hDel(b("h"), b("f"), b("q")));
		add("hLen", (c) -> c.hashCommands().hLen(b("h")));
		add("hKeys", (c) -> c.hashCommands().hKeys(b("h")));
		add("hVals", (c) -> c.hashCommands().hVals(b("h")));
		add("hGetAll", (c) -> c.hashCommands().hGetAll(b("h")));
		add("hGetAllGone", (c) -> c.hashCommands().hGetAll(b("gone")));
		add("hRandField", (c) -> c.hashCommands().hRandField(b("h")));
		add("hRandFieldWithValues", (c) -> c.hashCommands().hRandFieldWithValues(b("h")));
		add("hRandFieldCount", (c) -> c.hashCommands().hRandField(b("h"), 2));
		add("hRandFieldWithValuesCount", (c) -> c.hashCommands().hRandFieldWithValues(b("h"), 2));
		add("hStrLen", (c) -> c.hashCommands().hStrLen(b("h"), b("f")));
		add("hExpire", (c) -> c.hashCommands().hExpire(b("h"), 100, b("f")));
		add("hTtl", (c) -> c.hashCommands().hTtl(b("h"), b("f")));
		add("hPersistNone", (c) -> c.hashCommands().hPersist(b("h"), new byte[0][]));
	}

	private static void streams() {
		add("xAck", (c) -> c.streamCommands().xAck(b("x"), "g", RecordId.of("1-1")));
		add("xAdd", (c) -> c.streamCommands()
			.xAdd(StreamRecords.rawBytes(Map.of(b("f"), b("u"))).withStreamKey(b("x")).withId(RecordId.of("9-1"))));
		add("xAddOptions", (c) -> c.streamCommands()
			.xAdd(StreamRecords.rawBytes(Map.of(b("f"), b("u"))).withStreamKey(b("x")).withId(RecordId.of("9-2")),
					XAddOptions.maxlen(2)));
		add("xDel", (c) -> c.streamCommands().xDel(b("x"), RecordId.of("1-1")));
		add("xGroupCreate", (c) -> c.streamCommands().xGroupCreate(b("x"), "g2", ReadOffset.from("0")));
		add("xGroupDestroy", (c) -> c.streamCommands().xGroupDestroy(b("x"), "g"));
		add("xInfo", (c) -> c.streamCommands().xInfo(b("x")));
		add("xInfoGroups", (c) -> c.streamCommands().xInfoGroups(b("x")));
		add("xInfoConsumers", (c) -> c.streamCommands().xInfoConsumers(b("x"), "g"));
		add("xLen", (c) -> c.streamCommands().xLen(b("x")));
		add("xPending", (c) -> c.streamCommands().xPending(b("x"), "g"));
		add("xPendingRange", (c) -> c.streamCommands().xPending(b("x"), "g", Range.unbounded(), 10L));
		add("xRange", (c) -> c.streamCommands().xRange(b("x"), Range.unbounded()));
		add("xRevRange", (c) -> c.streamCommands().xRevRange(b("x"), Range.unbounded(), Limit.limit().count(1)));
		add("xRead",
				(c) -> c.streamCommands().xRead(StreamReadOptions.empty().count(1), StreamOffset.fromStart(b("x"))));
		add("xReadGroup",
				(c) -> c.streamCommands()
					.xReadGroup(org.springframework.data.redis.connection.stream.Consumer.from("g", "me"),
							StreamReadOptions.empty(), StreamOffset.create(b("x"), ReadOffset.lastConsumed())));
		add("xTrim", (c) -> c.streamCommands().xTrim(b("x"), 1));
		add("xTrimApproximate", (c) -> c.streamCommands().xTrim(b("x"), 1, true));
	}

	private static void others() {
		add("geoAdd", (c) -> c.geoCommands().geoAdd(b("geo"), new Point(13.5, 38), b("X")));
		add("geoAddLocation",
				(c) -> c.geoCommands().geoAdd(b("geo"), List.of(new GeoLocation<>(b("Y"), new Point(13.6, 38)))));
		add("geoDist", (c) -> c.geoCommands().geoDist(b("geo"), b("Palermo"), b("Catania"), Metrics.KILOMETERS));
		add("geoHash", (c) -> c.geoCommands().geoHash(b("geo"), b("Palermo"), b("q")));
		add("geoPos", (c) -> c.geoCommands().geoPos(b("geo"), b("Palermo"), b("q")));
		add("geoRadius", (c) -> c.geoCommands()
			.geoRadius(b("geo"), new Circle(new Point(15, 37), new Distance(100, Metrics.KILOMETERS))));
		add("geoRadiusArgs",
				(c) -> c.geoCommands()
					.geoRadius(b("geo"), new Circle(new Point(15, 37), new Distance(300, Metrics.KILOMETERS)),
							GeoRadiusCommandArgs.newGeoRadiusArgs().includeDistance().sortAscending().limit(1)));
		add("geoRadiusByMember",
				(c) -> c.geoCommands().geoRadiusByMember(b("geo"), b("Palermo"), new Distance(10, Metrics.KILOMETERS)));
		add("geoSearch",
				(c) -> c.geoCommands()
					.geoSearch(b("geo"), GeoReference.fromMember(b("Palermo")),
							GeoShape.byRadius(new Distance(300, Metrics.KILOMETERS)),
							GeoSearchCommandArgs.newGeoSearchArgs().includeDistance().sortDescending()));
		add("geoSearchStore",
				(c) -> c.geoCommands()
					.geoSearchStore(b("found"), b("geo"), GeoReference.fromMember(b("Palermo")),
							GeoShape.byRadius(new Distance(300, Metrics.KILOMETERS)),
							GeoSearchStoreCommandArgs.newGeoSearchStoreArgs()));
		add("geoRemove", (c) -> c.geoCommands().geoRemove(b("geo"), b("Palermo")));
		add("pfAdd", (c) -> c.hyperLogLogCommands().pfAdd(b("hll"), b("c")));
		add("pfCount", (c) -> c.hyperLogLogCommands().pfCount(b("hll")));
		addVoid("pfMerge", (c) -> c.hyperLogLogCommands().pfMerge(b("hll2"), b("hll")));
		add("echo", (c) -> c.echo(b("word")));
		add("ping", (c) -> c.ping());
		add("publish", (c) -> c.publish(b("channel"), b("message")));
		add("dbSize", (c) -> c.serverCommands().dbSize());
		add("getConfig", (c) -> c.serverCommands().getConfig("maxmemory"));
		addVoid("setConfig", (c) -> c.serverCommands().setConfig("maxmemory-samples", "5"));
		addVoid("flushDb", (c) -> c.serverCommands().flushDb());
		add("eval", (c) -> c.scriptingCommands()
			.eval(b("return redis.call('incr', KEYS[1])"), ReturnType.INTEGER, 1, b("n")));
		add("evalStatus", (c) -> c.scriptingCommands()
			.eval(b("return redis.call('set', KEYS[1], '1')"), ReturnType.STATUS, 1, b("n")));
		add("evalValue",
				(c) -> c.scriptingCommands().eval(b("return redis.call('get', KEYS[1])"), ReturnType.VALUE, 1, b("n")));
		add("evalMulti", (c) -> c.scriptingCommands().eval(b("return {'a', 1, 'b'}"), ReturnType.MULTI, 0));
		add("evalBoolean", (c) -> c.scriptingCommands().eval(b("return 1"), ReturnType.BOOLEAN, 0));
		add("evalSha", (c) -> c.scriptingCommands().evalSha("0".repeat(40), ReturnType.INTEGER, 0));
		add("evalShaBytes", (c) -> c.scriptingCommands().evalSha(b("0".repeat(40)), ReturnType.INTEGER, 0));
		add("scriptLoad", (c) -> c.scriptingCommands().scriptLoad(b("return 1")));
		add("scriptExists", (c) -> c.scriptingCommands().scriptExists("0".repeat(40)));
		add("execute", (c) -> c.execute("get", b("s")));
		add("executeNumber", (c) -> c.execute("strLen", b("s")));
		add("idletime", (c) -> c.keyCommands().idletime(b("gone")));
		add("zAddNull", (c) -> c.zSetCommands().zAdd(b("z"), Set.of()));
		add("expireDuration", (c) -> c.keyCommands().expire(b("s"), Duration.ofHours(1).toSeconds()));
	}

	private static void add(String name, Function<RedisConnection, Object> call) {
		if (SAMPLES.put(name, call) != null) {
			throw new IllegalArgumentException(name);
		}
	}

	private static void addVoid(String name, Consumer<RedisConnection> call) {
		add(name, (connection) -> {
			call.accept(connection);
			return null;
		});
	}

	static byte[] b(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static Map<byte[], byte[]> map(String... entries) {
		Map<byte[], byte[]> map = new LinkedHashMap<>();
		for (int i = 0; i < entries.length; i += 2) {
			map.put(b(entries[i]), b(entries[i + 1]));
		}
		return map;
	}

	private static Set<Tuple> tuples(Object... entries) {
		Set<Tuple> tuples = new LinkedHashSet<>();
		for (int i = 0; i < entries.length; i += 2) {
			tuples.add(new DefaultTuple(b((String) entries[i]), ((Number) entries[i + 1]).doubleValue()));
		}
		return tuples;
	}

	/**
	 * What DUMP gives for a text on a server of version 6: type, length, text, version 9,
	 * and the checksum, which a zero switches off.
	 */
	private static byte[] dumpOf(String text) {
		byte[] dump = new byte[text.length() + 12];
		dump[1] = (byte) text.length();
		System.arraycopy(b(text), 0, dump, 2, text.length());
		dump[text.length() + 2] = 9;
		return dump;
	}

}
