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

package io.pipelining.connection.lettuce;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.AbstractRedisAsyncCommands;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.internal.ExceptionFactory;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandExpiryWriter;
import io.lettuce.core.protocol.RedisCommand;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.FallbackExceptionTranslationStrategy;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceExceptionConverter;
import org.springframework.util.Assert;

import io.pipelining.connection.CallChannel;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.Invocation;
import io.pipelining.connection.Outcome;
import io.pipelining.connection.RecordedCall;

/**
 * Sends the calls of a pipeline as one collection to the channel writer of the factory's
 * connection: the shared one where the factory shares it, so that no connection is
 * opened.
 */
final class LettuceCallChannel implements CallChannel {

	private static final Log logger = LogFactory.getLog(LettuceCallChannel.class);

	private static final FallbackExceptionTranslationStrategy EXCEPTIONS = new FallbackExceptionTranslationStrategy(
			new LettuceExceptionConverter());

	private final ConnectionSource source;

	private final LettuceFacade facade;

	private final Deliveries deliveries;

	LettuceCallChannel(ConnectionSource source, LettuceFacade facade, Deliveries deliveries) {
		this.source = source;
		this.facade = facade;
		this.deliveries = deliveries;
	}

	@Override
	public RecordedCall record(Invocation invocation) throws Throwable {
		return this.facade.record(invocation);
	}

	@Override
	public CompletionStage<List<Outcome>> send(List<? extends RecordedCall> calls, @Nullable Duration timeout) {
		List<RedisCommand<?, ?, ?>> commands = new ArrayList<>(calls.size());
		for (RecordedCall call : calls) {
			Collections.addAll(commands, ((LettuceRecordedCall) call).commands());
		}
		if (commands.isEmpty()) {
			return CompletableFuture.completedFuture(Collections.nCopies(calls.size(), Outcome.ANSWERED));
		}
		try {
			RedisConnection connection = this.source.getConnection();
			return write(connection, commands, timeout).thenApply((delivery) -> outcomes(calls, delivery))
				.whenComplete((outcomes, failure) -> close(connection));
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * The outcomes are known by now, and a connection that does not close changes none.
	 */
	static void close(RedisConnection connection) {
		try {
			connection.close();
		}
		catch (RuntimeException ex) {
			logger.debug("Cannot close a connection of Lettuce properly", ex);
		}
	}

	private CompletionStage<Delivery> write(RedisConnection connection, List<RedisCommand<?, ?, ?>> commands,
			@Nullable Duration timeout) {
		StatefulRedisConnection<byte[], byte[]> nativeConnection;
		try {
			nativeConnection = nativeConnection(connection);
		}
		catch (RuntimeException ex) {
			connection.close();
			throw ex;
		}
		Delivery delivery = new Delivery((RedisChannelHandler<?, ?>) nativeConnection, commands);
		try {
			write(nativeConnection, delivery, (timeout != null) ? timeout : nativeConnection.getTimeout());
		}
		catch (RuntimeException ex) {
			// Some of it may have been taken before
			delivery.giveUp(ex);
		}
		return delivery.whenSettled();
	}

	private void write(StatefulRedisConnection<byte[], byte[]> connection, Delivery delivery, Duration timeout) {
		RedisChannelHandler<?, ?> handler = (RedisChannelHandler<?, ?>) connection;
		this.deliveries.watch(handler, delivery);
		delivery.expireAfter(timeout, connection.getResources());
		writer(handler, connection.getOptions()).write(delivery.commands());
	}

	/**
	 * Return the writer of a connection without the one that gives each command a timer
	 * with the connection's time-out: the batch has one.
	 */
	static RedisChannelWriter writer(RedisChannelHandler<?, ?> connection, ClientOptions options) {
		RedisChannelWriter writer = connection.getChannelWriter();
		boolean timesEachCommand = writer.getClass() == CommandExpiryWriter.class
				&& options.getTimeoutOptions().isApplyConnectionTimeout();
		return timesEachCommand ? ((CommandExpiryWriter) writer).getDelegate() : writer;
	}

	@SuppressWarnings("unchecked")
	static StatefulRedisConnection<byte[], byte[]> nativeConnection(RedisConnection connection) {
		Object commands = connection.getNativeConnection();
		Assert.isInstanceOf(AbstractRedisAsyncCommands.class, commands);
		return (StatefulRedisConnection<byte[], byte[]>) ((AbstractRedisAsyncCommands<byte[], byte[]>) commands)
			.getConnection();
	}

	private static List<Outcome> outcomes(List<? extends RecordedCall> calls, Delivery delivery) {
		List<Outcome> outcomes = new ArrayList<>(calls.size());
		int next = 0;
		for (RecordedCall call : calls) {
			int count = ((LettuceRecordedCall) call).commands().length;
			outcomes.add(outcome(delivery.commands().subList(next, next + count)));
			next += count;
		}
		return outcomes;
	}

	/**
	 * A call is answered when all its commands are, and was not sent if none of them was.
	 */
	static Outcome outcome(List<BatchCommand> commands) {
		Throwable loss = null;
		boolean written = false;
		String error = null;
		for (BatchCommand command : commands) {
			loss = (loss != null) ? loss : command.loss();
			written |= command.isWritten();
			CommandOutput<?, ?, ?> output = command.getOutput();
			error = (error == null && output != null && output.hasError()) ? output.getError() : error;
		}
		if (loss != null) {
			return written ? Outcome.unknown(translate(loss)) : Outcome.notSent(translate(loss));
		}
		return (error != null) ? Outcome.failed(translate(ExceptionFactory.createExecutionException(error)))
				: Outcome.ANSWERED;
	}

	static Throwable translate(Throwable failure) {
		DataAccessException translated = (failure instanceof Exception ex) ? EXCEPTIONS.translate(ex) : null;
		return (translated != null) ? translated : failure;
	}

	@Override
	public @Nullable Object value(RecordedCall call) throws Throwable {
		return this.facade.replay((LettuceRecordedCall) call);
	}

	@Override
	public RedisConnection pagingConnection(RedisConnection ordinary, Runnable beforePage) {
		StatefulRedisConnection<byte[], byte[]> nativeConnection = nativeConnection(ordinary);
		return new PagingConnection(ordinary, nativeConnection, nativeConnection.getTimeout(), beforePage);
	}

	@Override
	public boolean isInOrderOnOneConnection() {
		return true;
	}

	@Override
	public void close() {
	}

}
