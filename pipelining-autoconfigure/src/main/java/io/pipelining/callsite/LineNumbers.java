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

import java.util.Arrays;

import org.springframework.asm.ClassReader;

/**
 * The lines of one method. A lookup follows the virtual machine's own rule, so that the
 * answer is the line of the stack frame also where the entries are in no order.
 */
final class LineNumbers {

	private final int[] starts;

	private final int[] lines;

	private LineNumbers(int[] starts, int[] lines) {
		this.starts = starts;
		this.lines = lines;
	}

	/**
	 * Read the lines of a method.
	 * @param reader the class file
	 * @param codeAttribute the offset of the method's code attribute
	 * @param codeLength the length of the instructions in it
	 * @param buffer a buffer for strings
	 */
	static LineNumbers read(ClassReader reader, int codeAttribute, int codeLength, char[] buffer) {
		int offset = codeAttribute + 14 + codeLength;
		offset += 2 + 8 * reader.readUnsignedShort(offset);
		int attributes = reader.readUnsignedShort(offset);
		offset += 2;
		int[] starts = {};
		int[] lines = {};
		for (int i = 0; i < attributes; i++) {
			if ("LineNumberTable".equals(reader.readUTF8(offset, buffer))) {
				int entries = reader.readUnsignedShort(offset + 6);
				int known = starts.length;
				starts = Arrays.copyOf(starts, known + entries);
				lines = Arrays.copyOf(lines, known + entries);
				for (int j = 0; j < entries; j++) {
					starts[known + j] = reader.readUnsignedShort(offset + 8 + 4 * j);
					lines[known + j] = reader.readUnsignedShort(offset + 10 + 4 * j);
				}
			}
			offset += 6 + reader.readInt(offset + 2);
		}
		return new LineNumbers(starts, lines);
	}

	boolean isEmpty() {
		return this.starts.length == 0;
	}

	int at(int index) {
		int bestStart = 0;
		int bestLine = -1;
		for (int i = 0; i < this.starts.length; i++) {
			int start = this.starts[i];
			if (start == index) {
				return this.lines[i];
			}
			if (start < index && start >= bestStart) {
				bestStart = start;
				bestLine = this.lines[i];
			}
		}
		return bestLine;
	}

}
