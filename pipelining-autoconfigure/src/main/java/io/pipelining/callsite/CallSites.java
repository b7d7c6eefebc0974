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

import java.lang.StackWalker.Option;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.core.NativeDetector;

/**
 * Tells whether the value of a Redis call is used, from the byte code of the code that
 * makes the call. Sound rather than clever: wherever it is not certain that nobody looks
 * at a value, the value counts as used.
 * <p>
 * Safe for use by any number of threads. An instance belongs to one application context:
 * classes whose files were written after the instance was made count as using values. It
 * keeps no class loader alive. In a native image every value counts as used.
 * <p>
 * What the stack cannot show has to be known by whoever asks. A subclass of
 * {@code RedisTemplate} that overrides {@code postProcessResult} sees the value although
 * no frame of its own is on the stack, so values of calls by such a template count as
 * used without asking.
 */
public final class CallSites {

	/**
	 * So many frames are fetched at once, and two less on Java 17: a call by a template,
	 * up to its caller, takes 11 or 12. Each one more costs a twentieth of the walk, and
	 * one too few doubles it.
	 */
	private static final int EXPECTED_FRAMES = 14;

	private final StackWalker walker = walker(EXPECTED_FRAMES);

	private final ClassValue<JudgedClass> classes;

	/** There are no class files, and nobody promises frames as the byte code has them. */
	private final boolean inNativeImage = NativeDetector.inNativeImage();

	/**
	 * Create an instance that knows only the classes of Spring.
	 */
	public CallSites() {
		this(Set.of());
	}

	/**
	 * Create an instance that also passes over other classes.
	 * @param carriers the binary names of the classes of this library that may lie on the
	 * stack and do nothing with a value but return it, nested classes included
	 */
	public CallSites(Collection<String> carriers) {
		Set<String> own = new HashSet<>(carriers);
		own.add(CallSites.class.getName());
		own.add(BodyProofs.class.getName());
		this.classes = new KnownClasses(Set.copyOf(own));
	}

	static StackWalker walker(int expectedFrames) {
		return StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE, Option.SHOW_HIDDEN_FRAMES),
				expectedFrames);
	}

	ClassValue<JudgedClass> classes() {
		return this.classes;
	}

	/**
	 * Judge the value of the Redis call that the current thread is making.
	 * @return whether it is used, and where that was seen; never {@code null}
	 */
	public ValueUse judge() {
		return this.inNativeImage ? ValueUse.USED : this.walker.walk(new StackJudge(this.classes, null));
	}

	/**
	 * Judge the value that the innermost frame of a class is going to return. For code
	 * that asks something of a connection before it decides what to call, as Spring's
	 * script executor does.
	 * @param className the binary name of the class
	 * @return whether it is used; always so if the class is not among the innermost
	 * frames
	 */
	public ValueUse judgeReturnOf(String className) {
		return this.inNativeImage ? ValueUse.USED : this.walker.walk(new StackJudge(this.classes, className));
	}

	/**
	 * What is known of the classes, attached to them. No value refers to this, which
	 * would keep its loader alive.
	 */
	private static final class KnownClasses extends ClassValue<JudgedClass> {

		private final Set<String> own;

		private final FileTime created = FileTime.from(Instant.now());

		private final Map<ClassLoader, Boolean> weaving = Collections.synchronizedMap(new WeakHashMap<>());

		private KnownClasses(Set<String> own) {
			this.own = own;
		}

		@Override
		protected JudgedClass computeValue(Class<?> type) {
			ClassKind kind = ClassKind.of(type, this.own);
			boolean rewritten = kind == ClassKind.CODE && mayBeWoven(type.getClassLoader());
			return new JudgedClass(type, kind, rewritten, this.created);
		}

		private boolean mayBeWoven(@Nullable ClassLoader loader) {
			if (loader == null) {
				return false;
			}
			return this.weaving.computeIfAbsent(loader, Weaving::isPossible);
		}

	}

}
