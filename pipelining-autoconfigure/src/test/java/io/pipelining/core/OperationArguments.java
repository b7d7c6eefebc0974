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

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Range;
import org.springframework.data.geo.Circle;
import org.springframework.data.geo.Distance;
import org.springframework.data.geo.Metric;
import org.springframework.data.geo.Point;
import org.springframework.data.redis.connection.BitFieldSubCommands;
import org.springframework.data.redis.connection.BitFieldSubCommands.BitFieldIncrBy.Overflow;
import org.springframework.data.redis.connection.BitFieldSubCommands.BitFieldType;
import org.springframework.data.redis.connection.ExpirationOptions;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.RedisGeoCommands;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoLocation;
import org.springframework.data.redis.connection.RedisListCommands.Direction;
import org.springframework.data.redis.connection.RedisStreamCommands.XAddOptions;
import org.springframework.data.redis.connection.RedisStreamCommands.XClaimOptions;
import org.springframework.data.redis.connection.SortParameters;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.Record;
import org.springframework.data.redis.connection.stream.RecordId;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.connection.stream.StreamRecords;
import org.springframework.data.redis.connection.zset.Aggregate;
import org.springframework.data.redis.connection.zset.Weights;
import org.springframework.data.redis.core.BulkMapper;
import org.springframework.data.redis.core.ListOperations.MoveFrom;
import org.springframework.data.redis.core.ListOperations.MoveTo;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.ZSetOperations.TypedTuple;
import org.springframework.data.redis.core.query.SortQuery;
import org.springframework.data.redis.core.query.SortQueryBuilder;
import org.springframework.data.redis.core.types.Expiration;
import org.springframework.data.redis.domain.geo.BoundingBox;
import org.springframework.data.redis.domain.geo.GeoReference;
import org.springframework.data.redis.domain.geo.GeoShape;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Targets and arguments for each method, by the types of its parameters and, where those
 * do not say enough, by its name.
 */
final class OperationArguments {

	private static final Instant TOMORROW = Instant.now().plusSeconds(OperationData.DAY);

	private final RedisTemplate<String, Object> template;

	private final OperationData data;

	@SuppressWarnings("unchecked")
	OperationArguments(RedisTemplate<String, ?> template, OperationData data) {
		this.template = (RedisTemplate<String, Object>) template;
		this.data = data;
	}

	/**
	 * Which key a method meets.
	 */
	enum Key {

		/** What the method is for. */
		PRESENT,

		/** None. */
		ABSENT,

		/** A value of another type. */
		WRONG

	}

	private static String family(Class<?> type) {
		String name = type.getSimpleName().replace("Operations", "").replace("Bound", "");
		return switch (name) {
			case "Redis", "Key", "KeyExpiration" -> "Key";
			case "HashFieldExpiration" -> "Hash";
			default -> name;
		};
	}

	private static String key(OperationCatalog.Entry entry, Key key) {
		String family = family(entry.type());
		return switch (key) {
			case PRESENT -> present(family, entry.name());
			case ABSENT -> "none";
			case WRONG -> switch (family) {
				case "Value", "HyperLogLog" -> "wlist";
				case "Key" -> "list";
				default -> "wstr";
			};
		};
	}

	private static String present(String family, String name) {
		boolean one = name.startsWith("random") || name.startsWith("distinctRandom") || name.equals("pop");
		return switch (family) {
			case "Value" -> switch (name) {
				case "increment", "decrement" -> "num";
				case "getBit", "setBit", "bitField" -> "raw";
				default -> "str";
			};
			case "Hash" -> name.equals("increment") ? "hashnum" : one ? "hash1" : "hash";
			case "List" -> "list";
			case "Set" -> one ? "set1" : "set";
			case "ZSet" -> one ? "zset1" : name.contains("Lex") || name.equals("lexCount") ? "zlex" : "zset";
			case "Geo" -> "geo";
			case "HyperLogLog" -> "hll";
			case "Stream" -> "stream";
			default -> "ttl";
		};
	}

	private static String sibling(String family) {
		return switch (family) {
			case "List" -> "list2";
			case "Set" -> "set2";
			case "ZSet" -> "zset2";
			case "HyperLogLog" -> "hll2";
			default -> "str2";
		};
	}

	/**
	 * Return the object to call the method on.
	 */
	Object target(OperationCatalog.Entry entry, Key which) {
		String key = key(entry, which);
		return switch (entry.type().getSimpleName()) {
			case "RedisOperations" -> this.template;
			case "ValueOperations" -> this.template.opsForValue();
			case "HashOperations" -> this.template.opsForHash();
			case "ListOperations" -> this.template.opsForList();
			case "SetOperations" -> this.template.opsForSet();
			case "ZSetOperations" -> this.template.opsForZSet();
			case "GeoOperations" -> this.template.opsForGeo();
			case "HyperLogLogOperations" -> this.template.opsForHyperLogLog();
			case "StreamOperations" -> this.template.opsForStream();
			case "BoundKeyOperations", "BoundValueOperations" -> this.template.boundValueOps(key);
			case "BoundHashOperations" -> this.template.boundHashOps(key);
			case "BoundListOperations" -> this.template.boundListOps(key);
			case "BoundSetOperations" -> this.template.boundSetOps(key);
			case "BoundZSetOperations" -> this.template.boundZSetOps(key);
			case "BoundGeoOperations" -> this.template.boundGeoOps(key);
			case "BoundStreamOperations" -> this.template.boundStreamOps(key);
			case "BoundKeyExpirationOperations" -> this.template.expiration(key);
			case "BoundHashFieldExpirationOperations" -> this.template.opsForHash().expiration(key, List.of("f", "no"));
			default -> throw new IllegalArgumentException("No target for " + entry.type());
		};
	}

	/**
	 * Return arguments, made anew each time.
	 */
	@Nullable Object[] of(OperationCatalog.Entry entry, Key key) {
		return new Builder(entry, key).build();
	}

	/**
	 * The arguments of one call.
	 */
	private final class Builder {

		private final OperationCatalog.Entry entry;

		private final Key which;

		private final String type;

		private final String name;

		private final Method method;

		private final String family;

		private final boolean bound;

		private final boolean store;

		private final String key;

		private int keys;

		private int values;

		private int fields;

		private int numbers;

		private int texts;

		private int remainingKeys;

		Builder(OperationCatalog.Entry entry, Key key) {
			this.entry = entry;
			this.which = key;
			this.type = entry.type().getSimpleName();
			this.name = entry.name();
			this.method = entry.method();
			this.family = family(entry.type());
			this.bound = this.type.startsWith("Bound");
			this.store = this.name.contains("AndStore");
			this.key = key(entry, key);
			for (Type parameter : this.method.getGenericParameterTypes()) {
				this.remainingKeys += isKey(parameter) ? 1 : 0;
			}
		}

		@Nullable Object[] build() {
			Object[] special = special();
			if (special != null) {
				return special;
			}
			Type[] types = this.method.getGenericParameterTypes();
			Class<?>[] erased = this.method.getParameterTypes();
			Object[] arguments = new Object[types.length];
			for (int i = 0; i < types.length; i++) {
				arguments[i] = argument(types[i], erased[i], i);
			}
			return arguments;
		}

		/** Where types do not say enough. */
		private Object @Nullable [] special() {
			String first = (this.method.getParameterCount() > 0) ? this.method.getParameterTypes()[0].getSimpleName()
					: "";
			return switch (this.type + "." + this.name) {
				case "RedisOperations.keys" -> new Object[] { "s*" };
				case "RedisOperations.move" -> new Object[] { this.key, 1 };
				case "RedisOperations.convertAndSend" -> new Object[] { "channel", value() };
				case "RedisOperations.killClient" -> new Object[] { "127.0.0.1", 1 };
				case "RedisOperations.replicaOf" -> new Object[] { "127.0.0.1", 1 };
				case "RedisOperations.restore" -> restored();
				case "RedisOperations.delete", "RedisOperations.unlink", "RedisOperations.countExistingKeys",
						"RedisOperations.watch" ->
					first.equals("Collection") ? new Object[] { List.of(this.key, "none2", "str") } : null;
				case "ValueOperations.get", "ValueOperations.multiGet" ->
					(this.method.getParameterCount() > 1) ? null : first.equals("Collection")
							? new Object[] { List.of("str", "none2", this.key) } : new Object[] { this.key };
				case "ListOperations.move", "BoundListOperations.move" -> null;
				case "SetOperations.move" -> new Object[] { this.key, "a", "set2" };
				case "BoundSetOperations.move" -> new Object[] { "set2", "a" };
				default -> null;
			};
		}

		private Object[] restored() {
			byte[] dumped = OperationArguments.this.data.dump("zset");
			Class<?>[] types = this.method.getParameterTypes();
			Object[] arguments = new Object[types.length];
			for (int i = 0; i < types.length; i++) {
				arguments[i] = (types[i] == byte[].class) ? dumped
						: (types[i] == Object.class) ? restoredKey() : argument(types[i], types[i], i);
			}
			return arguments;
		}

		/** With a key that is there it fails, or replaces that. */
		private String restoredKey() {
			boolean replaces = List.of(this.method.getParameterTypes()).contains(boolean.class);
			return (this.which == Key.PRESENT && !replaces) ? "restored" : this.key;
		}

		private @Nullable Object argument(Type type, Class<?> erased, int index) {
			if (type instanceof TypeVariable<?> variable) {
				return byVariable(variable.getName());
			}
			if (erased == Object.class) {
				return this.family.equals("Hash") ? field() : value();
			}
			if (erased.isArray() && erased != byte[].class) {
				return array(erased);
			}
			if (Collection.class.isAssignableFrom(erased) || erased == Iterable.class) {
				return collection(type, erased);
			}
			if (erased == Map.class) {
				return map();
			}
			Object plain = plain(erased, index);
			return (plain != null) ? plain : redis(erased);
		}

		private @Nullable Object byVariable(String variable) {
			return switch (variable) {
				case "K", "H" -> nextKey();
				case "HK" -> field();
				case "HV" -> String.valueOf(++this.values + 6);
				default -> value();
			};
		}

		private String nextKey() {
			int position = this.keys++;
			this.remainingKeys--;
			if (position == 0 && !this.bound) {
				return this.key;
			}
			boolean last = this.remainingKeys == 0;
			return (last && (this.store || this.name.startsWith("rename") || this.name.equals("copy")
					|| this.name.equals("sort"))) ? "destination" : sibling(this.family);
		}

		private boolean isKey(Type type) {
			return type instanceof TypeVariable<?> variable && Set.of("K", "H").contains(variable.getName());
		}

		private Object value() {
			int position = this.values++;
			return switch (this.family) {
				case "Geo" -> (position == 0) ? "Palermo" : "Catania";
				case "Value", "Key" -> "value" + position;
				default -> List.of("b", "a", "new").get(position % 3);
			};
		}

		private Object field() {
			return (this.fields++ == 0) ? "f" : "new";
		}

		private Object array(Class<?> erased) {
			Class<?> component = erased.getComponentType();
			List<?> elements;
			if (component == int.class) {
				return new int[] { 1 };
			}
			if (component == String.class) {
				elements = List.of("1-1", "9-9");
			}
			else if (component == RecordId.class) {
				elements = List.of(RecordId.of("1-1"), RecordId.of("9-9"));
			}
			else if (component == StreamOffset.class) {
				elements = List.of(StreamOffset.create(streamKey(), offset()));
			}
			else {
				elements = objects();
			}
			Object array = Array.newInstance(component, elements.size());
			for (int i = 0; i < elements.size(); i++) {
				Array.set(array, i, elements.get(i));
			}
			return array;
		}

		private List<?> objects() {
			return switch (this.family) {
				case "Hash" -> List.of("f", "no");
				case "Geo" -> List.of("Palermo", "Nowhere", "Catania");
				case "HyperLogLog" -> (this.name.equals("add")) ? List.of("b", "new")
						: (this.name.equals("union")) ? List.of("hll2", "none2") : List.of(this.key, "hll2");
				default -> List.of("b", "missing", "a");
			};
		}

		private boolean readsObjects() {
			return this.method.getParameterCount() > 0 && this.method.getParameterTypes()[0] == Class.class;
		}

		private String streamKey() {
			return (readsObjects() && this.key.equals("stream")) ? "objects" : this.key;
		}

		private ReadOffset offset() {
			for (Class<?> parameter : this.method.getParameterTypes()) {
				if (parameter == Consumer.class) {
					return ReadOffset.lastConsumed();
				}
			}
			return ReadOffset.from("0-0");
		}

		private Object collection(Type type, Class<?> erased) {
			Type element = (type instanceof ParameterizedType parameterized) ? parameterized.getActualTypeArguments()[0]
					: Object.class;
			if (element.getTypeName().contains("TypedTuple")) {
				return Set.of(TypedTuple.of((Object) "a", 7.5), TypedTuple.of((Object) "new", 8.0));
			}
			if (element.getTypeName().contains("GeoLocation")) {
				return List.of(new GeoLocation<>((Object) "Rome", new Point(12.5, 41.9)));
			}
			boolean ofKeys = element instanceof TypeVariable<?> variable && variable.getName().equals("K");
			if (!ofKeys) {
				return this.family.equals("Hash") ? List.of("f", "no") : List.of("b", "new");
			}
			boolean onlyKeys = this.keys == 0 && !this.bound;
			this.keys++;
			return onlyKeys ? List.of(this.key, sibling(this.family)) : List.of(sibling(this.family));
		}

		private Map<?, ?> map() {
			Map<Object, Object> map = new LinkedHashMap<>();
			switch (this.family) {
				case "Value" -> {
					map.put("new1", "v1");
					map.put(this.key, "v2");
				}
				case "Geo" -> map.put("Rome", new Point(12.5, 41.9));
				case "Stream" -> map.put("f", "7");
				default -> {
					map.put("f", "7");
					map.put("new", "8");
				}
			}
			return map;
		}

		private @Nullable Object plain(Class<?> erased, int index) {
			if (erased == long.class) {
				return number(index);
			}
			if (erased == int.class) {
				return 1;
			}
			if (erased == double.class) {
				return 1.0 + this.numbers++;
			}
			if (erased == boolean.class) {
				return true;
			}
			if (erased == String.class) {
				return text();
			}
			if (erased == TimeUnit.class) {
				return TimeUnit.SECONDS;
			}
			if (erased == Duration.class) {
				return duration();
			}
			if (erased == Instant.class) {
				return TOMORROW;
			}
			if (erased == Date.class) {
				return Date.from(TOMORROW);
			}
			return (erased == Class.class) ? String.class : null;
		}

		private long number(int index) {
			Class<?>[] types = this.method.getParameterTypes();
			if (index + 1 < types.length && types[index + 1] == TimeUnit.class) {
				return this.entry.blocks() ? 1 : OperationData.DAY;
			}
			int position = this.numbers++;
			boolean two = index + 1 < types.length && types[index + 1] == long.class;
			return (two || position > 0) ? position : 2;
		}

		private String text() {
			int position = this.texts++;
			return switch (this.family) {
				case "Stream" -> (position > 0) ? "c2" : this.name.equals("createGroup") ? "g2" : "g";
				default -> "text";
			};
		}

		private Duration duration() {
			if (this.name.equals("claim") || this.name.equals("pending")) {
				return Duration.ZERO;
			}
			return this.entry.blocks() ? Duration.ofSeconds(1) : Duration.ofSeconds(OperationData.DAY).plusMillis(500);
		}

		private Object redis(Class<?> erased) {
			if (erased == java.util.function.Consumer.class) {
				// Since 4.1: how to set, how to delete
				return (java.util.function.Consumer<Object>) (how) -> ReflectionTestUtils.invokeMethod(how, "always");
			}
			Object found = this.family.equals("Stream") ? stream(erased) : null;
			if (found == null) {
				found = this.family.equals("Geo") ? geo(erased) : null;
			}
			if (found == null) {
				found = general(erased);
			}
			if (found == null) {
				found = callback(erased);
			}
			if (found == null) {
				throw new IllegalArgumentException("No argument of type " + erased.getName() + " for " + this.method);
			}
			return found;
		}

		private @Nullable Object general(Class<?> erased) {
			return switch (erased.getSimpleName()) {
				case "Limit" -> Limit.limit().offset(1).count(2);
				case "Range" -> (erased == Range.class) ? range() : olderRange(erased);
				case "Aggregate" -> Aggregate.MAX;
				case "Weights" -> Weights.of(1, 2);
				case "Direction" -> (this.texts++ == 0) ? Direction.LEFT : Direction.RIGHT;
				case "MoveFrom" -> MoveFrom.fromHead(this.key);
				case "MoveTo" -> MoveTo.toTail("list2");
				case "BitFieldSubCommands" -> BitFieldSubCommands.create()
					.get(BitFieldType.unsigned(8))
					.valueAt(0)
					.incr(BitFieldType.unsigned(8))
					.valueAt(8)
					.overflow(Overflow.FAIL)
					.by(200)
					.set(BitFieldType.INT_8)
					.valueAt(16)
					.to(7);
				case "Expiration" -> Expiration.seconds(OperationData.DAY);
				// Redis 6 knows none
				case "ExpirationOptions" ->
					(this.which == Key.PRESENT) ? ExpirationOptions.none() : ExpirationOptions.builder().nx().build();
				case "HashFieldSetOption" -> erased.getEnumConstants()[0];
				default -> null;
			};
		}

		private Range<?> range() {
			boolean ofNumbers = this.name.contains("Score");
			if (this.family.equals("Stream")) {
				return Range.closed("1-1", "2-1");
			}
			return ofNumbers ? Range.closed(1, 2) : Range.closed("b", "d");
		}

		/** As Spring Data Redis 3 has it beside the other one. */
		private Object olderRange(Class<?> erased) {
			Object range = ReflectionTestUtils.invokeMethod(erased, "range");
			ReflectionTestUtils.invokeMethod(range, "gte", "b");
			return ReflectionTestUtils.invokeMethod(range, "lte", "d");
		}

		private @Nullable Object stream(Class<?> erased) {
			return switch (erased.getSimpleName()) {
				case "Consumer" -> Consumer.from("g", "c1");
				case "ReadOffset" -> offset();
				case "StreamReadOptions" -> StreamReadOptions.empty().count(1);
				case "XAddOptions" -> XAddOptions.maxlen(2).approximateTrimming(false);
				case "XClaimOptions" -> XClaimOptions.minIdleMs(0).ids("1-1");
				case "MapRecord" -> MapRecord.create(this.key, map()).withId(RecordId.of("9-1"));
				case "Record" -> object();
				// Since 4.1
				case "XDelOptions" -> ReflectionTestUtils.invokeMethod(erased, "defaults");
				case "XTrimOptions" -> trimOptions(erased);
				default -> null;
			};
		}

		private Object trimOptions(Class<?> erased) {
			Method factory = ReflectionUtils.findMethod(erased, "trim", (Class<?>[]) null);
			Class<?> type = factory.getParameterTypes()[0];
			return ReflectionUtils.invokeMethod(factory, null, ReflectionTestUtils.invokeMethod(type, "maxLen", 2L));
		}

		private Record<?, ?> object() {
			RecordId id = this.name.equals("add") ? RecordId.autoGenerate() : RecordId.of("1-1");
			return StreamRecords.newRecord().in(this.key).withId(id).ofObject("one");
		}

		private @Nullable Object geo(Class<?> erased) {
			return switch (erased.getSimpleName()) {
				case "Point" -> new Point(12.5, 41.9);
				case "GeoLocation" -> new GeoLocation<>((Object) "Rome", new Point(12.5, 41.9));
				case "Metric" -> RedisGeoCommands.DistanceUnit.KILOMETERS;
				case "Circle" -> new Circle(new Point(15, 37), distance(200));
				case "Distance" -> distance(300);
				case "GeoReference" -> GeoReference.fromMember((Object) "Palermo");
				case "BoundingBox" -> new BoundingBox(400, 400, RedisGeoCommands.DistanceUnit.KILOMETERS);
				case "GeoShape" -> GeoShape.byRadius(distance(300));
				case "GeoRadiusCommandArgs" -> RedisGeoCommands.GeoRadiusCommandArgs.newGeoRadiusArgs()
					.includeCoordinates()
					.includeDistance()
					.sortAscending();
				case "GeoSearchCommandArgs" -> RedisGeoCommands.GeoSearchCommandArgs.newGeoSearchArgs()
					.includeCoordinates()
					.includeDistance()
					.limit(1)
					.sortDescending();
				case "GeoSearchStoreCommandArgs" ->
					RedisGeoCommands.GeoSearchStoreCommandArgs.newGeoSearchStoreArgs().storeDistance();
				default -> null;
			};
		}

		private Distance distance(double kilometers) {
			Metric unit = RedisGeoCommands.DistanceUnit.KILOMETERS;
			return new Distance(kilometers, unit);
		}

		private @Nullable Object callback(Class<?> erased) {
			boolean pipelined = this.name.equals("executePipelined");
			return switch (erased.getSimpleName()) {
				case "RedisCallback" -> redisCallback(pipelined);
				case "SessionCallback" -> new Session(this.key, pipelined);
				case "SortQuery" -> sortQuery();
				case "BulkMapper" -> (BulkMapper<Object, Object>) (tuple) -> new ArrayList<>(tuple);
				case "RedisSerializer" -> OperationArguments.this.template.getValueSerializer();
				default -> null;
			};
		}

		private RedisCallback<?> redisCallback(boolean pipelined) {
			byte[] name = this.key.getBytes(StandardCharsets.UTF_8);
			if (pipelined) {
				return (connection) -> {
					connection.keyCommands().exists(name);
					connection.stringCommands().get(name);
					return null;
				};
			}
			return (connection) -> connection.keyCommands().exists(name);
		}

		private SortQuery<String> sortQuery() {
			String list = this.key.equals("ttl") ? "list2" : this.key.equals("list") ? "wstr" : this.key;
			return SortQueryBuilder.sort(list).alphabetical(true).order(SortParameters.Order.DESC).get("#").build();
		}

	}

	private record Session(String key, boolean pipelined) implements SessionCallback<Object> {

		@Override
		@SuppressWarnings("unchecked")
		public <K, V> @Nullable Object execute(RedisOperations<K, V> operations) {
			RedisOperations<String, Object> typed = (RedisOperations<String, Object>) operations;
			typed.opsForValue().set("session", "1");
			if (this.pipelined) {
				typed.hasKey(this.key);
				return null;
			}
			return typed.hasKey(this.key);
		}

	}

}
