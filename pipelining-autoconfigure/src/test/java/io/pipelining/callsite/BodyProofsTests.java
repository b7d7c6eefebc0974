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

package io.pipelining.callsite;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.slf4j.LoggerFactory;

import org.springframework.aop.MethodBeforeAdvice;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisConnectionUtils;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.StringRedisSerializer;

import io.pipelining.support.JavaMachine;
import io.pipelining.support.SourceCompiler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which code is proven to use no value.
 */
class BodyProofsTests {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	private final LettuceConnectionFactory factory = new LettuceConnectionFactory();

	private final StringRedisTemplate redis = new StringRedisTemplate(this.factory);

	private final RedisTemplate<String, Object> objects = new RedisTemplate<>();

	private final ProofProbe probe = new ProofProbe(this.factory);

	BodyProofsTests() {
		this.objects.setConnectionFactory(this.factory);
		this.objects.setKeySerializer(RedisSerializer.string());
		this.objects.afterPropertiesSet();
	}

	static Stream<Method> bodies() {
		return Arrays.stream(ProvableBodies.class.getDeclaredMethods())
			.filter((method) -> !method.isSynthetic() && !Modifier.isPrivate(method.getModifiers()))
			.filter((method) -> method.getName().startsWith("proven") || method.getName().startsWith("care"))
			.sorted((one, other) -> one.getName().compareTo(other.getName()));
	}

	@ParameterizedTest
	@MethodSource("bodies")
	void proves(Method method) throws Exception {
		ProvableBodies bodies = new ProvableBodies(this.redis, this.objects);
		for (int i = 0; i < 2; i++) {
			Object[] arguments = Arrays.stream(method.getParameters()).map(this::argument).toArray();
			ProofProbe.Calls calls = this.probe.run(bodies, method, arguments);
			assertThat(calls.count()).isPositive();
			assertThat(calls.isProven()).isEqualTo(method.getName().startsWith("proven"));
			if (calls.isProven()) {
				assertThat(calls.used()).isZero();
			}
		}
	}

	@Test
	void looksAtWhatTheCodeIsGivenEachTime() throws Exception {
		ProvableBodies bodies = new ProvableBodies(this.redis, this.objects);
		Method method = ProvableBodies.class.getDeclaredMethod("provenForEach", List.class);
		assertThat(isProven(bodies, method, List.of("a"))).isTrue();
		assertThat(isProven(bodies, method, new ArrayList<>(List.of("a")))).isTrue();
		assertThat(isProven(bodies, method, strange())).isFalse();
		assertThat(isProven(bodies, method, List.of("a"))).isTrue();
		StringRedisTemplate others = new StringRedisTemplate(new LettuceConnectionFactory());
		assertThat(isProven(new ProvableBodies(this.redis, this.objects), method, List.of("a"))).isTrue();
		StringRedisTemplate asking = new StringRedisTemplate(this.factory);
		asking.setKeySerializer(new StringRedisSerializer() {
		});
		assertThat(isProven(new ProvableBodies(asking, this.objects), method, List.of("a"))).isFalse();
		StringRedisTemplate overridden = new StringRedisTemplate(this.factory) {
		};
		assertThat(isProven(new ProvableBodies(overridden, this.objects), method, List.of("a"))).isFalse();
		assertThat(others.getConnectionFactory()).isNotSameAs(this.factory);
	}

	private boolean isProven(ProvableBodies bodies, Method method, Object argument) throws Exception {
		return this.probe.run(bodies, method, argument).isProven();
	}

	@Test
	void provesAgainForAnotherKindOfArgument() throws Exception {
		ProvableBodies bodies = new ProvableBodies(this.redis, this.objects);
		Method method = ProvableBodies.class.getDeclaredMethod("provenForEach", List.class);
		assertThat(isProven(bodies, method, strange())).isFalse();
		assertThat(isProven(bodies, method, List.of("a"))).isTrue();
	}

	@Test
	void endsWithTheFieldThatItLookedAt() throws Exception {
		Changing changing = new Changing(this.redis);
		ProofProbe.Calls calls = this.probe.run(changing);
		assertThat(calls.isProven()).isTrue();
		changing.redis = new StringRedisTemplate(this.factory);
		assertThat(calls.isProven()).isFalse();
	}

	@Test
	void provesCallbacksOfEachKind() throws Exception {
		StringRedisTemplate mine = this.redis;
		assertThat(isProven(() -> mine.delete("a"))).isTrue();
		assertThat(isProven(this::drop)).isTrue();
		assertThat(isProven(new Changing(mine))).isTrue();
		assertThat(isProven(new Runnable() {

			@Override
			public void run() {
				mine.delete("a");
			}

		})).isTrue();
		assertThat(isProven(new SyncTaskExecutor()::toString)).isFalse();
		Consumer<String> first = mine::delete;
		assertThat(isProven(() -> first.andThen(mine::delete).accept("a"))).isFalse();
	}

	private void drop() {
		this.redis.delete("a");
	}

	private boolean isProven(Runnable code) throws Exception {
		return isProven(this.probe, code);
	}

	@Test
	void codeBetweenIsNoPartOfTheProof() throws Exception {
		ProxyFactory proxies = new ProxyFactory(new Changing(this.redis));
		proxies.addAdvice((MethodBeforeAdvice) (method, arguments, target) -> {
		});
		assertThat(isProven((Runnable) proxies.getProxy())).isFalse();
		Runnable code = new Changing(this.redis);
		assertThat(this.probe.run(Body.of(code), () -> ProofProbe.Opener.run(() -> {
			code.run();
			this.redis.delete("b");
		})).isProven()).isFalse();
		MethodHandle handle = MethodHandles.lookup()
			.findVirtual(Changing.class, "run", MethodType.methodType(void.class))
			.bindTo(code);
		assertThat(isProven(MethodHandleProxies.asInterfaceInstance(Runnable.class, handle))).isFalse();
	}

	@Test
	void logsOfEachCallAreCodeOfTheApplication() throws Exception {
		Runnable code = new Changing(this.redis);
		assertThat(isProven(code)).isTrue();
		Logger logger = (Logger) LoggerFactory.getLogger(RedisConnectionUtils.class);
		logger.setLevel(Level.DEBUG);
		try {
			assertThat(isProven(code)).isFalse();
		}
		finally {
			logger.setLevel(null);
		}
		assertThat(isProven(code)).isTrue();
	}

	@Test
	void provesNothingOfClassesThatMayNotBeAsTheirFilesAre(@TempDir Path directory) throws Exception {
		Path source = Files.writeString(directory.resolve("Made.java"), """
				public class Made implements Runnable {

					public org.springframework.data.redis.core.StringRedisTemplate redis;

					public void run() {
						this.redis.delete("a");
					}

				}
				""");
		SourceCompiler.JAVAC.compile(List.of(source), directory);
		ProofProbe later = new ProofProbe(this.factory);
		URL[] urls = { directory.toUri().toURL() };
		ClassLoader parent = getClass().getClassLoader();
		try (URLClassLoader plain = new URLClassLoader(urls, parent);
				URLClassLoader other = new URLClassLoader(urls, parent) {
				}) {
			Runnable made = made(plain);
			assertThat(isProven(later, made)).isTrue();
			assertThat(isProven(later, made(other))).isFalse();
			Path file = directory.resolve("Made.class");
			Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !isProven(later, made));
		}
	}

	private Runnable made(ClassLoader loader) throws Exception {
		Class<?> type = loader.loadClass("Made");
		Object made = type.getConstructor().newInstance();
		type.getField("redis").set(made, this.redis);
		return (Runnable) made;
	}

	private static boolean isProven(ProofProbe probe, Runnable code) throws Exception {
		return probe.run(code).isProven();
	}

	@Test
	void keepsNoClassLoaderAlive(@TempDir Path directory) throws Exception {
		Path source = Files.writeString(directory.resolve("Made.java"), """
				public class Made implements Runnable {

					public org.springframework.data.redis.core.StringRedisTemplate redis;

					public void run() {
						this.redis.delete("a");
						java.util.List.of("a").forEach(this.redis::delete);
					}

				}
				""");
		SourceCompiler.JAVAC.compile(List.of(source), directory);
		ProofProbe later = new ProofProbe(this.factory);
		WeakReference<ClassLoader> loader = proveInOwnLoader(later, directory);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
			System.gc();
			return loader.get() == null;
		});
		assertThat(isProven(later, new Changing(this.redis))).isTrue();
	}

	private WeakReference<ClassLoader> proveInOwnLoader(ProofProbe probe, Path directory) throws Exception {
		URLClassLoader loader = new URLClassLoader(new URL[] { directory.toUri().toURL() },
				getClass().getClassLoader());
		assertThat(isProven(probe, made(loader))).isTrue();
		return new WeakReference<>(loader);
	}

	@Test
	void provesNothingBesideAgentsAndDebuggers() throws Exception {
		assertThat(proofs()).contains("proven: true");
		assertThat(proofs("-javaagent:" + JavaMachine.classPathEntry("org.jacoco.agent") + "=output=none"))
			.contains("proven: false")
			.doesNotContain("proven: true");
		assertThat(proofs("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0"))
			.contains("proven: false")
			.doesNotContain("proven: true");
	}

	private static List<String> proofs(String... options) throws Exception {
		return JavaMachine.ofThisJava(LIMIT)
			.with(options)
			.run(ProofProgram.class.getName(), List.of())
			.endedWell()
			.lines();
	}

	@Test
	void provesNothingOnceSomebodyAttached() throws Exception {
		Process machine = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
				JavaMachine.classPath(), ProofProgram.class.getName())
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		try (BufferedReader out = machine.inputReader(); Writer in = machine.outputWriter()) {
			assertThat(nextProof(out)).isEqualTo("proven: true");
			JavaMachine.ofThisJava(LIMIT)
				.runTool("jcmd", List.of(String.valueOf(machine.pid()), "VM.version"))
				.endedWell();
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
				in.write('\n');
				in.flush();
				return nextProof(out).equals("proven: false");
			});
		}
		finally {
			machine.destroyForcibly();
		}
	}

	private static String nextProof(BufferedReader out) throws IOException {
		String line = out.readLine();
		while (line != null && !line.startsWith("proven: ")) {
			line = out.readLine();
		}
		return String.valueOf(line);
	}

	private Object argument(Parameter parameter) {
		Class<?> type = parameter.getType();
		boolean strange = parameter.getName().equals("strange");
		if (type == String.class) {
			return "a";
		}
		if (type == int.class) {
			return 2;
		}
		if (type == boolean.class) {
			return true;
		}
		if (type == TreeMap.class) {
			return new TreeMap<>(Map.of("a", "b"));
		}
		if (type == Map.class) {
			return new HashMap<>(Map.of("a", "b", "c", "d"));
		}
		if (type == Set.class) {
			return new java.util.HashSet<>();
		}
		if (type == StringRedisTemplate.class) {
			return new StringRedisTemplate(this.factory) {
			};
		}
		if (type == ProvableBodies.Item.class) {
			return new ProvableBodies.Item("a", "b", 1);
		}
		if (type == ProvableBodies.Kind.class) {
			return ProvableBodies.Kind.BOOK;
		}
		if (type == Function.class) {
			return (Function<String, String>) (key) -> key;
		}
		if (type == AutoCloseable.class) {
			return (AutoCloseable) () -> {
			};
		}
		if (type == Object.class) {
			return new Object();
		}
		List<Object> list = strange ? strange() : new ArrayList<>();
		if (!strange) {
			list.addAll(elements(parameter.getParameterizedType().getTypeName()));
		}
		return (type == java.util.Iterator.class) ? list.iterator() : list;
	}

	private static List<?> elements(String type) {
		if (type.contains("Item")) {
			return List.of(new ProvableBodies.Item("a", "b", 1));
		}
		if (type.contains("Thing")) {
			return List.of(new ProvableBodies.Thing());
		}
		return type.contains("Naming") ? List.of(new ProvableBodies.Plain()) : List.of("a", "b");
	}

	private static List<Object> strange() {
		return new AbstractList<>() {

			@Override
			public Object get(int index) {
				return "k" + index;
			}

			@Override
			public int size() {
				return 2;
			}

		};
	}

	private static final class Changing implements Runnable {

		private StringRedisTemplate redis;

		Changing(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Override
		public void run() {
			this.redis.delete("a");
		}

	}

}
