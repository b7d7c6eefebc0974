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

import java.lang.StackWalker.StackFrame;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Follows a value from frame to frame until one drops or uses it. The frames are all
 * frames, hidden ones too, so that one frame's caller is the next one. For one walk of
 * one thread.
 */
final class StackJudge implements Consumer<StackFrame>, Function<Stream<StackFrame>, ValueUse> {

	private static final int MOST_FRAMES = 1024;

	private final ClassValue<JudgedClass> classes;

	private final @Nullable String skipTo;

	private @Nullable StackFrame callee;

	private ClassKind calleeKind = ClassKind.OWN;

	/**
	 * The frame below reflection and method handles, which is where the value is from.
	 */
	private @Nullable StackFrame origin;

	private ClassKind originKind = ClassKind.OWN;

	private boolean skipping;

	private @Nullable ValueUse answer;

	/**
	 * Create a judge of one value.
	 * @param classes the classes known so far
	 * @param skipTo the class whose innermost frame returns the value to be judged, or
	 * {@code null} to judge the value of the call that this library is asked for
	 */
	StackJudge(ClassValue<JudgedClass> classes, @Nullable String skipTo) {
		this.classes = classes;
		this.skipTo = skipTo;
		this.skipping = skipTo != null;
	}

	@Override
	public ValueUse apply(Stream<StackFrame> frames) {
		Spliterator<StackFrame> each = frames.spliterator();
		for (int i = 0; i < MOST_FRAMES && this.answer == null; i++) {
			if (!each.tryAdvance(this)) {
				break;
			}
		}
		// What no code has judged by then is returned to the virtual machine
		return (this.answer != null) ? this.answer : ValueUse.USED;
	}

	@Override
	public void accept(StackFrame frame) {
		JudgedClass judged = this.classes.get(frame.getDeclaringClass());
		ClassKind kind = judged.kind();
		Verdict verdict = this.skipping ? skip(frame, kind) : judge(frame, judged, kind);
		if (verdict == Verdict.USED && this.answer == null) {
			this.answer = new ValueUse(true, Site.of(frame));
		}
		else if (verdict == Verdict.DROPPED && this.answer == null) {
			this.answer = ValueUse.DROPPED;
		}
		this.callee = frame;
		this.calleeKind = kind;
		if (kind != ClassKind.REFLECTION && kind != ClassKind.METHOD_HANDLE) {
			this.origin = frame;
			this.originKind = kind;
		}
	}

	private Verdict skip(StackFrame frame, ClassKind kind) {
		if (frame.getClassName().equals(this.skipTo)) {
			this.skipping = false;
			return Descriptors.carryOver(frame.getDescriptor());
		}
		return switch (kind) {
			case OWN, CARRIER, CARRIER_LAMBDA, CONNECTION_PROXY, REFLECTION, METHOD_HANDLE -> Verdict.RETURNED;
			default -> Verdict.USED;
		};
	}

	private Verdict judge(StackFrame frame, JudgedClass judged, ClassKind kind) {
		StackFrame callee = this.callee;
		if (callee == null) {
			return (kind == ClassKind.OWN) ? Verdict.RETURNED : Verdict.USED;
		}
		if (this.calleeKind == ClassKind.METHOD_HANDLE && !returnsValueOfHandle(judged, kind)) {
			return Verdict.USED;
		}
		return switch (kind) {
			case OWN, PROXY, CONNECTION_PROXY -> Verdict.RETURNED;
			case REFLECTION, METHOD_HANDLE -> boxes(callee) ? Verdict.USED : Verdict.RETURNED;
			case CARRIER -> judgeCarrier(frame);
			case CARRIER_LAMBDA ->
				(judgeCarrier(frame) == Verdict.RETURNED) ? judged.judgeLambda(frame, callee) : Verdict.USED;
			case LAMBDA -> judged.judgeLambda(frame, callee);
			case CODE -> judgeCode(frame, callee, judged);
		};
	}

	/**
	 * Reflection invokes through method handles that only box and spread. Those of
	 * anybody else may have been combined from anything.
	 */
	private boolean returnsValueOfHandle(JudgedClass judged, ClassKind kind) {
		return kind == ClassKind.METHOD_HANDLE || kind == ClassKind.REFLECTION || judged.bindsDefaultMethods();
	}

	/**
	 * Whether a proxy had to unbox the value that reflection boxes again.
	 */
	private boolean boxes(StackFrame callee) {
		return (this.calleeKind == ClassKind.PROXY || this.calleeKind == ClassKind.CONNECTION_PROXY)
				&& Descriptors.returnsPrimitive(callee.getDescriptor());
	}

	private Verdict judgeCarrier(StackFrame frame) {
		return switch (this.originKind) {
			case OWN, CARRIER, CARRIER_LAMBDA, CONNECTION_PROXY -> Verdict.RETURNED;
			case PROXY -> isCallOfItself(frame) ? Verdict.RETURNED : Verdict.USED;
			default -> (this.origin != null && CarriedValues.carriesValueOf(frame, this.origin)) ? Verdict.RETURNED
					: Verdict.USED;
		};
	}

	/**
	 * Whether a default method of bound operations, which are proxies, calls another
	 * method of the same operations.
	 */
	private boolean isCallOfItself(StackFrame frame) {
		StackFrame proxy = this.origin;
		Class<?> type = frame.getDeclaringClass();
		return proxy != null && type.isInterface() && type.isAssignableFrom(proxy.getDeclaringClass())
				&& !Descriptors.returnsPrimitive(proxy.getDescriptor());
	}

	private Verdict judgeCode(StackFrame frame, StackFrame callee, JudgedClass judged) {
		JudgedClass.JudgedSite site = judged.judge(frame, callee);
		if (site.verdict() != Verdict.RETURNED) {
			this.answer = site.use();
		}
		return site.verdict();
	}

}
