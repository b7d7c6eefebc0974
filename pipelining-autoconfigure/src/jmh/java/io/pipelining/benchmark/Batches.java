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
import java.nio.charset.StandardCharsets;
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
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;

/**
 * The same batch of calls, sent in different ways. Each method sends it once and returns
 * when all replies are in.
 */
@State(Scope.Benchmark)
public class Batches {

	@Param({ "0", "1000" })
	long roundTripMicros;

	@Param({ "INCR", "SET" })
	String command = "INCR";

	@Param({ "20", "1000" })
	int calls;

	private final String value = "sixteen bytes...";

	private final byte[] valueBytes = this.value.getBytes(StandardCharsets.UTF_8);

	private boolean increments;

	private String[] keys = {};

	private byte[][] keyBytes = {};

	private Server server;

	private LettuceConnectionFactory lettuce;

	private JedisConnectionFactory jedis;

	private StringRedisTemplate template;

	private StringRedisTemplate jedisTemplate;

	private PipelineTemplate raw;

	private PipelineTemplate auto;

	private PipelineTemplate rawOnJedis;

	private PipelineTemplate autoOnJedis;

	private RedisClient nativeClient;

	private StatefulRedisConnectionImpl<byte[], byte[]> nativeLettuce;

	private Jedis nativeJedis;

	/**
	 * Start the server and connect all clients.
	 */
	@Setup(Level.Trial)
	public void start() throws IOException {
		this.increments = this.command.equals("INCR");
		this.keys = new String[this.calls];
		this.keyBytes = new byte[this.calls][];
		for (int i = 0; i < this.calls; i++) {
			this.keys[i] = this.command + ":" + i;
			this.keyBytes[i] = this.keys[i].getBytes(StandardCharsets.UTF_8);
		}
		this.server = new Server(this.roundTripMicros);
		RedisStandaloneConfiguration address = new RedisStandaloneConfiguration("127.0.0.1", this.server.port());
		// As Boot configures it: no pool, a flush per command, the driver's own time-outs
		this.lettuce = new LettuceConnectionFactory(address);
		this.lettuce.afterPropertiesSet();
		this.lettuce.start();
		this.jedis = new JedisConnectionFactory(address);
		this.jedis.afterPropertiesSet();
		this.jedis.start();
		this.template = new StringRedisTemplate(this.lettuce);
		this.jedisTemplate = new StringRedisTemplate(this.jedis);
		this.raw = new PipelineTemplate(this.lettuce).with((options) -> options.withResults(Results.RAW));
		this.auto = this.raw.with((options) -> options.withResults(Results.AUTO));
		this.rawOnJedis = new PipelineTemplate(this.jedis).with((options) -> options.withResults(Results.RAW));
		this.autoOnJedis = this.rawOnJedis.with((options) -> options.withResults(Results.AUTO));
		this.nativeClient = RedisClient.create("redis://127.0.0.1:" + this.server.port());
		this.nativeLettuce = (StatefulRedisConnectionImpl<byte[], byte[]>) this.nativeClient
			.connect(ByteArrayCodec.INSTANCE);
		this.nativeJedis = new Jedis("127.0.0.1", this.server.port());
	}

	/**
	 * Disconnect and stop the server.
	 */
	@TearDown(Level.Trial)
	public void stop() {
		this.nativeJedis.close();
		this.nativeClient.shutdown();
		this.jedis.destroy();
		this.lettuce.destroy();
		this.server.close();
	}

	void plainCalls() {
		call(this.template);
	}

	List<Object> executePipelined() {
		return this.template.executePipelined((RedisCallback<?>) (connection) -> {
			for (byte[] key : this.keyBytes) {
				if (this.increments) {
					connection.stringCommands().incr(key);
				}
				else {
					connection.stringCommands().set(key, this.valueBytes);
				}
			}
			return null;
		});
	}

	void raw() {
		this.raw.executeWithoutResult((pipeline) -> call(this.template));
	}

	void auto() {
		this.auto.executeWithoutResult((pipeline) -> call(this.template));
	}

	void rawOnJedis() {
		this.rawOnJedis.executeWithoutResult((pipeline) -> call(this.jedisTemplate));
	}

	void autoOnJedis() {
		this.autoOnJedis.executeWithoutResult((pipeline) -> call(this.jedisTemplate));
	}

	private void call(StringRedisTemplate redis) {
		if (this.increments) {
			for (String key : this.keys) {
				redis.opsForValue().increment(key);
			}
		}
		else {
			for (String key : this.keys) {
				redis.opsForValue().set(key, this.value);
			}
		}
	}

	List<AsyncCommand<byte[], byte[], ?>> lettuceDispatch() throws InterruptedException, ExecutionException {
		List<AsyncCommand<byte[], byte[], ?>> commands = new ArrayList<>(this.calls);
		for (byte[] key : this.keyBytes) {
			CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(key);
			commands.add(this.increments ? command(CommandType.INCR, new IntegerOutput<>(ByteArrayCodec.INSTANCE), arguments)
					: command(CommandType.SET, new StatusOutput<>(ByteArrayCodec.INSTANCE),
							arguments.addValue(this.valueBytes)));
		}
		this.nativeLettuce.dispatch((List<? extends RedisCommand<byte[], byte[], ?>>) commands);
		for (AsyncCommand<byte[], byte[], ?> sent : commands) {
			sent.get();
		}
		return commands;
	}

	private static <T> AsyncCommand<byte[], byte[], T> command(CommandType type, CommandOutput<byte[], byte[], T> output,
			CommandArgs<byte[], byte[]> arguments) {
		return new AsyncCommand<>(new Command<>(type, output, arguments));
	}

	List<Object> jedisPipeline() {
		Pipeline pipeline = this.nativeJedis.pipelined();
		for (byte[] key : this.keyBytes) {
			if (this.increments) {
				pipeline.incr(key);
			}
			else {
				pipeline.set(key, this.valueBytes);
			}
		}
		return pipeline.syncAndReturnAll();
	}

}
