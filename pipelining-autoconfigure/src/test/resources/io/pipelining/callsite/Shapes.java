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

package shapes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.StringRedisConnection;
import org.springframework.data.redis.core.*;

/**
 * Call shapes. The key of each call says what is right: u... = the value is used, d... = it is dropped and that is found,
 * c... = it is dropped, but finding that is not asked for. Public methods without parameters are run, in no order.
 */
@SuppressWarnings("all")
public class Shapes {

	private final StringRedisTemplate redis;

	private final RedisTemplate<Object, Object> objects;

	private Object field;

	private static Object staticField;

	public Shapes(StringRedisTemplate redis, RedisTemplate<Object, Object> objects) {
		this.redis = redis;
		this.objects = objects;
	}

	// statements

	public void statement() {
		redis.delete("d-delete");
		redis.opsForValue().set("d-set", "v");
		redis.opsForValue().set("d-set-ttl", "v", 5, TimeUnit.SECONDS);
		redis.opsForValue().increment("d-incr");
		redis.opsForValue().getAndSet("d-getset", "v");
		redis.opsForValue().get("d-get");
		redis.opsForValue().setIfAbsent("d-setnx", "v");
		redis.opsForValue().append("d-append", "v");
		redis.opsForValue().getAndDelete("d-getdel");
		redis.opsForHash().put("d-hset", "f", "v");
		redis.opsForHash().delete("d-hdel", "f");
		redis.opsForHash().entries("d-hgetall");
		redis.opsForHash().increment("d-hincr", "f", 1);
		redis.opsForHash().putAll("d-hmset", Map.of("f", "v"));
		redis.opsForHash().multiGet("d-hmget", List.of("f"));
		redis.opsForList().rightPush("d-rpush", "v");
		redis.opsForList().rightPushAll("d-rpushall", "v", "w");
		redis.opsForList().leftPop("d-lpop");
		redis.opsForList().range("d-lrange", 0, -1);
		redis.opsForList().trim("d-ltrim", 0, 1);
		redis.opsForSet().add("d-sadd", "v");
		redis.opsForSet().members("d-smembers");
		redis.opsForSet().pop("d-spop");
		redis.opsForSet().isMember("d-sismember", "a", "b");
		redis.opsForZSet().add("d-zadd", "v", 1);
		redis.opsForZSet().incrementScore("d-zincr", "v", 1);
		redis.opsForZSet().rangeWithScores("d-zrange", 0, 1);
		redis.opsForZSet().popMin("d-zpopmin");
		redis.opsForZSet().popMin("d-zpopmin2", 2);
		redis.opsForGeo().remove("d-zrem", "v");
		redis.opsForHyperLogLog().add("d-pfadd", "v");
		redis.opsForStream().add("d-xadd", Map.of("f", "v"));
		redis.expire("d-expire", 5, TimeUnit.SECONDS);
		redis.rename("d-rename", "x");
		redis.persist("d-persist");
		redis.hasKey("c-exists");
		redis.delete(List.of("d-del1", "x"));
		redis.unlink("d-unlink");
		redis.type("d-type");
		redis.getExpire("d-ttl");
		redis.getExpire("d-ttl2", TimeUnit.SECONDS);
		objects.opsForValue().set("d-object", "v");
		objects.opsForValue().get("d-object-get");
		objects.delete("d-object-delete");
		objects.opsForHash().put("d-object-hash", "f", "v");
		objects.opsForValue().multiGet(List.of("d-mget"));
		objects.opsForValue().multiSet(Map.of("d-mset", "v"));
	}

	public void usedStatement() {
		Boolean deleted = redis.delete("u-delete");
		long count = redis.opsForValue().increment("u-incr");
		String value = redis.opsForValue().get("u-get");
		field = redis.opsForHash().entries("u-hgetall");
		staticField = redis.opsForList().range("u-lrange", 0, -1);
		Object[] array = { redis.opsForSet().members("u-smembers") };
		array[0] = redis.opsForZSet().score("u-zscore", "v");
		take(redis.hasKey("u-exists"));
		throwIfNull(redis.type("u-type"));
		Object o = objects.opsForValue().get("u-object");
	}

	public void chain() {
		redis
			.opsForValue()
			.set(
				"d-set-lines",
				"v"
			);
		redis.opsForValue()
			.increment("d-incr-lines");
		String upper = redis.opsForValue()
			.get("u-get-lines")
			.toUpperCase();
		redis.opsForValue().get("u-chain-dropped-result").length();
		redis.opsForHash().entries("u-entries").isEmpty();
		redis.opsForHash()
			.entries("u-entries-lines")
			.isEmpty();
	}

	// several calls on a line

	public void line() {
		redis.delete("d-line-1"); redis.delete("d-line-2");
		redis.delete("c-line-3"); Boolean b = redis.delete("u-line-4");
		Boolean c = redis.delete("u-line-5"); redis.delete("c-line-6"); take(redis.delete("u-line-7"));
		redis.opsForValue().increment("d-line-8"); Boolean d = redis.delete("u-line-9");
		if (redis.hasKey("u-line-10")) { redis.delete("d-line-11"); }
		if (redis.delete("u-line-12")) { redis.delete("c-line-13"); }
		for (int i = 0; i < 2; i++) redis.delete("d-line-14");
		boolean e = redis.delete("u-line-15") && redis.delete("u-line-16"); redis.expire("d-line-17", 1, TimeUnit.SECONDS);
	}

	public void lambdaOnLine() {
		Boolean b = redis.delete("u-lol-1"); run(() -> redis.delete("d-lol-2")); redis.delete("c-lol-3");
		Supplier<Boolean> s = () -> redis.delete("u-lol-4"); redis.delete("d-lol-5"); take(s.get());
		Supplier<Boolean> t = () -> redis.delete("d-lol-6"); t.get();
		Supplier<Object> v = () -> redis.delete("c-lol-7"); v.get(); take(((Supplier<Object>) () -> redis.delete("u-lol-8")).get());
	}

	// control flow

	public void loops() {
		for (int i = 0; i < 3; i++) {
			redis.opsForValue().increment("d-for");
		}
		int n = 0;
		while (n++ < 3) {
			redis.opsForSet().add("d-while", "v");
		}
		do {
			redis.opsForList().rightPush("d-do", "v");
		}
		while (n++ < 6);
		for (String key : List.of("d-each-1", "d-each-2")) {
			redis.delete(key);
		}
		for (String key : List.of("u-each-1", "u-each-2")) {
			n += redis.opsForValue().increment(key);
		}
		for (Object o : redis.opsForSet().members("u-iterated")) {
			redis.delete("d-in-iteration");
		}
		while (redis.opsForList().leftPop("u-popped") != null) {
			if (n++ > 3) {
				break;
			}
		}
		for (redis.delete("d-for-init"); n < 100; redis.delete("d-for-update")) {
			n += 50;
		}
	}

	public void conditions() {
		if (redis.delete("u-if")) {
			redis.delete("d-if-then");
		}
		else {
			redis.delete("d-if-else");
		}
		Boolean t = (field != null) ? redis.delete("u-ternary-1") : redis.delete("u-ternary-2");
		Object o = (field == null) ? redis.delete("u-ternary-3") : redis.opsForValue().get("u-ternary-4");
		boolean unboxed = redis.hasKey("u-unboxed");
		boolean and = redis.hasKey("u-and-1") && redis.hasKey("u-and-2");
		boolean not = !redis.hasKey("u-not");
		if (redis.opsForValue().get("u-null-check") == null) {
			return;
		}
		if (redis.opsForValue().increment("u-compare") > 3) {
			return;
		}
		if (redis.opsForValue().get("u-equals").equals("x")) {
			return;
		}
		if ("x".equals(redis.opsForValue().get("u-equals-2"))) {
			return;
		}
		if (objects.opsForValue().get("u-instanceof") instanceof String s) {
			redis.delete("d-after-instanceof");
		}
		take(switch (redis.opsForValue().get("u-switch")) {
			case "a" -> redis.delete("u-switch-a");
			default -> redis.delete("u-switch-default");
		});
		switch (1) {
			case 1:
				redis.delete("d-case-1");
				break;
			default:
				redis.delete("d-case-default");
		}
		switch (2) {
			case 1 -> redis.delete("d-arrow-1");
			case 2 -> redis.delete("d-arrow-2");
			default -> redis.delete("d-arrow-default");
		}
		Object yielded = switch (1) {
			case 1 -> {
				redis.delete("d-before-yield");
				yield redis.delete("u-yield");
			}
			default -> null;
		};
	}

	public void exceptions() throws Exception {
		try {
			redis.delete("d-try");
			throw new IllegalStateException();
		}
		catch (IllegalStateException ex) {
			redis.delete("d-catch");
		}
		finally {
			redis.delete("d-finally");
		}
		take(returnInTry());
		take(returnInFinally());
		try (AutoCloseable c = () -> redis.delete("d-close")) {
			redis.opsForValue().increment("d-try-resource");
		}
		synchronized (this) {
			redis.delete("d-synchronized");
		}
		try {
			throw new IllegalStateException(redis.opsForValue().get("u-message"));
		}
		catch (IllegalStateException ex) {
		}
	}

	private Boolean returnInTry() {
		try {
			return redis.delete("u-return-in-try");
		}
		finally {
			redis.delete("d-finally-after-return");
		}
	}

	private Boolean returnInFinally() {
		try {
			return redis.delete("c-return-overridden");
		}
		finally {
			return redis.delete("u-return-in-finally");
		}
	}

	public void asserts() {
		assert redis.delete("u-assert");
		try {
			assert redis == null : redis.delete("u-assert-message");
		}
		catch (AssertionError ex) {
		}
	}

	public void strings() {
		String s = "a" + redis.opsForValue().get("u-concat") + redis.opsForValue().increment("u-concat-2");
		s += redis.opsForValue().get("u-concat-3");
		String.valueOf(redis.delete("u-value-of"));
		String.format("%s", redis.delete("u-format"));
	}

	public void arithmetic() {
		long l = redis.opsForValue().increment("u-plus") + 1;
		long[] array = new long[3];
		array[redis.opsForValue().increment("u-index").intValue()]++;
		l += redis.opsForList().size("u-size");
		Long boxed = redis.opsForList().size("u-size-2");
		int i = (int) (long) redis.opsForList().size("u-size-3");
		double d = redis.opsForZSet().score("u-score", "v");
	}

	// lambdas and method references

	public void lambdas() {
		List<String> keys = List.of("d-ref-1", "d-ref-2");
		keys.forEach(redis::delete);
		keys.forEach(key -> redis.delete(key));
		keys.forEach(key -> {
			redis.opsForValue().increment(key);
		});
		List.of("d-stream").stream().forEach(redis::delete);
		List.of("d-peek").stream().peek(redis::delete).toList();
		Runnable runnable = () -> redis.delete("d-runnable");
		runnable.run();
		Consumer<String> consumer = redis::delete;
		consumer.andThen(redis::delete).accept("d-and-then");
		Function<String, Boolean> function = redis::delete;
		function.apply("d-function");
		take(function.apply("u-function"));
		Supplier<Boolean> supplier = () -> redis.delete("d-supplier");
		supplier.get();
		Supplier<String> value = () -> redis.opsForValue().get("u-supplier");
		field = value.get();
		run(() -> redis.delete("d-run-lambda"));
		run(() -> {
			Boolean b = redis.delete("u-run-lambda");
		});
		BooleanSupplier bool = () -> redis.delete("u-boolean-supplier");
		bool.getAsBoolean();
		Predicate<String> predicate = redis::delete;
		predicate.test("u-predicate");
		new HashMap<>(Map.of("d-bi", "v")).forEach(redis.opsForValue()::set);
		new HashMap<>(Map.of("d-bi-2", "v")).forEach((k, v) -> redis.opsForList().rightPush(k, v));
		Map.of("d-entry", "v").entrySet().forEach(e -> redis.opsForSet().add(e.getKey(), e.getValue()));
	}

	public void streams() {
		List<Boolean> list = Stream.of("u-map").map(redis::delete).toList();
		Stream.of("u-map-2").map(key -> redis.delete(key)).forEach(b -> { });
		Stream.of("u-filter").filter(redis::delete).count();
		Stream.of("u-any").anyMatch(redis::hasKey);
		Stream.of("u-collect").collect(Collectors.toMap(k -> k, k -> redis.opsForValue().get(k)));
		Stream.of("u-sum").mapToLong(k -> redis.opsForValue().increment(k)).sum();
		List<String> values = new ArrayList<>(List.of("u-replace"));
		values.replaceAll(redis.opsForValue()::get);
		values = new ArrayList<>(List.of("u-remove-if"));
		values.removeIf(redis::delete);
		new HashMap<String, Object>().computeIfAbsent("u-compute", redis.opsForValue()::get);
	}

	public void optionals() {
		Optional.of("d-if-present").ifPresent(redis::delete);
		Optional.of("u-optional-map").map(redis::delete);
		Optional.of("u-optional-flat").flatMap(k -> Optional.ofNullable(redis.delete(k)));
		Optional.ofNullable(redis.opsForValue().get("u-of-nullable"));
		Object o = Optional.empty().orElseGet(() -> redis.delete("u-or-else-get"));
		Optional.empty().orElseGet(() -> redis.delete("d-or-else-get"));
		Objects.requireNonNull(redis.opsForValue().get("u-require"));
		Objects.requireNonNullElseGet(null, () -> redis.opsForValue().get("u-else-get"));
	}

	public void callables() throws Exception {
		Callable<Boolean> callable = () -> redis.delete("d-callable");
		callable.call();
		Callable<Boolean> used = () -> redis.delete("u-callable");
		take(used.call());
		java.util.concurrent.FutureTask<Object> task = new java.util.concurrent.FutureTask<>(() -> redis.delete("u-future"));
		task.run();
		take(task.get());
		ThreadLocal<Object> local = ThreadLocal.withInitial(() -> redis.delete("u-thread-local"));
		local.get();
	}

	// helpers

	public void helpers() {
		drop("d-helper");
		take(drop("u-helper"));
		twice("d-helper-2");
		take(twice("u-helper-2"));
		Helper.drop(redis, "d-static-helper");
		take(Helper.drop(redis, "u-static-helper"));
		new Helper(redis).voidDrop("d-void-helper");
		new Helper(redis).instance("d-instance");
		field = new Helper(redis).instance("u-instance");
		conditional("d-conditional", true);
		conditional("d-conditional-2", false);
		take(conditional("u-conditional", true));
		recursive("d-recursive", 3);
		take(recursive("u-recursive", 3));
		object("d-object");
		take(object("u-object"));
		take(storing("u-storing"));
		storing("u-storing-2");
		boolean p = primitive("u-primitive");
		primitive("u-primitive-2");
		varargs("d-varargs");
		generic("d-generic");
		take(generic("u-generic"));
		fluent("d-fluent-1").fluent("d-fluent-2");
		new Constructed(redis, "d-constructor", "u-constructor");
		new Constructed(redis, "u-constructor-argument");
		Holder.redis = redis;
		take(Initialized.VALUE);
	}

	private Boolean drop(String key) {
		return redis.delete(key);
	}

	private Boolean twice(String key) {
		return drop(key);
	}

	private Boolean conditional(String key, boolean yes) {
		return yes ? redis.delete(key) : redis.unlink(key);
	}

	private Boolean recursive(String key, int depth) {
		return (depth == 0) ? redis.delete(key) : recursive(key, depth - 1);
	}

	private Object object(String key) {
		return redis.delete(key);
	}

	private Boolean storing(String key) {
		Boolean result = redis.delete(key);
		return result;
	}

	private boolean primitive(String key) {
		return redis.delete(key);
	}

	private Object varargs(Object... keys) {
		return redis.delete((String) keys[0]);
	}

	private <T> T generic(String key) {
		return (T) redis.delete(key);
	}

	private Shapes fluent(String key) {
		redis.delete(key);
		return this;
	}

	static class Constructed {

		final Object value;

		{
			// an initializer has the lines of no method
			staticField = null;
		}

		Constructed(StringRedisTemplate redis, String used) {
			this(redis, redis.delete(used));
		}

		Constructed(StringRedisTemplate redis, Boolean value) {
			this.value = value;
		}

		Constructed(StringRedisTemplate redis, String dropped, String used) {
			redis.delete(dropped);
			this.value = redis.delete(used);
		}

	}

	static class Holder {

		static StringRedisTemplate redis;

	}

	static class Initialized {

		static final Object VALUE = Holder.redis.delete("u-static-initializer");

		static {
			Holder.redis.delete("d-static-initializer");
		}

	}

	static class Helper {

		private final StringRedisTemplate redis;

		Helper(StringRedisTemplate redis) {
			this.redis = redis;
		}

		static Boolean drop(StringRedisTemplate redis, String key) {
			return redis.delete(key);
		}

		void voidDrop(String key) {
			redis.delete(key);
		}

		String instance(String key) {
			return redis.opsForValue().get(key);
		}

	}

	public void inheritance() {
		Typed<String, Boolean> typed = new Bridged(redis);
		typed.apply("d-bridge");
		take(typed.apply("u-bridge"));
		new Bridged(redis).apply("d-unbridged");
		new Bridged(redis).both("d-default-method");
		take(new Bridged(redis).both("u-default-method"));
		new Bridged(redis) {
			@Override
			public Boolean apply(String key) {
				return super.apply(key);
			}
		}.apply("d-super");
		Base base = new Covariant(redis);
		base.get("d-covariant");
		take(base.get("u-covariant"));
		new Inner().run("d-inner");
		take(new Inner().call("u-inner"));
		new Inner().call("d-inner-call");
		new Rec(redis).drop("d-record");
		take(new Rec(redis).drop("u-record"));
		One.INSTANCE.drop(redis, "d-enum");
		take(One.INSTANCE.drop(redis, "u-enum"));
		new Object() {
			void run() {
				redis.delete("d-anonymous");
				take(redis.delete("u-anonymous"));
			}
		}.run();
		class Local {
			Object run() {
				return redis.delete("d-local");
			}
		}
		new Local().run();
	}

	interface Typed<A, B> {

		B apply(A a);

		default B both(A a) {
			return apply(a);
		}

	}

	static class Bridged implements Typed<String, Boolean> {

		private final StringRedisTemplate redis;

		Bridged(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Override
		public Boolean apply(String key) {
			return redis.delete(key);
		}

	}

	static class Base {

		Object get(String key) {
			return null;
		}

	}

	static class Covariant extends Base {

		private final StringRedisTemplate redis;

		Covariant(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Override
		String get(String key) {
			return redis.opsForValue().get(key);
		}

	}

	class Inner {

		void run(String key) {
			redis.delete(key);
		}

		Boolean call(String key) {
			return redis.delete(key);
		}

	}

	record Rec(StringRedisTemplate redis) {

		Boolean drop(String key) {
			return redis.delete(key);
		}

	}

	enum One {

		INSTANCE {
			@Override
			Boolean drop(StringRedisTemplate redis, String key) {
				return redis.delete(key);
			}
		};

		abstract Boolean drop(StringRedisTemplate redis, String key);

	}

	// casts

	public void casts() {
		this.<Boolean>generic("d-cast-generic");
		String s = (String) objects.opsForValue().get("u-cast");
		String.class.cast(objects.opsForValue().get("u-class-cast"));
		((Object) redis.opsForValue().get("u-cast-2")).hashCode();
		Helpers.<String>any(objects, "d-checkcast-pop");
		take(Helpers.<String>any(objects, "u-checkcast"));
		Helpers.<String>any(objects, "u-checkcast-length").length();
	}

	static class Helpers {

		static <T> T any(RedisTemplate<Object, Object> objects, String key) {
			return (T) objects.opsForValue().get(key);
		}

	}

	// bound operations

	public void bound() {
		redis.boundValueOps("d-bound-set").set("v");
		redis.boundValueOps("d-bound-incr").increment();
		take(redis.boundValueOps("u-bound-incr").increment());
		redis.boundValueOps("d-bound-get").get();
		String s = redis.boundValueOps("u-bound-get").get();
		redis.boundHashOps("d-bound-hash").put("f", "v");
		redis.boundHashOps("d-bound-hash-2").putAll(Map.of("f", "v"));
		Map<Object, Object> entries = redis.boundHashOps("u-bound-hash").entries();
		BoundListOperations<String, String> list = redis.boundListOps("d-bound-list");
		list.rightPush("a");
		list.rightPush("b");
		list.trim(0, 1);
		list.leftPop();
		redis.boundSetOps("d-bound-members").members();
		redis.boundSetOps("d-bound-set-add").add("v");
		take(redis.boundSetOps("u-bound-set-add").add("v"));
		redis.boundZSetOps("d-bound-zset").add("v", 1);
		redis.boundZSetOps("d-bound-zset-2").incrementScore("v", 1);
		redis.boundStreamOps("d-bound-stream").add(Map.of("f", "v"));
		redis.boundGeoOps("d-bound-geo").remove("v");
		List.of("a", "b").forEach(redis.boundListOps("d-bound-ref")::rightPush);
		redis.boundListOps("d-bound-size").size();
		redis.boundValueOps("d-bound-expire").expire(1, TimeUnit.SECONDS);
		take(redis.boundValueOps("u-bound-expire").expire(1, TimeUnit.SECONDS));
		redis.boundValueOps("d-bound-persist").persist();
		Long expire = redis.boundValueOps("u-bound-ttl").getExpire();
		objects.boundValueOps("d-bound-object").set("v");
		objects.boundHashOps("d-bound-object-hash").get("f");
		take(objects.boundHashOps("u-bound-object-hash").get("f"));
	}

	// callbacks

	public void callbacks() {
		redis.execute((RedisCallback<Object>) c -> c.keyCommands().del("d-callback".getBytes()));
		redis.execute((RedisCallback<Object>) c -> c.del("d-callback-direct".getBytes()));
		take(redis.execute((RedisCallback<Object>) c -> c.del("u-callback".getBytes())));
		redis.execute((RedisCallback<Object>) c -> {
			c.stringCommands().set("d-callback-void".getBytes(), "v".getBytes());
			c.stringCommands().incr("d-callback-incr".getBytes());
			return null;
		});
		redis.execute((RedisCallback<Object>) c -> {
			Long l = c.stringCommands().incr("u-callback-incr".getBytes());
			return null;
		});
		redis.execute(new RedisCallback<Long>() {
			@Override
			public Long doInRedis(RedisConnection connection) throws DataAccessException {
				return connection.stringCommands().incr("d-callback-class".getBytes());
			}
		});
		Long used = redis.execute(new RedisCallback<Long>() {
			@Override
			public Long doInRedis(RedisConnection connection) throws DataAccessException {
				return connection.stringCommands().incr("u-callback-class".getBytes());
			}
		});
		redis.execute(new SessionCallback<Object>() {
			@Override
			public <K, V> Object execute(RedisOperations<K, V> operations) throws DataAccessException {
				operations.delete((K) "d-session-statement");
				take(operations.delete((K) "u-session-statement"));
				return operations.delete((K) "d-session-returned");
			}
		});
		take(redis.execute(new SessionCallback<Object>() {
			@Override
			public <K, V> Object execute(RedisOperations<K, V> operations) throws DataAccessException {
				return operations.delete((K) "u-session-returned");
			}
		}));
		redis.execute((RedisCallback<Object>) c -> new org.springframework.data.redis.connection.DefaultStringRedisConnection(c).incr("d-string-connection"));
		take(redis.execute((RedisCallback<Object>) c -> new org.springframework.data.redis.connection.DefaultStringRedisConnection(c).incr("u-string-connection")));
		redis.execute((RedisCallback<Object>) c -> new org.springframework.data.redis.connection.DefaultStringRedisConnection(c).get("d-string-get"));
	}

	public void templateAsInterface() {
		RedisOperations<String, String> operations = redis;
		operations.delete("d-operations");
		take(operations.delete("u-operations"));
		ValueOperations<String, String> values = operations.opsForValue();
		values.increment("d-values");
		Long l = values.increment("u-values");
		java.util.function.BiFunction<RedisOperations<String, String>, String, Object> f = (o, key) -> o.delete(key);
		f.apply(operations, "d-through-function");
		take(f.apply(redis, "u-through-function"));
	}

	// the value on the stack

	public void stack() {
		Object a, b;
		a = b = redis.delete("u-dup");
		field = staticField = redis.opsForValue().get("u-dup-field");
		take2(1L, redis.delete("u-second-argument"));
		take2(redis.opsForValue().increment("u-first-argument"), null);
		new ArrayList<>().add(redis.delete("u-added"));
		redis.delete(redis.opsForValue().get("u-nested") == null ? "d-outer" : "d-outer-2");
		redis.opsForValue().set("d-nested-set", String.valueOf(redis.opsForValue().get("u-nested-value")));
		redis.opsForValue().set("d-nested-set-2", redis.opsForValue().get("u-nested-value-2"));
		synchronized (redis.opsForValue().get("u-monitor")) {
		}
		Arrays.asList(redis.delete("u-array"), redis.delete("u-array-2"));
	}

	public void sameCallee() {
		// as in code that was generated or minified
		Object x = redis.opsForValue().get("u-same-1"); redis.opsForValue().get("c-same-2"); if (x != null) redis.opsForValue().get("c-same-3");
		redis.opsForValue().get("c-same-4"); take(redis.opsForValue().get("u-same-5") == null ? redis.opsForValue().get("u-same-6") : 1);
	}

	public void reflection() throws Exception {
		java.lang.reflect.Method delete = RedisTemplate.class.getMethod("delete", Object.class);
		delete.invoke(redis, "c-reflection");
		take(delete.invoke(redis, "u-reflection"));
		java.lang.reflect.Method helper = Shapes.class.getDeclaredMethod("primitive", String.class);
		helper.invoke(this, "u-reflection-primitive");
	}

	public void methodHandles() throws Throwable {
		java.lang.invoke.MethodHandles.Lookup lookup = java.lang.invoke.MethodHandles.lookup();
		java.lang.invoke.MethodHandle delete = lookup.findVirtual(RedisTemplate.class, "delete",
				java.lang.invoke.MethodType.methodType(Boolean.class, Object.class));
		delete.invoke(redis, (Object) "c-handle");
		Object o = delete.invoke(redis, (Object) "u-handle");
		java.lang.invoke.MethodHandle filter = lookup.findStatic(Shapes.class, "seen",
				java.lang.invoke.MethodType.methodType(Boolean.class, Boolean.class));
		java.lang.invoke.MethodHandle filtered = java.lang.invoke.MethodHandles.filterReturnValue(delete.bindTo(redis), filter);
		filtered.invoke((Object) "u-filtered");
		Function<Object, Object> function = java.lang.invoke.MethodHandleProxies.asInterfaceInstance(Function.class, filtered);
		for (int i = 0; i < 3; i++) {
			Function<Object, Object> each = (i == 1) ? function : objects::delete;
			each.apply((i == 1) ? "u-filtered-function" : "d-plain-function");
		}
	}

	public static Boolean seen(Boolean value) {
		staticField = value;
		return value;
	}

	public void proxies() {
		Typed<String, Boolean> typed = (Typed<String, Boolean>) java.lang.reflect.Proxy.newProxyInstance(
				Shapes.class.getClassLoader(), new Class<?>[] { Typed.class },
				(proxy, method, args) -> redis.delete((String) args[0]));
		typed.apply("d-proxy");
		take(typed.apply("u-proxy"));
		Predicate<String> predicate = (Predicate<String>) java.lang.reflect.Proxy.newProxyInstance(
				Shapes.class.getClassLoader(), new Class<?>[] { Predicate.class },
				(proxy, method, args) -> redis.delete((String) args[0]));
		predicate.test("u-primitive-proxy");
		Function<String, Object> boxing = predicate::test;
		boxing.apply("u-boxing-reference");
	}

	static void take(Object value) {
		staticField = value;
	}

	static void take2(long a, Object value) {
		staticField = value;
	}

	static void throwIfNull(Object value) {
		Objects.requireNonNull(value);
	}

	static void run(Runnable runnable) {
		runnable.run();
	}

}
