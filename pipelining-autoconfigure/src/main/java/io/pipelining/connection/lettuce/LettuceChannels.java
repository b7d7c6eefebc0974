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

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.connection.CallChannel;
import io.pipelining.connection.ConnectionSource;

/**
 * Opens channels for factories whose connections are Lettuce's.
 */
final class LettuceChannels {

	private static final String JEDIS_FACTORY = "org.springframework.data.redis.connection.jedis.JedisConnectionFactory";

	private final Deliveries deliveries = new Deliveries();

	@Nullable CallChannel open(ConnectionSource source) {
		if (source.factory() instanceof LettuceConnectionFactory factory) {
			return factory.isClusterAware() ? null : open(source, factory);
		}
		if (source.factory().getClass().getName().equals(JEDIS_FACTORY)) {
			return null;
		}
		Class<?> type = source.connectionType();
		boolean standalone = LettuceConnection.class.isAssignableFrom(type)
				&& !RedisClusterConnection.class.isAssignableFrom(type);
		return standalone ? openDecorated(source) : null;
	}

	private CallChannel open(ConnectionSource source, LettuceConnectionFactory factory) {
		AbstractRedisClient client = factory.getRequiredNativeClient();
		LettuceFacade facade = new LettuceFacade(client.getOptions(), client.getResources());
		return new LettuceCallChannel(source, facade, this.deliveries);
	}

	private CallChannel openDecorated(ConnectionSource source) {
		try (RedisConnection connection = source.getConnection()) {
			StatefulRedisConnection<byte[], byte[]> nativeConnection = LettuceCallChannel.nativeConnection(connection);
			LettuceFacade facade = new LettuceFacade(nativeConnection.getOptions(), nativeConnection.getResources());
			return new LettuceCallChannel(source, facade, this.deliveries);
		}
	}

}
