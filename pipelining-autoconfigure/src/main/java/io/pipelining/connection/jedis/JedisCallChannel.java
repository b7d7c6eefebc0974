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

package io.pipelining.connection.jedis;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisClusterConnection;
import org.springframework.data.redis.connection.jedis.JedisConnection;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.RedisConnection;

import io.pipelining.PipelineSetupException;
import io.pipelining.connection.CallChannel;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.Invocation;
import io.pipelining.connection.Outcome;
import io.pipelining.connection.RecordedCall;

/**
 * Records the calls of one pipeline, sends them on a connection that is taken for the
 * time of the batch only, and lets Spring's own connection decode their replies.
 */
final class JedisCallChannel implements CallChannel {

	private static final String LETTUCE_FACTORY = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";

	private static final String DECORATED = "over the connections that it gives";

	private final ConnectionSource source;

	private final CallRecorder recorder;

	private final ReplayingConnection replaying = new ReplayingConnection();

	private final JedisConnection decoder = new JedisConnection(new Jedis(this.replaying));

	private final String way;

	private JedisCallChannel(ConnectionSource source, CallRecorder recorder, String way) {
		this.source = source;
		this.recorder = recorder;
		this.way = way;
	}

	static @Nullable CallChannel open(ConnectionSource source, Map<Method, SimpleMethod> simpleMethods) {
		RedisConnectionFactory factory = source.factory();
		if (factory instanceof JedisConnectionFactory jedisFactory) {
			return open(source, jedisFactory.isRedisClusterAware(), simpleMethods, jedisFactory.getUsePool()
					? "over connections of its pool" : "over a new connection each, since it has no pool");
		}
		if (source.isFactoryOf(LETTUCE_FACTORY)) {
			return null;
		}
		Class<?> type = source.connectionType();
		if (JedisClusterConnection.class.isAssignableFrom(type)) {
			return open(source, true, simpleMethods, DECORATED);
		}
		return JedisConnection.class.isAssignableFrom(type) ? open(source, false, simpleMethods, DECORATED) : null;
	}

	private static CallChannel open(ConnectionSource source, boolean cluster, Map<Method, SimpleMethod> simpleMethods,
			String way) {
		if (cluster) {
			throw new PipelineSetupException(
					"Jedis cannot pipeline on a Redis cluster, and the connection factory %s is one for a cluster."
						.formatted(source.factory().getClass().getName()),
					"Use Lettuce for it, or leave these calls out of a pipeline.", null);
		}
		source.checkNotShared("a connection of Jedis is for one user at a time");
		return new JedisCallChannel(source, new CallRecorder(simpleMethods), way);
	}

	@Override
	public RecordedCall record(Invocation invocation) throws Throwable {
		return this.recorder.record(invocation);
	}

	@Override
	public CompletionStage<List<Outcome>> send(List<? extends RecordedCall> calls, @Nullable Duration timeout) {
		List<JedisRecordedCall> batch = own(calls);
		return send(batch, new PlainDialogue(batch), timeout);
	}

	@Override
	public CompletionStage<List<Outcome>> sendAtomically(List<? extends RecordedCall> calls,
			@Nullable Duration timeout) {
		List<JedisRecordedCall> batch = own(calls);
		return send(batch, new TransactionDialogue(batch), timeout);
	}

	private static List<JedisRecordedCall> own(List<? extends RecordedCall> calls) {
		List<JedisRecordedCall> own = new ArrayList<>(calls.size());
		for (RecordedCall call : calls) {
			own.add((JedisRecordedCall) call);
		}
		return own;
	}

	private CompletionStage<List<Outcome>> send(List<JedisRecordedCall> batch, Dialogue dialogue,
			@Nullable Duration timeout) {
		if (batch.stream().allMatch((call) -> call.commands().isEmpty())) {
			return CompletableFuture.completedFuture(batch.stream().map(this::answered).toList());
		}
		ConnectionLease lease;
		try {
			lease = ConnectionLease.take(this.source);
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		boolean healthy = false;
		BatchExchange exchange;
		try {
			Connection connection = lease.connection();
			exchange = new BatchExchange(connection, JedisInternals.socket(connection), dialogue, timeout);
			healthy = exchange.run();
		}
		finally {
			lease.release(healthy);
		}
		return CompletableFuture.completedFuture(dialogue.outcomes(exchange, this::answered));
	}

	/**
	 * Whether an error among the replies fails the call, and with which exception, is
	 * what the direct call makes of it.
	 */
	private Outcome answered(JedisRecordedCall call) {
		if (call.isRefused()) {
			try {
				value(call);
			}
			catch (Throwable ex) {
				return Outcome.failed(ex);
			}
		}
		return Outcome.ANSWERED;
	}

	@Override
	public @Nullable Object value(RecordedCall call) throws Throwable {
		((JedisRecordedCall) call).replayOn(this.replaying);
		try {
			return call.invocation().invokeOn(this.decoder);
		}
		finally {
			this.replaying.reset();
		}
	}

	@Override
	public RedisConnection pagingConnection(RedisConnection ordinary, Runnable beforePage) {
		return new PagingConnection(ConnectionLease.take(this.source, ordinary), beforePage);
	}

	@Override
	public boolean isInOrderOnOneConnection() {
		return true;
	}

	@Override
	public String way() {
		return this.way;
	}

	@Override
	public void close() {
		this.recorder.close();
	}

}
