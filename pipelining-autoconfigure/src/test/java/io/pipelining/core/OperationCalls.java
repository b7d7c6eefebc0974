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
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

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

	/**
	 * Return whether a method waits for an element.
	 */
	static boolean blocks(Method method) {
		List<Class<?>> types = List.of(method.getParameterTypes());
		boolean bounded = types.stream().anyMatch((type) -> Set.of("Duration", "TimeUnit").contains(type.getSimpleName()));
		return bounded && (method.getName().contains("Pop") || method.getName().contains("pop")
				|| method.getName().equals("move"));
	}

	Result directly(Call call) throws Exception {
		return run(() -> Outcomes.of(() -> call.used()));
	}

	Result deferred(Call call) throws Exception {
		return run(() -> this.redis.pipelines()
			.execute((pipeline) -> Outcomes.of(() -> pipeline.defer(call::usedUnchecked).get())));
	}

	Result used(Call call) throws Exception {
		if (call.entry().method().getReturnType() == void.class || isOfSeveralCalls(call)) {
			return run(() -> reportAtTheEnd(call, call::usedUnchecked));
		}
		return run(() -> this.redis.pipelines().execute((pipeline) -> Outcomes.of(() -> call.used())));
	}

	/**
	 * The value is dropped, which gives {@code null}, and another call that can wait follows.
	 */
	Result dropped(Call call) throws Exception {
		return run(() -> reportAtTheEnd(call, () -> {
			call.droppedUnchecked();
			this.template.hasKey("str");
			return null;
		}));
	}

	/**
	 * A call that waits and fails is reported when the pipeline returns.
	 */
	private String reportAtTheEnd(Call call, Callable<?> code) {
		try {
			Object value = this.redis.pipelines().execute((pipeline) -> callUnchecked(code));
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

	private static @Nullable Object callUnchecked(Callable<?> code) {
		try {
			return code.call();
		}
		catch (Exception ex) {
			throw Call.<RuntimeException>sneaky(ex);
		}
	}

	/**
	 * Merges, and then counts, so that two calls fail where the first does.
	 */
	private static boolean isOfSeveralCalls(Call call) {
		return call.entry().signature().startsWith("HyperLogLogOperations.union(");
	}

	private Result run(Callable<String> code) throws Exception {
		this.data.prepare();
		this.redis.listener().clear();
		String value;
		try {
			value = code.call();
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
	 * A call with everything that it needs, made anew for each run.
	 */
	record Call(Operation operation, OperationArguments arguments, OperationCatalog.Entry entry,
			OperationArguments.Key key) {

		@Nullable Object used() throws Exception {
			try {
				return this.operation.used(this.arguments.target(this.entry, this.key),
						this.arguments.of(this.entry, this.key));
			}
			catch (Throwable ex) {
				throw Call.<RuntimeException>sneaky(ex);
			}
		}

		@Nullable Object usedUnchecked() {
			try {
				return used();
			}
			catch (Exception ex) {
				throw Call.<RuntimeException>sneaky(ex);
			}
		}

		void droppedUnchecked() {
			try {
				this.operation.dropped(this.arguments.target(this.entry, this.key),
						this.arguments.of(this.entry, this.key));
			}
			catch (Throwable ex) {
				throw Call.<RuntimeException>sneaky(ex);
			}
		}

		@SuppressWarnings("unchecked")
		private static <E extends Throwable> E sneaky(Throwable failure) throws E {
			throw (E) failure;
		}

	}

}
