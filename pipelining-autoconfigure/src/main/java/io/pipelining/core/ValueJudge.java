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

package io.pipelining.core;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.springframework.aop.support.AopUtils;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.script.DefaultScriptExecutor;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.function.SingletonSupplier;

import io.pipelining.callsite.Body;
import io.pipelining.callsite.BodyProofs;
import io.pipelining.callsite.CallSites;
import io.pipelining.connection.CollectingConnection;

/**
 * Whether the value of the call that is being made is used. Thread-safe.
 */
final class ValueJudge {

	/** Between the code and the judgement lie these, and they only hand the value on. */
	private static final List<Class<?>> CARRIERS = List.of(ValueJudge.class, ValueProof.class, OpenPipeline.class,
			CollectingConnection.class);

	private static final String SCRIPT_EXECUTOR = DefaultScriptExecutor.class.getName();

	private static final Set<String> ASKERS = Set.of(SCRIPT_EXECUTOR, RedisTemplate.class.getName());

	private static final StackWalker WALKER = StackWalker.getInstance();

	private final SingletonSupplier<Boolean> everyValueSeen;

	private final CallSites callSites = new CallSites(CARRIERS.stream().map(Class::getName).toList());

	private final BodyProofs proofs = new BodyProofs(this.callSites, ValueProof.FRAMES);

	ValueJudge(Supplier<? extends Collection<? extends RedisOperations<?, ?>>> templates) {
		this.everyValueSeen = SingletonSupplier.of(() -> templates.get().stream().anyMatch(ValueJudge::seesEveryValue));
	}

	/** A template that post-processes results sees those that its callers drop. */
	private static boolean seesEveryValue(RedisOperations<?, ?> template) {
		Class<?> type = AopUtils.getTargetClass(template);
		Method method = ReflectionUtils.findMethod(type, "postProcessResult", Object.class, RedisConnection.class,
				boolean.class);
		return method != null && method.getDeclaringClass() != RedisTemplate.class;
	}

	/**
	 * Return whether a call is spared the look at the code, since it returns nothing, or
	 * can only say one thing.
	 */
	boolean needsNoLook(Method method) {
		return method.getReturnType() == void.class || Placeholders.hasConstantReply(method);
	}

	/**
	 * Return whether a template sees every value, so that each counts as used.
	 */
	boolean isEveryValueSeen() {
		return Boolean.TRUE.equals(this.everyValueSeen.get());
	}

	/**
	 * Return what looks at the code. To be asked by the one who hands the value on: each
	 * frame between costs time.
	 */
	CallSites callSites() {
		return this.callSites;
	}

	/**
	 * Begin with the code of a scope.
	 */
	ValueProof proofOf(Body body, RedisConnectionFactory factory) {
		return new ValueProof(this.proofs, body, factory);
	}

	/**
	 * Return whether Spring's script executor asks, rather than the template below it.
	 */
	boolean isAskedByScriptExecutor() {
		return WALKER.walk((frames) -> frames.map(StackFrame::getClassName)
			.filter(ASKERS::contains)
			.findFirst()
			.filter(SCRIPT_EXECUTOR::equals)
			.isPresent());
	}

	/**
	 * Return whether the code uses the value of the script that is being executed.
	 */
	boolean isScriptValueUsed() {
		return isEveryValueSeen() || this.callSites.judgeReturnOf(SCRIPT_EXECUTOR).used();
	}

}
