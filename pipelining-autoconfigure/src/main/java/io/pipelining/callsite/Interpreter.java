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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ConstantDynamic;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Runs the instructions of one method on what is known of its values, along every path,
 * until nothing new comes of it. Ends with {@link Unproven} where something is made of
 * the value of a Redis call.
 */
final class Interpreter extends MethodVisitor {

	private static final int MOST_STEPS = 20_000;

	private final BodyProver prover;

	private final Class<?> type;

	private final MethodCode code;

	private final @Nullable Frame[] frames;

	private final Deque<Integer> reached = new ArrayDeque<>();

	private Frame frame;

	private boolean goesOn;

	private @Nullable Value result;

	/**
	 * Create an interpreter.
	 * @param prover knows what calls do
	 * @param type the class of the method
	 * @param code its instructions
	 * @param arguments what it is given, the receiver included
	 */
	Interpreter(BodyProver prover, Class<?> type, MethodCode code, List<Value> arguments) {
		super(SpringAsmInfo.ASM_VERSION);
		this.prover = prover;
		this.type = type;
		this.code = code;
		this.frames = new Frame[code.size()];
		this.frame = Frame.of(code.locals(), arguments);
	}

	/**
	 * Run the method.
	 * @return what is known of the reference that it returns, {@code null} if it returns
	 * none
	 */
	@Nullable Value run() {
		reach(0, this.frame);
		int steps = 0;
		while (!this.reached.isEmpty()) {
			if (++steps > MOST_STEPS) {
				throw new Unproven("too much code");
			}
			step(this.reached.remove());
		}
		return this.result;
	}

	private void step(int index) {
		Frame before = this.frames[index];
		if (before == null) {
			throw new Unproven("an instruction without a path to it");
		}
		for (int handler : this.code.handlersOf(index)) {
			reach(handler, before.handling());
		}
		this.frame = before.copy();
		this.goesOn = true;
		this.code.show(index, this);
		if (this.goesOn) {
			reach(index + 1, this.frame);
		}
	}

	private void reach(int index, Frame from) {
		if (index < 0 || index >= this.frames.length) {
			throw new Unproven("a path out of the code");
		}
		Frame known = this.frames[index];
		if (known == null) {
			this.frames[index] = from.copy();
			this.reached.add(index);
		}
		else if (known.merge(from) && !this.reached.contains(index)) {
			this.reached.add(index);
		}
	}

	private void jump(Label label) {
		reach(this.code.position(label), this.frame);
	}

	@Override
	public void visitInsn(int opcode) {
		if (opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.DCONST_1) {
			visitConstant(opcode);
		}
		else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
			visitArrayLoad(opcode);
		}
		else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
			this.frame.use(3);
		}
		else if (opcode >= Opcodes.POP && opcode <= Opcodes.SWAP) {
			visitStackInsn(opcode);
		}
		else if (opcode >= Opcodes.IADD && opcode <= Opcodes.DCMPG) {
			visitComputation(opcode);
		}
		else if (opcode != Opcodes.NOP) {
			visitEnd(opcode);
		}
	}

	private void visitConstant(int opcode) {
		this.frame.push(switch (opcode) {
			case Opcodes.ACONST_NULL -> Value.NULL;
			case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> Value.TWO;
			default -> Value.ONE;
		});
	}

	private void visitArrayLoad(int opcode) {
		this.frame.use();
		Value array = this.frame.use();
		this.frame.push(switch (opcode) {
			case Opcodes.AALOAD -> array.element();
			case Opcodes.LALOAD, Opcodes.DALOAD -> Value.TWO;
			default -> Value.ONE;
		});
	}

	private void visitStackInsn(int opcode) {
		switch (opcode) {
			case Opcodes.POP -> this.frame.pop();
			case Opcodes.POP2 -> {
				if (!this.frame.pop().isWide()) {
					this.frame.pop();
				}
			}
			case Opcodes.SWAP -> insert(1, 1, false);
			case Opcodes.DUP -> insert(1, 0, true);
			case Opcodes.DUP_X1 -> insert(1, 1, true);
			case Opcodes.DUP_X2 -> insert(1, 2, true);
			case Opcodes.DUP2 -> insert(2, 0, true);
			case Opcodes.DUP2_X1 -> insert(2, 1, true);
			default -> insert(2, 2, true);
		}
	}

	/**
	 * Put the topmost words below others, and leave them at the top if they are doubled.
	 */
	private void insert(int words, int below, boolean doubled) {
		List<Value> top = this.frame.useWords(words);
		List<Value> passed = this.frame.useWords(below);
		top.forEach(this.frame::push);
		passed.forEach(this.frame::push);
		if (doubled) {
			top.forEach(this.frame::push);
		}
	}

	private void visitComputation(int opcode) {
		boolean unary = (opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG)
				|| (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S);
		this.frame.use(unary ? 1 : 2);
		this.frame.push(isWide(opcode) ? Value.TWO : Value.ONE);
	}

	private static boolean isWide(int opcode) {
		return switch (opcode) {
			case Opcodes.LADD, Opcodes.DADD, Opcodes.LSUB, Opcodes.DSUB, Opcodes.LMUL, Opcodes.DMUL, Opcodes.LDIV,
					Opcodes.DDIV, Opcodes.LREM, Opcodes.DREM, Opcodes.LNEG, Opcodes.DNEG, Opcodes.LSHL, Opcodes.LSHR,
					Opcodes.LUSHR, Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR, Opcodes.I2L, Opcodes.I2D, Opcodes.L2D,
					Opcodes.F2L, Opcodes.F2D, Opcodes.D2L ->
				true;
			default -> false;
		};
	}

	private void visitEnd(int opcode) {
		switch (opcode) {
			case Opcodes.ARETURN -> returns(this.frame.pop());
			case Opcodes.IRETURN, Opcodes.LRETURN, Opcodes.FRETURN, Opcodes.DRETURN, Opcodes.ATHROW -> this.frame.use();
			case Opcodes.RETURN -> {
			}
			case Opcodes.ARRAYLENGTH -> {
				this.frame.use();
				this.frame.push(Value.ONE);
				return;
			}
			case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> {
				this.frame.use();
				return;
			}
			default -> throw new Unproven("instruction " + opcode);
		}
		this.goesOn = false;
	}

	private void returns(Value value) {
		this.result = (this.result != null) ? this.result.or(value) : value;
	}

	@Override
	public void visitIntInsn(int opcode, int operand) {
		if (opcode == Opcodes.NEWARRAY) {
			this.frame.use();
			this.frame.push(Value.reference("[I"));
		}
		else {
			this.frame.push(Value.ONE);
		}
	}

	@Override
	public void visitVarInsn(int opcode, int variable) {
		switch (opcode) {
			case Opcodes.ILOAD, Opcodes.FLOAD -> this.frame.push(Value.ONE);
			case Opcodes.LLOAD, Opcodes.DLOAD -> this.frame.push(Value.TWO);
			case Opcodes.ALOAD -> this.frame.push(this.frame.load(variable));
			case Opcodes.ISTORE, Opcodes.FSTORE, Opcodes.LSTORE, Opcodes.DSTORE, Opcodes.ASTORE ->
				this.frame.store(variable, this.frame.use());
			default -> throw new Unproven("instruction " + opcode);
		}
	}

	@Override
	public void visitTypeInsn(int opcode, String type) {
		switch (opcode) {
			case Opcodes.NEW -> this.frame.push(this.prover.create(this.type, type));
			case Opcodes.ANEWARRAY -> {
				this.frame.use();
				this.frame.push(Value.reference("[" + Type.getObjectType(type).getDescriptor()));
			}
			case Opcodes.CHECKCAST -> {
				Value value = this.frame.pop();
				boolean typed = value.kind() == Value.Kind.REFERENCE
						|| (value.kind() == Value.Kind.INPUT && PlatformCalls.isValueType(type));
				this.frame.push(typed ? Value.reference(type) : value);
			}
			default -> {
				this.frame.use();
				this.frame.push(Value.ONE);
			}
		}
	}

	@Override
	public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
		switch (opcode) {
			case Opcodes.GETFIELD ->
				this.frame.push(this.prover.read(this.type, owner, name, descriptor, this.frame.use()));
			case Opcodes.GETSTATIC -> {
				this.prover.checkInitialized(this.type, owner);
				this.frame.push(Value.of(descriptor));
			}
			case Opcodes.PUTFIELD -> {
				this.frame.use(2);
				this.prover.writes(name);
			}
			default -> {
				this.prover.checkInitialized(this.type, owner);
				this.frame.use();
			}
		}
	}

	@Override
	public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
		List<Value> arguments = arguments(descriptor);
		Value receiver = (opcode != Opcodes.INVOKESTATIC) ? this.frame.use() : null;
		push(descriptor, this.prover.call(this.type, opcode,
				new Handle(Opcodes.H_INVOKEVIRTUAL, owner, name, descriptor, isInterface), receiver, arguments));
	}

	@Override
	public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... constants) {
		List<Value> arguments = arguments(descriptor);
		this.frame.push(this.prover.link(this.type, name, bootstrap, constants, arguments));
	}

	private List<Value> arguments(String descriptor) {
		int count = Type.getArgumentTypes(descriptor).length;
		List<Value> arguments = new ArrayList<>(count);
		for (int i = 0; i < count; i++) {
			arguments.add(0, this.frame.use());
		}
		return arguments;
	}

	private void push(String descriptor, @Nullable Value value) {
		Type returned = Type.getReturnType(descriptor);
		if (returned.getSort() != Type.VOID) {
			this.frame.push((value != null) ? value : Value.of(returned.getDescriptor()));
		}
	}

	@Override
	public void visitJumpInsn(int opcode, Label label) {
		switch (opcode) {
			case Opcodes.GOTO -> this.goesOn = false;
			case Opcodes.JSR -> throw new Unproven("a subroutine");
			case Opcodes.IF_ICMPEQ, Opcodes.IF_ICMPNE, Opcodes.IF_ICMPLT, Opcodes.IF_ICMPGE, Opcodes.IF_ICMPGT,
					Opcodes.IF_ICMPLE, Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE ->
				this.frame.use(2);
			default -> this.frame.use();
		}
		jump(label);
	}

	@Override
	public void visitLdcInsn(Object value) {
		if (value instanceof ConstantDynamic) {
			throw new Unproven("a constant that code makes");
		}
		if (value instanceof String) {
			this.frame.push(Value.reference("java/lang/String"));
		}
		else if (value instanceof Number) {
			this.frame.push((value instanceof Long || value instanceof Double) ? Value.TWO : Value.ONE);
		}
		else {
			this.frame.push(Value.reference(null));
		}
	}

	@Override
	public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
		visitSwitch(otherwise, labels);
	}

	@Override
	public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
		visitSwitch(otherwise, labels);
	}

	private void visitSwitch(Label otherwise, Label[] labels) {
		this.frame.use();
		jump(otherwise);
		for (Label label : labels) {
			jump(label);
		}
		this.goesOn = false;
	}

	@Override
	public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
		this.frame.use(dimensions);
		this.frame.push(Value.reference(descriptor));
	}

}
