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

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Range;
import org.springframework.data.domain.Sort;
import org.springframework.data.redis.connection.BitFieldSubCommands;
import org.springframework.data.redis.connection.DefaultSortParameters;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoLocation;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoCommandArgs;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoCommandArgs.GeoCommandFlag;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoRadiusCommandArgs;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoSearchCommandArgs;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoSearchStoreCommandArgs;
import org.springframework.data.redis.connection.RedisZSetCommands.ZAddArgs;
import org.springframework.data.redis.connection.SortParameters;
import org.springframework.data.redis.connection.stream.ByteRecord;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamRecords;
import org.springframework.data.redis.connection.zset.DefaultTuple;
import org.springframework.data.redis.connection.zset.Tuple;
import org.springframework.data.redis.domain.geo.GeoReference;

/**
 * Copies the arguments of a call when it is collected, so that the code that made it may
 * go on using its arrays, collections and parameter objects. What nobody can change is
 * not copied.
 */
final class ArgumentCopier {

	private ArgumentCopier() {
	}

	/**
	 * Copy arguments.
	 * @param arguments the arguments of a call, {@code null} if there are none
	 * @return the copies; the very array where nothing needed copying, since the caller
	 * of a proxy's handler does not keep it
	 */
	static @Nullable Object @Nullable [] copy(@Nullable Object @Nullable [] arguments) {
		if (arguments == null) {
			return null;
		}
		@Nullable Object[] copies = arguments;
		for (int i = 0; i < arguments.length; i++) {
			Object copy = copyOf(arguments[i]);
			if (copy != arguments[i]) {
				if (copies == arguments) {
					copies = arguments.clone();
				}
				copies[i] = copy;
			}
		}
		return copies;
	}

	private static @Nullable Object copyOf(@Nullable Object value) {
		if (value instanceof byte[] bytes) {
			return bytes.clone();
		}
		if (value == null || value instanceof String || value instanceof Number || value instanceof Enum<?>
				|| value instanceof Boolean) {
			return value;
		}
		if (value.getClass().isArray()) {
			return copyOfArray(value);
		}
		if (value instanceof MapRecord<?, ?, ?> streamRecord) {
			return copyOfRecord(streamRecord);
		}
		if (value instanceof Map<?, ?> map) {
			return copyOfMap(map);
		}
		if (value instanceof Iterable<?> elements) {
			return copyOfElements(elements);
		}
		if (value instanceof Tuple tuple) {
			return new DefaultTuple(tuple.getValue().clone(), tuple.getScore());
		}
		if (value instanceof ByteBuffer buffer) {
			return copyOfBuffer(buffer);
		}
		return copyOfParameters(value);
	}

	private static Object copyOfArray(Object array) {
		int length = Array.getLength(array);
		Object copy = Array.newInstance(array.getClass().getComponentType(), length);
		if (array instanceof Object[] elements) {
			for (int i = 0; i < length; i++) {
				Array.set(copy, i, copyOf(elements[i]));
			}
		}
		else {
			System.arraycopy(array, 0, copy, 0, length);
		}
		return copy;
	}

	private static Map<Object, Object> copyOfMap(Map<?, ?> map) {
		Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>((int) (map.size() / 0.75f) + 1);
		map.forEach((key, value) -> copy.put(copyOf(key), copyOf(value)));
		return copy;
	}

	/**
	 * The interfaces ask for a collection, a set, a list or something to iterate over;
	 * the order is the original's.
	 */
	private static Object copyOfElements(Iterable<?> elements) {
		if (elements instanceof BitFieldSubCommands) {
			return elements;
		}
		Collection<@Nullable Object> copy = (elements instanceof Set<?> set)
				? new LinkedHashSet<>((int) (set.size() / 0.75f) + 1) : new ArrayList<>();
		for (Object element : elements) {
			copy.add(copyOf(element));
		}
		return copy;
	}

	private static ByteBuffer copyOfBuffer(ByteBuffer buffer) {
		ByteBuffer copy = ByteBuffer.allocate(buffer.remaining());
		copy.put(buffer.duplicate());
		return copy.flip();
	}

	@SuppressWarnings("unchecked")
	private static MapRecord<?, ?, ?> copyOfRecord(MapRecord<?, ?, ?> streamRecord) {
		Object stream = copyOf(streamRecord.getStream());
		Map<Object, Object> fields = copyOfMap(streamRecord.getValue());
		if (streamRecord instanceof ByteRecord) {
			ByteRecord copy = StreamRecords.rawBytes((Map<byte[], byte[]>) (Map<?, ?>) fields)
				.withId(streamRecord.getId());
			return (stream != null) ? copy.withStreamKey((byte[]) stream) : copy;
		}
		MapRecord<Object, Object, Object> copy = StreamRecords.mapBacked(fields).withId(streamRecord.getId());
		return (stream != null) ? copy.withStreamKey(stream) : copy;
	}

	private static Object copyOfParameters(Object value) {
		if (value instanceof Range<?> range) {
			return copyOfRange(range);
		}
		if (value instanceof Limit limit) {
			return limit.isUnlimited() ? limit : Limit.limit().offset(limit.getOffset()).count(limit.getCount());
		}
		if (value instanceof ZAddArgs zAddArgs) {
			return copyOfFlags(zAddArgs);
		}
		if (value instanceof StreamOffset<?> offset) {
			return (offset.getKey() instanceof byte[] key) ? StreamOffset.create(key.clone(), offset.getOffset())
					: offset;
		}
		if (value instanceof SortParameters sort) {
			return copyOfSort(sort);
		}
		if (value instanceof GeoLocation<?> location) {
			return (location.getName() instanceof byte[] name) ? new GeoLocation<>(name.clone(), location.getPoint())
					: location;
		}
		if (value instanceof GeoReference.GeoMemberReference<?> reference) {
			return (reference.getMember() instanceof byte[] member) ? GeoReference.fromMember(member.clone())
					: reference;
		}
		if (value instanceof GeoCommandArgs geoArgs) {
			return copyOfGeoArgs(geoArgs);
		}
		return value;
	}

	@SuppressWarnings("unchecked")
	private static Range<?> copyOfRange(Range<?> range) {
		Object lower = range.getLowerBound().getValue().orElse(null);
		Object upper = range.getUpperBound().getValue().orElse(null);
		if (!(lower instanceof byte[]) && !(upper instanceof byte[])) {
			return range;
		}
		return Range.of(copyOfBound((Range.Bound<Object>) range.getLowerBound()),
				copyOfBound((Range.Bound<Object>) range.getUpperBound()));
	}

	private static Range.Bound<Object> copyOfBound(Range.Bound<Object> bound) {
		if (bound.getValue().orElse(null) instanceof byte[] bytes) {
			Object copy = bytes.clone();
			return bound.isInclusive() ? Range.Bound.inclusive(copy) : Range.Bound.exclusive(copy);
		}
		return bound;
	}

	private static ZAddArgs copyOfFlags(ZAddArgs args) {
		ZAddArgs copy = ZAddArgs.empty();
		for (ZAddArgs.Flag flag : ZAddArgs.Flag.values()) {
			if (args.contains(flag)) {
				switch (flag) {
					case NX -> copy.nx();
					case XX -> copy.xx();
					case GT -> copy.gt();
					case LT -> copy.lt();
					case CH -> copy.ch();
				}
			}
		}
		return copy;
	}

	private static SortParameters copyOfSort(SortParameters sort) {
		byte[] by = sort.getByPattern();
		byte[][] get = sort.getGetPattern();
		return new DefaultSortParameters((by != null) ? by.clone() : null, sort.getLimit(),
				(get != null) ? (byte[][]) copyOfArray(get) : null, sort.getOrder(), sort.isAlphabetic());
	}

	private static GeoCommandArgs copyOfGeoArgs(GeoCommandArgs args) {
		if (args instanceof GeoSearchStoreCommandArgs store) {
			return copyOfStoreArgs(store);
		}
		if (!(args instanceof GeoSearchCommandArgs search)) {
			return args;
		}
		GeoSearchCommandArgs copy = (search instanceof GeoRadiusCommandArgs) ? GeoRadiusCommandArgs.newGeoRadiusArgs()
				: GeoSearchCommandArgs.newGeoSearchArgs();
		// The order of the flags is that in which the driver writes them.
		for (Object flag : search.getFlags()) {
			if (flag == GeoCommandFlag.withCord()) {
				copy.includeCoordinates();
			}
			else if (flag == GeoCommandFlag.withDist()) {
				copy.includeDistance();
			}
		}
		Long limit = search.getLimit();
		if (limit != null) {
			copy.limit(limit, search.hasAnyLimit());
		}
		Sort.Direction direction = search.getSortDirection();
		return (direction != null) ? copy.sort(direction) : copy;
	}

	private static GeoCommandArgs copyOfStoreArgs(GeoSearchStoreCommandArgs args) {
		GeoSearchStoreCommandArgs copy = GeoSearchStoreCommandArgs.newGeoSearchStoreArgs();
		if (args.isStoreDistance()) {
			copy.storeDistance();
		}
		Long limit = args.getLimit();
		if (limit != null) {
			copy.limit(limit, args.hasAnyLimit());
		}
		Sort.Direction direction = args.getSortDirection();
		return (direction != null) ? copy.sort(direction) : copy;
	}

}
