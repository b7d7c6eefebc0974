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

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.context.Lifecycle;
import org.springframework.context.Phased;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.util.Assert;

import io.pipelining.BatchObserver;
import io.pipelining.Pipeline;
import io.pipelining.PipelineCallback;
import io.pipelining.PipelineListener;
import io.pipelining.PipelineOperations;
import io.pipelining.PipelineOptions;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.callsite.Body;

/**
 * Runs code in pipelines, after the manner of {@code TransactionTemplate}: the Redis
 * calls that the code makes on its thread, through any template of the connection
 * factory, travel as one batch. Thread-safe and immutable. Usable without Spring Boot.
 *
 * <pre class="code">
 * PipelineTemplate pipelines = new PipelineTemplate(connectionFactory);
 *
 * pipelines.executeWithoutResult(pipeline -&gt; {
 *     redis.opsForValue().set("a", "1");
 *     redis.opsForList().rightPush("log", "a set");
 * });                                   // one round trip
 * </pre>
 *
 * @since 0.1.0
 */
public class PipelineTemplate implements PipelineOperations, Lifecycle, Phased {

	private final PipelineEngine engine;

	private final PipelineOptions options;

	private final PipelineOptions effectiveOptions;

	private final PipelineStatistics statistics;

	/**
	 * Create a template with the default options, without listeners.
	 * @param connectionFactory the factory whose templates' calls are collected
	 */
	public PipelineTemplate(RedisConnectionFactory connectionFactory) {
		this(new PipelineEngine(builder(connectionFactory)), PipelineOptions.defaults());
	}

	PipelineTemplate(PipelineEngine engine, PipelineOptions options) {
		this.engine = engine;
		this.options = options;
		this.effectiveOptions = engine.effective(options);
		this.statistics = engine.statisticsOf(this.effectiveOptions);
		this.statistics.namedWith(this.effectiveOptions);
	}

	/**
	 * Begin to build a template.
	 * @param connectionFactory the factory whose templates' calls are collected
	 * @return the builder
	 */
	public static Builder builder(RedisConnectionFactory connectionFactory) {
		return new Builder(connectionFactory);
	}

	/**
	 * Return a template with other options, on the same engine.
	 * @param change makes the options of the new template from those of this one
	 * @return the new template
	 */
	public PipelineTemplate with(UnaryOperator<PipelineOptions> change) {
		Assert.notNull(change, "'change' must not be null");
		PipelineOptions changed = change.apply(this.options);
		Assert.notNull(changed, "'change' must not return null");
		return new PipelineTemplate(this.engine, changed);
	}

	/**
	 * Return the options of this template.
	 * @return the options
	 */
	public PipelineOptions options() {
		return this.options;
	}

	/**
	 * Return the options that hold: those of this template, changed by what was set for
	 * its pipeline by name, with the results that {@link Results#DEFAULT} means.
	 * @return the options
	 * @see Builder#overrides
	 */
	public PipelineOptions effectiveOptions() {
		return this.effectiveOptions;
	}

	/**
	 * Return the factory whose templates' calls are collected.
	 * @return the factory
	 */
	public RedisConnectionFactory getConnectionFactory() {
		return this.engine.connectionFactory();
	}

	/**
	 * Return what pipelines gained, by name, since this template and those derived from
	 * it were built.
	 * @return the statistics of every pipeline that they name, in no order
	 */
	public Collection<PipelineStatistics> statistics() {
		return this.engine.statistics();
	}

	/**
	 * Return what the pipelines with the name of this template gained.
	 * @return the statistics, which go on counting
	 */
	public PipelineStatistics ownStatistics() {
		return this.statistics;
	}

	/**
	 * Keep connections for batches again, after {@link #stop()}. A new template needs no
	 * start.
	 */
	@Override
	public void start() {
		this.engine.start();
	}

	/**
	 * Wait until no call of a pipeline of another thread waits or awaits its reply, and
	 * close the connections that are kept for batches. Spring calls it when it closes the
	 * context of a template that is a bean. The wait ends with the time-out of the
	 * pipelines, after 30 seconds where they have none; what is lost then is said in the
	 * log. Holds for all templates derived from one; they can be used on, but keep no
	 * connection.
	 */
	@Override
	public void stop() {
		this.engine.stop();
	}

	@Override
	public boolean isRunning() {
		return this.engine.isRunning();
	}

	/**
	 * Return the phase of the life of a context: stopped before the connection factory.
	 * @return one more than that of the connection factory
	 */
	@Override
	public int getPhase() {
		return (getConnectionFactory() instanceof Phased factory && factory.getPhase() < Integer.MAX_VALUE)
				? factory.getPhase() + 1 : 1;
	}

	@Override
	public <T> @Nullable T execute(PipelineCallback<T> action) {
		Assert.notNull(action, "'action' must not be null");
		return this.engine.execute(action, this.effectiveOptions);
	}

	@Override
	public void executeWithoutResult(Consumer<Pipeline> action) {
		Assert.notNull(action, "'action' must not be null");
		execute(new DescribedCallback<>((pipeline) -> {
			action.accept(pipeline);
			return null;
		}, Body.of(action)));
	}

	/**
	 * Run an intercepted method in a pipeline, as {@link #execute} runs code.
	 * @param invocation the method
	 * @return what the method returned
	 * @throws Throwable the very exception that the method threw, or what
	 * {@link #execute} throws
	 */
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Assert.notNull(invocation, "'invocation' must not be null");
		Object target = invocation.getThis();
		Body body = (target != null) ? Body.of(target, invocation.getMethod(), invocation.getArguments())
				: Body.of(invocation);
		return execute(new DescribedCallback<>((pipeline) -> proceed(invocation), body));
	}

	private static @Nullable Object proceed(MethodInvocation invocation) {
		try {
			return invocation.proceed();
		}
		catch (Throwable ex) {
			// A callback declares no checked exception, but the method may throw one
			throw Exceptions.<RuntimeException>rethrow(ex);
		}
	}

	@Override
	public <T> Reply<T> defer(Supplier<? extends @Nullable T> call) {
		Assert.notNull(call, "'call' must not be null");
		return PipelineStack.defer(call);
	}

	@Override
	public Optional<Pipeline> current() {
		return PipelineStack.innermost();
	}

	/**
	 * Builds a {@link PipelineTemplate}. Not thread-safe.
	 */
	public static final class Builder {

		final RedisConnectionFactory connectionFactory;

		Supplier<? extends List<PipelineListener>> listeners = List::of;

		Supplier<? extends List<BatchObserver>> observers = List::of;

		Consumer<? super PipelineStatistics> reviewer = (statistics) -> {
		};

		boolean enabled = true;

		Results results = Results.DEFAULT;

		boolean showKeys = false;

		PipelineOptions options = PipelineOptions.defaults();

		UnaryOperator<PipelineOptions> overrides = UnaryOperator.identity();

		Supplier<? extends Collection<? extends RedisOperations<?, ?>>> templates = List::of;

		Builder(RedisConnectionFactory connectionFactory) {
			Assert.notNull(connectionFactory, "'connectionFactory' must not be null");
			this.connectionFactory = connectionFactory;
		}

		/**
		 * Set the listeners. None by default.
		 * @param listeners asked once, when the first batch was sent
		 * @return this builder
		 */
		public Builder listeners(Supplier<? extends List<PipelineListener>> listeners) {
			Assert.notNull(listeners, "'listeners' must not be null");
			this.listeners = listeners;
			return this;
		}

		/**
		 * Set what goes along with each batch. Nothing by default.
		 * @param observers asked once, when the first batch is sent
		 * @return this builder
		 */
		public Builder observers(Supplier<? extends List<BatchObserver>> observers) {
			Assert.notNull(observers, "'observers' must not be null");
			this.observers = observers;
			return this;
		}

		/**
		 * Set who looks at the statistics of pipelines from time to time, to give advice.
		 * Nobody by default.
		 * @param reviewer called when a pipeline is opened for the 100th, the 1,000th,
		 * the 10,000th time and so on, by the thread that does so; what it throws is
		 * logged
		 * @return this builder
		 */
		public Builder reviewer(Consumer<? super PipelineStatistics> reviewer) {
			Assert.notNull(reviewer, "'reviewer' must not be null");
			this.reviewer = reviewer;
			return this;
		}

		/**
		 * Set whether calls are collected. {@code true} by default. Where they are not,
		 * code runs as it would without a pipeline, and {@code defer} runs at once.
		 * @param enabled whether calls are collected
		 * @return this builder
		 */
		public Builder enabled(boolean enabled) {
			this.enabled = enabled;
			return this;
		}

		/**
		 * Set what {@link Results#DEFAULT} means. {@link Results#AUTO} by default.
		 * @param results the results
		 * @return this builder
		 */
		public Builder results(Results results) {
			Assert.notNull(results, "'results' must not be null");
			this.results = results;
			return this;
		}

		/**
		 * Set whether the messages of exceptions may name keys. {@code false} by default.
		 * @param showKeys whether they may
		 * @return this builder
		 */
		public Builder showKeys(boolean showKeys) {
			this.showKeys = showKeys;
			return this;
		}

		/**
		 * Name the templates whose calls are collected. Every template of the connection
		 * factory is collected, named or not. One whose class overrides
		 * {@code postProcessResult} sees each value, which no look at the code can tell,
		 * so with such a template among them every value counts as used. Where one takes
		 * part in transactions ({@code enableTransactionSupport}), pipelines stand aside
		 * inside of transactions. None by default.
		 * @param templates asked once, when the first call under {@link Results#AUTO} is
		 * judged or the first pipeline is opened in a transaction
		 * @return this builder
		 */
		public Builder templates(Supplier<? extends Collection<? extends RedisOperations<?, ?>>> templates) {
			Assert.notNull(templates, "'templates' must not be null");
			this.templates = templates;
			return this;
		}

		/**
		 * Change the options that the template begins with.
		 * @param change makes them from those set so far
		 * @return this builder
		 */
		public Builder options(UnaryOperator<PipelineOptions> change) {
			Assert.notNull(change, "'change' must not be null");
			PipelineOptions changed = change.apply(this.options);
			Assert.notNull(changed, "'change' must not return null");
			this.options = changed;
			return this;
		}

		/**
		 * Set what holds for single pipelines whatever their code or annotation says, so
		 * that an operator can tune them. Nothing by default.
		 * @param overrides makes the options that hold from those of a pipeline, which it
		 * tells by its name; asked once for each template. It cannot change the name
		 * @return this builder
		 */
		public Builder overrides(UnaryOperator<PipelineOptions> overrides) {
			Assert.notNull(overrides, "'overrides' must not be null");
			this.overrides = overrides;
			return this;
		}

		/**
		 * Build the template.
		 * @return the template
		 */
		public PipelineTemplate build() {
			return new PipelineTemplate(new PipelineEngine(this), this.options);
		}

	}

}
