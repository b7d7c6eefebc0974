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

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.RedisTemplate;

import io.pipelining.BatchExecution;
import io.pipelining.PipelineExecutionException;
import io.pipelining.SendTrigger;
import io.pipelining.support.Outcomes;
import io.pipelining.support.Redis;

/**
 * Makes one call in each of the ways, every time on the same data.
 */
final class OperationCalls {

	private final Redis redis;

	private final RedisTemplate<String, ?> template;

	private final OperationData data;

	OperationCalls(Redis redis, RedisTemplate<String, ?> template, OperationData data) {
		this.redis = redis;
		this.template = template;
		this.data = data;
	}

	Result directly(Call call) {
		return run(call, (made) -> Outcomes.of(made::used));
	}

	Result deferred(Call call) {
		return run(call, (made) -> this.redis.pipelines()
			.execute((pipeline) -> Outcomes.of(() -> pipeline.defer(made::used).get())));
	}

	Result used(Call call) {
		if (call.entry().method().getReturnType() == void.class || isOfSeveralCalls(call)) {
			return run(call, (made) -> reportAtTheEnd(call, made::used));
		}
		return run(call, (made) -> this.redis.pipelines().execute((pipeline) -> Outcomes.of(made::used)));
	}

	/**
	 * The value is dropped, which gives {@code null}, and another call that can wait
	 * follows.
	 */
	Result dropped(Call call) {
		return run(call, (made) -> reportAtTheEnd(call, () -> {
			made.dropped();
			this.template.hasKey("str");
			return null;
		}));
	}

	/**
	 * A call that waits and fails is reported when the pipeline returns.
	 */
	private String reportAtTheEnd(Call call, Supplier<?> code) {
		try {
			Object value = this.redis.pipelines().execute((pipeline) -> code.get());
			return Outcomes.describe(value);
		}
		catch (PipelineExecutionException ex) {
			boolean only = ex.getFailures().size() == 1 || isOfSeveralCalls(call);
			return Outcomes.describe(only ? ex.getFailures().get(0).cause() : ex);
		}
		catch (RuntimeException ex) {
			return Outcomes.describe(ex);
		}
	}

	/**
	 * Merges, and then counts, so that two calls fail where the first does.
	 */
	private static boolean isOfSeveralCalls(Call call) {
		return call.entry().signature().startsWith("HyperLogLogOperations.union(");
	}

	/**
	 * Return what the server holds before a call.
	 */
	String contentsBefore() {
		this.data.prepare();
		return this.data.contents();
	}

	private Result run(Call call, Function<Made, String> code) {
		this.data.prepare();
		Made made = call.make();
		this.redis.listener().clear();
		String value;
		try {
			value = code.apply(made);
		}
		catch (RuntimeException ex) {
			value = "escapes: " + Outcomes.describe(ex);
		}
		List<BatchExecution> batches = List.copyOf(this.redis.listener().batches());
		return new Result(value, this.data.contents(), batches);
	}

	/**
	 * What a call gave.
	 *
	 * @param value the value or the exception, as text
	 * @param contents what the server holds after it
	 * @param batches the batches that were sent
	 */
	record Result(String value, String contents, List<BatchExecution> batches) {

		boolean failed() {
			return this.value.startsWith("throws ");
		}

		/**
		 * Return whether all calls waited until the method returned.
		 */
		boolean waited() {
			return this.batches.size() == 1 && this.batches.get(0).trigger() == SendTrigger.RETURN
					&& this.batches.get(0).calls() > 1;
		}

	}

	/**
	 * What to call.
	 *
	 * @param operation makes the call
	 * @param arguments knows its arguments
	 * @param entry the method
	 * @param key which key it meets
	 */
	record Call(Operation operation, OperationArguments arguments, OperationCatalog.Entry entry,
			OperationArguments.Key key) {

		Made make() {
			return new Made(this.operation, this.arguments.target(this.entry, this.key),
					this.arguments.of(this.entry, this.key));
		}

		boolean meetsItsKind() {
			return this.key == OperationArguments.Key.PRESENT;
		}

		@Override
		public String toString() {
			return this.entry + " " + this.key;
		}

	}

	/**
	 * A call with its own target and arguments.
	 *
	 * @param operation makes the call
	 * @param target what it is made on
	 * @param arguments its arguments
	 */
	record Made(Operation operation, Object target, @Nullable Object[] arguments) {

		@Nullable Object used() {
			try {
				return this.operation.used(this.target, this.arguments);
			}
			catch (Throwable ex) {
				throw Made.<RuntimeException>sneaky(ex);
			}
		}

		void dropped() {
			try {
				this.operation.dropped(this.target, this.arguments);
			}
			catch (Throwable ex) {
				throw Made.<RuntimeException>sneaky(ex);
			}
		}

		@SuppressWarnings("unchecked")
		private static <E extends Throwable> E sneaky(Throwable failure) throws E {
			throw (E) failure;
		}

	}

}
