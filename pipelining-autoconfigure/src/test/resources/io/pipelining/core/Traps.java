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

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
import java.util.stream.*;

import org.springframework.data.redis.core.*;
import org.springframework.data.redis.serializer.*;

import io.pipelining.annotation.Pipelined;

/**
 * Code that looks as if it used no value, and does, where a proof has to look twice: in a method that it calls without
 * saying so, on the other side of a variable, in what a template calls back. Public methods without parameters are
 * programs. None returns a value of Redis: what they use, they write.
 */
@SuppressWarnings("all")
@Pipelined
public class Traps extends TrapsBase<String> {

	static StringRedisTemplate shared;

	private final StringRedisTemplate redis;

	private final RedisTemplate<String, Object> objects;

	private final StringRedisTemplate asking;

	private final StringRedisTemplate overridden;

	private final RedisTemplate<Object, Object> loose = new RedisTemplate<>();

	private StringRedisTemplate changing;

	private ValueOperations<String, String> operations;

	private Consumer<String> action;

	private Naming naming = new Counting();

	private final List<Object> seen = new ArrayList<>();

	public Traps(StringRedisTemplate redis, RedisTemplate<String, Object> objects) {
		this.redis = redis;
		this.objects = objects;
		shared = redis;
		this.asking = new StringRedisTemplate(redis.getConnectionFactory());
		this.asking.setValueSerializer(new Asking());
		this.overridden = new StringRedisTemplate(redis.getConnectionFactory()) {
			@Override
			public Boolean delete(String key) {
				Boolean deleted = super.delete(key);
				note("deleted", deleted);
				return deleted;
			}
		};
		this.loose.setConnectionFactory(redis.getConnectionFactory());
		this.loose.setKeySerializer(new GenericToStringSerializer<>(Object.class));
		this.loose.setValueSerializer(new ToText());
		this.loose.afterPropertiesSet();
		this.changing = redis;
		this.operations = redis.opsForValue();
		this.action = (key) -> note(key, redis.opsForValue().increment("n0"));
	}

	static void note(String what, Object value) {
		shared.opsForList().rightPush("noted", what + "=" + value);
	}

	private void warmUp() {
		for (int i = 0; i < 8; i++) {
			redis.opsForValue().increment("n" + i % 3);
			redis.opsForSet().add("x1", "m" + i);
		}
	}

	// what templates call back

	public void serializerThatAsks() {
		for (int i = 0; i < 9; i++) {
			asking.opsForValue().set("k" + i, "v");
		}
	}

	public void serializerThatAsksLate() {
		warmUp();
		for (int i = 0; i < 3; i++) {
			asking.opsForList().rightPush("l1", "v");
		}
	}

	public void templateThatOverrides() {
		warmUp();
		for (int i = 0; i < 3; i++) {
			overridden.delete("t" + i);
		}
	}

	public void templateThatOverridesAsAnInterface() {
		warmUp();
		RedisOperations<String, String> operations = overridden;
		operations.delete("t0");
		((RedisTemplate<String, String>) operations).delete("t1");
	}

	public void serializerOfAnyObject() {
		warmUp();
		loose.opsForValue().set("k", new Speaking());
		loose.opsForValue().increment(new Speaking());
		loose.delete(List.of(new Speaking()));
	}

	public void serializerThatIsAlmostTheKnownOne() {
		StringRedisTemplate almost = new StringRedisTemplate(redis.getConnectionFactory());
		almost.setKeySerializer(new StringRedisSerializer() {
			@Override
			public byte[] serialize(String value) { return super.serialize(value + redis.opsForValue().increment("n0")); }
		});
		for (int i = 0; i < 6; i++) {
			almost.opsForValue().increment("k");
		}
	}

	public void templateThatIsSetUpAnew() {
		StringRedisTemplate mine = new StringRedisTemplate(redis.getConnectionFactory());
		for (int i = 0; i < 9; i++) {
			mine.opsForValue().set("k" + i, "v");
			if (i == 5) {
				mine.setValueSerializer(new Asking());
			}
		}
	}

	// the other side of a variable

	public void variableThatChanges() {
		StringRedisTemplate template = redis;
		for (int i = 0; i < 9; i++) {
			template.opsForValue().set("k" + i, "v");
			if (i == 5) {
				template = asking;
			}
		}
	}

	public void fieldThatChanges() {
		for (int i = 0; i < 9; i++) {
			changing.opsForValue().set("k" + i, "v");
			if (i == 5) {
				change();
			}
		}
	}

	private void change() { this.changing = asking; }

	public void fieldOfOperationsThatChanges() {
		for (int i = 0; i < 9; i++) {
			operations.set("k" + i, "v");
			if (i == 5) {
				operations = asking.opsForValue();
			}
		}
	}

	public void oneOfTwoTemplates() {
		for (int i = 0; i < 9; i++) {
			((i < 6) ? redis : asking).opsForValue().set("k" + i, "v");
		}
	}

	public void oneOfTwoOperations() {
		ValueOperations<String, String> first = redis.opsForValue(), second = asking.opsForValue();
		for (int i = 0; i < 9; i++) {
			(i < 6 ? first : second).set("k" + i, "v");
			ValueOperations<String, String> swap = first;
			first = second;
			second = swap;
		}
	}

	public void templatesInAnArray() {
		StringRedisTemplate[] templates = { redis, asking };
		for (int i = 0; i < 9; i++) {
			templates[i / 5].opsForValue().set("k" + i, "v");
		}
	}

	public void templatesInAMap() {
		Map<String, StringRedisTemplate> templates = new HashMap<>();
		templates.put("a", redis);
		templates.put("b", asking);
		templates.forEach((name, template) -> {
			for (int i = 0; i < 6; i++) {
				template.opsForValue().set(name + i, "v");
			}
		});
	}

	public void templateOfAParameter() {
		write(redis, 6);
		write(asking, 3);
		write(redis, 1);
	}

	private void write(StringRedisTemplate template, int times) {
		for (int i = 0; i < times; i++) {
			template.opsForValue().set("w" + i, "v");
		}
	}

	public void templateOfALambda() {
		Stream.of(redis, redis, redis, redis, asking).forEach((template) -> template.opsForValue().set("k", "v"));
		List.of(6, 6, 6, 6, 6).forEach((i) -> (i > 5 ? asking : redis).opsForValue().set("j", "v"));
	}

	public void valueThatIsKeptForTheNextRound() {
		Long last = null;
		for (int i = 0; i < 9; i++) {
			if (last != null && i > 5) {
				note("last", last);
			}
			last = redis.opsForValue().increment("n0");
		}
	}

	public void valueThatIsKeptInAnArray() {
		Object[] values = new Object[9];
		for (int i = 0; i < 9; i++) {
			values[i] = redis.opsForValue().increment("n0");
		}
		note("values", Arrays.toString(values));
	}

	public void valueThatIsKeptInAList() {
		List<Object> values = new ArrayList<>();
		for (int i = 0; i < 9; i++) {
			values.add(redis.opsForValue().increment("n0"));
			redis.opsForValue().increment("n1");
		}
		values.forEach((value) -> redis.opsForList().rightPush("l1", "" + value));
	}

	public void valueThatIsKeptInAField() {
		for (int i = 0; i < 9; i++) {
			this.seen.add(redis.opsForValue().increment("n0"));
		}
		note("seen", this.seen);
	}

	// code that nobody calls by name

	public void concatenation() {
		List<Object> things = new ArrayList<>(List.of("a", "b", "c", "d", "e", new Speaking()));
		for (Object thing : things) {
			redis.opsForValue().set("k:" + thing, "v");
		}
	}

	public void textOfAnObject() {
		warmUp();
		Object thing = new Speaking();
		redis.opsForList().rightPush("l1", String.valueOf(thing));
		redis.opsForList().rightPush("l1", new StringBuilder().append(thing).toString());
		redis.opsForList().rightPush("l1", String.format("%s", thing));
		redis.opsForList().rightPush("l1", Objects.toString(thing));
		redis.opsForList().rightPush("l1", String.join("-", new Text(), new Text()));
		redis.opsForList().rightPush("l1", new StringBuilder().append(new Text()).toString());
		redis.opsForList().rightPush("l1", thing.toString());
	}

	public void equality() {
		warmUp();
		Map<Object, String> map = new HashMap<>();
		map.put(new Speaking(), "a");
		redis.opsForValue().set("k", "" + map.get(new Speaking()));
		redis.opsForValue().set("j", "" + new ArrayList<>(List.of(new Speaking())).contains(new Speaking()));
		redis.opsForValue().set("i", "" + new HashSet<Object>(List.of(new Speaking())).size());
		redis.opsForValue().set("h", "" + List.of(new Speaking()).hashCode());
		redis.opsForValue().set("g", "" + Objects.equals(new Speaking(), "x") + Objects.hash(new Speaking()));
		redis.opsForValue().set("f", "" + Set.of(new Speaking(), "other").contains("text"));
	}

	public void comparators() {
		warmUp();
		List<String> keys = new ArrayList<>(List.of("n0", "n1", "n2"));
		keys.sort((a, b) -> redis.opsForValue().get(b).compareTo(redis.opsForValue().get(a)));
		keys.forEach((key) -> redis.opsForList().rightPush("l1", key));
		TreeMap<String, String> map = new TreeMap<>(Comparator.comparing((String key) -> redis.opsForValue().increment("n0")));
		map.put("a", "1");
		map.put("b", "2");
		map.forEach((key, value) -> redis.opsForList().rightPush("l1", key));
		Stream.of("x", "y").sorted((a, b) -> redis.delete("t0") ? 1 : -1).forEach((key) -> redis.opsForList().rightPush("l1", key));
	}

	public void iteratorsOfOthers() {
		warmUp();
		for (String key : new Popping()) {
			redis.opsForSet().add("x1", key);
		}
		new Popping().forEach((key) -> redis.opsForSet().add("x0", key));
	}

	public void collectionsOfOthers() {
		warmUp();
		redis.delete(new AbstractList<String>() {
			@Override
			public String get(int index) { return "t" + redis.opsForValue().increment("n0"); }
			@Override
			public int size() { return 2; }
		});
		redis.opsForHash().putAll("h0", new AbstractMap<String, String>() {
			@Override
			public Set<Map.Entry<String, String>> entrySet() { return Set.of(Map.entry("f", "" + redis.opsForValue().increment("n0"))); }
		});
		new ArrayList<String>(List.of("a")) {
			@Override
			public void forEach(Consumer<? super String> consumer) { consumer.accept("" + redis.opsForValue().increment("n0")); }
		}.forEach((key) -> redis.opsForSet().add("x2", key));
		Collections.unmodifiableCollection(new Names()).forEach((key) -> redis.opsForSet().add("x2", key));
	}

	public void methodsThatAreOverridden() {
		warmUp();
		run("a");
		template("b");
		hook("c");
		new Inner().hook("d");
	}

	@Override
	void hook(String key) { note(key, redis.opsForValue().increment("n0")); }

	@Override
	public void accept(String key) { note(key, redis.opsForValue().increment("n0")); }

	public void methodsOfFields() {
		warmUp();
		action.accept("a");
		redis.opsForList().rightPush("l1", naming.of("b"));
		naming = (key) -> key + redis.opsForValue().increment("n1");
		redis.opsForList().rightPush("l1", naming.of("c"));
	}

	public void finalClassesAndRecords() {
		warmUp();
		new Last();
		for (Item item : List.of(new Item("a"), new Item("b"))) {
			redis.opsForList().rightPush("l1", item.key());
		}
		for (Sealed sealed : List.of(new Sealed(), new Sealed())) {
			redis.opsForList().rightPush("l1", sealed.key());
		}
		redis.opsForList().rightPush("l1", "" + new Item("c"));
		redis.opsForList().rightPush("l1", "" + new Compact("d").key());
	}

	public void defaultMethods() {
		warmUp();
		Naming counting = new Counting();
		redis.opsForList().rightPush("l1", counting.twice("a"));
		redis.opsForList().rightPush("l1", Naming.fixed("b"));
		Function<String, String> chain = ((Function<String, String>) (key) -> key).andThen((key) -> key + redis.opsForValue().increment("n0"));
		redis.opsForList().rightPush("l1", chain.apply("c"));
	}

	public void exceptions() {
		warmUp();
		for (int i = 0; i < 3; i++) {
			try {
				throw new Telling();
			}
			catch (RuntimeException ex) {
				redis.opsForList().rightPush("l1", ex.getMessage());
			}
			finally {
				redis.opsForValue().increment("n2");
			}
		}
	}

	public void finallyThatAsks() {
		for (int i = 0; i < 8; i++) {
			try {
				redis.opsForValue().increment("n0");
				if (i == 6) continue;
			}
			finally {
				if (i > 5) note("finally", redis.opsForValue().increment("n0"));
			}
		}
	}

	public void closesWhatAsks() throws Exception {
		warmUp();
		try (AutoCloseable one = () -> note("one", redis.opsForValue().increment("n0")); Telling.Resource two = new Telling.Resource()) {
			redis.opsForValue().increment("n1");
		}
	}

	public void optionals() {
		warmUp();
		Optional.of("n0").map(redis.opsForValue()::increment).filter((n) -> n > 3).ifPresent((n) -> redis.opsForList().rightPush("l1", "" + n));
		Optional.<String>empty().or(() -> Optional.of("" + redis.opsForValue().increment("n1"))).ifPresent((n) -> redis.opsForList().rightPush("l1", n));
		redis.opsForList().rightPush("l1", Optional.<String>empty().orElseGet(() -> "" + redis.opsForValue().increment("n1")));
		Optional.ofNullable(redis.opsForValue().get("t0")).ifPresentOrElse((v) -> redis.delete("t1"), () -> redis.delete("n1"));
	}

	public void streamsThatUse() {
		warmUp();
		Stream.of("a", "b").map((key) -> key + redis.opsForValue().increment("n0")).forEach((key) -> redis.opsForList().rightPush("l1", key));
		IntStream.range(0, 4).mapToObj((i) -> redis.opsForValue().increment("n1")).forEach((n) -> redis.opsForList().rightPush("l1", "" + n));
		Stream.of("t0", "t5").filter(redis::hasKey).forEach((key) -> redis.opsForList().rightPush("l1", key));
		Stream.of("t0", "t5").peek(redis::delete).filter(redis::hasKey).forEach((key) -> redis.opsForList().rightPush("l1", key));
		Stream.iterate("a", (key) -> "" + redis.opsForValue().increment("n0")).limit(3).forEach((key) -> redis.opsForList().rightPush("l1", key));
		redis.opsForList().rightPush("l1", "" + IntStream.range(0, 3).mapToLong((i) -> redis.opsForValue().increment("n2")).sum());
		redis.opsForList().rightPush("l1", Stream.of("n0").collect(Collectors.toMap((k) -> k, (k) -> redis.opsForValue().get(k))).toString());
		if (Stream.of("t1", "t7").anyMatch(redis::delete)) redis.opsForList().rightPush("l1", "any");
	}

	public void lambdasOfLambdas() {
		warmUp();
		Supplier<Supplier<Long>> nested = () -> () -> redis.opsForValue().increment("n0");
		nested.get().get();
		redis.opsForList().rightPush("l1", "" + nested.get().get());
		Runnable dropping = () -> nested.get().get();
		dropping.run();
		BiFunction<Supplier<Long>, Long, Object> second = (supplier, other) -> { supplier.get(); return other; };
		redis.opsForList().rightPush("l1", "" + second.apply(() -> redis.opsForValue().increment("n1"), redis.opsForValue().increment("n1")));
		Callable<Long> serializable = (Callable<Long> & Serializable) () -> redis.opsForValue().increment("n2");
		redis.opsForList().rightPush("l1", "" + call(serializable));
		call(serializable);
	}

	private static <T> T call(Callable<T> callable) {
		try { return callable.call(); } catch (Exception ex) { throw new IllegalStateException(ex); }
	}

	public void helpersThatReturn() {
		for (int i = 0; i < 8; i++) {
			next("n0");
			if (i > 5) redis.opsForList().rightPush("l1", "" + next("n0"));
		}
		redis.opsForList().rightPush("l1", "" + this.<Long>same(redis.opsForValue().increment("n1")));
		this.<Long>same(redis.opsForValue().increment("n1"));
		ignore(redis.opsForValue().increment("n1"), redis.opsForValue().increment("n1"));
		count(redis.opsForValue().increment("n1"), redis.opsForValue().get("t9"));
	}

	private Long next(String key) { return redis.opsForValue().increment(key); }

	private <T> T same(T value) { return value; }

	private void ignore(Object... values) { }

	private void count(Object... values) { for (Object value : values) if (value == null) redis.opsForValue().increment("nulls"); }

	public void recursion() {
		warmUp();
		down(4);
		redis.opsForList().rightPush("l1", "" + depth(3));
	}

	private Object down(int times) {
		Object value = (times > 0) ? down(times - 1) : redis.opsForValue().increment("n0");
		if (times == 2) redis.opsForList().rightPush("l1", "" + value);
		return (times == 2) ? null : value;
	}

	private long depth(int times) { return (times > 0) ? depth(times - 1) + redis.opsForValue().increment("n0") : 0; }

	public void conditions() {
		for (int i = 0; i < 8; i++) {
			redis.opsForValue().increment("n0");
			if (i > 5 && redis.opsForValue().increment("n0") > 2) redis.opsForValue().increment("more");
			if (redis.opsForValue().get("t7") == null) redis.opsForValue().increment("null");
		}
		while (redis.opsForList().leftPop("l0") != null) redis.opsForValue().increment("popped");
		do redis.opsForValue().increment("n1"); while (redis.opsForValue().increment("n1") < 7);
		synchronized (redis.opsForValue().get("t0")) { redis.opsForValue().increment("locked"); }
		assert redis.delete("t0");
		Objects.requireNonNull(redis.opsForValue().get("t1"));
		if (redis.opsForValue().get("t1") instanceof String) redis.opsForValue().increment("text");
		switch (redis.opsForValue().get("t1")) { case "v1" -> redis.opsForValue().increment("v1"); default -> redis.opsForValue().increment("else"); }
		long[] numbers = { redis.opsForValue().increment("n2") };
		redis.opsForValue().increment("n2", numbers[0]);
	}

	public void ternariesOnOneLine() {
		for (int i = 0; i < 8; i++) {
			Object o = i < 6 ? redis.delete("a") : i < 7 ? redis.opsForValue().increment("n0") : redis.opsForValue().get("n0"); if (i > 5) redis.opsForList().rightPush("l1", "" + o);
			redis.opsForValue().increment("n1"); redis.opsForList().rightPush("l1", i > 6 ? "" + redis.opsForValue().increment("n1") : "x"); redis.opsForValue().increment("n1");
		}
	}

	public void bridges() {
		warmUp();
		TrapsBase<String> base = this;
		base.accept("a");
		((Consumer) this).accept("b");
		Comparable<Counting> comparable = new Counting();
		redis.opsForList().rightPush("l1", "" + comparable.compareTo(new Counting()));
	}

	public void threadLocals() {
		warmUp();
		ThreadLocal<Object> local = ThreadLocal.withInitial(() -> redis.opsForValue().increment("n0"));
		redis.opsForList().rightPush("l1", "" + local.get());
		Map<String, Object> map = new HashMap<>();
		map.computeIfAbsent("a", (key) -> redis.opsForValue().increment("n0"));
		map.merge("a", 1L, (one, other) -> redis.opsForValue().increment("n0"));
		map.forEach((key, value) -> redis.opsForList().rightPush("l1", key + value));
	}

	public void cursors() {
		warmUp();
		try (Cursor<String> keys = redis.scan(ScanOptions.scanOptions().match("t*").build())) {
			long[] count = new long[1];
			keys.forEachRemaining((key) -> count[0]++);
			redis.opsForValue().set("count", "" + count[0]);
		}
		// The driver gives them in no order
		new TreeMap<>(redis.boundHashOps("h0").entries()).forEach((field, value) -> redis.opsForList().rightPush("l1", "" + value));
	}

	public void callbacks() {
		warmUp();
		redis.execute((RedisCallback<Object>) (connection) -> {
			Long value = connection.stringCommands().incr("n0".getBytes(StandardCharsets.UTF_8));
			connection.listCommands().rPush("l1".getBytes(StandardCharsets.UTF_8), ("" + value).getBytes(StandardCharsets.UTF_8));
			return null;
		});
		redis.execute(new SessionCallback<Object>() {
			@Override
			public Object execute(RedisOperations operations) {
				note("session", operations.opsForValue().increment("n1"));
				return null;
			}
		});
	}

	// what is called

	private class Inner extends TrapsBase<String> {

		@Override
		void hook(String key) { note(key, redis.opsForValue().increment("n1")); Traps.this.hook(key); super.hook(key); }

	}

	interface Naming {

		String of(String key);

		default String twice(String key) { return of(of(key)); }

		static String fixed(String key) { return key + shared.opsForValue().increment("n2"); }

	}

	static final class Counting implements Naming, Comparable<Counting> {

		@Override
		public String of(String key) { return key + shared.opsForValue().increment("n0"); }

		@Override
		public int compareTo(Counting other) { return shared.opsForValue().increment("n1").intValue(); }

	}

	record Item(String name) {

		String key() { return this.name + shared.opsForValue().increment("n0"); }

	}

	record Compact(String key) {

		Compact {
			key = key + shared.opsForValue().increment("n1");
		}

	}

	static final class Sealed {

		private final String text = "" + shared.opsForValue().increment("n2");

		String key() { return this.text + shared.hasKey("t0"); }

	}

	static class Last {

		{ note("last", shared.opsForValue().increment("n0")); }

	}

	static class Telling extends RuntimeException {

		@Override
		public synchronized Throwable fillInStackTrace() { note("filled", shared.opsForValue().increment("n0")); return this; }

		@Override
		public String getMessage() { return "told" + shared.opsForValue().increment("n1"); }

		static class Resource implements AutoCloseable {

			@Override
			public void close() { note("closed", shared.opsForValue().increment("n2")); }

		}

	}

	static class Speaking {

		@Override
		public String toString() { return "text" + shared.opsForValue().increment("n0"); }

		@Override
		public boolean equals(Object other) { return shared.opsForValue().increment("n1") > 2; }

		@Override
		public int hashCode() { return shared.opsForValue().increment("n2") > 0 ? 1 : 2; }

	}

	static class Text implements CharSequence {

		@Override
		public int length() { return shared.opsForValue().increment("n0") > 0 ? 1 : 0; }

		@Override
		public char charAt(int index) { return shared.opsForValue().get("n0").charAt(0); }

		@Override
		public CharSequence subSequence(int start, int end) { return this; }

		@Override
		public String toString() { return "chars" + shared.opsForValue().increment("n0"); }

	}

	static class Names extends HashSet<String> {

		@Override
		public Iterator<String> iterator() { return List.of("name" + shared.opsForValue().increment("n0")).iterator(); }

	}

	static final class Popping implements Iterable<String>, Iterator<String> {

		private String next;

		@Override
		public Iterator<String> iterator() { return this; }

		@Override
		public boolean hasNext() { return (this.next = shared.opsForList().leftPop("l0")) != null; }

		@Override
		public String next() { return this.next; }

	}

	static class Asking implements RedisSerializer<String> {

		@Override
		public byte[] serialize(String value) { return (value + shared.opsForValue().increment("n0")).getBytes(StandardCharsets.UTF_8); }

		@Override
		public String deserialize(byte[] bytes) { return (bytes != null) ? new String(bytes, StandardCharsets.UTF_8) : null; }

	}

	static class ToText implements RedisSerializer<Object> {

		@Override
		public byte[] serialize(Object value) { return value.toString().getBytes(StandardCharsets.UTF_8); }

		@Override
		public Object deserialize(byte[] bytes) { return null; }

	}

}

class TrapsBase<T> implements Consumer<T> {

	void run(T key) { accept(key); }

	void template(T key) { TrapsBase.this.hook(key); }

	void hook(T key) { }

	@Override
	public void accept(T key) { }

}
