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
package io.pipelining.sample.lab;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.resource.EpollProvider;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;
import org.springframework.stereotype.Component;

import io.pipelining.PipelineListener;
import io.pipelining.sample.relay.Relay;

/**
 * Makes links to the server of the lab.
 */
@Component
public class Links {

	/** Not the catalogue's, so that an experiment can empty it. */
	private static final int DATABASE = 1;

	private static final String HOST = "127.0.0.1";

	private final LabServer server;

	private final Relay relay;

	private final ObjectProvider<PipelineListener> listeners;

	Links(LabServer server, Relay relay, ObjectProvider<PipelineListener> listeners) {
		this.server = server;
		this.relay = relay;
		this.listeners = listeners;
	}

	/**
	 * Return whether a line is there on this platform.
	 * @param line the line
	 * @return {@code false} for a Unix socket where the platform or the client has none
	 */
	public boolean isAvailable(Line line) {
		return line != Line.UNIX_SOCKET || (EpollProvider.isAvailable() && this.server.socket() != null);
	}

	/**
	 * Open a link.
	 * @param link how to connect
	 * @return the link, to be closed
	 */
	public OpenLink open(Link link) {
		return new OpenLink(factory(link), () -> this.listeners.orderedStream().toList());
	}

	/**
	 * Make a connection factory, which is not started yet.
	 */
	LettuceConnectionFactory factory(Link link) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(address(link.line()), client(link));
		factory.setShareNativeConnection(link.pool() == 0);
		return factory;
	}

	private RedisConfiguration address(Line line) {
		return switch (line) {
			case UNIX_SOCKET -> {
				RedisSocketConfiguration socket = new RedisSocketConfiguration(String.valueOf(this.server.socket()));
				socket.setDatabase(DATABASE);
				yield socket;
			}
			case LOOPBACK -> tcp(this.server.port());
			case DELAYED -> tcp(this.relay.port());
		};
	}

	private static RedisConfiguration tcp(int port) {
		RedisStandaloneConfiguration standalone = new RedisStandaloneConfiguration(HOST, port);
		standalone.setDatabase(DATABASE);
		return standalone;
	}

	private static LettuceClientConfiguration client(Link link) {
		return builder(link.pool())
			.clientOptions(ClientOptions.builder()
				.socketOptions(SocketOptions.builder().tcpNoDelay(link.noDelay()).build())
				.build())
			.clientName("lab")
			.build();
	}

	private static LettuceClientConfigurationBuilder builder(int pool) {
		if (pool == 0) {
			return LettuceClientConfiguration.builder();
		}
		GenericObjectPoolConfig<StatefulConnection<?, ?>> size = new GenericObjectPoolConfig<>();
		size.setMaxTotal(pool);
		size.setMaxIdle(pool);
		return LettucePoolingClientConfiguration.builder().poolConfig(size);
	}

}
