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

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.pipelining.Pipeline;
import io.pipelining.Reply;

/**
 * The pipelines of a thread, innermost first. Bound to the thread among Spring's
 * resources from the beginning of the outermost to its end.
 */
final class PipelineStack {

	private static final Object KEY = PipelineStack.class;

	private final Deque<Scope> scopes = new ArrayDeque<>(2);

	private @Nullable DeferredReply<?> supplier;

	private boolean notifying;

	private PipelineStack() {
	}

	static @Nullable PipelineStack current() {
		return (PipelineStack) TransactionSynchronizationManager.getResource(KEY);
	}

	static Optional<Pipeline> innermost() {
		PipelineStack stack = current();
		Scope scope = (stack != null) ? stack.scopes.peek() : null;
		boolean off = scope instanceof PlainScope plain && !plain.standingIn();
		return off ? Optional.empty() : Optional.ofNullable(scope);
	}

	/**
	 * Defer in the innermost pipeline of this thread. Where none is open, and inside a
	 * deferred supplier, of which it is a part then, the call runs at once.
	 */
	static <T> Reply<T> defer(Supplier<? extends @Nullable T> call) {
		PipelineStack stack = current();
		Scope scope = (stack != null) ? stack.scopes.peek() : null;
		return (scope != null) ? scope.defer(call) : ImmediateReply.of(call);
	}

	/**
	 * Return the stack of this thread, or one that is bound with its first scope.
	 */
	static PipelineStack obtain() {
		PipelineStack stack = current();
		return (stack != null) ? stack : new PipelineStack();
	}

	/**
	 * Take the stack of this thread off it.
	 * @return the stack, for {@link #restore}, {@code null} if there is none
	 */
	static @Nullable PipelineStack suspend() {
		return (PipelineStack) TransactionSynchronizationManager.unbindResourceIfPossible(KEY);
	}

	static void restore(@Nullable PipelineStack suspended) {
		if (suspended != null) {
			TransactionSynchronizationManager.bindResource(KEY, suspended);
		}
	}

	void push(Scope scope) {
		if (this.scopes.isEmpty()) {
			TransactionSynchronizationManager.bindResource(KEY, this);
		}
		this.scopes.push(scope);
	}

	/**
	 * Take the topmost scope away, and the stack off the thread with the last one.
	 */
	void pop() {
		this.scopes.pop();
		if (this.scopes.isEmpty()) {
			TransactionSynchronizationManager.unbindResourceIfPossible(KEY);
		}
	}

	/**
	 * Return the pipeline that collects calls on a factory at this place.
	 */
	@Nullable OpenPipeline find(RedisConnectionFactory factory) {
		for (Scope scope : this.scopes) {
			if (scope.connectionFactory() == factory) {
				return (scope instanceof PipelineScope open) ? open.pipeline() : null;
			}
		}
		return null;
	}

	boolean isInnermost(OpenPipeline pipeline) {
		return this.scopes.peek() instanceof PipelineScope open && open.pipeline() == pipeline;
	}

	/**
	 * Return the deferred supplier that is being run.
	 */
	@Nullable DeferredReply<?> supplier() {
		return this.supplier;
	}

	@Nullable DeferredReply<?> enterSupplier(DeferredReply<?> entered) {
		DeferredReply<?> outer = this.supplier;
		this.supplier = entered;
		return outer;
	}

	void leaveSupplier(@Nullable DeferredReply<?> outer) {
		this.supplier = outer;
	}

	/**
	 * Return whether listeners are being told: calls that they make belong to no
	 * pipeline.
	 */
	boolean isNotifying() {
		return this.notifying;
	}

	void whileNotifying(Runnable notification) {
		boolean outer = this.notifying;
		this.notifying = true;
		try {
			notification.run();
		}
		finally {
			this.notifying = outer;
		}
	}

	/**
	 * The span of one annotated method or one {@code execute}.
	 */
	interface Scope extends Pipeline {

		RedisConnectionFactory connectionFactory();

	}

}
