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

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.Opcodes;

/**
 * A class file, asked what a method does with the value of an invocation in it. A class
 * file that is not understood makes {@link #read} or {@link #judge} throw an unchecked
 * exception; callers take that for {@link Verdict#USED}.
 */
final class ClassFile {

	private static final int INVOKES_FIRST = Opcodes.INVOKEVIRTUAL;

	private static final int INVOKES_LAST = Opcodes.INVOKEINTERFACE;

	private static final int MAJOR_VERSION = 6;

	/** Java 27. */
	private static final int NEWEST = 71;

	private final ClassReader reader;

	private final char[] buffer;

	private ClassFile(ClassReader reader) {
		this.reader = reader;
		this.buffer = new char[reader.getMaxStringLength()];
	}

	static ClassFile read(byte[] content) {
		return new ClassFile(reader(content));
	}

	static ClassReader reader(byte[] content) {
		ClassReader reader = new ClassReader(content);
		// Spring's reader takes any version, and a newer one may have new instructions
		int version = reader.readUnsignedShort(MAJOR_VERSION);
		if (version > NEWEST) {
			throw new IllegalArgumentException("Class file of unknown version " + version);
		}
		return reader;
	}

	/**
	 * Return the binary name of the class.
	 */
	String name() {
		return this.reader.getClassName().replace('/', '.');
	}

	/**
	 * Judge an invocation. Candidates are all invocations on its line (in its method if
	 * there are no lines) of a method with the callee's name and descriptor, and they
	 * must all agree.
	 * @param place the invocation, as the stack frame of its method tells it
	 * @param calleeName the name of the invoked method
	 * @param calleeDescriptor its descriptor, which returns a reference
	 * @param shifted whether the loaded code has more instructions than the class file,
	 * which however do nothing with values; otherwise one of the candidates must lie
	 * exactly where the loaded code invokes
	 */
	Verdict judge(Place place, String calleeName, String calleeDescriptor, boolean shifted) {
		int offset = codeAttribute(place.methodName(), place.methodDescriptor());
		if (offset < 0) {
			return Verdict.USED;
		}
		int length = this.reader.readInt(offset + 10);
		ByteCode code = new ByteCode(this.reader, offset + 14, length);
		LineNumbers lines = LineNumbers.read(this.reader, offset, length, this.buffer);
		if (lines.isEmpty() != (place.line() < 0)) {
			return Verdict.USED;
		}
		Verdict verdict = null;
		boolean found = shifted;
		for (int index = 0; index < code.length(); index = code.next(index)) {
			if (invokes(code, index, calleeName, calleeDescriptor)
					&& (lines.isEmpty() || lines.at(index) == place.line())) {
				Verdict candidate = code.fateOfReference(code.next(index));
				if (candidate == Verdict.USED || (verdict != null && candidate != verdict)) {
					return Verdict.USED;
				}
				verdict = candidate;
				found |= index == place.index();
			}
		}
		return (verdict != null && found) ? verdict : Verdict.USED;
	}

	private boolean invokes(ByteCode code, int index, String name, String descriptor) {
		int opcode = code.opcode(index);
		if (opcode < INVOKES_FIRST || opcode > INVOKES_LAST) {
			return false;
		}
		int method = this.reader.getItem(code.unsignedShort(index + 1));
		int nameAndType = this.reader.getItem(this.reader.readUnsignedShort(method + 2));
		return name.equals(this.reader.readUTF8(nameAndType, this.buffer))
				&& descriptor.equals(this.reader.readUTF8(nameAndType + 2, this.buffer));
	}

	/**
	 * Return the offset of the code attribute of a method, negative if there is none.
	 */
	private int codeAttribute(String methodName, String methodDescriptor) {
		int offset = this.reader.header + 6;
		offset += 2 + 2 * this.reader.readUnsignedShort(offset);
		int fields = this.reader.readUnsignedShort(offset);
		offset += 2;
		for (int i = 0; i < fields; i++) {
			offset = afterAttributes(offset + 6);
		}
		int methods = this.reader.readUnsignedShort(offset);
		offset += 2;
		for (int i = 0; i < methods; i++) {
			if (methodName.equals(this.reader.readUTF8(offset + 2, this.buffer))
					&& methodDescriptor.equals(this.reader.readUTF8(offset + 4, this.buffer))) {
				return attribute(this.reader, offset + 6, "Code", this.buffer);
			}
			offset = afterAttributes(offset + 6);
		}
		return -1;
	}

	private int afterAttributes(int offset) {
		int attributes = this.reader.readUnsignedShort(offset);
		int next = offset + 2;
		for (int i = 0; i < attributes; i++) {
			next += 6 + this.reader.readInt(next + 2);
		}
		return next;
	}

	private static int attribute(ClassReader reader, int offset, String name, char[] buffer) {
		int attributes = reader.readUnsignedShort(offset);
		int next = offset + 2;
		for (int i = 0; i < attributes; i++) {
			if (name.equals(reader.readUTF8(next, buffer))) {
				return next;
			}
			next += 6 + reader.readInt(next + 2);
		}
		return -1;
	}

	/**
	 * An invocation, as the stack frame of the invoking method tells it.
	 *
	 * @param methodName the name of the invoking method
	 * @param methodDescriptor its descriptor
	 * @param index the byte code index of the invocation in the loaded code
	 * @param line its line, negative if the loaded class has none
	 */
	record Place(String methodName, String methodDescriptor, int index, int line) {

		static @Nullable Place of(StackWalker.StackFrame frame) {
			int index = frame.getByteCodeIndex();
			return (index < 0 || frame.isNativeMethod()) ? null
					: new Place(frame.getMethodName(), frame.getDescriptor(), index, frame.getLineNumber());
		}

	}

}
