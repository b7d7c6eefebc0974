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

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import org.springframework.data.domain.Range;
import org.springframework.data.domain.Sort;
import org.springframework.data.geo.Point;
import org.springframework.data.redis.connection.DefaultSortParameters;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoLocation;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoRadiusCommandArgs;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoSearchCommandArgs;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoSearchStoreCommandArgs;
import org.springframework.data.redis.connection.RedisZSetCommands.ZAddArgs;
import org.springframework.data.redis.connection.SortParameters;
import org.springframework.data.redis.connection.stream.ByteRecord;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.RecordId;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamRecords;
import org.springframework.data.redis.connection.zset.DefaultTuple;
import org.springframework.data.redis.connection.zset.Tuple;
import org.springframework.data.redis.domain.geo.GeoReference;

import static org.assertj.core.api.Assertions.assertThat;

class ArgumentCopierTests {

	/**
	 * Arguments that code can change after the call: copied.
	 */
	private static final Set<String> COPIED = Set.of("byte[]", "byte[][]", "int[]", "java.lang.String[]",
			"java.util.Collection<byte[]>", "java.util.Map<byte[], byte[]>",
			"java.util.Map<byte[], org.springframework.data.geo.Point>", "java.util.Set<" + redis("zset.Tuple>"),
			"java.lang.Iterable<" + redis("RedisGeoCommands$GeoLocation<byte[]>>"),
			redis("RedisGeoCommands$GeoLocation<byte[]>"), redis("RedisGeoCommands$GeoRadiusCommandArgs"),
			redis("RedisGeoCommands$GeoSearchCommandArgs"), redis("RedisGeoCommands$GeoSearchStoreCommandArgs"),
			redis("RedisZSetCommands$ZAddArgs"), redis("Limit"), redis("SortParameters"),
			redis("stream.MapRecord<byte[], byte[], byte[]>"), redis("stream.RecordId[]"),
			redis("stream.StreamOffset<byte[]>[]"), "org.springframework.data.domain.Range<byte[]>",
			"org.springframework.data.domain.Range<?>",
			"org.springframework.data.redis.domain.geo.GeoReference<byte[]>");

	/**
	 * What nobody can change.
	 */
	private static final Set<String> IMMUTABLE = Set.of("boolean", "double", "int", "long", "java.lang.Integer",
			"java.lang.Long", "java.lang.String", "java.time.Duration", "java.time.Instant",
			"java.util.concurrent.TimeUnit", "org.springframework.data.domain.Range<? extends java.lang.Number>",
			"org.springframework.data.domain.Range<java.lang.Long>",
			"org.springframework.data.domain.Range<java.lang.String>", "org.springframework.data.geo.Circle",
			"org.springframework.data.geo.Distance", "org.springframework.data.geo.Metric",
			"org.springframework.data.geo.Point", redis("BitFieldSubCommands"), redis("ExpirationOptions"),
			redis("ExpirationOptions$Condition"), redis("RedisClusterCommands$AddSlots"),
			redis("RedisClusterNode$SlotRange"), redis("RedisHashCommands$HashFieldSetOption"),
			redis("RedisListCommands$Direction"), redis("RedisListCommands$Position"),
			redis("RedisServerCommands$FlushOption"), redis("RedisServerCommands$MigrateOption"),
			redis("RedisServerCommands$ShutdownOption"), redis("RedisStreamCommands$XAddOptions"),
			redis("RedisStreamCommands$XClaimOptions"), redis("RedisStreamCommands$XDelOptions"),
			redis("RedisStreamCommands$XPendingOptions"), redis("RedisStreamCommands$XTrimOptions"),
			redis("RedisStringCommands$BitOperation"), redis("RedisStringCommands$SetOption"), redis("ReturnType"),
			redis("stream.Consumer"), redis("stream.ReadOffset"), redis("stream.StreamReadOptions"),
			redis("zset.Aggregate"), redis("zset.Weights"), "org.springframework.data.redis.core.types.Expiration",
			"org.springframework.data.redis.domain.geo.GeoShape");

	/**
	 * What is used while the call is made, since the call cannot wait: cursors and
	 * subscriptions.
	 */
	private static final Set<String> USED_AT_ONCE = Set.of(redis("MessageListener"),
			"org.springframework.data.redis.core.KeyScanOptions", "org.springframework.data.redis.core.ScanOptions");

	/**
	 * A node's host and port do not change; its name and id can, and name the same node.
	 */
	private static final Set<String> NODES = Set.of(redis("RedisNode"), redis("RedisClusterNode"));

	/**
	 * Spring Data Redis 4.1 keeps the array that it is given to compare with, and lets
	 * nobody make such an object of the parts of another. Templates give it an array of
	 * their own.
	 */
	private static final Set<String> NOT_COPYABLE = Set.of(redis("CompareCondition"), redis("SetCondition"));

	@Test
	void everyTypeOfArgumentIsKnown() {
		Set<String> unknown = new TreeSet<>();
		Set<Class<?>> interfaces = commandInterfaces();
		assertThat(interfaces).hasSizeGreaterThan(20);
		for (Class<?> type : interfaces) {
			for (Method method : type.getDeclaredMethods()) {
				if (!Modifier.isStatic(method.getModifiers()) && !method.isSynthetic()) {
					for (Type parameter : method.getGenericParameterTypes()) {
						unknown.add(parameter.getTypeName());
					}
				}
			}
		}
		for (Set<String> known : List.of(COPIED, IMMUTABLE, USED_AT_ONCE, NODES, NOT_COPYABLE)) {
			unknown.removeAll(known);
		}
		assertThat(unknown).isEmpty();
	}

	private static Set<Class<?>> commandInterfaces() {
		Set<Class<?>> interfaces = new LinkedHashSet<>();
		collect(RedisConnection.class, interfaces);
		collect(RedisClusterConnection.class, interfaces);
		return interfaces;
	}

	private static void collect(Class<?> type, Set<Class<?>> interfaces) {
		if (type.isInterface() && type.getPackage() == RedisConnection.class.getPackage() && interfaces.add(type)) {
			for (Class<?> parent : type.getInterfaces()) {
				collect(parent, interfaces);
			}
			for (Method method : type.getMethods()) {
				if (method.getParameterCount() == 0 && method.getName().endsWith("ommands")) {
					collect(method.getReturnType(), interfaces);
				}
			}
		}
	}

	private static String redis(String name) {
		return "org.springframework.data.redis.connection." + name;
	}

	@Test
	void nothingIsMadeWhereNothingCanChange() {
		assertThat(ArgumentCopier.copy(null)).isNull();
		Object[] arguments = { 1L, "text", 2.5, true, null, Range.closed(1L, 2L), Sort.Direction.ASC, Limit.unlimited(),
				new Point(1, 2), GeoReference.fromCoordinate(1, 2) };
		assertThat(ArgumentCopier.copy(arguments)).isSameAs(arguments);
	}

	@Test
	void theArrayOfArgumentsItselfIsNotChanged() {
		byte[] key = { 1 };
		Object[] arguments = { key, 5L };
		Object[] copy = ArgumentCopier.copy(arguments);
		assertThat(arguments[0]).isSameAs(key);
		assertThat(copy).isNotSameAs(arguments);
		assertThat(copy[0]).isNotSameAs(key).isEqualTo(key);
		assertThat(copy[1]).isEqualTo(5L);
	}

	@Test
	void arrays() {
		byte[] bytes = { 1 };
		byte[][] many = { bytes, null, { 2 } };
		byte[][] copy = copyOf(many);
		bytes[0] = 9;
		many[2] = new byte[] { 9 };
		assertThat(copy).isDeepEqualTo(new byte[][] { { 1 }, null, { 2 } });
		int[] slots = { 1, 2 };
		int[] slotsCopy = copyOf(slots);
		slots[0] = 9;
		assertThat(slotsCopy).containsExactly(1, 2);
		RecordId[] ids = { RecordId.of("1-1") };
		RecordId[] idsCopy = copyOf(ids);
		ids[0] = RecordId.of("9-9");
		assertThat(idsCopy).containsExactly(RecordId.of("1-1"));
	}

	@Test
	void collectionsKeepTheirOrder() {
		byte[] element = { 1 };
		List<byte[]> list = new ArrayList<>(List.of(element, new byte[] { 2 }));
		List<byte[]> listCopy = copyOf(list);
		Set<byte[]> set = new LinkedHashSet<>(list);
		Set<byte[]> setCopy = copyOf(set);
		Map<byte[], byte[]> map = new LinkedHashMap<>();
		map.put(element, element);
		map.put(new byte[] { 2 }, null);
		Map<byte[], byte[]> mapCopy = copyOf(map);
		Iterable<byte[]> iterable = list::iterator;
		Iterable<byte[]> iterableCopy = copyOf(iterable);
		element[0] = 9;
		list.clear();
		set.clear();
		map.clear();
		byte[][] expected = { { 1 }, { 2 } };
		assertThat(listCopy.toArray(new byte[0][])).isDeepEqualTo(expected);
		assertThat(setCopy.toArray(new byte[0][])).isDeepEqualTo(expected);
		assertThat(iterableCopy).extracting((bytes) -> bytes[0]).containsExactly((byte) 1, (byte) 2);
		assertThat(mapCopy.keySet().toArray(new byte[0][])).isDeepEqualTo(expected);
		assertThat(mapCopy.values().toArray(new byte[0][])).isDeepEqualTo(new byte[][] { { 1 }, null });
	}

	@Test
	void tuplesAndLocations() {
		byte[] bytes = { 1 };
		Set<Tuple> tuples = copyOf(new LinkedHashSet<>(List.of(new DefaultTuple(bytes, 2.5))));
		GeoLocation<byte[]> location = copyOf(new GeoLocation<>(bytes, new Point(1, 2)));
		Iterable<GeoLocation<byte[]>> locations = copyOf(List.of(new GeoLocation<>(bytes, new Point(1, 2))));
		GeoReference.GeoMemberReference<byte[]> member = copyOf(GeoReference.fromMember(bytes));
		Map<byte[], Point> points = copyOf(Map.of(bytes, new Point(1, 2)));
		bytes[0] = 9;
		assertThat(tuples).singleElement().satisfies((tuple) -> {
			assertThat(tuple.getValue()).containsExactly(1);
			assertThat(tuple.getScore()).isEqualTo(2.5);
		});
		assertThat(location.getName()).containsExactly(1);
		assertThat(location.getPoint()).isEqualTo(new Point(1, 2));
		assertThat(locations).singleElement().satisfies((element) -> assertThat(element.getName()).containsExactly(1));
		assertThat(member.getMember()).containsExactly(1);
		assertThat(points.keySet()).singleElement().satisfies((key) -> assertThat(key).containsExactly(1));
	}

	@Test
	void streams() {
		byte[] bytes = { 1 };
		Map<byte[], byte[]> fields = new LinkedHashMap<>(Map.of(bytes, bytes));
		ByteRecord byteRecord = copyOf(StreamRecords.rawBytes(fields).withStreamKey(bytes).withId(RecordId.of("1-2")));
		MapRecord<byte[], byte[], byte[]> mapRecord = copyOf(MapRecord.create(bytes, fields));
		MapRecord<byte[], byte[], byte[]> noStream = copyOf(StreamRecords.rawBytes(fields));
		StreamOffset<byte[]>[] offsets = copyOf(
				new StreamOffset[] { StreamOffset.create(bytes, ReadOffset.from("1-1")) });
		bytes[0] = 9;
		fields.clear();
		for (MapRecord<byte[], byte[], byte[]> copy : List.of(byteRecord, mapRecord)) {
			assertThat(copy.getStream()).containsExactly(1);
			assertThat(copy.getValue()).hasSize(1);
			copy.getValue().forEach((field, value) -> {
				assertThat(field).containsExactly(1);
				assertThat(value).containsExactly(1);
			});
		}
		assertThat(byteRecord.getId()).isEqualTo(RecordId.of("1-2"));
		assertThat(mapRecord.getId()).isEqualTo(RecordId.autoGenerate());
		assertThat(noStream.getStream()).isNull();
		assertThat(noStream.getValue()).hasSize(1);
		assertThat(offsets[0].getKey()).containsExactly(1);
		assertThat(offsets[0].getOffset()).isEqualTo(ReadOffset.from("1-1"));
	}

	@Test
	void ranges() {
		byte[] bytes = { 1 };
		Range<byte[]> range = copyOf(Range.of(Range.Bound.exclusive(bytes), Range.Bound.unbounded()));
		bytes[0] = 9;
		assertThat(range.getLowerBound().getValue())
			.hasValueSatisfying((value) -> assertThat(value).containsExactly(1));
		assertThat(range.getLowerBound().isInclusive()).isFalse();
		assertThat(range.getUpperBound().isBounded()).isFalse();
	}

	@Test
	void parameterObjects() {
		byte[] pattern = { 1 };
		DefaultSortParameters sort = new DefaultSortParameters().by(pattern).get(pattern).limit(1, 2).desc().alpha();
		SortParameters sortCopy = copyOf(sort);
		Limit limit = Limit.limit().offset(1).count(2);
		Limit limitCopy = copyOf(limit);
		ZAddArgs zAdd = ZAddArgs.ifExists().gt().ch();
		ZAddArgs zAddCopy = copyOf(zAdd);
		pattern[0] = 9;
		sort.asc();
		limit.count(9);
		zAdd.lt().nx();
		assertThat(sortCopy.getByPattern()).containsExactly(1);
		assertThat(sortCopy.getGetPattern()).isDeepEqualTo(new byte[][] { { 1 } });
		assertThat(sortCopy.getOrder()).isEqualTo(SortParameters.Order.DESC);
		assertThat(sortCopy.isAlphabetic()).isTrue();
		assertThat(sortCopy.getLimit().getCount()).isEqualTo(2);
		assertThat(limitCopy.getOffset()).isEqualTo(1);
		assertThat(limitCopy.getCount()).isEqualTo(2);
		for (ZAddArgs.Flag flag : ZAddArgs.Flag.values()) {
			assertThat(zAddCopy.contains(flag)).as(flag.name())
				.isEqualTo(Set.of(ZAddArgs.Flag.XX, ZAddArgs.Flag.GT, ZAddArgs.Flag.CH).contains(flag));
		}
	}

	@Test
	void geoArguments() {
		GeoRadiusCommandArgs radius = GeoRadiusCommandArgs.newGeoRadiusArgs()
			.includeCoordinates()
			.includeDistance()
			.sortAscending()
			.limit(3);
		GeoRadiusCommandArgs radiusCopy = copyOf(radius);
		GeoSearchCommandArgs search = GeoSearchCommandArgs.newGeoSearchArgs().includeDistance().limit(3, true);
		GeoSearchCommandArgs searchCopy = copyOf(search);
		GeoSearchStoreCommandArgs store = GeoSearchStoreCommandArgs.newGeoSearchStoreArgs()
			.storeDistance()
			.limit(3, true)
			.sortDescending();
		// Spring Data Redis 3.5 makes ascending of it.
		Sort.Direction direction = store.getSortDirection();
		GeoSearchStoreCommandArgs storeCopy = copyOf(store);
		radius.limit(9).sortDescending();
		search.includeCoordinates().sortDescending();
		store.sortAscending();
		assertThat(radiusCopy.getFlags()).isEqualTo(radius.getFlags());
		assertThat(radiusCopy.getLimit()).isEqualTo(3);
		assertThat(radiusCopy.getSortDirection()).isEqualTo(Sort.Direction.ASC);
		assertThat(searchCopy.getFlags()).hasSize(2);
		assertThat(searchCopy.hasAnyLimit()).isTrue();
		assertThat(searchCopy.getSortDirection()).isNull();
		assertThat(storeCopy.isStoreDistance()).isTrue();
		assertThat(storeCopy.hasAnyLimit()).isTrue();
		assertThat(storeCopy.getSortDirection()).isEqualTo(direction);
	}

	@Test
	void buffers() {
		ByteBuffer buffer = ByteBuffer.wrap(new byte[] { 0, 1, 2 }).position(1);
		ByteBuffer copy = copyOf(buffer);
		buffer.put(1, (byte) 9);
		assertThat(copy).isEqualTo(ByteBuffer.wrap(new byte[] { 1, 2 }));
		assertThat(buffer.position()).isEqualTo(1);
	}

	@SuppressWarnings("unchecked")
	private static <T> T copyOf(Object argument) {
		return (T) ArgumentCopier.copy(new Object[] { argument })[0];
	}

}
