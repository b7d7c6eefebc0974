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

import org.springframework.asm.ClassReader;
import org.springframework.asm.Opcodes;

/**
 * The instructions of one method, as they lie in the class file. Read by hand since ASM's
 * visitors do not tell the byte code index of an instruction, and that index is how the
 * loaded code is told from the file's.
 */
final class ByteCode {

	private static final int WIDE = 196;

	private static final int GOTO_W = 200;

	private static final int LAST_OPCODE = 201;

	/** The lengths of the instructions from 0 to 201 as runs of count and length. */
	private static final int[][] LENGTHS = { { 16, 1 }, { 1, 2 }, { 1, 3 }, { 1, 2 }, { 2, 3 }, { 5, 2 }, { 28, 1 },
			{ 5, 2 }, { 73, 1 }, { 1, 3 }, { 20, 1 }, { 16, 3 }, { 1, 2 }, { 2, 0 }, { 6, 1 }, { 7, 3 }, { 2, 5 },
			{ 1, 3 }, { 1, 2 }, { 1, 3 }, { 2, 1 }, { 2, 3 }, { 2, 1 }, { 1, 0 }, { 1, 4 }, { 2, 3 }, { 2, 5 } };

	private final ClassReader reader;

	private final int start;

	private final int length;

	/**
	 * Create the code that starts at the given offset of the class file.
	 * @param reader the class file
	 * @param start the offset of the first instruction
	 * @param length the number of bytes
	 */
	ByteCode(ClassReader reader, int start, int length) {
		this.reader = reader;
		this.start = start;
		this.length = length;
	}

	int length() {
		return this.length;
	}

	int opcode(int index) {
		return this.reader.readByte(this.start + index);
	}

	int unsignedShort(int index) {
		return this.reader.readUnsignedShort(this.start + index);
	}

	/**
	 * Return the index of the instruction after the one at the given index.
	 */
	int next(int index) {
		int opcode = opcode(index);
		return switch (opcode) {
			case Opcodes.TABLESWITCH -> {
				int operands = operandsOfSwitch(index);
				int low = this.reader.readInt(this.start + operands + 4);
				int high = this.reader.readInt(this.start + operands + 8);
				yield operands + 12 + 4 * (high - low + 1);
			}
			case Opcodes.LOOKUPSWITCH -> {
				int operands = operandsOfSwitch(index);
				yield operands + 8 + 8 * this.reader.readInt(this.start + operands + 4);
			}
			case WIDE -> index + ((opcode(index + 1) == Opcodes.IINC) ? 6 : 4);
			default -> index + fixedLength(opcode);
		};
	}

	/**
	 * Judge what becomes of the reference on top of the operand stack. Only code that
	 * visibly does nothing with it is anything but {@link Verdict#USED}.
	 */
	Verdict fateOfReference(int from) {
		int index = from;
		while (index < this.length) {
			switch (opcode(index)) {
				case Opcodes.POP, Opcodes.POP2, Opcodes.RETURN -> {
					return Verdict.DROPPED;
				}
				case Opcodes.ARETURN -> {
					return Verdict.RETURNED;
				}
				case Opcodes.CHECKCAST -> index = next(index);
				case Opcodes.GOTO -> {
					int distance = this.reader.readShort(this.start + index + 1);
					if (distance <= 0) {
						return Verdict.USED;
					}
					index += distance;
				}
				case GOTO_W -> {
					int distance = this.reader.readInt(this.start + index + 1);
					if (distance <= 0) {
						return Verdict.USED;
					}
					index += distance;
				}
				default -> {
					return Verdict.USED;
				}
			}
		}
		return Verdict.USED;
	}

	private int operandsOfSwitch(int index) {
		return (index + 4) & ~3;
	}

	private static int fixedLength(int opcode) {
		int first = 0;
		for (int[] run : LENGTHS) {
			first += run[0];
			if (opcode < first && run[1] > 0) {
				return run[1];
			}
		}
		throw new IllegalArgumentException("Unknown opcode " + opcode + " (the last one known is " + LAST_OPCODE + ")");
	}

}
