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

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.data.redis.core.RedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The list of classes that only pass a value on, held against the byte code of the
 * versions in the build. The code of each class was read and its digest noted in
 * {@code carriers.txt}: whatever differs has to be read again.
 */
class CarriedValuesTests {

	private static final String REDIS = "org/springframework/data/redis/";

	@Test
	void everyCarrierIsTheCodeThatWasRead() {
		Set<String> known = new TreeSet<>(readDigests());
		List<String> changed = new ArrayList<>();
		int found = 0;
		for (String carrier : CarriedValues.names()) {
			byte[] content = content(carrier);
			if (content != null) {
				found++;
				String digest = carrier + " " + digest(content);
				if (!known.contains(digest)) {
					changed.add(digest);
				}
			}
		}
		assertThat(found).isGreaterThan(50);
		assertThat(changed)
			.as("These classes are not those that were read. Read whether their methods still do nothing with the value of "
					+ "a Redis call but convert it, null included, and return it, and that they hand it to no code of "
					+ "others; then add these lines to carriers.txt, or take the class off the list in CarriedValues")
			.isEmpty();
	}

	@Test
	void everyCarrierExistsInSomeVersion() {
		Set<String> read = readDigests().stream().map((line) -> line.split(" ")[0]).collect(Collectors.toSet());
		assertThat(CarriedValues.names()).allMatch(read::contains,
				"its code was read in some version; a name without a class could become a class that nobody has read");
	}

	@Test
	void noNestedClassOfACarrierIsForgotten() throws IOException {
		Set<String> forgotten = new TreeSet<>();
		try (JarFile jar = ((JarURLConnection) RedisTemplate.class.getResource("RedisTemplate.class").openConnection())
			.getJarFile()) {
			jar.stream().map((entry) -> entry.getName()).filter((name) -> name.startsWith(REDIS)).forEach((name) -> {
				String type = name.replace(".class", "").replace('/', '.');
				int nested = type.indexOf('$');
				if (nested > 0 && CarriedValues.isCarrier(type.substring(0, nested)) && !CarriedValues.isCarrier(type)
						&& makesRedisCalls(type)) {
					forgotten.add(type);
				}
			});
		}
		assertThat(forgotten)
			.as("Callbacks of carriers that are not carriers themselves: their values count as used, which is slow")
			.isEmpty();
	}

	@Test
	void noCarrierUnboxesValues() {
		Set<String> unboxing = new TreeSet<>();
		for (String carrier : CarriedValues.names()) {
			byte[] content = content(carrier);
			if (content != null) {
				new ClassReader(content).accept(new PrimitiveCallers(carrier, unboxing), ClassReader.SKIP_DEBUG);
			}
		}
		assertThat(unboxing).as("Methods of carriers that return a primitive and make a Redis call").isEmpty();
	}

	@Test
	void unknownClassesAreNoCarriers() {
		assertThat(CarriedValues.isCarrier("org.springframework.data.redis.core.RedisTemplate2")).isFalse();
		assertThat(CarriedValues.isCarrier("org.springframework.data.redis.core.script.DefaultScriptExecutor"))
			.isFalse();
		assertThat(CarriedValues.isCarrier("org.springframework.data.redis.support.atomic.RedisAtomicLong")).isFalse();
		assertThat(CarriedValues.isCarrier("com.example.RedisTemplate")).isFalse();
		assertThat(CarriedValues.isCarrier("org.springframework.aop.framework.CglibAopProxy")).isFalse();
	}

	private static boolean makesRedisCalls(String type) {
		byte[] content = content(type);
		boolean[] calls = new boolean[1];
		if (content != null) {
			new ClassReader(content).accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION) {
				@Override
				public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
						String[] exceptions) {
					return new RedisCallVisitor(() -> calls[0] = true);
				}
			}, 0);
		}
		return calls[0];
	}

	private static List<String> readDigests() {
		try (InputStream stream = CarriedValuesTests.class.getResourceAsStream("carriers.txt")) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines()
				.filter((line) -> !line.startsWith("#"))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static byte[] content(String type) {
		try (InputStream stream = CarriedValuesTests.class.getClassLoader()
			.getResourceAsStream(type.replace('.', '/') + ".class")) {
			return (stream != null) ? stream.readAllBytes() : null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A digest of a class without its lines and names of locals.
	 */
	static String digest(byte[] content) {
		ClassWriter writer = new ClassWriter(0);
		new ClassReader(content).accept(writer, ClassReader.SKIP_DEBUG);
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(writer.toByteArray());
			return HexFormat.of().formatHex(digest, 0, 12);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static final class PrimitiveCallers extends ClassVisitor {

		private final String type;

		private final Set<String> found;

		private PrimitiveCallers(String type, Set<String> found) {
			super(SpringAsmInfo.ASM_VERSION);
			this.type = type;
			this.found = found;
		}

		@Override
		public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
				String[] exceptions) {
			return Descriptors.returnsPrimitive(descriptor)
					? new RedisCallVisitor(() -> this.found.add(this.type + "." + name + descriptor)) : null;
		}

	}

	/**
	 * Notes calls of commands, and of callbacks that make them.
	 */
	private static final class RedisCallVisitor extends MethodVisitor {

		private static final Set<String> OF_NO_COMMAND = Set.of("isPipelined", "isQueueing", "isClosed",
				"isSubscribed");

		private final Runnable found;

		private RedisCallVisitor(Runnable found) {
			super(SpringAsmInfo.ASM_VERSION);
			this.found = found;
		}

		@Override
		public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
			boolean command = opcode == Opcodes.INVOKEINTERFACE && owner.startsWith(REDIS + "connection/")
					&& (owner.endsWith("Commands") || owner.endsWith("Connection"));
			if ((command && !OF_NO_COMMAND.contains(name)) || name.equals("doInRedis") || name.equals("inRedis")
					|| (name.equals("execute") && owner.startsWith(REDIS))) {
				this.found.run();
			}
		}

	}

}
