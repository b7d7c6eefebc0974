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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * Writes a random class whose method makes Redis calls, uses some of their values and
 * drops the others. The same seed writes the same class.
 */
final class RandomProgram {

	private static final String IMPORTS = """
			package programs;

			import java.util.*;
			import java.util.concurrent.*;
			import java.util.function.*;
			import java.util.stream.*;

			import org.springframework.data.redis.core.*;

			import io.pipelining.annotation.Pipelined;

			""";

	private static final String FIELDS = """
			private final StringRedisTemplate redis;

			private final RedisTemplate<String, Object> objects;

			private final ValueOperations<String, String> values;

			private final ListOperations<String, String> lists;

			private final SetOperations<String, String> sets;

			private final ZSetOperations<String, String> zsets;

			private final HashOperations<String, Object, Object> hashes;

			private List<Object> out = new ArrayList<>();

			private Object field;

			private int depth;

			""";

	private static final String CONSTRUCTOR = """
			this.redis = redis;
			this.objects = objects;
			this.values = redis.opsForValue();
			this.lists = redis.opsForList();
			this.sets = redis.opsForSet();
			this.zsets = redis.opsForZSet();
			this.hashes = redis.opsForHash();
			""";

	/**
	 * Calls by the type of their value, which is never null, but for text and objects.
	 */
	private static final Map<String, List<String>> CALLS = Map.of("Boolean",
			List.of("redis.delete(%K)", "redis.delete(%K)", "redis.unlink(%K)", "redis.hasKey(%K)",
					"redis.expire(%K, 3000, TimeUnit.SECONDS)", "redis.expire(%K, java.time.Duration.ofMinutes(90))",
					"redis.persist(%K)", "values.setIfAbsent(%T, %v)", "values.setIfPresent(%T, %v)",
					"redis.opsForValue().setIfAbsent(%T, %v, 3000, TimeUnit.SECONDS)",
					"values.setBit(\"b0\", %i, true)", "values.getBit(\"b0\", %i)", "sets.isMember(%X, %m)",
					"zsets.add(%Z, %m, %i)", "redis.opsForHash().hasKey(%H, %f)", "hashes.putIfAbsent(%H, %f, %v)",
					"sets.move(%X, %m, %X)", "redis.boundSetOps(%X).isMember(%m)",
					"redis.boundValueOps(%T).setIfAbsent(%v)", "redis.boundValueOps(%N).persist()",
					"redis.boundHashOps(%H).expire(3000, TimeUnit.SECONDS)", "values.multiSetIfAbsent(Map.of(%T, %v))",
					"redis.execute((RedisCallback<Boolean>) (c) -> c.keyCommands().persist(%K.getBytes()))",
					"objects.delete(\"o0\")", "objects.opsForValue().setIfAbsent(\"o0\", 5L)"),
			"Long",
			List.of("values.increment(%N)", "values.increment(%N)", "redis.opsForValue().increment(%N, %i)",
					"values.decrement(%N)", "lists.rightPush(%L, %v)", "redis.opsForList().leftPush(%L, %v)",
					"lists.rightPushAll(%L, %v, %v)", "lists.size(%L)", "lists.remove(%L, 1, %v)", "sets.add(%X, %m)",
					"redis.opsForSet().add(%X, %m, %m)", "sets.size(%X)", "sets.remove(%X, %m)", "zsets.size(%Z)",
					"zsets.remove(%Z, %m)", "hashes.increment(\"c0\", %f, 2)", "redis.opsForHash().size(%H)",
					"hashes.delete(%H, %f)", "redis.delete(List.of(%K, %K))",
					"redis.countExistingKeys(List.of(%K, %K))", "redis.opsForHyperLogLog().add(\"p0\", %v)",
					"redis.opsForHyperLogLog().size(\"p0\")", "redis.boundListOps(%L).rightPush(%v)",
					"redis.boundValueOps(%N).increment()", "redis.boundSetOps(%X).add(%m)", "zsets.count(%Z, 0, 10)",
					"sets.unionAndStore(%X, %X, \"x9\")", "zsets.removeRange(%Z, 3, 4)",
					"redis.execute((RedisCallback<Long>) (c) -> c.stringCommands().incr(%N.getBytes()))",
					"objects.opsForList().rightPush(\"ol\", \"v\")", "objects.opsForHash().delete(\"oh\", \"f\")"),
			"String",
			List.of("values.get(%T)", "values.get(%T)", "redis.opsForValue().get(%N)", "values.getAndSet(%T, %v)",
					"values.getAndDelete(%T)", "lists.leftPop(%L)", "redis.opsForList().rightPop(%L)",
					"lists.index(%L, 0)", "lists.rightPopAndLeftPush(%L, %L)", "values.get(%T, 0, 2)",
					"redis.boundValueOps(%T).get()", "redis.boundListOps(%L).leftPop()",
					"redis.boundValueOps(%T).getAndSet(%v)"),
			"Object",
			List.of("hashes.get(%H, %f)", "redis.opsForHash().get(%H, %f)", "zsets.score(%Z, %m)", "zsets.rank(%Z, %m)",
					"values.append(%T, %v)", "zsets.incrementScore(%Z, %m, 1.5)", "lists.range(%L, 0, -1)",
					"sets.members(%X)", "new TreeMap<>(redis.opsForHash().entries(%H))",
					"zsets.rangeWithScores(%Z, 0, -1)", "hashes.multiGet(%H, List.of(%f, %f))",
					"values.multiGet(List.of(%T, %N))", "sets.isMember(%X, \"m0\", \"m1\", \"m7\")", "redis.type(%K)",
					"hashes.keys(%H)", "zsets.popMin(%Z)", "zsets.popMax(%Z, 2)", "sets.difference(%X, %X)",
					"new TreeMap<>(redis.boundHashOps(%H).entries())", "redis.boundZSetOps(%Z).incrementScore(%m, 2)",
					"objects.opsForValue().get(\"o0\")", "objects.opsForValue().getAndSet(\"o0\", 5L)",
					"objects.opsForHash().get(\"oh\", \"f\")", "objects.opsForList().leftPop(\"ol\")",
					"redis.execute((RedisCallback<Object>) (c) -> c.setCommands().sMembers(%X.getBytes()).size())"),
			"void",
			List.of("values.set(%T, %v)", "redis.opsForValue().set(%T, %v)", "hashes.put(%H, %f, %v)",
					"redis.opsForHash().putAll(%H, Map.of(%f, %v))", "lists.trim(%L, 0, 8)",
					"values.multiSet(Map.of(%T, %v))", "values.set(%T, %v, 3000, TimeUnit.SECONDS)",
					"objects.opsForValue().set(\"o0\", 7L)", "redis.boundHashOps(%H).put(%f, %v)",
					"redis.boundValueOps(%T).set(%v)", "objects.opsForHash().put(\"oh\", \"f\", List.of(%v))"));

	private static final String SORTED = "new TreeMap<>(";

	private static final List<String> TYPES = List.of("Boolean", "Long", "String", "Object");

	/** Calls that a reference or lambda can make with any key, all of them Booleans. */
	private static final List<String> KEY_CALLS = List.of("delete", "unlink", "hasKey", "persist");

	private static final Pattern OF_AN_INSTANCE = Pattern
		.compile("\\b(values|lists|sets|zsets|hashes|objects|other|depth)\\b|\\bhelper\\d");

	private final Random random;

	private final String name;

	private final boolean droppedOnly;

	private final List<Helper> helpers = new ArrayList<>();

	private int names;

	private RandomProgram(String name, long seed, boolean droppedOnly) {
		this.random = new Random(seed);
		this.name = name;
		this.droppedOnly = droppedOnly;
	}

	/**
	 * Write a class in the package {@code programs} that implements {@code Callable}.
	 * @param name its simple name
	 * @param seed the seed
	 * @param droppedOnly whether no value is to be used
	 */
	static String write(String name, long seed, boolean droppedOnly) {
		return new RandomProgram(name, seed, droppedOnly).write();
	}

	private String write() {
		String other = members("Other" + this.name, "other.");
		String own = members(this.name, "");
		String body = block(0, 8 + this.random.nextInt(8));
		String source = IMPORTS + "@SuppressWarnings(\"all\")\npublic class " + this.name
				+ " implements Callable<Object> {\n" + FIELDS + "private final Other" + this.name + " other;\n\npublic "
				+ this.name + "(StringRedisTemplate redis, RedisTemplate<String, Object> objects) {\n" + CONSTRUCTOR
				+ "this.other = new Other" + this.name
				+ "(redis, objects, this.out);\n}\n\n@Override\n@Pipelined\npublic Object call() throws Exception {\n"
				+ body + "\n" + end() + "\n}\n\n" + own + "}\n\n@SuppressWarnings(\"all\")\nclass Other" + this.name
				+ " {\n" + FIELDS + "Other" + this.name
				+ "(StringRedisTemplate redis, RedisTemplate<String, Object> objects, List<Object> out) {\n"
				+ CONSTRUCTOR + "this.out = out;\n}\n\n" + other + "}\n";
		return indent((!this.droppedOnly && chance(0.06)) ? source.replaceAll("\\s*\n\\s*", " ") : source);
	}

	private String end() {
		if (this.droppedOnly || chance(0.6)) {
			return "return out;";
		}
		// The value of the method itself
		return pick(() -> "return " + any() + ";",
				() -> "try {\nreturn " + any() + ";\n}\nfinally {\n" + dropped(2) + "\n}",
				() -> "try {\nreturn " + any() + ";\n}\nfinally {\nreturn Arrays.asList(out, " + any() + ");\n}",
				() -> "return out.isEmpty() ? " + any() + " : " + any() + ";",
				() -> "if (" + condition() + ") return " + any() + "; return out;",
				() -> "return " + call("Boolean") + " ? out : " + any() + ";",
				() -> "throw new IllegalStateException(\"thrown \" + out + " + text() + ");");
	}

	// Helper methods

	private String members(String owner, String qualifier) {
		List<Helper> written = new ArrayList<>();
		StringBuilder members = new StringBuilder();
		for (int i = 2 + this.random.nextInt(4); i > 0; i--) {
			Helper helper = helper(owner, qualifier);
			members.append(helper.source()).append("\n\n");
			written.add(helper);
			if (qualifier.isEmpty()) {
				// One may call those before it
				this.helpers.add(helper);
			}
		}
		if (!qualifier.isEmpty()) {
			this.helpers.addAll(written);
		}
		return members.toString();
	}

	private Helper helper(String owner, String qualifier) {
		String method = fresh("helper");
		String type = TYPES.get(this.random.nextInt(TYPES.size()));
		String call = qualifier + method;
		List<Supplier<Helper>> kinds = new ArrayList<>(List.of(
				() -> new Helper(type, call + "()",
						type + " " + method + "() {\n" + statements() + "return " + returned(type) + ";\n}"),
				() -> new Helper("void", call + "()",
						"void " + method + "() {\n" + statements() + droppedCall() + ";\n}"),
				() -> new Helper(type, call + "(" + chance(0.5) + ")",
						type + " " + method + "(boolean yes) {\nreturn yes ? (" + type + ") " + call(type) + " : "
								+ call(type) + ";\n}"),
				() -> new Helper("Boolean", call + "(\"n0\", \"t1\")",
						"Boolean " + method + "(String... keys) {\nreturn redis." + keyCall()
								+ "(keys[keys.length - 1]);\n}"),
				() -> new Helper(type, call + "(" + this.random.nextInt(3) + ")",
						type + " " + method + "(int times) {\nif (times == 0) {\nreturn " + call(type) + ";\n}\n"
								+ droppedCall() + "; return " + method + "(times - 1);\n}"),
				() -> new Helper(type, owner + "." + method + "(redis)",
						"static " + type + " " + method + "(StringRedisTemplate redis) {\nreturn " + staticCall(type)
								+ ";\n}"),
				() -> new Helper(type, call + "().get()",
						"Supplier<" + type + "> " + method + "() {\nreturn () -> " + call(type) + ";\n}"),
				() -> new Helper(type, "(" + type + ") " + call + "()",
						"Object " + method + "() {\nswitch (depth++ % 2) {\ncase 0:\nreturn " + call(type)
								+ ";\ndefault:\nreturn " + call(type) + ";\n}\n}")));
		if (!this.droppedOnly) {
			kinds.addAll(List.of(
					() -> new Helper(type, call + "()",
							type + " " + method + "() {\ntry {\n" + statements() + "return " + returned(type)
									+ ";\n}\nfinally {\n" + droppedCall() + ";\n}\n}"),
					() -> new Helper(type, call + "()",
							type + " " + method + "() {\n" + type + " result = " + call(type) + ";\n" + statements()
									+ "return result;\n}"),
					() -> new Helper("Boolean", call + "()",
							"boolean " + method + "() {\nreturn " + call("Boolean") + ";\n}"),
					() -> new Helper("Long", call + "()", "long " + method + "() {\nreturn " + call("Long") + ";\n}"),
					() -> new Helper(type,
							(qualifier.isEmpty() ? owner + ".this." : qualifier) + "<" + type + ">" + method + "()",
							"<R> R " + method + "() {\nreturn (R) (Object) " + call(type) + ";\n}"),
					() -> new Helper("Object", call + "()", "Object " + method + "() {\ntry {\nreturn " + any()
							+ ";\n}\nfinally {\nreturn " + any() + ";\n}\n}")));
		}
		return kinds.get(this.random.nextInt(kinds.size())).get();
	}

	private String staticCall(String type) {
		while (true) {
			String call = call(type);
			if (!OF_AN_INSTANCE.matcher(call).find()) {
				return call;
			}
		}
	}

	private String returned(String type) {
		String helper = chance(0.5) ? helperCall(type) : null;
		return (helper != null) ? helper : call(type);
	}

	private String statements() {
		return chance(0.5) ? block(3, 1) + "\n" : "";
	}

	private @Nullable String helperCall(String type) {
		List<Helper> known = this.helpers.stream().filter((helper) -> helper.type().equals(type)).toList();
		return known.isEmpty() ? null : known.get(this.random.nextInt(known.size())).call();
	}

	// Statements

	private String block(int depth, int statements) {
		StringBuilder block = new StringBuilder();
		for (int i = 0; i < statements; i++) {
			String statement = (this.droppedOnly || chance(0.5)) ? dropped(depth) : used(depth);
			block.append(chance(0.1) ? broken(statement) : statement)
				.append((!this.droppedOnly && chance(0.25)) ? " " : "\n");
		}
		return block.toString().strip();
	}

	/**
	 * Break chains of calls into lines.
	 */
	private String broken(String statement) {
		return statement.replace(").", ")\n.").replaceAll("\\b(redis|objects)\\.", "$1\n.");
	}

	private String dropped(int depth) {
		if (depth > 2 || chance(0.4)) {
			return droppedCall() + ";";
		}
		String key = fresh("key");
		String body = "{\n" + dropped(depth + 1) + "\n" + dropped(depth + 1) + "\n}";
		return pick(() -> "for (int " + key + " = 0; " + key + " < 3; " + key + "++) " + body,
				() -> "for (String " + key + " : " + keys() + ") {\nredis." + keyCall() + "(" + key + ");\n}",
				() -> keys() + ".forEach(redis::" + keyCall() + ");",
				() -> keys() + ".forEach((" + key + ") -> redis." + keyCall() + "(" + key + "));",
				() -> keys() + ".forEach((" + key + ") -> {\nredis." + keyCall() + "(" + key + ");\n" + droppedCall()
						+ ";\n});",
				() -> keys() + ".stream().forEach(redis::" + keyCall() + ");",
				() -> keys() + ".stream().peek(redis::" + keyCall() + ").toList();",
				() -> "List.of(\"n0\", \"n1\").forEach(values::increment);",
				() -> "List.of(\"a\", \"b\").forEach(redis.boundListOps(" + literal('L') + ")::rightPush);",
				() -> "new TreeMap<>(Map.of(\"t0\", \"7\", \"t1\", \"8\")).forEach(values::set);",
				() -> "new TreeMap<>(Map.of(\"l0\", \"7\", \"l1\", \"8\")).forEach((k, v) -> lists.rightPush(k, v));",
				() -> "Optional.of(" + literal('K') + ").ifPresent(redis::" + keyCall() + ");",
				() -> "Runnable " + key + " = () -> " + droppedCall() + "; " + key + ".run();",
				() -> "Supplier<Object> " + key + " = () -> " + any() + "; " + key + ".get();",
				() -> "Callable<Object> " + key + " = () -> " + any() + "; " + key + ".call();",
				() -> "Consumer<String> " + key + " = redis::" + keyCall() + "; " + key + ".andThen(redis::" + keyCall()
						+ ").accept(" + literal('K') + ");",
				() -> "Function<String, Boolean> " + key + " = redis::" + keyCall() + "; " + key + ".apply("
						+ literal('K') + ");",
				() -> "BiFunction<String, Long, Long> " + key + " = values::increment; " + key + ".apply(\"n1\", 2L);",
				() -> "try " + body + "\nfinally {\n" + dropped(depth + 1) + "\n}",
				() -> "try {\n" + dropped(depth + 1)
						+ "\nif (depth >= 0) throw new IllegalStateException();\n}\ncatch (IllegalStateException ex"
						+ key + ") " + body,
				() -> "try (AutoCloseable " + key + " = () -> " + droppedCall() + ") " + body,
				() -> "synchronized (out) " + body,
				() -> "if (out.size() % 2 == 0) " + body + "\nelse {\n" + dropped(depth + 1) + "\n}",
				() -> "if (out.size() % 2 == 0) " + droppedCall() + "; else " + droppedCall() + ";",
				() -> "switch (out.size() % 3) {\ncase 0:\n" + droppedCall() + ";\ncase 1:\n" + droppedCall()
						+ ";\nbreak;\ndefault:\n" + droppedCall() + ";\n}",
				() -> "switch (String.valueOf(out.size() % 3)) {\ncase \"0\" -> " + droppedCall() + ";\ncase \"1\" -> "
						+ droppedCall() + ";\ndefault -> " + droppedCall() + ";\n}",
				() -> "new Object() {\nvoid run() {\n" + droppedCall() + ";\n" + droppedCall() + ";\n}\n}.run();",
				() -> "class Local" + key + " {\nObject run() {\nreturn " + any() + ";\n}\n}\nnew Local" + key
						+ "().run();",
				() -> "for (" + droppedCall() + "; depth < 3; depth++, " + droppedCall() + ") {\n" + droppedCall()
						+ ";\n}\ndepth = 0;",
				() -> "CompletableFuture.completedFuture(" + literal('K') + ").thenAccept(redis::" + keyCall() + ");",
				() -> "CompletableFuture.runAsync(() -> " + droppedCall() + ", Runnable::run);",
				() -> "do " + body + " while (out.size() > 100_000);", () -> body, () -> "StreamSupport.stream("
						+ keys() + ".spliterator(), false).sorted().forEachOrdered(redis::" + keyCall() + ");");
	}

	private String droppedCall() {
		String type = chance(0.2) ? "void" : TYPES.get(this.random.nextInt(TYPES.size()));
		String helper = chance(0.3) ? helperCall(type) : null;
		return (helper != null && !helper.startsWith("(")) ? helper : unsorted(call(type));
	}

	private String used(int depth) {
		String key = fresh("value");
		if (depth > 2) {
			return pick(() -> "out.add(" + any() + ");",
					() -> "Object " + key + " = " + any() + "; " + droppedCall() + "; out.add(" + key + ");",
					() -> "if (" + condition() + ") {\n" + droppedCall() + ";\n}",
					() -> "Supplier<Object> " + key + " = () -> " + any() + "; out.add(" + key + ".get());",
					() -> "out.add(" + condition() + " ? " + any() + " : \"no\");",
					() -> "out.add(\"a\" + " + any() + ");");
		}
		String body = "{\n" + ((depth < 2) ? block(depth + 1, 1 + this.random.nextInt(2)) : dropped(3)) + "\n}";
		return pick(() -> "out.add(" + any() + ");", () -> "out.add(" + any() + ");",
				() -> "Object " + key + " = " + any() + "; " + dropped(3) + " out.add(" + key + ");",
				() -> "Boolean " + key + " = " + call("Boolean") + ";\nout.add(" + key + ");",
				() -> "boolean " + key + " = " + call("Boolean") + " && " + call("Boolean") + "; " + droppedCall()
						+ "; out.add(" + key + ");",
				() -> "long "
						+ key + " = " + call("Long") + ";\n" + key + " += " + call("Long") + ";\nout.add(" + key + ");",
				() -> "int " + key + " = (int) (long) " + call("Long") + ";\nout.add(" + key + ");",
				() -> "if (" + condition() + ") " + body, () -> "if (" + condition() + ") " + body + "\nelse {\n"
						+ dropped(depth + 1) + "\nout.add(" + any() + ");\n}",
				() -> "if (" + condition() + " || " + condition() + ") " + droppedCall() + ";",
				() -> "if (!(" + condition() + " && " + condition() + ")) " + droppedCall() + "; else " + droppedCall()
						+ ";",
				() -> "out.add(" + condition() + " ? " + any() + " : " + any() + ");",
				() -> "out.add(\"a\" + " + any() + " + \"b\" + " + any() + ");",
				() -> "String " + key + " = \"a\"; " + key + " += " + any() + ";\nout.add(" + key + ");",
				() -> "switch (String.valueOf(" + any() + ")) {\ncase \"true\", \"1\", \"v1\":\n" + droppedCall()
						+ ";\nbreak;\ncase \"2\", \"v0\":\n" + droppedCall() + ";\ndefault:\nout.add(" + any()
						+ ");\n}",
				() -> "out.add(switch (String.valueOf(" + any() + ")) {\ncase \"true\", \"1\" -> " + any()
						+ ";\ncase \"v1\" -> {\n" + droppedCall() + ";\nyield " + any() + ";\n}\ndefault -> " + any()
						+ ";\n});",
				() -> "switch ((int) (" + call("Long") + " % 3)) {\ncase 0 -> " + droppedCall()
						+ ";\ncase 1 -> out.add(" + any() + ");\ndefault -> " + droppedCall() + ";\n}",
				() -> "String " + key + ";\nint n" + key + " = 0;\nwhile ((" + key + " = " + "lists.leftPop("
						+ literal('L') + ")) != null && n" + key + "++ < 4) {\nout.add(" + key + ");\n" + droppedCall()
						+ ";\n}",
				() -> "for (Object " + key + " : new TreeSet<>(sets.members(" + literal('X') + "))) {\nredis."
						+ keyCall() + "(\"t\" + " + key + ");\nout.add(" + key + ");\n}",
				() -> "for (int " + key + " = 0; " + key + " < " + call("Long") + " && " + key + " < 3; " + key
						+ "++) {\n" + droppedCall() + ";\n}",
				() -> "Supplier<Object> " + key + " = () -> " + any() + "; " + droppedCall() + "; out.add(" + key
						+ ".get());",
				() -> "Callable<Object> " + key + " = () -> {\n" + droppedCall() + ";\nreturn " + any()
						+ ";\n};\nout.add(" + key + ".call()); " + key + ".call();",
				() -> "Function<String, Boolean> " + key + " = redis::" + keyCall() + "; out.add(" + key + ".apply("
						+ literal('K') + ")); " + key + ".apply(" + literal('K') + ");",
				() -> "Predicate<String> " + key + " = redis::" + keyCall() + "; out.add(" + key + ".negate().test("
						+ literal('K') + "));",
				() -> "BooleanSupplier " + key + " = () -> " + call("Boolean") + "; " + key + ".getAsBoolean();",
				() -> "LongSupplier " + key + " = () -> " + call("Long") + "; out.add(" + key + ".getAsLong());",
				() -> "ToLongFunction<String> " + key + " = values::increment; out.add(" + key
						+ ".applyAsLong(\"n2\") > 2);",
				() -> "out.add(" + keys() + ".stream().map(redis::" + keyCall() + ").toList());",
				() -> "out.add(" + keys() + ".stream().filter(redis::" + keyCall() + ").collect(Collectors.toList()));",
				() -> "out.add(" + keys() + ".stream().anyMatch((k) -> redis." + keyCall() + "(k)));",
				() -> "out.add(" + keys() + ".stream().peek(redis::" + keyCall() + ").allMatch(redis::" + keyCall()
						+ "));",
				() -> "out.add(Stream.of(\"n0\", \"n1\").mapToLong(values::increment).sum());",
				() -> "out.add(Stream.of(\"t0\", \"t1\").collect(Collectors.toMap((k) -> k, (k) -> \"\" + values.get(k))));",
				() -> "out.add(Stream.of(\"t0\", \"t1\").map(values::get).map(String::valueOf).collect(Collectors.joining()));",
				() -> "out.add(Stream.of(\"n0\", \"n1\").map(values::increment).reduce(0L, Long::sum));",
				() -> "out.add(Optional.ofNullable(" + text() + ").map(String::length).orElse(-1));",
				() -> "out.add(Optional.ofNullable(" + text() + ").orElseGet(() -> " + text() + "));",
				() -> "out.add(Optional.of(" + literal('T') + ").map(values::get).isPresent());",
				() -> "out.add(Objects.requireNonNullElse(" + any() + ", \"none\"));",
				() -> "out.add(Objects.equals(" + any() + ", " + any() + "));",
				() -> "out.add((Object) " + any() + " instanceof String s" + key + " && s" + key + ".length() > 1);",
				() -> "field = " + any() + "; out.add(field);",
				() -> "Object[] " + key + " = { " + any() + ", " + any() + " };\nout.addAll(Arrays.asList(" + key
						+ "));",
				() -> "long[] " + key + " = new long[4];\n" + key + "[(int) (" + call("Long") + " & 3)] += "
						+ call("Long") + ";\nout.add(Arrays.toString(" + key + "));",
				() -> "try {\n" + dropped(depth + 1) + "\nthrow new IllegalStateException(\"m\" + " + any()
						+ ");\n}\ncatch (IllegalStateException ex" + key + ") {\nout.add(ex" + key
						+ ".getMessage());\n}\nfinally " + body,
				() -> "try {\nif (" + condition() + ") throw new IllegalStateException();\n" + droppedCall()
						+ ";\n}\ncatch (IllegalStateException ex" + key + ") " + body,
				() -> "synchronized (out) {\nout.add(" + any() + ");\n" + droppedCall() + ";\n}",
				() -> "assert " + call("Boolean") + " || depth >= 0 : " + any() + ";",
				() -> "out.add(new Object() {\nObject run() {\n" + droppedCall() + ";\nreturn " + any()
						+ ";\n}\n}.run());",
				() -> "record R" + key + "(Object value) {\nR" + key
						+ " {\nvalue = String.valueOf(value);\n}\n}\nout.add(new R" + key + "(" + any() + ").value());",
				() -> "out.add(CompletableFuture.completedFuture(" + literal('K') + ").thenApply(redis::" + keyCall()
						+ ").join());",
				() -> "out.add(CompletableFuture.supplyAsync(() -> " + any() + ", Runnable::run).get());",
				() -> "List<String> " + key + " = new ArrayList<>(List.of(\"t2\", \"t0\", \"n1\", \"t1\"));\n" + key
						+ ".sort(Comparator.comparing((k) -> \"\" + values.get(k)));\nout.add(" + key + ");",
				() -> "List<String> " + key + " = new ArrayList<>(List.of(\"t2\", \"t0\"));\n" + key
						+ ".replaceAll(values::get);\nout.add(" + key + ");",
				() -> "List<String> " + key + " = new ArrayList<>(" + keys() + ");\n" + key + ".removeIf(redis::"
						+ keyCall() + ");\nout.add(" + key + ");",
				() -> "out.add(new HashMap<String, String>().computeIfAbsent(" + literal('T') + ", values::get));",
				() -> "for (Iterator<Boolean> " + key + " = " + keys() + ".stream().map((k) -> redis." + keyCall()
						+ "(k)).iterator(); " + key + ".hasNext();) {\nout.add(" + key + ".next()); " + droppedCall()
						+ ";\n}",
				() -> "values.set(" + literal('T') + ", \"v\" + " + any() + ");",
				() -> "lists.rightPush(" + literal('L') + ", String.valueOf(" + any() + "));",
				() -> "redis.delete((Object) " + any() + " == null ? " + literal('K') + " : " + literal('K') + ");",
				() -> "values.get(values.get(" + literal('T') + ") == null ? \"t0\" : \"t1\"); out.add(" + text()
						+ ");",
				() -> "Object a" + key + ", b" + key + ";\na" + key + " = b" + key + " = " + any() + ";\nout.add(a"
						+ key + ");",
				() -> {
					String same = call("Boolean");
					return "out.add(" + same + "); " + same + "; if (" + same + ") out.add(1);";
				}, () -> {
					String same = text();
					return same + "; out.add(" + same + "); " + same + ";";
				}, () -> (depth < 3) ? "if (depth++ > 1 && " + condition() + ") {\nreturn out;\n}" : "out.add(0);");
	}

	// Expressions

	private String condition() {
		return pick(() -> "(" + call("Boolean") + ")", () -> "!" + call("Boolean"), () -> call("Long") + " > 2",
				() -> call("Long") + " == 1L", () -> text() + " == null", () -> "(Object) " + any() + " != null",
				() -> "\"v1\".equals(" + text() + ")", () -> "Boolean.TRUE.equals(" + call("Boolean") + ")",
				() -> call("Boolean") + " == Boolean.TRUE", () -> "String.valueOf(" + any() + ").length() % 2 == 0",
				() -> "redis.opsForHash().entries(" + literal('H') + ").isEmpty()",
				() -> "lists.range(" + literal('L') + ", 0, -1).contains(\"v1\")",
				() -> "sets.members(" + literal('X') + ").size() > 1", () -> call("Long") + ".intValue() > 1");
	}

	private String text() {
		return call("String");
	}

	private String any() {
		String type = TYPES.get(this.random.nextInt(TYPES.size()));
		String helper = chance(0.2) ? helperCall(type) : null;
		return (helper != null) ? helper : call(type);
	}

	private String call(String type) {
		List<String> calls = CALLS.get(type);
		String template = calls.get(this.random.nextInt(calls.size()));
		if (this.droppedOnly && template.endsWith(".size())")) {
			return call(type);
		}
		StringBuilder call = new StringBuilder();
		for (int i = 0; i < template.length(); i++) {
			char letter = template.charAt(i);
			if (letter == '%') {
				i++;
				call.append(argument(template.charAt(i)));
			}
			else {
				call.append(letter);
			}
		}
		return this.droppedOnly ? unsorted(call.toString()) : call.toString();
	}

	/**
	 * The entries of a hash come from Jedis in no order, which their text would show.
	 */
	private static String unsorted(String call) {
		return call.startsWith(SORTED) ? call.substring(SORTED.length(), call.length() - 1) : call;
	}

	private String argument(char kind) {
		if (kind == 'v' && !this.droppedOnly && chance(0.05)) {
			return "(\"\" + " + any() + ")";
		}
		return literal(kind);
	}

	private String literal(char kind) {
		return switch (kind) {
			case 'K' -> literal("TTTNNLXZH".charAt(this.random.nextInt(9)));
			case 'v' -> "\"v" + this.random.nextInt(3) + "\"";
			case 'm' -> "\"m" + this.random.nextInt(4) + "\"";
			case 'f' -> "\"f" + this.random.nextInt(3) + "\"";
			case 'i' -> String.valueOf(1 + this.random.nextInt(9));
			default -> "\"" + Character.toLowerCase(kind) + this.random.nextInt(3) + "\"";
		};
	}

	private String keys() {
		return IntStream.range(0, 1 + this.random.nextInt(3))
			.mapToObj((i) -> literal('K'))
			.collect(Collectors.joining(", ", "List.of(", ")"));
	}

	private String keyCall() {
		return KEY_CALLS.get(this.random.nextInt(KEY_CALLS.size()));
	}

	private String fresh(String prefix) {
		return prefix + this.names++;
	}

	private boolean chance(double probability) {
		return this.random.nextDouble() < probability;
	}

	@SafeVarargs
	private String pick(Supplier<String>... choices) {
		return choices[this.random.nextInt(choices.length)].get();
	}

	private static String indent(String source) {
		StringBuilder indented = new StringBuilder();
		int depth = 0;
		for (String line : source.split("\n")) {
			String code = line.strip();
			int closing = code.startsWith("}") ? 1 : 0;
			indented.append("\t".repeat(Math.max(0, code.isEmpty() ? 0 : depth - closing))).append(code).append('\n');
			for (char letter : code.toCharArray()) {
				depth += (letter == '{') ? 1 : (letter == '}') ? -1 : 0;
			}
		}
		return indented.toString();
	}

	/**
	 * A method of the class, or of the other class, that makes calls.
	 *
	 * @param type the type of its value
	 * @param call how the class calls it
	 * @param source its source
	 */
	private record Helper(String type, String call, String source) {

	}

}
