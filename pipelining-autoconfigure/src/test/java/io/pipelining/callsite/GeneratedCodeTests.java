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
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.asm.ClassWriter;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Code that no compiler of Java makes, and classes whose loaded code is not that of their
 * class file.
 */
class GeneratedCodeTests {

	private static final String KEY = "key";

	private static final String TEMPLATE = "org/springframework/data/redis/core/StringRedisTemplate";

	@TempDir
	Path directory;

	@Test
	void popIsDropped() throws Exception {
		assertThat(judge((code) -> code.visitInsn(Opcodes.POP))).isFalse();
	}

	@Test
	void valueBelowTheReturnIsDropped() throws Exception {
		assertThat(judge((code) -> code.visitInsn(Opcodes.RETURN))).isFalse();
	}

	@Test
	void duplicateThatIsDroppedIsUsed() throws Exception {
		assertThat(judge((code) -> {
			code.visitInsn(Opcodes.DUP);
			code.visitInsn(Opcodes.POP);
			code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/util/Objects", "isNull", "(Ljava/lang/Object;)Z", false);
			code.visitInsn(Opcodes.POP);
		})).isTrue();
	}

	@Test
	void swapIsUsed() throws Exception {
		assertThat(judge((code) -> {
			code.visitInsn(Opcodes.ACONST_NULL);
			code.visitInsn(Opcodes.SWAP);
			code.visitInsn(Opcodes.POP2);
		})).isTrue();
	}

	@Test
	void jumpToPopIsDropped() throws Exception {
		assertThat(judge((code) -> {
			Label pop = new Label();
			code.visitJumpInsn(Opcodes.GOTO, pop);
			code.visitLabel(pop);
			code.visitInsn(Opcodes.POP);
		})).isFalse();
	}

	@Test
	void jumpToUseIsUsed() throws Exception {
		assertThat(judge((code) -> {
			Label use = new Label();
			code.visitJumpInsn(Opcodes.GOTO, use);
			code.visitLabel(use);
			code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/util/Objects", "isNull", "(Ljava/lang/Object;)Z", false);
			code.visitInsn(Opcodes.POP);
		})).isTrue();
	}

	@Test
	void castIsSkipped() throws Exception {
		assertThat(judge((code) -> {
			code.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/Comparable");
			code.visitInsn(Opcodes.POP);
		})).isFalse();
	}

	@Test
	void storeThatNobodyReadsIsUsed() throws Exception {
		assertThat(judge((code) -> code.visitVarInsn(Opcodes.ASTORE, 1))).isTrue();
	}

	@Test
	void linesOutOfOrderAreFound() throws Exception {
		byte[] content = generate(1, 65535, (code) -> code.visitInsn(Opcodes.POP),
				(code) -> code.visitInsn(Opcodes.POP));
		assertThat(judge(content, content)).isFalse();
	}

	@Test
	void callsOnOneLineMustAgree() throws Exception {
		byte[] content = generate(7, 7, (code) -> code.visitInsn(Opcodes.POP),
				(code) -> code.visitVarInsn(Opcodes.ASTORE, 1));
		assertThat(judge(content, content)).isTrue();
		byte[] apart = generate(7, 8, (code) -> code.visitInsn(Opcodes.POP),
				(code) -> code.visitVarInsn(Opcodes.ASTORE, 1));
		assertThat(judge(apart, apart)).isFalse();
	}

	@Test
	void classFileThatDropsWhatTheLoadedCodeUsesIsNotBelieved() throws Exception {
		byte[] loaded = generate(7, 8, (code) -> {
			code.visitVarInsn(Opcodes.ASTORE, 1);
			code.visitInsn(Opcodes.NOP);
		}, (code) -> code.visitInsn(Opcodes.POP));
		byte[] file = generate(8, 7, (code) -> {
			code.visitVarInsn(Opcodes.ASTORE, 1);
			code.visitInsn(Opcodes.NOP);
		}, (code) -> code.visitInsn(Opcodes.POP));
		assertThat(judge(loaded, file)).isTrue();
	}

	@Test
	void rewrittenClassIsUsed() throws Exception {
		byte[] file = generate(7, 8, (code) -> code.visitInsn(Opcodes.POP), (code) -> code.visitInsn(Opcodes.POP));
		byte[] loaded = generate(7, 8, (code) -> code.visitInsn(Opcodes.POP), (code) -> code.visitInsn(Opcodes.POP),
				(code) -> code.visitInsn(Opcodes.NOP));
		assertThat(judge(loaded, file)).isTrue();
	}

	@Test
	void classFileOfNoKnownVersionIsUsed() throws Exception {
		byte[] loaded = generate(7, 8, (code) -> code.visitInsn(Opcodes.POP), (code) -> code.visitInsn(Opcodes.POP));
		byte[] file = loaded.clone();
		file[7] = 120;
		assertThat(judge(loaded, file)).isTrue();
		assertThat(judge(loaded, new byte[] { 1, 2, 3 })).isTrue();
	}

	@Test
	void classWithoutFileIsUsed() throws Exception {
		byte[] content = generate(7, 8, (code) -> code.visitInsn(Opcodes.POP), (code) -> code.visitInsn(Opcodes.POP));
		Probe probe = new Probe(new CallSites(Probe.OWN));
		run(new DefiningLoader(this.directory, content, false), probe);
		assertThat(probe.isUsed(KEY)).isTrue();
	}

	@Test
	void wovenClassesAreUsed() throws Exception {
		Files.createDirectories(this.directory.resolve("META-INF"));
		Files.writeString(this.directory.resolve("META-INF/aop.xml"), "<aspectj/>");
		assertThat(judge((code) -> code.visitInsn(Opcodes.POP))).isTrue();
	}

	@Test
	void classFileWrittenAfterTheStartIsUsed() throws Exception {
		byte[] content = generate(7, 8, (code) -> code.visitInsn(Opcodes.POP), (code) -> code.visitInsn(Opcodes.POP));
		Probe probe = new Probe(new CallSites(Probe.OWN));
		Files.write(this.directory.resolve("Made.class"), content);
		Files.setLastModifiedTime(this.directory.resolve("Made.class"), FileTime.from(Instant.now().plusSeconds(1)));
		run(new DefiningLoader(this.directory, content, true), probe);
		assertThat(probe.isUsed(KEY)).isTrue();
	}

	@Test
	void classFileWrittenAfterItWasJudgedIsUsedSoon() throws Exception {
		byte[] content = generate(7, 8, (code) -> code.visitInsn(Opcodes.POP), (code) -> code.visitInsn(Opcodes.POP));
		Files.write(this.directory.resolve("Made.class"), content);
		Probe probe = new Probe(new CallSites(Probe.OWN));
		DefiningLoader loader = new DefiningLoader(this.directory, content, true);
		run(loader, probe);
		assertThat(probe.isUsed(KEY)).isFalse();
		Files.setLastModifiedTime(this.directory.resolve("Made.class"), FileTime.from(Instant.now().plusSeconds(1)));
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
			run(loader, probe);
			return probe.judgements().get(probe.judgements().size() - 1).use().used();
		});
	}

	@Test
	void keepsNoClassLoaderAlive() throws Exception {
		CallSites callSites = new CallSites(Probe.OWN);
		WeakReference<ClassLoader> loader = judgeInOwnLoader(callSites);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
			System.gc();
			return loader.get() == null;
		});
		assertThat(callSites.judge()).isNotNull();
	}

	private WeakReference<ClassLoader> judgeInOwnLoader(CallSites callSites) throws Exception {
		byte[] content = generate(7, 8, (code) -> code.visitInsn(Opcodes.POP), (code) -> code.visitInsn(Opcodes.POP));
		DefiningLoader loader = new DefiningLoader(this.directory, content, true);
		run(loader, new Probe(callSites));
		return new WeakReference<>(loader);
	}

	private boolean judge(Consumer<MethodVisitor> afterFirst) throws Exception {
		byte[] content = generate(7, 8, afterFirst, (code) -> code.visitInsn(Opcodes.POP));
		return judge(content, content);
	}

	/**
	 * Return whether the value of the first call counts as used.
	 */
	private boolean judge(byte[] loaded, byte[] file) throws Exception {
		Files.write(this.directory.resolve("Made.class"), file);
		Probe probe = new Probe(new CallSites(Probe.OWN));
		DefiningLoader loader = new DefiningLoader(this.directory, loaded, true);
		run(loader, probe);
		boolean used = probe.isUsed(KEY);
		run(loader, probe);
		assertThat(probe.judgements().stream().filter((judgement) -> judgement.key().equals(KEY)))
			.allMatch((judgement) -> judgement.use().used() == used);
		return used;
	}

	private static void run(ClassLoader loader, Probe probe) throws Exception {
		Method run = loader.loadClass("Made").getMethod("run", StringRedisTemplate.class);
		run.invoke(null, new StringRedisTemplate(probe));
	}

	@SafeVarargs
	private static byte[] generate(int firstLine, int secondLine, Consumer<MethodVisitor> afterFirst,
			Consumer<MethodVisitor> afterSecond, Consumer<MethodVisitor>... before) {
		ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
		// A version without stack maps
		writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "Made", null, "java/lang/Object", null);
		MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "(L" + TEMPLATE + ";)V",
				null, null);
		code.visitCode();
		for (Consumer<MethodVisitor> insn : before) {
			insn.accept(code);
		}
		call(code, KEY, firstLine);
		afterFirst.accept(code);
		call(code, "other", secondLine);
		afterSecond.accept(code);
		code.visitInsn(Opcodes.RETURN);
		code.visitMaxs(0, 0);
		code.visitEnd();
		writer.visitEnd();
		return writer.toByteArray();
	}

	private static void call(MethodVisitor code, String key, int line) {
		Label start = new Label();
		code.visitLabel(start);
		code.visitLineNumber(line, start);
		code.visitVarInsn(Opcodes.ALOAD, 0);
		code.visitLdcInsn(key);
		code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, TEMPLATE, "delete", "(Ljava/lang/Object;)Ljava/lang/Boolean;",
				false);
	}

	/**
	 * Defines the class from memory, as of the directory that has its class file.
	 */
	private static final class DefiningLoader extends URLClassLoader {

		private final byte[] content;

		private final ProtectionDomain domain;

		DefiningLoader(Path directory, byte[] content, boolean located) throws IOException {
			super(new URL[] { directory.toUri().toURL() }, GeneratedCodeTests.class.getClassLoader());
			this.content = content;
			CodeSource source = new CodeSource(located ? directory.toUri().toURL() : null, (Certificate[]) null);
			this.domain = new ProtectionDomain(source, null);
		}

		@Override
		protected Class<?> findClass(String name) {
			return defineClass(name, this.content, 0, this.content.length, this.domain);
		}

	}

}
