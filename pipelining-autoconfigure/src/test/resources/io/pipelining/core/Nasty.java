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
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

import org.springframework.data.redis.core.*;
import org.springframework.data.redis.connection.RedisConnection;

import io.pipelining.annotation.Pipelined;

/**
 * Code that is meant to make a pipeline return a wrong value. Public methods without parameters are programs: each
 * returns everything that it computed. The keys are those of random programs.
 */
@SuppressWarnings("all")
@Pipelined
public class Nasty {

	private final StringRedisTemplate redis;

	private final RedisTemplate<String, Object> objects;

	private Object field;

	private static Object staticField;

	private final List<Object> seen = new ArrayList<>();

	public Nasty(StringRedisTemplate redis, RedisTemplate<String, Object> objects) {
		this.redis = redis;
		this.objects = objects;
	}

	// one line

	public Object oneUsedOneDropped() {
		Boolean a = redis.delete("t0"); redis.delete("t1"); return Arrays.asList(a, redis.delete("t0"));
	}

	public Object oneDroppedOneUsed() {
		redis.delete("t0"); Boolean a = redis.delete("t1"); redis.delete("n0"); return a;
	}

	public Object usedInTheArgumentsOfTheSameMethod() {
		redis.opsForValue().getAndSet("t0", redis.opsForValue().getAndSet("t1", redis.opsForValue().getAndSet("t0", "x")));
		return redis.opsForValue().get("t0") + redis.opsForValue().get("t1");
	}

	public Object ternaryOnOneLine() {
		return redis.delete("t0") ? redis.delete("t0") ? 1 : redis.delete("t1") : redis.delete("t2");
	}

	public Object loopOnOneLine() {
		for (int i = 0; i < 3; i++) { redis.opsForValue().increment("n0"); if (redis.opsForValue().increment("n0") > 3) redis.opsForValue().increment("n1"); } return redis.opsForValue().get("n1");
	}

	public Object lambdasOnOneLine() {
		Supplier<Object> a = () -> redis.delete("t0"); Supplier<Object> b = () -> redis.delete("t1"); a.get(); return b.get();
	}

	public Object oneLambdaForBoth() {
		Function<String, Boolean> f = redis::delete;
		f.apply("t0"); Boolean b = f.apply("t1"); f.apply("t1");
		List<Boolean> all = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			if (i % 2 == 0) { f.apply("n" + i); } else { all.add(f.apply("n" + i)); }
		}
		return List.of(b, all);
	}

	public Object oneHelperForBoth() {
		List<Object> all = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			delete("t" + i); all.add(delete("t" + i)); all.add(delete("n" + i)); delete("n" + i);
		}
		return all;
	}

	private Boolean delete(String key) { return redis.delete(key); }

	// lambdas that hand values to the library

	public Object valuesToTheLibrary() {
		Map<String, Object> map = new TreeMap<>();
		map.computeIfAbsent("a", (k) -> redis.opsForValue().get("t0"));
		map.computeIfPresent("a", (k, v) -> redis.opsForValue().get("t1"));
		map.compute("b", (k, v) -> redis.opsForValue().increment("n0"));
		map.merge("b", "x", (v, w) -> v + redis.opsForValue().get("t0"));
		map.replaceAll((k, v) -> v + ":" + redis.hasKey("t" + k));
		map.putIfAbsent("c", redis.delete("t0"));
		return map;
	}

	public Object streams() {
		return List.of(Stream.of("t0", "t9", "t1").peek(redis::persist).filter(redis::hasKey).map(redis.opsForValue()::get).toList(),
				Stream.of("n0", "n1").map((k) -> redis.opsForValue().increment(k)).sorted(Comparator.reverseOrder()).toList(),
				Stream.of("t0", "t9").allMatch(redis::delete), Stream.of("t1", "t9").noneMatch(redis::delete),
				IntStream.range(0, 4).mapToObj((i) -> redis.delete("l" + i)).toList(),
				Stream.iterate(0L, (i) -> redis.opsForValue().increment("n0")).limit(4).toList(),
				Stream.generate(() -> redis.opsForValue().increment("n1")).limit(2).toList(),
				Stream.of("x0", "x1").flatMap((k) -> redis.opsForSet().members(k).stream()).sorted().toList(),
				Stream.of("h0", "h1").collect(Collectors.groupingBy((k) -> redis.opsForHash().size(k))).toString(),
				Stream.of("h0", "h1").collect(Collectors.partitioningBy((k) -> redis.delete(k))).toString(),
				Stream.of("z0").takeWhile((k) -> redis.delete(k)).count(),
				Stream.of("n0", "n1").reduce("", (a, k) -> a + redis.opsForValue().get(k), String::concat));
	}

	public Object streamsThatDrop() {
		Stream.of("t0", "t1").map(redis::delete).forEach((b) -> { });
		Stream.of("n0", "n1").forEach(redis.opsForValue()::increment);
		IntStream.range(0, 3).forEach((i) -> redis.opsForList().rightPush("l0", "i" + i));
		new TreeSet<>(Set.of("x0", "x1")).forEach(redis::unlink);
		return redis.keys("*").size();
	}

	public Object collectorsThatCallBack() {
		return Stream.of("a", "b").collect(Collector.of(ArrayList<Object>::new,
				(list, k) -> { redis.opsForList().rightPush("l0", k); list.add(redis.opsForList().size("l0")); },
				(x, y) -> x, (list) -> { redis.delete("t0"); list.add(redis.hasKey("t0")); return list; }));
	}

	public Object comparators() {
		List<String> keys = new ArrayList<>(List.of("n1", "n0", "t1", "t0"));
		keys.sort((a, b) -> redis.opsForValue().get(a).compareTo(redis.opsForValue().get(b)));
		TreeMap<String, Integer> map = new TreeMap<>(Comparator.<String, String>comparing((k) -> redis.opsForValue().get(k)).reversed());
		keys.forEach((k) -> map.put(k, 1));
		PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparingLong((k) -> redis.opsForValue().increment("n0")));
		queue.addAll(List.of("a", "b", "c"));
		return List.of(keys, map.keySet().toString(), queue.poll());
	}

	public Object iterators() {
		Iterable<String> popping = () -> new Iterator<>() {
			private String next;
			@Override
			public boolean hasNext() { return (next = redis.opsForList().leftPop("l0")) != null; }
			@Override
			public String next() { redis.opsForList().rightPush("l1", next); return next; }
		};
		for (String each : popping) {
			seen.add(each);
			redis.opsForValue().increment("n0");
		}
		Iterator<String> direct = new Iterator<>() {
			@Override
			public boolean hasNext() { return redis.opsForList().size("l1") > 1; }
			@Override
			public String next() { return redis.opsForList().leftPop("l1"); }
		};
		direct.next();
		direct.forEachRemaining(seen::add);
		return seen;
	}

	public Object collectionsThatCall() {
		AbstractList<String> list = new AbstractList<>() {
			@Override
			public String get(int index) { return redis.opsForList().index("l0", index); }
			@Override
			public int size() { return redis.opsForList().size("l0").intValue(); }
		};
		AbstractMap<String, Object> map = new AbstractMap<>() {
			@Override
			public Set<Map.Entry<String, Object>> entrySet() { return (Set) redis.opsForHash().entries("h0").entrySet(); }
			@Override
			public Object put(String key, Object value) { return redis.opsForHash().putIfAbsent("h0", key, value); }
		};
		list.get(0);
		map.put("new", "v");
		map.putAll(Map.of("newer", "w"));
		return List.of(list.contains("v1"), list.indexOf("v1"), new ArrayList<>(list), map.containsKey("new"), map.put("new", "x"), new TreeMap<>(map).toString());
	}

	public Object objectMethods() {
		Object caller = new Object() {
			@Override
			public String toString() { return redis.opsForValue().get("t0"); }
			@Override
			public int hashCode() { return redis.opsForValue().increment("n0").intValue(); }
			@Override
			public boolean equals(Object other) { return redis.delete("t1"); }
		};
		caller.toString();
		caller.hashCode();
		return List.of("" + caller, String.valueOf(caller), caller.hashCode(), new HashSet<>(List.of(caller)).size(), Objects.equals(caller, 1), List.of(caller).contains(caller), Objects.hash(caller), new StringBuilder().append(caller).append(redis.opsForValue().get("n0")).toString(), String.format("%s", caller));
	}

	public Object charSequences() {
		CharSequence text = new CharSequence() {
			@Override
			public int length() { return redis.opsForValue().get("t0").length(); }
			@Override
			public char charAt(int i) { return redis.opsForValue().get("t0").charAt(i); }
			@Override
			public CharSequence subSequence(int a, int b) { return redis.opsForValue().get("t0", a, b - 1); }
			@Override
			public String toString() { return redis.opsForValue().get("t0"); }
		};
		text.subSequence(0, 1);
		return List.of(String.join("-", text, text), text.subSequence(0, 1), text.chars().sum());
	}

	// the same thread, by detours

	public Object futures() throws Exception {
		CompletableFuture<Boolean> a = CompletableFuture.completedFuture("t0").thenApply(redis::delete);
		CompletableFuture<Void> b = CompletableFuture.completedFuture("t1").thenAccept(redis::delete);
		CompletableFuture<Object> c = CompletableFuture.supplyAsync(() -> redis.opsForValue().increment("n0"), Runnable::run);
		CompletableFuture<Object> d = new CompletableFuture<>();
		CompletableFuture<Object> e = d.thenCombine(c, (x, y) -> redis.opsForValue().get("n0") + x + y);
		d.complete(redis.hasKey("t1"));
		CompletableFuture<Object> f = a.handle((x, ex) -> redis.opsForValue().get("n1"));
		CompletableFuture<Object> g = a.thenCompose((x) -> CompletableFuture.completedFuture(redis.opsForValue().increment("n1")));
		a.whenComplete((x, ex) -> redis.opsForValue().increment("n1"));
		CompletableFuture.failedFuture(new IllegalStateException()).exceptionally((ex) -> redis.opsForValue().increment("n1"));
		FutureTask<Object> h = new FutureTask<>(() -> redis.opsForValue().get("n1"));
		h.run();
		return Arrays.asList(a.get(), b.get(), c.join(), e.get(), f.get(), g.get(), h.get());
	}

	public Object threadLocals() {
		ThreadLocal<Object> local = ThreadLocal.withInitial(() -> redis.opsForValue().get("t0"));
		local.get();
		AtomicReference<Object> reference = new AtomicReference<>("x");
		reference.updateAndGet((x) -> x + redis.opsForValue().get("t1"));
		reference.getAndAccumulate("y", (x, y) -> redis.opsForValue().increment("n0") + "" + x + y);
		AtomicLong number = new AtomicLong();
		number.updateAndGet((x) -> redis.opsForValue().increment("n0"));
		return Arrays.asList(local.get(), reference.get(), number.get());
	}

	public Object optionals() {
		Optional.of("t0").ifPresentOrElse(redis::delete, () -> redis.delete("t1"));
		Optional.empty().ifPresentOrElse((x) -> redis.delete("t1"), () -> redis.delete("n1"));
		Optional.empty().or(() -> Optional.of(redis.opsForValue().increment("n0")));
		return Arrays.asList(Optional.of("t0").map(redis::hasKey).get(), Optional.of("t1").filter(redis::hasKey).isPresent(),
				Optional.empty().map(Object.class::cast).orElseGet(() -> redis.opsForValue().get("t1")), Optional.ofNullable(redis.opsForValue().get("t7")).isPresent(),
				OptionalLong.of(redis.opsForValue().increment("n0")).getAsLong());
	}

	// exceptions

	public Object exceptionInTheMiddle() {
		try {
			redis.opsForValue().set("t0", "new");
			redis.delete("t1");
			throw new IllegalStateException(redis.opsForValue().get("t0"));
		}
		catch (IllegalStateException ex) {
			redis.opsForValue().increment("n0");
			return ex.getMessage() + redis.hasKey("t1") + redis.opsForValue().get("n0");
		}
	}

	public Object exceptionToTheCaller() {
		redis.opsForValue().set("t0", "new");
		redis.delete("t1");
		throw new UnsupportedOperationException("thrown " + redis.opsForValue().increment("n0"));
	}

	public Object checkedExceptionToTheCaller() throws Exception {
		try {
			redis.delete("t1");
			throw new TimeoutException("thrown");
		}
		finally {
			redis.opsForValue().increment("n0");
		}
	}

	public Object finallyOverridesTheValue() {
		try {
			return redis.opsForValue().increment("n0");
		}
		finally {
			redis.opsForValue().increment("n0");
			return redis.opsForValue().increment("n0");
		}
	}

	public Object finallyKeepsTheValue() {
		return Arrays.asList(keeps(), keeps());
	}

	private Long keeps() {
		try { return redis.opsForValue().increment("n0"); } finally { redis.opsForValue().increment("n0"); }
	}

	public Object finallySwallows() {
		for (int i = 0; i < 3; i++) {
			try {
				seen.add(redis.opsForValue().increment("n0"));
				if (redis.opsForValue().increment("n0") > 1) throw new IllegalStateException();
				seen.add("not thrown");
			}
			finally {
				redis.delete("t0");
				continue;
			}
		}
		return seen;
	}

	public Object closesInOrder() throws Exception {
		try (AutoCloseable a = () -> seen.add(redis.opsForValue().increment("n0")); AutoCloseable b = () -> redis.opsForValue().increment("n0")) {
			seen.add(redis.opsForValue().get("n0"));
		}
		return seen;
	}

	public Object lockInFinally() {
		Boolean locked = redis.opsForValue().setIfAbsent("lock", "me");
		Boolean again = redis.opsForValue().setIfAbsent("lock", "you");
		try {
			redis.opsForValue().increment("n0");
		}
		finally {
			redis.delete("lock");
		}
		return Arrays.asList(locked, again, redis.hasKey("lock"));
	}

	// control flow

	public Object strings() {
		String s = redis.opsForValue().get("t0");
		s += redis.opsForValue().increment("n0") + redis.opsForValue().get("t1") + redis.delete("t1");
		switch (redis.opsForValue().get("t0")) {
			case "v0": redis.opsForValue().append("t0", "x");
			case "v1": s += redis.opsForValue().append("t0", "y"); break;
			default: redis.delete("t0");
		}
		return s + switch (redis.opsForValue().get("t0")) {
			case "v0xy" -> { redis.delete("t0"); yield redis.delete("t0"); }
			default -> redis.opsForValue().get("t0");
		};
	}

	public Object patterns() {
		Object value = objects.opsForValue().getAndSet("o0", 5L);
		if (objects.opsForValue().get("o0") instanceof Long l && l > 4) {
			objects.opsForValue().set("o0", l + 1);
		}
		return Arrays.asList(value, objects.opsForValue().get("o0"), (Long) objects.opsForValue().get("o0") + 1);
	}

	public Object labels() {
		outer: for (int i = 0; i < 3; i++) {
			for (;;) {
				redis.opsForValue().increment("n0");
				if (redis.opsForValue().increment("n0") % 4 == 0) continue outer;
				if (redis.opsForValue().increment("n1") > 6) break outer;
			}
		}
		return redis.opsForValue().multiGet(List.of("n0", "n1"));
	}

	public Object shortCircuits() {
		boolean a = redis.delete("t0") || redis.delete("t1");
		boolean b = redis.delete("t0") && redis.delete("n0");
		boolean c = redis.delete("t0") | redis.delete("n1");
		boolean d = redis.hasKey("n0") ^ redis.hasKey("l0");
		a &= redis.delete("l0");
		return Arrays.asList(a, b, c, d);
	}

	public Object numbers() {
		int i = redis.opsForValue().append("t0", "1234");
		i += redis.opsForValue().increment("n0");
		i <<= redis.opsForValue().increment("n1").intValue();
		long[] array = new long[8];
		array[redis.opsForList().size("l0").intValue()]++;
		array[0] -= redis.opsForList().rightPush("l0", "x");
		Long boxed = redis.opsForValue().increment("n0");
		boxed++;
		double d = redis.opsForZSet().incrementScore("z0", "m0", 1.5) * 2;
		return Arrays.asList(i, Arrays.toString(array), boxed, d, redis.opsForValue().increment("n0") == 3L, -redis.opsForValue().increment("n0"));
	}

	public Object identity() {
		Boolean b = redis.delete("t0");
		return Arrays.asList(b == redis.delete("t1"), redis.delete("t1") == Boolean.FALSE, redis.opsForValue().get("t7") == null, redis.opsForValue().get("n0") != null);
	}

	public Object asserts() {
		assert redis.delete("t0");
		try {
			assert redis.delete("t0") : redis.opsForValue().increment("n0");
		}
		catch (AssertionError ex) {
			seen.add(ex.getMessage());
		}
		return seen;
	}

	public Object monitors() {
		synchronized (this) {
			redis.delete("t0");
			synchronized (redis.opsForValue().get("t1")) {
				seen.add(redis.opsForValue().increment("n0"));
			}
		}
		return synchronizedDelete("t1");
	}

	private synchronized Boolean synchronizedDelete(String key) { synchronized (seen) { return redis.delete(key); } }

	public Object recursion() {
		recursive("n0", 3);
		sum("n0", 3);
		return Arrays.asList(recursive("n0", 2), sum("n1", 3), redis.opsForValue().get("n0"));
	}

	private Long recursive(String key, int depth) {
		if (depth > 0) { redis.opsForValue().increment(key); recursive(key, depth - 1); return recursive(key, depth - 1); }
		return redis.opsForValue().increment(key);
	}

	private long sum(String key, int depth) { return (depth == 0) ? 0 : redis.opsForValue().increment(key) + sum(key, depth - 1); }

	// classes

	public Object innerClasses() {
		Inner inner = new Inner();
		inner.add("a");
		seen.add(inner.add("b"));
		inner.new Deeper().add("c");
		seen.add(inner.new Deeper().add("d"));
		Boolean fromLocal = new Object() { Boolean run() { redis.delete("t0"); return redis.delete("t1"); } }.run();
		return Arrays.asList(seen, fromLocal, inner.last);
	}

	private class Inner {

		private Long last = redis.opsForList().rightPush("l0", "constructed");

		private Long add(String value) { redis.opsForValue().increment("n0"); return redis.opsForList().rightPush("l0", value); }

		private class Deeper {

			private Long add(String value) { return last = Inner.this.add(value); }

		}

	}

	public Object constructors() {
		new Sub("t0");
		Sub sub = new Sub("t1");
		return Arrays.asList(sub.dropped, sub.value, sub.sub);
	}

	private class Base {

		Object dropped;

		Object value;

		{
			redis.opsForValue().increment("n0");
			dropped = redis.opsForValue().increment("n0");
		}

		Base(Object value) { this.value = value; redis.delete("n1"); }

	}

	private class Sub extends Base {

		Object sub = redis.opsForValue().increment("n0");

		Sub(String key) { super(redis.delete(key)); redis.opsForValue().increment("n0"); }

	}

	public Object generics() {
		Source<String, Boolean> source = new Deleting();
		source.take("t0");
		seen.add(source.take("t1"));
		new Deleting().take("n0");
		seen.add(new Deleting().take("n1"));
		source.twice("l0");
		seen.add(source.twice("l1"));
		Source<String, Object> lambda = (key) -> redis.opsForValue().increment("n0");
		lambda.twice("x");
		seen.add(lambda.twice("x"));
		seen.add(this.<Object>any(() -> redis.opsForValue().get("t0")));
		this.<Long>any(() -> redis.opsForValue().increment("n0"));
		Long number = any(() -> redis.opsForValue().increment("n0"));
		return Arrays.asList(seen, number);
	}

	interface Source<A, B> {

		B take(A a);

		default B twice(A a) { take(a); return take(a); }

	}

	private class Deleting implements Source<String, Boolean> {

		@Override
		public Boolean take(String key) { return redis.delete(key); }

	}

	private <T> T any(Supplier<T> supplier) { return supplier.get(); }

	public Object varargs() {
		last("t0", "t1");
		first();
		return Arrays.asList(last("t0", "t1"), first("n0"), all("n0", "n1", "t0"), redis.delete(Arrays.asList("n0", "n1")), redis.opsForSet().add("x0", "p", "q"));
	}

	private Boolean last(String... keys) { return redis.delete(keys[keys.length - 1]); }

	private Boolean first(String... keys) { return (keys.length == 0) ? redis.delete("none") : redis.delete(keys[0]); }

	private List<Object> all(String... keys) { List<Object> all = new ArrayList<>(); for (String key : keys) all.add(redis.delete(key)); return all; }

	public Object records() {
		new Counted(redis, "n0");
		Counted counted = new Counted(redis, "n0");
		counted.next();
		return Arrays.asList(counted.key(), counted.next(), new Counted(redis, "n0").equals(counted));
	}

	record Counted(StringRedisTemplate redis, String key) {

		Counted {
			redis.opsForValue().increment(key);
			key = (redis.opsForValue().increment(key) > 2) ? key : "n1";
		}

		Long next() { return redis.opsForValue().increment(key); }

		@Override
		public int hashCode() { return 1; }

	}

	public Object enums() {
		for (Step step : Step.values()) {
			step.run(redis);
			seen.add(step.run(redis));
		}
		return seen;
	}

	enum Step {

		DELETE { @Override Object run(StringRedisTemplate redis) { return redis.delete("t0"); } },
		COUNT { @Override Object run(StringRedisTemplate redis) { redis.opsForValue().increment("n0"); return redis.opsForValue().increment("n0"); } },
		READ { @Override Object run(StringRedisTemplate redis) { redis.delete("t1"); return redis.opsForValue().get("t1"); } };

		abstract Object run(StringRedisTemplate redis);

	}

	public Object lazily() {
		return Arrays.asList(lazy(), lazy(), redis.opsForValue().get("n0"));
	}

	private Object lazy() {
		if (field == null) field = redis.opsForValue().increment("n0");
		redis.opsForValue().increment("n0");
		return field;
	}

	public Object staticInitializers() {
		// Runs once in a virtual machine, so that its values are not compared
		Initialized.redis = redis;
		Lazy.INSTANCE.touch();
		return List.of(Lazy.INSTANCE.value != null, Lazy.FIRST != null, redis.hasKey("static") || true);
	}

	static class Initialized {

		static StringRedisTemplate redis;

	}

	static class Lazy {

		static final Boolean FIRST = Initialized.redis.opsForValue().setIfAbsent("static", "1");

		static final Lazy INSTANCE = new Lazy();

		final Object value = Initialized.redis.opsForValue().get("static");

		static {
			Initialized.redis.delete("static");
			if (FIRST == null || INSTANCE.value == null) throw new IllegalStateException("null in an initializer");
		}

		void touch() { }

	}

	public Object proxies() {
		Source<String, Object> source = (Source<String, Object>) java.lang.reflect.Proxy.newProxyInstance(Nasty.class.getClassLoader(), new Class<?>[] { Source.class },
				(proxy, method, args) -> redis.opsForValue().increment("n0"));
		source.take("x");
		seen.add(source.take("x"));
		Runnable runnable = (Runnable) java.lang.reflect.Proxy.newProxyInstance(Nasty.class.getClassLoader(), new Class<?>[] { Runnable.class },
				(proxy, method, args) -> redis.opsForValue().increment("n0"));
		runnable.run();
		Predicate<String> predicate = (Predicate<String>) java.lang.reflect.Proxy.newProxyInstance(Nasty.class.getClassLoader(), new Class<?>[] { Predicate.class },
				(proxy, method, args) -> redis.delete((String) args[0]));
		predicate.test("t0");
		seen.add(predicate.test("t0"));
		return Arrays.asList(seen, predicate.test("t1"), redis.opsForValue().get("n0"));
	}

	public Object reflection() throws Throwable {
		java.lang.reflect.Method method = Nasty.class.getDeclaredMethod("delete", String.class);
		method.invoke(this, "t0");
		Object deleted = method.invoke(this, "t1");
		java.lang.invoke.MethodHandle handle = java.lang.invoke.MethodHandles.lookup().unreflect(method);
		handle.invoke(this, "n0");
		Boolean exact = (Boolean) handle.invokeExact(this, "n1");
		boolean unboxed = (boolean) handle.invoke(this, "n1");
		Function<String, Object> handled = java.lang.invoke.MethodHandleProxies.asInterfaceInstance(Function.class, handle.bindTo(this));
		handled.apply("l0");
		return Arrays.asList(deleted, exact, unboxed, handled.apply("l1"), Nasty.class.getConstructor(StringRedisTemplate.class, RedisTemplate.class).newInstance(redis, objects).delete("z0"));
	}

	public Object functions() {
		Function<String, Object> f = ((Function<String, Boolean>) redis::delete).<Object>andThen((b) -> b + "!").compose((String k) -> k + redis.opsForValue().get("n0"));
		f.apply("t");
		seen.add(f.apply("n"));
		UnaryOperator<String> identity = UnaryOperator.identity();
		seen.add(identity.andThen(redis.opsForValue()::get).apply("t1"));
		Predicate<String> p = ((Predicate<String>) redis::delete).and(redis::delete).or(redis::hasKey).negate();
		p.test("t1");
		seen.add(p.test("l0"));
		BinaryOperator<String> max = BinaryOperator.maxBy(Comparator.comparing((k) -> redis.opsForList().size(k)));
		seen.add(max.apply("l0", "l1"));
		Supplier<Supplier<Object>> nested = () -> () -> redis.opsForValue().increment("n0");
		nested.get().get();
		seen.add(nested.get().get());
		Function<String, Function<String, Object>> curried = (a) -> { redis.delete(a); return (b) -> redis.opsForValue().get(b); };
		curried.apply("t0").apply("t1");
		seen.add(curried.apply("t0").apply("t1"));
		Runnable r = () -> seen.add(redis.opsForValue().increment("n0"));
		r.run();
		return seen;
	}

	public Object serializableLambdas() {
		Function<String, Boolean> a = (Function<String, Boolean> & java.io.Serializable) redis::delete;
		Bridging b = redis::delete;
		Bridging c = (Bridging & java.io.Serializable) (key) -> { redis.opsForValue().increment("n0"); return redis.delete(key); };
		a.apply("t0"); b.apply("t1"); c.apply("n1");
		Function<String, Boolean> wide = b;
		return Arrays.asList(a.apply("l0"), b.apply("l1"), c.apply("h0"), wide.apply("h1"), wide.andThen((x) -> !x).apply("x0"), redis.opsForValue().get("n0"));
	}

	interface Bridging extends Function<String, Boolean> {

		@Override
		Boolean apply(String key);

	}

	public Object methodReferences() {
		Function<String, Boolean> own = this::delete;
		Function<String, Boolean> varargs = this::last;
		Supplier<Object> superMethod = new Deleting() {
			Supplier<Object> reference() { return () -> super.take("t1"); }
			@Override
			public Boolean take(String key) { return null; }
		}.reference();
		Supplier<Boolean> superReference = new Deleting() {
			Boolean direct() { Function<String, Boolean> reference = super::take; reference.apply("n1"); return reference.apply("l0"); }
			@Override
			public Boolean take(String key) { return null; }
		}::direct;
		BiFunction<Nasty, String, Object> unbound = Nasty::delete;
		Function<String, Counted> constructor = (key) -> new Counted(redis, key);
		BiFunction<StringRedisTemplate, String, Counted> constructorReference = Counted::new;
		ToIntFunction<String> number = (key) -> redis.opsForList().size(key).intValue();
		own.apply("x0"); varargs.apply("x1"); unbound.apply(this, "z0"); superMethod.get(); constructorReference.apply(redis, "n0");
		return Arrays.asList(own.apply("t0"), varargs.apply("h0"), superMethod.get(), superReference.get(), unbound.apply(this, "h1"), constructor.apply("n0").next(), constructorReference.apply(redis, "n0").next(), number.applyAsInt("l1"));
	}

	public Object nestedHelpersInOtherClasses() {
		Chain chain = new Chain(redis);
		chain.first("t0");
		chain.consume("t1");
		chain.fluent("n0").fluent("n0").fluent("n0");
		return Arrays.asList(chain.first("t0"), chain.first("l0"), chain.fluent("n0").count, Chain.statically(redis, "n1"), Chain.statically(redis, "n1") > 3);
	}

	static class Chain {

		final StringRedisTemplate redis;

		Long count;

		Chain(StringRedisTemplate redis) { this.redis = redis; }

		Boolean first(String key) { return second(key); }

		private Boolean second(String key) { return ((Supplier<Boolean>) () -> third(key)).get(); }

		private Boolean third(String key) { redis.opsForValue().increment("n2"); return redis.delete(key); }

		void consume(String key) { first(key); if (first(key)) redis.opsForValue().set("t1", "wrong"); }

		Chain fluent(String key) { redis.opsForValue().increment(key); count = redis.opsForValue().increment(key); return this; }

		static Long statically(StringRedisTemplate redis, String key) { redis.opsForValue().increment(key); return redis.opsForValue().increment(key); }

	}

	public Object valuesThatTakeDetours() {
		Object[] array = new Object[2];
		int i = 0;
		array[i++] = array[i] = redis.opsForValue().increment("n0");
		Object a, b = a = redis.opsForValue().increment("n0");
		field = staticField = redis.delete("t0");
		this.field = (staticField = redis.delete("t1")) == null ? redis.delete("n1") : redis.delete("l0");
		List<Object> list = new ArrayList<>(Collections.nCopies(3, null));
		list.set(0, list.set(1, redis.opsForValue().get("n0")));
		String text = """
				%s and %s""".formatted(redis.opsForValue().get("n0"), redis.opsForHash().get("h0", "f1"));
		char c = redis.opsForValue().get("n0").charAt(0), d = text.charAt(0);
		for (Object o = redis.opsForList().leftPop("l1"); o != null; o = redis.opsForList().leftPop("l1")) { redis.opsForList().rightPush("l0", "" + o); }
		return Arrays.asList(array[0], array[1], a, b, field, list, text, c, d, redis.opsForList().range("l0", 0, -1));
	}

	// Spring's own

	public Object callbacks() {
		redis.execute((RedisCallback<Object>) (c) -> c.stringCommands().incr("n0".getBytes()));
		Long a = redis.execute((RedisCallback<Long>) (c) -> { c.stringCommands().incr("n0".getBytes()); return c.stringCommands().incr("n0".getBytes()); });
		Object b = redis.execute(new SessionCallback<Object>() {
			@Override
			public Object execute(RedisOperations operations) {
				operations.delete("t0");
				return Arrays.asList(operations.delete("t0"), operations.opsForValue().get("t1"));
			}
		});
		redis.execute((RedisConnection c) -> c.keyCommands().del("t1".getBytes()));
		return Arrays.asList(a, b, redis.execute((RedisConnection c) -> c.keyCommands().del("t1".getBytes())));
	}

	public Object bound() {
		BoundListOperations<String, String> list = redis.boundListOps("l0");
		list.rightPush("a");
		seen.add(list.rightPush("b"));
		list.leftPop();
		BoundValueOperations<String, String> value = redis.boundValueOps("n0");
		value.increment(); seen.add(value.increment()); value.increment();
		value.expire(3000, TimeUnit.SECONDS); seen.add(value.getExpire() > 0); seen.add(value.persist());
		BoundHashOperations<String, Object, Object> hash = redis.boundHashOps("h0");
		hash.putIfAbsent("f0", "x"); seen.add(hash.putIfAbsent("f0", "x")); seen.add(hash.entries());
		return Arrays.asList(seen, list.range(0, -1), value.get(), redis.boundSetOps("x0").isMember("m0", "m9"), redis.boundZSetOps("z0").rank("m3"), value.getKey(), value.getType());
	}

	public Object wholeStructures() {
		redis.opsForHash().entries("h0").isEmpty();
		redis.opsForSet().members("x0").add("local only");
		return Arrays.asList(redis.opsForHash().entries("h0").isEmpty(), redis.opsForSet().isMember("x0", "a", "m0"), redis.opsForSet().isMember("x0", "a"), redis.opsForZSet().popMin("z0"),
				redis.opsForZSet().popMin("z9"), redis.opsForSet().distinctRandomMembers("x9", 2), redis.opsForHash().multiGet("h0", List.of("f0", "f9")), redis.opsForZSet().score("z0", "m3", "m9"), redis.randomKey() != null,
				redis.getExpire("t0"), redis.getExpire("t9"), redis.type("l0"), redis.opsForList().indexOf("l0", "v1"), redis.opsForValue().multiGet(List.of()), redis.opsForList().range("l9", 0, -1));
	}

	public Object scanning() {
		redis.opsForSet().add("x0", "new");
		Set<String> members = new TreeSet<>();
		try (Cursor<String> cursor = redis.opsForSet().scan("x0", ScanOptions.NONE)) {
			while (cursor.hasNext()) { redis.delete("t0"); members.add(cursor.next()); }
		}
		return Arrays.asList(members, redis.hasKey("t0"));
	}

	public Object transactions() {
		redis.opsForValue().increment("n0");
		List<Object> results = redis.execute(new SessionCallback<List<Object>>() {
			@Override
			public List<Object> execute(RedisOperations operations) {
				operations.multi();
				operations.opsForValue().increment("n0");
				operations.opsForValue().get("t0");
				return operations.exec();
			}
		});
		redis.opsForValue().increment("n0");
		return Arrays.asList(results, redis.opsForValue().get("n0"));
	}

	public Object springPipelineInside() {
		redis.opsForValue().increment("n0");
		List<Object> results = redis.executePipelined((RedisCallback<Object>) (c) -> { c.stringCommands().incr("n0".getBytes()); c.keyCommands().del("t0".getBytes()); return null; });
		redis.opsForValue().increment("n0");
		return Arrays.asList(results, redis.opsForValue().get("n0"), redis.hasKey("t0"));
	}

	public Object atomicLong() {
		org.springframework.data.redis.support.atomic.RedisAtomicLong counter = new org.springframework.data.redis.support.atomic.RedisAtomicLong("n0", redis.getConnectionFactory());
		counter.incrementAndGet();
		seen.add(counter.get()); seen.add(counter.compareAndSet(1, 9)); seen.add(counter.getAndAdd(3)); seen.add(counter.updateAndGet((x) -> x * 2));
		org.springframework.data.redis.support.collections.DefaultRedisMap<String, String> map = new org.springframework.data.redis.support.collections.DefaultRedisMap<>("h0", redis);
		map.put("a", "b"); seen.add(map.put("a", "c")); seen.add(map.remove("a")); seen.add(map.size()); seen.add(map.putIfAbsent("f0", "z"));
		org.springframework.data.redis.support.collections.DefaultRedisList<String> list = new org.springframework.data.redis.support.collections.DefaultRedisList<>("l0", redis);
		list.add("a"); seen.add(list.size()); seen.add(list.poll()); seen.add(list.contains("v1")); list.poll();
		return Arrays.asList(seen, list.size());
	}

	public Object boundNothing() {
		return "done";
	}

	public Object nothingUsed() {
		redis.opsForValue().set("t0", "1"); redis.opsForValue().increment("n0"); redis.delete("t1");
		redis.opsForList().leftPop("l0"); redis.opsForHash().delete("h0", "f0"); redis.opsForSet().pop("x9"); redis.opsForZSet().popMin("z0");
		return "done";
	}

}
