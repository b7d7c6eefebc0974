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

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;

/**
 * The methods of a class.
 */
final class ClassCode extends ClassVisitor {

	private final Map<String, MethodCode> methods = new HashMap<>();

	private ClassCode() {
		super(SpringAsmInfo.ASM_VERSION);
	}

	static ClassCode read(byte[] content) {
		ClassCode code = new ClassCode();
		ClassFile.reader(content).accept(code, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
		return code;
	}

	@Nullable MethodCode method(String name, String descriptor) {
		return this.methods.get(name + descriptor);
	}

	/**
	 * Whether code runs when the class is initialized.
	 */
	boolean isInitializedByCode() {
		return this.methods.containsKey("<clinit>()V");
	}

	@Override
	public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
			String @Nullable [] exceptions) {
		MethodCode method = new MethodCode(access);
		this.methods.put(name + descriptor, method);
		return method;
	}

}
