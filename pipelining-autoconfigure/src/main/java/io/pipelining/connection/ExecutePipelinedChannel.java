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
package io.pipelining.connection;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConnection;

/**
 * Records calls as they are and sends each batch on a connection of its own.
 */
final class ExecutePipelinedChannel implements CallChannel {

	private static final Log logger = LogFactory.getLog(ExecutePipelinedChannel.class);

	private final ConnectionSource source;

	private final DriverHabits.Registry habits;

	private final DriverHabits.Registry transactionHabits;

	/**
	 * Create a channel.
	 * @param source where connections come from
	 * @param habits what is known of drivers in their pipelines
	 * @param transactionHabits what is known of drivers in their transactions
	 */
	ExecutePipelinedChannel(ConnectionSource source, DriverHabits.Registry habits,
			DriverHabits.Registry transactionHabits) {
		this.source = source;
		this.habits = habits;
		this.transactionHabits = transactionHabits;
	}

	@Override
	public RecordedCall record(Invocation invocation) {
		return new ExecutePipelinedCall(invocation);
	}

	@Override
	public CompletionStage<List<Outcome>> send(List<? extends RecordedCall> calls, @Nullable Duration timeout) {
		return send(calls, timeout, (connection, own) -> new PipelineExchange(connection, this.source.factory(),
				this.habits.of(this.source.factory(), connection.getClass()))
			.run(own));
	}

	@Override
	public CompletionStage<List<Outcome>> sendAtomically(List<? extends RecordedCall> calls,
			@Nullable Duration timeout) {
		return send(calls, timeout, (connection, own) -> new TransactionExchange(connection, this.source.factory(),
				this.transactionHabits.of(this.source.factory(), connection.getClass()))
			.run(own));
	}

	private CompletionStage<List<Outcome>> send(List<? extends RecordedCall> calls, @Nullable Duration timeout,
			Exchange exchange) {
		List<ExecutePipelinedCall> own = calls.stream().map(ExecutePipelinedCall.class::cast).toList();
		RedisConnection connection;
		try {
			connection = this.source.getConnection();
		}
		catch (Exception ex) {
			return CompletableFuture.failedFuture(ex);
		}
		if (timeout != null) {
			return runWithin(timeout, connection, own, exchange);
		}
		try {
			return CompletableFuture.completedFuture(run(connection, own, exchange));
		}
		catch (NothingWrittenException ex) {
			return CompletableFuture.failedFuture(ex.reason());
		}
	}

	private static List<Outcome> run(RedisConnection connection, List<ExecutePipelinedCall> calls, Exchange exchange)
			throws NothingWrittenException {
		try {
			return exchange.run(connection, calls);
		}
		finally {
			close(connection);
		}
	}

	/**
	 * The driver has no time-out for a batch, so it is not waited for any longer. It
	 * keeps the connection until it is done, so that nobody else gets a late reply.
	 */
	private static CompletionStage<List<Outcome>> runWithin(Duration timeout, RedisConnection connection,
			List<ExecutePipelinedCall> calls, Exchange exchange) {
		CompletableFuture<List<Outcome>> outcomes = new CompletableFuture<>();
		Thread thread = new Thread(() -> complete(outcomes, connection, calls, exchange), "pipelining-exchange");
		thread.setDaemon(true);
		thread.start();
		Outcome timedOut = Outcome
			.unknown(new QueryTimeoutException("Not every reply came within " + timeout.toMillis() + " ms"));
		return outcomes.completeOnTimeout(Collections.nCopies(calls.size(), timedOut), timeout.toNanos(),
				TimeUnit.NANOSECONDS);
	}

	private static void complete(CompletableFuture<List<Outcome>> outcomes, RedisConnection connection,
			List<ExecutePipelinedCall> calls, Exchange exchange) {
		try {
			outcomes.complete(run(connection, calls, exchange));
		}
		catch (NothingWrittenException ex) {
			outcomes.completeExceptionally(ex.reason());
		}
		catch (Throwable ex) {
			outcomes.complete(Collections.nCopies(calls.size(), Outcome.unknown(ex)));
		}
	}

	/**
	 * The outcomes are known by now, and a connection that does not close changes none.
	 */
	private static void close(RedisConnection connection) {
		try {
			connection.close();
		}
		catch (Exception ex) {
			logger.warn("A connection could not be closed after a batch", ex);
		}
	}

	@Override
	public @Nullable Object value(RecordedCall call) {
		return ((ExecutePipelinedCall) call).value();
	}

	@Override
	public String way() {
		return "by its own pipeline, over the connections that it gives";
	}

	@Override
	public void close() {
	}

	/**
	 * One batch on one connection.
	 */
	private interface Exchange {

		List<Outcome> run(RedisConnection connection, List<ExecutePipelinedCall> calls) throws NothingWrittenException;

	}

}
