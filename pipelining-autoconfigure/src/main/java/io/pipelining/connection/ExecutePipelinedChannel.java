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
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;

import io.pipelining.PipelineUsageException;

/**
 * Records calls as they are and sends each batch on a connection of its own.
 */
final class ExecutePipelinedChannel implements CallChannel {

	private static final Log logger = LogFactory.getLog(ExecutePipelinedChannel.class);

	private final ConnectionSource source;

	private final DriverHabits.Registry habits;

	ExecutePipelinedChannel(ConnectionSource source, DriverHabits.Registry habits) {
		this.source = source;
		this.habits = habits;
	}

	@Override
	public RecordedCall record(Invocation invocation) {
		if (WaitingRules.cannotWait(invocation)) {
			throw new CannotWaitException(CommandNames.command(invocation));
		}
		return new ExecutePipelinedCall(invocation);
	}

	@Override
	public CompletionStage<List<Outcome>> send(List<? extends RecordedCall> calls, @Nullable Duration timeout) {
		List<ExecutePipelinedCall> own = calls.stream().map(ExecutePipelinedCall.class::cast).toList();
		try {
			return CompletableFuture.completedFuture(exchange(own));
		}
		catch (NothingWrittenException ex) {
			return CompletableFuture.failedFuture(ex.reason());
		}
	}

	@Override
	public CompletionStage<List<Outcome>> sendAtomically(List<? extends RecordedCall> calls,
			@Nullable Duration timeout) {
		return CompletableFuture.failedFuture(new PipelineUsageException(
				"An atomic pipeline needs a connection of" + " Lettuce or Jedis to a single server: "
						+ this.source.factory().getClass().getName() + " has none. Nothing was sent"));
	}

	private List<Outcome> exchange(Collection<ExecutePipelinedCall> calls) throws NothingWrittenException {
		RedisConnection connection;
		try {
			connection = this.source.getConnection();
		}
		catch (Exception ex) {
			throw new NothingWrittenException(ex);
		}
		try {
			DriverHabits driverHabits = this.habits.of(this.source.factory(), connection.getClass());
			return new PipelineExchange(connection, this.source.factory(), driverHabits).run(calls);
		}
		finally {
			close(connection);
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

}
