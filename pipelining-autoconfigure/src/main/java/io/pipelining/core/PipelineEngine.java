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

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.util.Assert;
import org.springframework.util.function.SingletonSupplier;

import io.pipelining.PipelineCallback;
import io.pipelining.PipelineOptions;
import io.pipelining.PipelinePropagation;
import io.pipelining.PipelineUsageException;
import io.pipelining.Results;
import io.pipelining.SendPhase;
import io.pipelining.connection.CallChannel;
import io.pipelining.connection.CollectingConnection;
import io.pipelining.connection.ConnectionBinding;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.PipelineDrivers;

/**
 * Opens, joins and suspends pipelines of one connection factory. Thread-safe; the
 * templates that differ in their options alone share it.
 */
final class PipelineEngine {

	private static final Log logger = LogFactory.getLog(PipelineEngine.class);

	private static final long FIRST_REVIEW = 100;

	/** As long as Spring Boot gives a phase of the shutdown. */
	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

	private final RedisConnectionFactory connectionFactory;

	private final PipelineDrivers drivers = PipelineDrivers.load();

	private final Listeners listeners;

	private final Observers observers;

	private final CollectingConnection.Rules rules = new CollectingConnection.Rules();

	private final ValueJudge judge;

	private final RedisTransactions transactions;

	private final UnfinishedCalls unfinished = new UnfinishedCalls();

	private final Map<String, PipelineStatistics> statistics = new ConcurrentHashMap<>();

	private final Consumer<? super PipelineStatistics> reviewer;

	private final boolean enabled;

	private final UnaryOperator<PipelineOptions> overrides;

	private final Results defaultResults;

	private final boolean showKeys;

	private final AtomicBoolean running = new AtomicBoolean(true);

	PipelineEngine(PipelineTemplate.Builder builder) {
		this.connectionFactory = builder.connectionFactory;
		Supplier<? extends Collection<? extends RedisOperations<?, ?>>> templates = SingletonSupplier
			.of(() -> List.copyOf(builder.templates.get()));
		this.judge = new ValueJudge(templates);
		this.transactions = new RedisTransactions(templates);
		this.listeners = new Listeners(builder.listeners);
		this.observers = new Observers(builder.observers);
		this.reviewer = builder.reviewer;
		this.enabled = builder.enabled;
		this.overrides = builder.overrides;
		this.defaultResults = (builder.results != Results.DEFAULT) ? builder.results : Results.AUTO;
		this.showKeys = builder.showKeys;
	}

	RedisConnectionFactory connectionFactory() {
		return this.connectionFactory;
	}

	Listeners listeners() {
		return this.listeners;
	}

	UnfinishedCalls unfinished() {
		return this.unfinished;
	}

	Observers observers() {
		return this.observers;
	}

	CollectingConnection.Rules rules() {
		return this.rules;
	}

	ValueJudge judge() {
		return this.judge;
	}

	PipelineStatistics statisticsOf(PipelineOptions options) {
		PipelineStatistics known = this.statistics.get(options.name());
		return (known != null) ? known
				: this.statistics.computeIfAbsent(options.name(), (name) -> new PipelineStatistics(options));
	}

	/**
	 * Have statistics reviewed when it is time to, which harms nobody.
	 */
	private void review(PipelineStatistics reviewed, ToLongFunction<PipelineStatistics> counter) {
		long count = counter.applyAsLong(reviewed);
		if (count < FIRST_REVIEW || !isPowerOfTen(count)) {
			return;
		}
		try {
			this.reviewer.accept(reviewed);
		}
		catch (RuntimeException | LinkageError ex) {
			logger.debug("The statistics of pipeline '" + reviewed.pipeline() + "' were not reviewed", ex);
		}
	}

	private static boolean isPowerOfTen(long count) {
		long power = count;
		while (power % 10 == 0) {
			power /= 10;
		}
		return power == 1;
	}

	Collection<PipelineStatistics> statistics() {
		return List.copyOf(this.statistics.values());
	}

	boolean showKeys() {
		return this.showKeys;
	}

	/**
	 * Return the options that hold.
	 */
	PipelineOptions effective(PipelineOptions options) {
		PipelineOptions changed = this.overrides.apply(options);
		Assert.notNull(changed, "'overrides' must not return null");
		boolean collects = (this.enabled && changed.enabled()) || promises(changed);
		PipelineOptions named = changed.withName(options.name()).withEnabled(collects);
		if (!named.enabled()) {
			return named.withResults(Results.AUTO);
		}
		return (named.results() != Results.DEFAULT) ? named : named.withResults(this.defaultResults);
	}

	CallChannel open(ConnectionSource source) {
		return this.drivers.open(source);
	}

	boolean isRunning() {
		return this.running.get();
	}

	/**
	 * Keep connections again.
	 */
	void start() {
		if (this.running.compareAndSet(false, true)) {
			this.drivers.reopen();
		}
	}

	/**
	 * Wait for the calls that are unfinished, and close the connections that are kept.
	 */
	void stop() {
		if (this.running.compareAndSet(true, false)) {
			if (!this.unfinished.isEmpty()) {
				this.listeners.obtain();
				this.observers.obtain();
				this.unfinished.await(STOP_TIMEOUT);
			}
			this.drivers.close();
		}
	}

	<T> @Nullable T execute(PipelineCallback<T> action, PipelineOptions options) {
		PipelineStack stack = PipelineStack.current();
		if (stack != null && stack.isNotifying()) {
			checkPromisesNothing(options, "what a listener does belongs to no pipeline",
					"let the listener hand it to another thread");
			return runPlainly(action, options);
		}
		OpenPipeline open = (stack != null) ? stack.find(this.connectionFactory) : null;
		if (stack != null && stack.supplier() != null) {
			checkPartOfSupplier(stack.supplier(), open, options);
		}
		return switch (options.propagation()) {
			case REQUIRED -> {
				if (open != null && waitsForOtherCommit(open, stack, options)) {
					yield suspending(open, () -> open(action, options));
				}
				yield (open != null) ? join(open, action, options) : open(action, options);
			}
			case REQUIRES_NEW -> (open != null) ? suspending(open, () -> open(action, options)) : open(action, options);
			case NOT_SUPPORTED -> {
				checkPromisesNothing(options, "with propagation = NOT_SUPPORTED its calls go one by one",
						"choose one of the two");
				yield (open != null) ? suspending(open, () -> runPlainly(action, options))
						: runPlainly(action, options);
			}
		};
	}

	/**
	 * Return whether a pipeline that is open waits for the commit of a transaction that
	 * is not the innermost one: what joins it could not follow its own.
	 */
	private static boolean waitsForOtherCommit(OpenPipeline open, @Nullable PipelineStack stack,
			PipelineOptions options) {
		return isHeld(options) && isHeld(open.options()) && !open.isOfCurrentTransaction()
				&& (stack == null || stack.supplier() == null);
	}

	private static boolean isHeld(PipelineOptions options) {
		return options.phase() == SendPhase.AFTER_COMMIT;
	}

	/** What holds even where pipelines are switched off. */
	private static boolean promises(PipelineOptions options) {
		return options.atomic() || isHeld(options);
	}

	private static void checkPromisesNothing(PipelineOptions options, String why, String wayOut) {
		if (promises(options)) {
			throw new EarlySends(options).noBatch(why, wayOut);
		}
	}

	private void checkPartOfSupplier(DeferredReply<?> supplier, @Nullable OpenPipeline open, PipelineOptions options) {
		if (open != supplier.pipeline() || options.propagation() != PipelinePropagation.REQUIRED) {
			throw new PipelineUsageException("A deferred supplier of pipeline '" + supplier.pipeline().name()
					+ "' cannot open or suspend a pipeline ('" + options.name()
					+ "'): it is run once for each stage. What it calls may only join its own pipeline");
		}
	}

	private <T> @Nullable T runPlainly(PipelineCallback<T> action, PipelineOptions options) {
		PlainScope scope = new PlainScope(options.name(), this.connectionFactory,
				options.propagation() != PipelinePropagation.NOT_SUPPORTED);
		PipelineStack stack = PipelineStack.obtain();
		stack.push(scope);
		try {
			T result = callPlainly(action, scope);
			RuntimeException failure = scope.unreportedFailure();
			if (failure != null) {
				throw failure;
			}
			return result;
		}
		finally {
			stack.pop();
		}
	}

	private static <T> @Nullable T callPlainly(PipelineCallback<T> action, PlainScope scope) {
		try {
			return action.doInPipeline(scope);
		}
		catch (Throwable ex) {
			Exceptions.suppress(ex, scope.unreportedFailure());
			throw ex;
		}
	}

	private <T> @Nullable T open(PipelineCallback<T> action, PipelineOptions options) {
		if (!options.enabled()) {
			return runPlainly(action, options);
		}
		if (isHeld(options)) {
			return openForCommit(action, options);
		}
		if (standsAside(options)) {
			return standAside(action, options);
		}
		review(statisticsOf(options), PipelineStatistics::addOpened);
		return new PipelineRun(this, options).run(action);
	}

	private <T> @Nullable T standAside(PipelineCallback<T> action, PipelineOptions options) {
		review(statisticsOf(options), PipelineStatistics::addStoodAside);
		return runPlainly(action, options);
	}

	/**
	 * Return whether calls are to go where they went before: where somebody else has
	 * bound a connection, as in a SessionCallback or a transaction, or would.
	 */
	private boolean standsAside(PipelineOptions options) {
		if (ConnectionBinding.isBound(this.connectionFactory)) {
			if (options.atomic() && !ConnectionBinding.isInTransaction(this.connectionFactory)) {
				checkPromisesNothing(options,
						"a connection without a MULTI is bound to the thread, and its calls go there",
						"call it outside of the SessionCallback or of what else binds one");
			}
			return true;
		}
		if (!this.transactions.mayBegin()) {
			return false;
		}
		if (options.atomic() && !this.transactions.mustBegin()) {
			checkPromisesNothing(options,
					"a template with enableTransactionSupport would begin a transaction of Redis with its first call",
					"call it outside of the transaction");
		}
		return true;
	}

	/**
	 * A transaction of Redis that ends with the one around it keeps the promise as well.
	 * Anything else that is bound is put aside for the time of the code, which would
	 * otherwise send at once.
	 */
	private <T> @Nullable T openForCommit(PipelineCallback<T> action, PipelineOptions options) {
		boolean bound = ConnectionBinding.isBound(this.connectionFactory);
		if (bound ? ConnectionBinding.isInSynchronizedTransaction(this.connectionFactory)
				: this.transactions.mustBegin()) {
			return standAside(action, options);
		}
		review(statisticsOf(options), PipelineStatistics::addOpened);
		CommitQueue queue = CommitQueue.obtain();
		Supplier<@Nullable T> run = (queue != null) ? () -> new CommitRun(this, options, queue).run(action)
				: () -> new PipelineRun(this, options).run(action);
		return bound ? suspending(null, run) : run.get();
	}

	/**
	 * Refuse a call where a transaction has begun since the pipeline was opened, and the
	 * call may be the one that begins a transaction of Redis in it.
	 */
	void checkNoTransactionBegan(PipelineOptions options) {
		if (!isHeld(options) && this.transactions.mayBegin()) {
			throw new PipelineUsageException("A transaction has begun inside pipeline '" + options.name()
					+ "', and a template with enableTransactionSupport would begin a transaction of Redis in it, which"
					+ " no pipeline can be part of: begin the transaction outside of the pipeline, or suspend the"
					+ " pipeline around it with propagation = NOT_SUPPORTED");
		}
	}

	private <T> @Nullable T join(OpenPipeline open, PipelineCallback<T> action, PipelineOptions options) {
		if ((options.atomic() && !open.options().atomic()) || (isHeld(options) && !isHeld(open.options()))) {
			throw new EarlySends(options).join(open);
		}
		statisticsOf(options).addJoined();
		PipelineScope scope = open.enter(options);
		PipelineStack stack = PipelineStack.obtain();
		stack.push(scope);
		try {
			return scope.run(action);
		}
		catch (Throwable ex) {
			if (stack.supplier() == null) {
				open.leaveWith(ex, scope);
			}
			throw ex;
		}
		finally {
			stack.pop();
			open.leave(scope);
		}
	}

	/**
	 * Run code with nothing bound.
	 * @param open the pipeline that is suspended, {@code null} if something else is
	 */
	private <T> @Nullable T suspending(@Nullable OpenPipeline open, Supplier<@Nullable T> action) {
		Object suspended = ConnectionBinding.unbind(this.connectionFactory);
		try {
			return action.get();
		}
		finally {
			ConnectionBinding.restore(this.connectionFactory, suspended, () -> open == null || open.isCollecting());
		}
	}

}
