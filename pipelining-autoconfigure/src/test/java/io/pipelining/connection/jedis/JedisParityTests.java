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

package io.pipelining.connection.jedis;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.RedisProtocol;

import org.springframework.data.domain.Range;
import org.springframework.data.geo.Circle;
import org.springframework.data.geo.Distance;
import org.springframework.data.geo.Metric;
import org.springframework.data.geo.Metrics;
import org.springframework.data.geo.Point;
import org.springframework.data.redis.connection.BitFieldSubCommands;
import org.springframework.data.redis.connection.BitFieldSubCommands.BitFieldType;
import org.springframework.data.redis.connection.DefaultSortParameters;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisCommands;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisGeoCommands.DistanceUnit;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoLocation;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoRadiusCommandArgs;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoSearchCommandArgs;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoSearchStoreCommandArgs;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisStreamCommands.XAddOptions;
import org.springframework.data.redis.connection.RedisStreamCommands.XClaimOptions;
import org.springframework.data.redis.connection.RedisStreamCommands.XPendingOptions;
import org.springframework.data.redis.connection.RedisZSetCommands.ZAddArgs;
import org.springframework.data.redis.connection.ReturnType;
import org.springframework.data.redis.connection.SortParameters;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.stream.Consumer;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.connection.stream.RecordId;
import org.springframework.data.redis.connection.stream.StreamOffset;
import org.springframework.data.redis.connection.stream.StreamReadOptions;
import org.springframework.data.redis.connection.stream.StreamRecords;
import org.springframework.data.redis.connection.zset.Tuple;
import org.springframework.data.redis.connection.zset.Weights;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.types.Expiration;
import org.springframework.data.redis.domain.geo.GeoReference;
import org.springframework.data.redis.domain.geo.GeoShape;

import io.pipelining.connection.CallChannel;
import io.pipelining.connection.CannotWaitException;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.Invocation;
import io.pipelining.connection.Outcome;
import io.pipelining.connection.RecordedCall;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Seeds;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs every method of {@code RedisConnection} and its command interfaces on keys of
 * every type, directly and through the driver, and compares value, type, exception and
 * what is on the server afterwards.
 */
@Timeout(300)
class JedisParityTests {

	private static final int SERVER = RedisServers.withSettings("databases 5");

	/**
	 * What this driver cannot pipeline, or needs an answer for at once.
	 */
	private static final Set<String> CANNOT_WAIT = Set.of("bLMove[byte[],byte[],Direction,Direction,double]",
			"bLPop[int,byte[][]]", "bRPopLPush[int,byte[],byte[]]", "bRPop[int,byte[][]]",
			"bZPopMax[byte[],long,TimeUnit]", "bZPopMin[byte[],long,TimeUnit]", "dbSize[]", "echo[byte[]]",
			"flushAll[FlushOption]", "flushAll[]", "flushDb[FlushOption]", "flushDb[]", "getClientList[]",
			"getClientName[]", "getConfig[String]", "hScan[byte[],ScanOptions]", "info[String]", "info[]", "lastSave[]",
			"move[byte[],int]", "multi[]", "pSubscribe[MessageListener,byte[][]]", "ping[]", "publish[byte[],byte[]]",
			"resetConfigStats[]", "sScan[byte[],ScanOptions]", "scan[ScanOptions]", "select[int]",
			"setClientName[byte[]]", "setConfig[String,String]", "subscribe[MessageListener,byte[][]]",
			"time[TimeUnit]", "unwatch[]", "watch[byte[][]]", "zScan[byte[],ScanOptions]");

	/**
	 * Would end or re-configure the server, or talk to another.
	 */
	private static final Set<String> NOT_HERE = Set.of("shutdown", "replicaOf", "replicaOfNoOne", "migrate",
			"rewriteConfig", "killClient", "bgReWriteAof", "bgSave", "save", "close");

	/**
	 * The state of the connection itself, which is not a call.
	 */
	private static final Set<String> NO_CALL = Set.of("isClosed", "isPipelined", "isQueueing", "isSubscribed",
			"getNativeConnection", "getSubscription", "openPipeline", "closePipeline", "getSentinelConnection",
			"discard", "exec");

	/**
	 * What the server answers by chance or by the clock: only the type is compared.
	 */
	private static final Set<String> BY_CHANCE = Set.of("randomKey", "sRandMember", "sPop", "hRandField",
			"hRandFieldWithValues", "zRandMember", "zRandMemberWithScore", "info", "time", "lastSave", "getClientList",
			"xPending", "xInfo", "xInfoConsumers", "idletime", "xAdd", "dump");

	private static final List<String> KEYS = List.of("number", "text", "list", "set", "zset", "hash", "stream", "hll",
			"geo", "none");

	private static final List<String> MEMBERS = List.of("a", "b", "1", "missing", "number", "set", "zset", "");

	@Test
	void knowsEveryMethod() {
		assertThat(methods()).hasSizeGreaterThan(240);
	}

	@ParameterizedTest
	@EnumSource(RedisProtocol.class)
	void valuesAreThoseOfTheDirectCall(RedisProtocol protocol) throws Throwable {
		long seed = Seeds.of("parity");
		Random random = new Random(seed);
		JedisConnectionFactory factory = Factories.pooled(SERVER, (settings) -> settings.protocol = protocol);
		CallChannel channel = new JedisPipelineDriver().open(new ConnectionSource(factory));
		Map<String, Integer> compared = new TreeMap<>();
		Set<String> cannotWait = new TreeSet<>();
		List<String> differences = new ArrayList<>();
		try (RedisConnection connection = factory.getConnection()) {
			for (Method method : methods()) {
				for (int i = 0; i < KEYS.size() * 2; i++) {
					Object[] arguments = arguments(method, KEYS.get(i % KEYS.size()), random);
					String description = "seed %d: %s%s".formatted(seed, method, normalize(Arrays.asList(arguments)));
					prepare(connection);
					RecordedCall call = null;
					Object failedAtOnce = null;
					try {
						call = channel.record(new Invocation(method, arguments));
					}
					catch (CannotWaitException ex) {
						cannotWait.add(signature(method));
						continue;
					}
					catch (Throwable ex) {
						failedAtOnce = failure(ex);
					}
					Object actual = (call != null) ? sent(channel, call) : failedAtOnce;
					String actualDigest = digest(connection);
					prepare(connection);
					Object expected = direct(connection, method, arguments);
					String expectedDigest = digest(connection);
					try {
						compare(method, actual, expected, description);
						if (call != null) {
							compare(method, sentAgain(channel, call, actual), actual, description);
						}
						if (!BY_CHANCE.contains(method.getName())) {
							assertThat(actualDigest).as(description).isEqualTo(expectedDigest);
						}
					}
					catch (AssertionError ex) {
						differences.add(ex.getMessage());
					}
					compared.merge(signature(method), 1, Integer::sum);
				}
			}
		}
		System.out.println("parity " + protocol + ": " + compared.size() + " methods, "
				+ compared.values().stream().mapToInt(Integer::intValue).sum() + " comparisons, seed " + seed);
		assertThat(Factories.pool(factory).getNumActive()).isZero();
		factory.destroy();
		assertThat(differences).isEmpty();
		assertThat(cannotWait).isEqualTo(new TreeSet<>(CANNOT_WAIT));
		assertThat(compared).hasSizeGreaterThan(200);
	}

	private static void compare(Method method, Object actual, Object expected, String description) {
		if (BY_CHANCE.contains(method.getName())) {
			assertThat(type(actual)).as(description).isEqualTo(type(expected));
		}
		else {
			assertThat(actual).as(description).usingRecursiveComparison().withStrictTypeChecking().isEqualTo(expected);
		}
	}

	private static Object type(Object value) {
		return (value != null) ? value.getClass() : null;
	}

	private static Object sent(CallChannel channel, RecordedCall call) {
		Outcome outcome = channel.send(List.of(call), null).toCompletableFuture().join().get(0);
		if (outcome.kind() == Outcome.Kind.FAILED) {
			return failure(outcome.cause());
		}
		assertThat(outcome.kind()).isEqualTo(Outcome.Kind.ANSWERED);
		return sentAgain(channel, call, null);
	}

	private static Object sentAgain(CallChannel channel, RecordedCall call, Object unless) {
		if (unless instanceof Failure) {
			return unless;
		}
		try {
			return normalize(channel.value(call));
		}
		catch (Throwable ex) {
			return failure(ex);
		}
	}

	private static Object direct(RedisConnection connection, Method method, Object[] arguments) {
		try {
			return normalize(new Invocation(method, arguments).invokeOn(connection));
		}
		catch (Throwable ex) {
			return failure(ex);
		}
	}

	private static Failure failure(Throwable ex) {
		return new Failure(ex.getClass().getName(), ex.getMessage(),
				(ex.getCause() != null) ? ex.getCause().getClass().getName() : null);
	}

	private static Object normalize(Object value) {
		if (value instanceof byte[] bytes) {
			return new String(bytes, StandardCharsets.ISO_8859_1);
		}
		if (value instanceof Object[] array) {
			return normalize(Arrays.asList(array));
		}
		if (value instanceof Map<?, ?> map) {
			List<Object> entries = new ArrayList<>();
			map.forEach((key, element) -> entries.add(Arrays.asList(normalize(key), normalize(element))));
			if (!(map instanceof LinkedHashMap)) {
				entries.sort(Comparator.comparing(Object::toString));
			}
			entries.add(map.getClass().getName());
			return entries;
		}
		if (value instanceof MapRecord<?, ?, ?> entry) {
			return Arrays.asList(entry.getClass().getName(), normalize(entry.getStream()), entry.getId(),
					normalize(entry.getValue()));
		}
		if (value instanceof Collection<?> collection) {
			List<Object> elements = new ArrayList<>();
			elements.add(collection.getClass().getName());
			collection.forEach((element) -> elements.add(normalize(element)));
			return elements;
		}
		return value;
	}

	private static void prepare(RedisConnection connection) {
		connection.serverCommands().flushAll();
		connection.scriptingCommands().eval(bytes("""
				redis.call('SET', 'number', '5')
				redis.call('SET', 'text', 'hello')
				redis.call('RPUSH', 'list', 'a', 'b', '1')
				redis.call('SADD', 'set', '1', '2', '3')
				redis.call('ZADD', 'zset', 1, 'a', 2, 'b', 3.5, '1')
				redis.call('HSET', 'hash', 'a', '1', 'b', 'text', '1', '2.5')
				redis.call('XADD', 'stream', '1-1', 'a', '1')
				redis.call('XADD', 'stream', '2-1', 'a', '2')
				redis.call('XGROUP', 'CREATE', 'stream', 'g', '0')
				redis.call('XREADGROUP', 'GROUP', 'g', 'c', 'COUNT', '1', 'STREAMS', 'stream', '>')
				redis.call('PFADD', 'hll', 'a', 'b')
				redis.call('GEOADD', 'geo', 13.361389, 38.115556, 'a', 15.087269, 37.502669, 'b')
				"""), ReturnType.STATUS, 0);
	}

	private static String digest(RedisConnection connection) {
		return new String((byte[]) connection.scriptingCommands().eval(bytes("""
				local keys = redis.call('KEYS', '*')
				table.sort(keys)
				local lines = {}
				for _, key in ipairs(keys) do
					local type = redis.call('TYPE', key)['ok']
					local content
					if type == 'stream' then
						content = cjson.encode(redis.call('XRANGE', key, '-', '+'))
							.. cjson.encode(redis.call('XINFO', 'GROUPS', key))
					else
						content = redis.call('DUMP', key)
					end
					local expires = redis.call('PTTL', key) > 0 and 'expires' or 'stays'
					table.insert(lines, key .. ' ' .. type .. ' ' .. expires .. ' ' .. redis.sha1hex(content))
				end
				return table.concat(lines, '\\n')
				"""), ReturnType.VALUE, 0), StandardCharsets.UTF_8);
	}

	private static List<Method> methods() {
		Set<Class<?>> types = new LinkedHashSet<>();
		types.add(RedisConnection.class);
		types.add(RedisCommands.class);
		for (Method method : RedisConnection.class.getMethods()) {
			if (method.getName().endsWith("Commands")) {
				types.add(method.getReturnType());
			}
		}
		Map<String, Method> methods = new TreeMap<>();
		for (Class<?> type : types) {
			for (Method method : type.getMethods()) {
				String name = method.getName();
				if (!method.isDefault() && !Modifier.isStatic(method.getModifiers()) && !NO_CALL.contains(name)
						&& !NOT_HERE.contains(name) && !name.endsWith("ommands")) {
					methods.put(signature(method), method);
				}
			}
		}
		return List.copyOf(methods.values());
	}

	private static String signature(Method method) {
		return method.getName()
				+ Stream.of(method.getParameterTypes()).map(Class::getSimpleName).toList().toString().replace(" ", "");
	}

	private static Object[] arguments(Method method, String key, Random random) {
		Type[] types = method.getGenericParameterTypes();
		Object[] arguments = new Object[types.length];
		boolean first = true;
		for (int i = 0; i < types.length; i++) {
			arguments[i] = argument(method, i, method.getParameterTypes()[i], types[i].getTypeName(),
					first ? key : null, random);
			first &= !(arguments[i] instanceof byte[] || arguments[i] instanceof byte[][]);
		}
		return arguments;
	}

	private static Object argument(Method method, int index, Class<?> type, String generic, String key, Random random) {
		if (type == byte[].class) {
			if (method.getName().equals("eval") || method.getName().equals("scriptLoad")) {
				return bytes(pick(random, "return 1", "return {1,'a',false,{'b'}}",
						"return redis.call('TYPE', KEYS[1])", "return redis.call('LPUSH', KEYS[1], 'x')", "nonsense"));
			}
			return bytes((key != null) ? key : pick(random, MEMBERS));
		}
		if (type == byte[][].class) {
			return new byte[][] { bytes((key != null) ? key : pick(random, MEMBERS)), bytes(pick(random, MEMBERS)) };
		}
		if (type.isEnum()) {
			return pick(random, type.getEnumConstants());
		}
		if (type == long.class) {
			// what expires within the test would be gone or not
			return method.getName().toLowerCase(Locale.ROOT).contains("ex") ? pick(random, 0L, 100_000L, -1L)
					: pick(random, 0L, 1L, 2L, -1L);
		}
		if (type == int.class || type == Integer.class) {
			return method.getName().startsWith("eval") ? (Object) 1 : pick(random, 0, 1, 2);
		}
		if (type == double.class) {
			return pick(random, 1.5, -1.0, Double.POSITIVE_INFINITY);
		}
		if (type == boolean.class) {
			return random.nextBoolean();
		}
		if (type == String.class) {
			return switch (method.getName()) {
				case "execute" -> pick(random, "GET", "TYPE", "LRANGE", "OBJECT", "nonsense");
				case "getConfig" -> pick(random, "maxmemory*", "nothing*");
				case "setConfig" -> (index == 0) ? "maxmemory-samples" : "5";
				case "info" -> "server";
				case "xPending" -> "g";
				default -> pick(random, "g", "c", "1-1", "2-1", "nobody");
			};
		}
		if (type == String[].class) {
			return new String[] { "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "x" };
		}
		return switch (generic.replaceAll("[a-z0-9.]+\\.(?=[A-Z])", "").replace('$', '.')) {
			case "Map<byte[], byte[]>" -> Map.of(bytes((key != null) ? key : "a"), bytes(pick(random, MEMBERS)));
			case "Map<byte[], Point>" -> Map.of(bytes("p"), new Point(13, 38));
			case "Set<Tuple>" -> Set.of(Tuple.of(bytes("a"), 7.0));
			case "Iterable<RedisGeoCommands.GeoLocation<byte[]>>" ->
				List.of(new GeoLocation<>(bytes("p"), new Point(13, 38)));
			case "Range<? extends Number>" ->
				pick(random, Range.unbounded(), Range.closed(1, 2), Range.rightUnbounded(Range.Bound.exclusive(1.5)));
			case "Range<byte[]>" -> pick(random, Range.unbounded(), Range.closed(bytes("a"), bytes("b")));
			case "Range<Long>" -> pick(random, Range.unbounded(), Range.closed(0L, 1L));
			case "Range<String>" -> pick(random, Range.unbounded(), Range.closed("1-1", "2-1"));
			case "Circle" -> new Circle(new Point(14, 38), new Distance(200, Metrics.KILOMETERS));
			case "Distance" -> new Distance(300, Metrics.KILOMETERS);
			case "Metric" -> pick(random, (Metric[]) Metrics.values());
			case "Point" -> new Point(14, 38);
			case "GeoReference<byte[]>" ->
				pick(random, GeoReference.fromMember(bytes("a")), GeoReference.fromCoordinate(14, 38));
			case "GeoShape" -> pick(random, GeoShape.byRadius(new Distance(300, Metrics.KILOMETERS)),
					GeoShape.byBox(300, 300, DistanceUnit.KILOMETERS));
			case "RedisGeoCommands.GeoRadiusCommandArgs" -> pick(random, GeoRadiusCommandArgs.newGeoRadiusArgs(),
					GeoRadiusCommandArgs.newGeoRadiusArgs()
						.includeDistance()
						.includeCoordinates()
						.sortAscending()
						.limit(1));
			case "RedisGeoCommands.GeoSearchCommandArgs" -> pick(random, GeoSearchCommandArgs.newGeoSearchArgs(),
					GeoSearchCommandArgs.newGeoSearchArgs().includeDistance().includeCoordinates().sortDescending());
			case "RedisGeoCommands.GeoSearchStoreCommandArgs" ->
				pick(random, GeoSearchStoreCommandArgs.newGeoSearchStoreArgs(),
						GeoSearchStoreCommandArgs.newGeoSearchStoreArgs().storeDistance());
			case "BitFieldSubCommands" -> BitFieldSubCommands.create()
				.get(BitFieldType.unsigned(8))
				.valueAt(0)
				.incr(BitFieldType.signed(4))
				.valueAt(0)
				.overflow(BitFieldSubCommands.BitFieldIncrBy.Overflow.FAIL)
				.by(7);
			case "Limit" -> pick(random, Limit.unlimited(), Limit.limit().count(1));
			case "ScanOptions" -> ScanOptions.NONE;
			case "Expiration" -> pick(random, Expiration.persistent(), Expiration.seconds(100),
					Expiration.unixTimestamp(4_000_000_000L, TimeUnit.SECONDS), Expiration.keepTtl());
			case "SortParameters" -> pick(random, new DefaultSortParameters(), new DefaultSortParameters().alpha(),
					new DefaultSortParameters().alpha().limit(0, 2).order(SortParameters.Order.DESC));
			case "RedisStreamCommands.XAddOptions" -> pick(random, XAddOptions.none(), XAddOptions.maxlen(1));
			case "RedisStreamCommands.XClaimOptions" -> XClaimOptions.minIdle(Duration.ZERO).ids("1-1", "9-9");
			case "RedisStreamCommands.XPendingOptions" -> XPendingOptions.unbounded(10L);
			case "RedisZSetCommands.ZAddArgs" -> pick(random, ZAddArgs.empty(), ZAddArgs.ifNotExists());
			case "Consumer" -> Consumer.from(pick(random, "g", "nobody"), "c");
			case "MapRecord<byte[], byte[], byte[]>" -> StreamRecords.newRecord()
				.in(bytes(pick(random, KEYS)))
				.withId(RecordId.of("9-1"))
				.ofMap(Map.of(bytes("a"), bytes("1")));
			case "ReadOffset" -> pick(random, ReadOffset.from("0-0"), ReadOffset.latest());
			case "RecordId[]" -> new RecordId[] { RecordId.of("1-1"), RecordId.of("9-9") };
			case "StreamOffset<byte[]>[]" -> new StreamOffset<?>[] {
					StreamOffset.create(bytes(pick(random, KEYS)),
							pick(random, ReadOffset.from("0-0"), ReadOffset.lastConsumed())),
					StreamOffset.create(bytes("stream"), ReadOffset.from("1-1")) };
			case "StreamReadOptions" -> pick(random, StreamReadOptions.empty(), StreamReadOptions.empty().count(1));
			case "Weights" -> Weights.of(1, 2.5);
			case "RedisNode" -> new RedisNode("127.0.0.1", 1);
			case "MessageListener" -> (MessageListener) (message, pattern) -> {
			};
			default -> made(method, type, random);
		};
	}

	/**
	 * A type that only a later version has: one of those that its factory methods make.
	 */
	private static Object made(Method method, Class<?> type, Random random) {
		List<Method> factories = Stream.of(type.getMethods())
			.filter((factory) -> Modifier.isStatic(factory.getModifiers()) && type == factory.getReturnType())
			.sorted(Comparator.comparing(Method::toString))
			.toList();
		assertThat(factories).as("%s of %s", type, method).isNotEmpty();
		Method factory = pick(random, factories);
		try {
			return factory.invoke(null, arguments(factory, "number", random));
		}
		catch (InvocationTargetException ex) {
			// refused what was picked for it
			return made(method, type, random);
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@SafeVarargs
	private static <T> T pick(Random random, T... candidates) {
		return candidates[random.nextInt(candidates.length)];
	}

	private static <T> T pick(Random random, List<T> candidates) {
		return candidates.get(random.nextInt(candidates.size()));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	record Failure(String type, String message, String causeType) {
	}

}
