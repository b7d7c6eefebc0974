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

package io.pipelining.topology;

import java.time.Duration;
import java.util.function.Consumer;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import redis.clients.jedis.JedisPoolConfig;
import redis.clients.jedis.RedisProtocol;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration.JedisClientConfigurationBuilder;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettucePoolingClientConfiguration;

import io.pipelining.connection.lettuce.PipelineNettyCustomizer;
import io.pipelining.support.Client;
import io.pipelining.support.TlsRelay;

/**
 * The settings of a connection that applications use.
 */
enum ConnectionKind {

	/** Nothing but host and port. */
	PLAIN,

	TLS {

		@Override
		void lettuce(LettuceClientConfigurationBuilder builder, TlsRelay relay) {
			builder.clientOptions(ClientOptions.builder()
				.sslOptions(SslOptions.builder()
					.jdkSslProvider()
					.truststore(relay.keyStore().toFile(), TlsRelay.PASSWORD)
					.build())
				.build());
			builder.useSsl();
		}

		@Override
		void jedis(JedisClientConfigurationBuilder builder, TlsRelay relay) {
			builder.useSsl().sslSocketFactory(relay.trusting().getSocketFactory());
		}

	},

	PASSWORD {

		@Override
		void server(RedisStandaloneConfiguration server) {
			server.setPassword("secret");
		}

	},

	ACL_USER {

		@Override
		void server(RedisStandaloneConfiguration server) {
			server.setUsername("app");
			server.setPassword("of app");
		}

	},

	RESP2 {

		@Override
		void lettuce(LettuceClientConfigurationBuilder builder, TlsRelay relay) {
			builder.clientOptions(ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build());
		}

		@Override
		void jedis(JedisClientConfigurationBuilder builder, TlsRelay relay) {
			builder.customize((client) -> client.protocol(RedisProtocol.RESP2));
		}

	},

	RESP3 {

		@Override
		void lettuce(LettuceClientConfigurationBuilder builder, TlsRelay relay) {
			builder.clientOptions(ClientOptions.builder().protocolVersion(ProtocolVersion.RESP3).build());
		}

		@Override
		void jedis(JedisClientConfigurationBuilder builder, TlsRelay relay) {
			builder.customize((client) -> client.protocol(RedisProtocol.RESP3));
		}

	},

	DATABASE {

		@Override
		void server(RedisStandaloneConfiguration server) {
			server.setDatabase(3);
		}

	},

	CLIENT_NAME {

		@Override
		void lettuce(LettuceClientConfigurationBuilder builder, TlsRelay relay) {
			builder.clientName("shop");
		}

		@Override
		void jedis(JedisClientConfigurationBuilder builder, TlsRelay relay) {
			builder.clientName("shop");
		}

	},

	/** As a service that somebody else runs is reached. */
	ALL_AT_ONCE {

		@Override
		void server(RedisStandaloneConfiguration server) {
			ACL_USER.server(server);
			DATABASE.server(server);
		}

		@Override
		void lettuce(LettuceClientConfigurationBuilder builder, TlsRelay relay) {
			TLS.lettuce(builder, relay);
			CLIENT_NAME.lettuce(builder, relay);
		}

		@Override
		void jedis(JedisClientConfigurationBuilder builder, TlsRelay relay) {
			TLS.jedis(builder, relay);
			RESP3.jedis(builder, relay);
			CLIENT_NAME.jedis(builder, relay);
		}

	};

	void server(RedisStandaloneConfiguration server) {
	}

	void lettuce(LettuceClientConfigurationBuilder builder, TlsRelay relay) {
	}

	void jedis(JedisClientConfigurationBuilder builder, TlsRelay relay) {
	}

	boolean isEncrypted() {
		return this == TLS || this == ALL_AT_ONCE;
	}

	int database() {
		return (this == DATABASE || this == ALL_AT_ONCE) ? 3 : 0;
	}

	/**
	 * Connect as an application does.
	 * @param carriers counts batches that Lettuce takes as one message
	 * @param change what is different
	 */
	RedisConnectionFactory connect(Way way, int port, TlsRelay relay, Carriers carriers,
			Consumer<RedisStandaloneConfiguration> change) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1",
				isEncrypted() ? relay.port() : port);
		server(server);
		change.accept(server);
		RedisConnectionFactory factory = way.isLettuce() ? lettuce(way, server, relay, carriers) : jedis(server, relay);
		try {
			((InitializingBean) factory).afterPropertiesSet();
			return factory;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private RedisConnectionFactory lettuce(Way way, RedisStandaloneConfiguration server, TlsRelay relay,
			Carriers carriers) {
		LettuceClientConfigurationBuilder builder = (way == Way.LETTUCE_POOLED)
				? LettucePoolingClientConfiguration.builder() : LettuceClientConfiguration.builder();
		ClientResources resources = Client.resources(way.isCarrying())
			.mutate()
			.nettyCustomizer(way.isCarrying() ? new PipelineNettyCustomizer(carriers) : carriers)
			.build();
		builder.commandTimeout(Duration.ofSeconds(20)).shutdownQuietPeriod(Duration.ZERO).clientResources(resources);
		lettuce(builder, relay);
		return new LettuceConnectionFactory(server, builder.build());
	}

	private RedisConnectionFactory jedis(RedisStandaloneConfiguration server, TlsRelay relay) {
		JedisPoolConfig pool = new JedisPoolConfig();
		// No PING from the pool's own thread among what a test counts
		pool.setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
		JedisClientConfigurationBuilder builder = JedisClientConfiguration.builder()
			.connectTimeout(Duration.ofSeconds(20))
			.readTimeout(Duration.ofSeconds(20));
		builder.usePooling().poolConfig(pool);
		jedis(builder, relay);
		return new JedisConnectionFactory(server, builder.build());
	}

}
