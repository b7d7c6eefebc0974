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

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.pipelining.PipelineUsageException;
import io.pipelining.Reply;
import io.pipelining.connection.CannotWaitException;
import io.pipelining.connection.Invocation;
import io.pipelining.connection.Outcome;

/**
 * A reply whose supplier is run in stages: up to its first call whose reply is not in,
 * and again when it is. Runs on the collecting thread; once it is done, any thread may
 * read it.
 */
final class DeferredReply<T> implements Reply<T> {

	private final OpenPipeline pipeline;

	private final Supplier<? extends @Nullable T> supplier;

	private final List<PendingCall> calls = new ArrayList<>(1);

	private int nextCall;

	private boolean stopped;

	/** Why the last call could not even wait. */
	private @Nullable RuntimeException refusal;

	private @Nullable T value;

	private @Nullable Throwable failure;

	private volatile boolean failureReported;

	/** Written last, so that whoever sees it sees the value. */
	private volatile boolean done;

	DeferredReply(OpenPipeline pipeline, Supplier<? extends @Nullable T> supplier) {
		this.pipeline = pipeline;
		this.supplier = supplier;
	}

	/**
	 * Run the supplier up to its next call whose reply is not in, or to its end.
	 */
	void run(PipelineStack stack) {
		if (this.done) {
			return;
		}
		this.nextCall = 0;
		this.stopped = false;
		DeferredReply<?> outer = stack.enterSupplier(this);
		try {
			T result = this.supplier.get();
			if (!this.stopped) {
				complete(result, null);
			}
		}
		catch (Throwable ex) {
			// Once stopped, whatever the code made of the signal does not count
			if (!this.stopped) {
				complete(null, ex);
			}
		}
		finally {
			stack.leaveSupplier(outer);
		}
	}

	OpenPipeline pipeline() {
		return this.pipeline;
	}

	/**
	 * Answer a call of the supplier, or stop it.
	 */
	@Nullable Object call(Invocation invocation) throws Throwable {
		if (this.stopped) {
			throw StopSignal.INSTANCE;
		}
		if (this.nextCall < this.calls.size()) {
			PendingCall answered = this.calls.get(this.nextCall++);
			return answer(answered, invocation);
		}
		try {
			this.calls.add(this.pipeline.addFor(this, invocation));
		}
		catch (CannotWaitException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			this.refusal = ex;
			throw ex;
		}
		this.pipeline.sendIfFull();
		this.stopped = true;
		throw StopSignal.INSTANCE;
	}

	private @Nullable Object answer(PendingCall answered, Invocation invocation) throws Throwable {
		if (!isSame(answered.call().invocation().method(), invocation.method())) {
			throw new PipelineUsageException("A deferred supplier of pipeline '" + this.pipeline.name()
					+ "' made another call when it was run again: " + invocation + " instead of "
					+ answered.call().invocation()
					+ ". It runs once for each stage, so it must do nothing but Redis calls and computing");
		}
		Outcome outcome = answered.outcome();
		if (outcome != null && outcome.cause() != null) {
			throw outcome.cause();
		}
		return this.pipeline.value(answered);
	}

	/**
	 * A script may be named by its text or by its digest: Spring tries the digest first.
	 */
	private static boolean isSame(Method answered, Method asked) {
		return answered.equals(asked) || (answered.getName().startsWith("eval") && asked.getName().startsWith("eval"));
	}

	/**
	 * Return the command of the call that it waits for.
	 */
	String lastCommand() {
		return this.calls.isEmpty() ? "call" : this.calls.get(this.calls.size() - 1).call().command();
	}

	/**
	 * Return whether the next call of the supplier is one that it has not made before.
	 */
	boolean isNextCallNew() {
		return this.nextCall >= this.calls.size();
	}

	private void complete(@Nullable T value, @Nullable Throwable failure) {
		this.value = value;
		this.failure = failure;
		this.done = true;
	}

	/**
	 * End without a value: discarded, or its batch was lost.
	 */
	void fail(Throwable failure) {
		if (!this.done) {
			complete(null, failure);
		}
	}

	/**
	 * Return the failed call that nobody was told of: the one that made the supplier
	 * fail.
	 */
	@Nullable PendingCall unreportedFailure() {
		if (this.failureReported || this.failure == null) {
			return null;
		}
		for (PendingCall call : this.calls) {
			if (call.isFailed() && isBehind(call.cause(), this.failure)) {
				return call;
			}
		}
		return null;
	}

	/**
	 * Return why a call of the supplier was refused, if nobody was told of it.
	 */
	@Nullable RuntimeException unreportedRefusal() {
		if (this.failureReported || this.failure == null) {
			return null;
		}
		RuntimeException refused = this.refusal;
		if (refused != null && isBehind(refused, this.failure)) {
			return refused;
		}
		return (this.failure instanceof PipelineUsageException ex) ? ex : null;
	}

	private static boolean isBehind(@Nullable Throwable cause, Throwable failure) {
		for (Throwable ex = failure; ex != null; ex = ex.getCause()) {
			if (ex == cause) {
				return true;
			}
		}
		return false;
	}

	@Override
	public @Nullable T get() {
		if (!this.done) {
			this.pipeline.sendFor(this);
		}
		if (this.failure != null) {
			this.failureReported = true;
			throw Exceptions.<RuntimeException>rethrow(this.failure);
		}
		return this.value;
	}

	@Override
	public boolean isDone() {
		return this.done;
	}

	@Override
	public <R> Reply<R> map(Function<? super T, ? extends R> mapper) {
		return new MappedReply<>(this, mapper);
	}

}
