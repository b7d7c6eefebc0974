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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;

/**
 * The instructions of a method, each to be shown to a visitor again, in any order.
 */
final class MethodCode extends MethodVisitor {

	private final int access;

	private final List<Consumer<MethodVisitor>> instructions = new ArrayList<>();

	private final Map<Label, Integer> positions = new HashMap<>();

	private final List<Handler> handlers = new ArrayList<>();

	private int locals;

	MethodCode(int access) {
		super(SpringAsmInfo.ASM_VERSION);
		this.access = access;
	}

	boolean isStatic() {
		return (this.access & Opcodes.ACC_STATIC) != 0;
	}

	boolean isPrivate() {
		return (this.access & Opcodes.ACC_PRIVATE) != 0;
	}

	boolean isFinal() {
		return (this.access & Opcodes.ACC_FINAL) != 0;
	}

	/**
	 * Whether it is inherited, and overridden, in any package.
	 */
	boolean isInheritedEverywhere() {
		return (this.access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
	}

	/**
	 * Whether there are instructions: a method may be abstract or native.
	 */
	boolean isKnown() {
		return !this.instructions.isEmpty();
	}

	int size() {
		return this.instructions.size();
	}

	int locals() {
		return this.locals;
	}

	void show(int index, MethodVisitor visitor) {
		this.instructions.get(index).accept(visitor);
	}

	int position(Label label) {
		return this.positions.getOrDefault(label, -1);
	}

	/**
	 * Return where an exception of the instruction may be handled.
	 */
	List<Integer> handlersOf(int index) {
		return this.handlers.stream()
			.filter((handler) -> position(handler.start) <= index && index < position(handler.end))
			.map((handler) -> position(handler.code))
			.toList();
	}

	@Override
	public void visitLabel(Label label) {
		this.positions.put(label, this.instructions.size());
	}

	@Override
	public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
		this.handlers.add(new Handler(start, end, handler));
	}

	@Override
	public void visitMaxs(int maxStack, int maxLocals) {
		this.locals = maxLocals;
	}

	@Override
	public void visitInsn(int opcode) {
		this.instructions.add((visitor) -> visitor.visitInsn(opcode));
	}

	@Override
	public void visitIntInsn(int opcode, int operand) {
		this.instructions.add((visitor) -> visitor.visitIntInsn(opcode, operand));
	}

	@Override
	public void visitVarInsn(int opcode, int variable) {
		this.instructions.add((visitor) -> visitor.visitVarInsn(opcode, variable));
	}

	@Override
	public void visitTypeInsn(int opcode, String type) {
		this.instructions.add((visitor) -> visitor.visitTypeInsn(opcode, type));
	}

	@Override
	public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
		this.instructions.add((visitor) -> visitor.visitFieldInsn(opcode, owner, name, descriptor));
	}

	@Override
	public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
		this.instructions.add((visitor) -> visitor.visitMethodInsn(opcode, owner, name, descriptor, isInterface));
	}

	@Override
	public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
		this.instructions.add((visitor) -> visitor.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments));
	}

	@Override
	public void visitJumpInsn(int opcode, Label label) {
		this.instructions.add((visitor) -> visitor.visitJumpInsn(opcode, label));
	}

	@Override
	public void visitLdcInsn(Object value) {
		this.instructions.add((visitor) -> visitor.visitLdcInsn(value));
	}

	@Override
	public void visitIincInsn(int variable, int increment) {
		this.instructions.add((visitor) -> visitor.visitIincInsn(variable, increment));
	}

	@Override
	public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
		this.instructions.add((visitor) -> visitor.visitTableSwitchInsn(min, max, otherwise, labels));
	}

	@Override
	public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
		this.instructions.add((visitor) -> visitor.visitLookupSwitchInsn(otherwise, keys, labels));
	}

	@Override
	public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
		this.instructions.add((visitor) -> visitor.visitMultiANewArrayInsn(descriptor, dimensions));
	}

	private record Handler(Label start, Label end, Label code) {

	}

}
