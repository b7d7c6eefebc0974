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
import java.lang.reflect.Method;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * What is known of one loaded class: its kind, and the call sites in it that were judged.
 * Safe for use by several threads. Holds nothing that could keep a class loader alive
 * other than that of the class itself, to which it is attached.
 */
final class JudgedClass {

	private static final long CHECK_INTERVAL = TimeUnit.SECONDS.toNanos(1);

	private static final JudgedSite[] NONE = {};

	private final ClassKind kind;

	private final boolean bindsDefaultMethods;

	private final @Nullable ClassFileSource source;

	private ClassFileSource.@Nullable Stamp stamp;

	private volatile boolean unknown;

	private volatile long checkedAt;

	private volatile JudgedSite[] sites = NONE;

	private volatile @Nullable Verdict lambdaVerdict;

	JudgedClass(Class<?> type, ClassKind kind, boolean rewritten, FileTime unchangedSince) {
		this.kind = kind;
		this.bindsDefaultMethods = type.getName().equals(CarriedValues.DEFAULT_METHODS);
		this.source = (kind == ClassKind.CODE && !rewritten) ? ClassFileSource.find(type) : null;
		this.unknown = !rememberStamp(unchangedSince);
		this.checkedAt = System.nanoTime();
	}

	ClassKind kind() {
		return this.kind;
	}

	/**
	 * Whether method handles that the class invokes return what their method returned.
	 */
	boolean bindsDefaultMethods() {
		return this.bindsDefaultMethods;
	}

	/**
	 * Judge the value that a frame of a lambda class was given. The class has one target
	 * and one functional method, so that is decided once.
	 */
	Verdict judgeLambda(StackWalker.StackFrame frame, StackWalker.StackFrame callee) {
		Verdict verdict = this.lambdaVerdict;
		if (verdict == null) {
			if (Descriptors.returnsPrimitive(callee.getDescriptor())) {
				verdict = Verdict.USED;
			}
			else {
				verdict = Descriptors.carryOver(frame.getDescriptor());
			}
			this.lambdaVerdict = verdict;
		}
		return verdict;
	}

	/**
	 * Judge the value that a frame of this class was given by the method that it calls.
	 */
	JudgedSite judge(StackWalker.StackFrame frame, StackWalker.StackFrame callee) {
		JudgedSite site = find(frame);
		if (site == null) {
			site = remember(frame, prove(frame, callee));
		}
		return (site.verdict() == Verdict.USED || !fileChanged()) ? site : new JudgedSite(site.index(), site.method(),
				site.descriptor(), Verdict.USED, new ValueUse(true, unread(site.use().site())));
	}

	private static @Nullable Site unread(@Nullable Site site) {
		return (site != null) ? site.unread() : null;
	}

	private boolean isRead() {
		return this.source != null && !this.unknown;
	}

	private @Nullable JudgedSite find(StackWalker.StackFrame frame) {
		int index = frame.getByteCodeIndex();
		for (JudgedSite site : this.sites) {
			if (site.index() == index && site.method().equals(frame.getMethodName())
					&& site.descriptor().equals(frame.getDescriptor())) {
				return site;
			}
		}
		return null;
	}

	private synchronized JudgedSite remember(StackWalker.StackFrame frame, Verdict verdict) {
		JudgedSite known = find(frame);
		if (known != null) {
			return known;
		}
		JudgedSite site = new JudgedSite(frame.getByteCodeIndex(), frame.getMethodName(), frame.getDescriptor(),
				verdict, new ValueUse(verdict == Verdict.USED, isRead() ? Site.of(frame) : Site.of(frame).unread()));
		JudgedSite[] extended = Arrays.copyOf(this.sites, this.sites.length + 1);
		extended[this.sites.length] = site;
		this.sites = extended;
		return site;
	}

	/**
	 * Return the content of the class file.
	 * @return the content, {@code null} if it may not be that of the loaded class
	 */
	byte @Nullable [] content() {
		ClassFileSource source = this.source;
		if (source == null || this.unknown) {
			return null;
		}
		try {
			byte[] content = source.content();
			return source.stamp().equals(this.stamp) ? content : null;
		}
		catch (IOException | RuntimeException ex) {
			return null;
		}
	}

	/**
	 * Whether the class file still is as it was read.
	 */
	boolean isAsRead() {
		return !fileChanged();
	}

	private Verdict prove(StackWalker.StackFrame frame, StackWalker.StackFrame callee) {
		ClassFileSource source = this.source;
		ClassFile.Place place = ClassFile.Place.of(frame);
		if (source == null || this.unknown || place == null) {
			return Verdict.USED;
		}
		String descriptor = callee.getDescriptor();
		if (Descriptors.returnsPrimitive(descriptor)) {
			return Verdict.USED;
		}
		if (Descriptors.returnsVoid(descriptor)) {
			return Verdict.DROPPED;
		}
		try {
			ClassFile file = ClassFile.read(source.content());
			Class<?> type = frame.getDeclaringClass();
			if (!source.stamp().equals(this.stamp) || !file.name().equals(type.getName())) {
				return Verdict.USED;
			}
			Verdict verdict = file.judge(place, callee.getMethodName(), descriptor, false);
			if (verdict == Verdict.USED && countsCoverage(type)) {
				verdict = file.judge(place, callee.getMethodName(), descriptor, true);
			}
			return verdict;
		}
		catch (IOException | RuntimeException | LinkageError ex) {
			// A class file that cannot be read or understood
			return Verdict.USED;
		}
	}

	/**
	 * JaCoCo's agent is the one that is known to add instructions which do nothing with
	 * values.
	 */
	private static boolean countsCoverage(Class<?> type) {
		for (Method method : type.getDeclaredMethods()) {
			if (method.isSynthetic() && method.getName().equals("$jacocoInit")) {
				return true;
			}
		}
		return false;
	}

	private boolean rememberStamp(FileTime unchangedSince) {
		if (this.source == null) {
			return false;
		}
		try {
			ClassFileSource.Stamp current = this.source.stamp();
			this.stamp = current;
			return current.modified().compareTo(unchangedSince) <= 0;
		}
		catch (IOException | RuntimeException ex) {
			return false;
		}
	}

	/**
	 * Whether the class file is not the one that was loaded any more. Looked at once a
	 * second at most.
	 */
	private boolean fileChanged() {
		ClassFileSource source = this.source;
		if (this.unknown || source == null) {
			return true;
		}
		long now = System.nanoTime();
		if (now - this.checkedAt > CHECK_INTERVAL) {
			this.checkedAt = now;
			try {
				this.unknown = !source.stamp().equals(this.stamp);
			}
			catch (IOException | RuntimeException ex) {
				this.unknown = true;
			}
		}
		return this.unknown;
	}

	/**
	 * A call site and what its code does with the value.
	 *
	 * @param index the byte code index
	 * @param method the name of the method
	 * @param descriptor the descriptor of the method
	 * @param verdict what becomes of the value
	 * @param use the answer if the verdict ends the question
	 */
	record JudgedSite(int index, String method, String descriptor, Verdict verdict, ValueUse use) {

	}

}
