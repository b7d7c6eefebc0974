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
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Finds where a class calls a method of its own, which no proxy around the class sees.
 * From the class files: where there is none, nothing is found.
 *
 * @since 0.1.0
 */
public final class SelfInvocations {

	private SelfInvocations() {
	}

	/**
	 * Return where a class and its super classes call a method of theirs. Whether on
	 * {@code this} is not looked at.
	 * @param type the class
	 * @param method the method
	 * @return the places, without the method itself
	 */
	public static List<Site> of(Class<?> type, Method method) {
		Set<String> owners = new LinkedHashSet<>();
		List<Class<?>> hierarchy = new ArrayList<>();
		for (Class<?> next = type; next != null && next != Object.class; next = next.getSuperclass()) {
			owners.add(Type.getInternalName(next));
			hierarchy.add(next);
		}
		Set<Site> sites = new LinkedHashSet<>();
		for (Class<?> next : hierarchy) {
			read(next, new Collector(next, owners, method, sites));
		}
		return List.copyOf(sites);
	}

	private static void read(Class<?> type, Collector collector) {
		String name = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
		try (InputStream stream = type.getResourceAsStream(name)) {
			if (stream != null) {
				new ClassReader(stream).accept(collector, ClassReader.SKIP_FRAMES);
			}
		}
		catch (IOException | RuntimeException ex) {
			// A class file that cannot be read tells nothing
		}
	}

	private static final class Collector extends ClassVisitor {

		private final Class<?> type;

		private final Set<String> owners;

		private final String name;

		private final String descriptor;

		private final Set<Site> sites;

		Collector(Class<?> type, Set<String> owners, Method method, Set<Site> sites) {
			super(SpringAsmInfo.ASM_VERSION);
			this.type = type;
			this.owners = owners;
			this.name = method.getName();
			this.descriptor = Type.getMethodDescriptor(method);
			this.sites = sites;
		}

		@Override
		public @Nullable MethodVisitor visitMethod(int access, String caller, String callerDescriptor,
				@Nullable String signature, String @Nullable [] exceptions) {
			boolean itself = caller.equals(this.name) && callerDescriptor.equals(this.descriptor);
			return (itself || (access & Opcodes.ACC_BRIDGE) != 0) ? null : new MethodVisitor(this.api) {

				private int line = -1;

				@Override
				public void visitLineNumber(int number, Label start) {
					this.line = number;
				}

				@Override
				public void visitMethodInsn(int opcode, String owner, String callee, String calleeDescriptor,
						boolean isInterface) {
					if (opcode != Opcodes.INVOKESTATIC && callee.equals(Collector.this.name)
							&& calleeDescriptor.equals(Collector.this.descriptor)
							&& Collector.this.owners.contains(owner)) {
						Collector.this.sites
							.add(new Site(Collector.this.type.getName(), sourceName(caller), this.line));
					}
				}

			};
		}

		/** What javac made of a lambda is called after the method that it stands in. */
		private static String sourceName(String method) {
			String[] parts = method.split("\\$", -1);
			return (parts.length == 3 && parts[0].equals("lambda")) ? parts[1] : method;
		}

	}

}
