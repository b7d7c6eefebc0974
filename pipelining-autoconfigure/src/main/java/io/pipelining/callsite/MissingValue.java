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
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.util.ClassUtils;

/**
 * The Redis call whose value a {@link NullPointerException} missed: the last one in the
 * method that threw, up to the line that threw. A guess in words, for a message.
 *
 * @param call the call, such as {@code ValueOperations.increment}
 * @param site where it is made
 */
public record MissingValue(String call, Site site) {

	private static final String TEMPLATES = "org/springframework/data/redis/core/";

	/**
	 * Find the call.
	 * @param exception what the code threw
	 * @return the call, or empty where the method makes none that returns a value, or
	 * cannot be read
	 */
	public static Optional<MissingValue> behind(NullPointerException exception) {
		for (StackTraceElement frame : exception.getStackTrace()) {
			if (!isLibrary(frame.getClassName())) {
				return Optional.ofNullable(find(frame));
			}
		}
		return Optional.empty();
	}

	private static boolean isLibrary(String className) {
		return className.startsWith("java.") || className.startsWith("jdk.")
				|| className.startsWith("org.springframework.");
	}

	private static @Nullable MissingValue find(StackTraceElement frame) {
		ClassLoader loader = ClassUtils.getDefaultClassLoader();
		String resource = ClassUtils.convertClassNameToResourcePath(frame.getClassName()) + ".class";
		try (InputStream content = (loader != null) ? loader.getResourceAsStream(resource) : null) {
			if (content == null) {
				return null;
			}
			Finder finder = new Finder(frame);
			new ClassReader(content).accept(finder, ClassReader.SKIP_FRAMES);
			return finder.found;
		}
		catch (IOException | RuntimeException ex) {
			// A message is all that is lost
			return null;
		}
	}

	private static final class Finder extends ClassVisitor {

		private final StackTraceElement frame;

		private @Nullable MissingValue found;

		Finder(StackTraceElement frame) {
			super(SpringAsmInfo.ASM_VERSION);
			this.frame = frame;
		}

		@Override
		public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor,
				@Nullable String signature, String @Nullable [] exceptions) {
			return name.equals(this.frame.getMethodName()) ? new CallFinder() : null;
		}

		private final class CallFinder extends MethodVisitor {

			private int line = -1;

			CallFinder() {
				super(SpringAsmInfo.ASM_VERSION);
			}

			@Override
			public void visitLineNumber(int line, Label start) {
				this.line = line;
			}

			@Override
			public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
				boolean returnsReference = descriptor.charAt(descriptor.indexOf(')') + 1) == 'L';
				if (opcode != Opcodes.INVOKESTATIC && owner.startsWith(TEMPLATES) && returnsReference
						&& !descriptor.contains(")L" + TEMPLATES) && isBest()) {
					Site site = new Site(Finder.this.frame.getClassName(), Finder.this.frame.getMethodName(),
							this.line);
					Finder.this.found = new MissingValue(owner.substring(TEMPLATES.length()) + "." + name, site);
				}
			}

			private boolean isBest() {
				MissingValue best = Finder.this.found;
				return this.line <= Finder.this.frame.getLineNumber()
						&& (best == null || this.line >= best.site.line());
			}

		}

	}

}
