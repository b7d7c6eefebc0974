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

package io.pipelining.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

import io.lettuce.core.RedisClient;
import io.lettuce.core.StatefulRedisConnectionImpl;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.redisson.Redisson;
import org.redisson.api.RBatch;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;
import redis.clients.jedis.Pipeline;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnection.PipeliningFlushPolicy;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;

/**
 * The same batch of calls, sent in different ways. Each method sends it once and returns
 * when all replies are in.
 */
@State(Scope.Benchmark)
public class Batches {

	@Param({ "0", "250", "1000" })
	long roundTripMicros;

	@Param({ "INCR", "SET", Calls.ONE_KEY })
	String command = "INCR";

	@Param({ "16", "2048" })
	int valueSize = 16;

	@Param({ "1", "20", "100", "1000", "10000" })
	int calls;

	private Server server;

	private Calls batch;

	private Application lettuce;

	private Application pooledLettuce;

	private Application jedis;

	private PipelineTemplate rawTemplate;

	private AnnotatedCalls onLettuce;

	private AnnotatedCalls onJedis;

	private RedisClient nativeClient;

	private StatefulRedisConnectionImpl<byte[], byte[]> nativeLettuce;

	private JedisPool nativeJedis;

	private RedissonClient redisson;

	private NothingSent nothingSent;

	/**
	 * Start the server and connect all clients.
	 */
	@Setup(Level.Trial)
	public void start() throws IOException {
		this.batch = Calls.of(this.command, this.calls, this.valueSize);
		this.server = new Server(this.roundTripMicros);
		String address = "127.0.0.1:" + this.server.port();
		String url = "spring.data.redis.url=redis://" + address;
		this.lettuce = Application.onLettuce(url);
		this.pooledLettuce = Application.onPooledLettuce(url);
		this.pooledLettuce.bean(LettuceConnectionFactory.class)
			.setPipeliningFlushPolicy(PipeliningFlushPolicy.flushOnClose());
		this.jedis = Application.onJedis(url);
		this.rawTemplate = this.lettuce.pipelines().with((options) -> options.withResults(Results.RAW));
		this.onLettuce = this.lettuce.annotated();
		this.onJedis = this.jedis.annotated();
		this.nothingSent = new NothingSent(this.jedis.bean(RedisConnectionFactory.class), this.onJedis);
		this.nativeClient = RedisClient.create("redis://" + address);
		this.nativeLettuce = (StatefulRedisConnectionImpl<byte[], byte[]>) this.nativeClient
			.connect(ByteArrayCodec.INSTANCE);
		GenericObjectPoolConfig<Jedis> pool = new GenericObjectPoolConfig<>();
		pool.setMaxTotal(64);
		this.nativeJedis = new JedisPool(pool, "127.0.0.1", this.server.port());
		Config config = new Config();
		config.useSingleServer().setAddress("redis://" + address);
		config.setCodec(StringCodec.INSTANCE);
		this.redisson = Redisson.create(config);
	}

	/**
	 * Disconnect and stop the server.
	 */
	@TearDown(Level.Trial)
	public void stop() {
		this.redisson.shutdown();
		this.nativeJedis.close();
		this.nativeClient.shutdown();
		this.jedis.close();
		this.pooledLettuce.close();
		this.lettuce.close();
		this.server.close();
	}

	int port() {
		return this.server.port();
	}

	void plainCalls() {
		this.batch.plain(this.onLettuce);
	}

	List<Object> executePipelined() {
		return this.batch.executePipelined(this.lettuce.redis());
	}

	List<Object> executePipelinedPooled() {
		return this.batch.executePipelined(this.pooledLettuce.redis());
	}

	void raw() {
		this.batch.raw(this.onLettuce);
	}

	void auto() {
		this.batch.auto(this.onLettuce);
	}

	void template() {
		this.batch.inCode(this.rawTemplate, this.onLettuce);
	}

	void rawOnJedis() {
		this.batch.raw(this.onJedis);
	}

	void templateAlone() {
		this.nothingSent.run(this.batch);
	}

	void autoOnJedis() {
		this.batch.auto(this.onJedis);
	}

	List<AsyncCommand<byte[], byte[], ?>> lettuceDispatch() throws InterruptedException, ExecutionException {
		List<AsyncCommand<byte[], byte[], ?>> commands = new ArrayList<>(this.calls);
		for (byte[] key : this.batch.keyBytes()) {
			CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(key);
			commands.add(this.batch.increments()
					? command(CommandType.INCR, new IntegerOutput<>(ByteArrayCodec.INSTANCE), arguments)
					: command(CommandType.SET, new StatusOutput<>(ByteArrayCodec.INSTANCE),
							arguments.addValue(this.batch.valueBytes())));
		}
		this.nativeLettuce.dispatch((List<? extends RedisCommand<byte[], byte[], ?>>) commands);
		for (AsyncCommand<byte[], byte[], ?> sent : commands) {
			sent.get();
		}
		return commands;
	}

	private static <T> AsyncCommand<byte[], byte[], T> command(CommandType type,
			CommandOutput<byte[], byte[], T> output, CommandArgs<byte[], byte[]> arguments) {
		return new AsyncCommand<>(new Command<>(type, output, arguments));
	}

	List<Object> jedisPipeline() {
		try (Jedis connection = this.nativeJedis.getResource()) {
			Pipeline pipeline = connection.pipelined();
			for (byte[] key : this.batch.keyBytes()) {
				if (this.batch.increments()) {
					pipeline.incr(key);
				}
				else {
					pipeline.set(key, this.batch.valueBytes());
				}
			}
			return pipeline.syncAndReturnAll();
		}
	}

	List<?> redissonBatch() {
		RBatch all = this.redisson.createBatch();
		for (String key : this.batch.keys()) {
			if (this.batch.increments()) {
				all.getAtomicLong(key).incrementAndGetAsync();
			}
			else {
				all.getBucket(key).setAsync(this.batch.value());
			}
		}
		return all.execute().getResponses();
	}

}
