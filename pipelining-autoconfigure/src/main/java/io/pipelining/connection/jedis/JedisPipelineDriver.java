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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

import io.pipelining.connection.CallChannel;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.PipelineDriver;

/**
 * The driver for connections of Jedis: those of a {@code JedisConnectionFactory}, and
 * those of any other factory that gives a {@code JedisConnection}. Thread-safe. Where
 * Jedis is absent it serves nothing.
 */
public final class JedisPipelineDriver implements PipelineDriver {

	private static final boolean JEDIS_PRESENT = ClassUtils.isPresent("redis.clients.jedis.Connection",
			JedisPipelineDriver.class.getClassLoader());

	/**
	 * What was found out about methods, for all pipelines: at most as many as Spring's
	 * connections have.
	 */
	private final Map<Method, SimpleMethod> simpleMethods = new ConcurrentHashMap<>();

	/**
	 * Create the driver.
	 */
	public JedisPipelineDriver() {
	}

	/**
	 * Open a channel, if connections are those of Jedis.
	 * @param source where connections come from
	 * @return the channel, or {@code null} if connections are not those of Jedis
	 * @throws io.pipelining.PipelineUsageException if the factory is one for a cluster,
	 * where Jedis cannot pipeline
	 */
	@Override
	public @Nullable CallChannel open(ConnectionSource source) {
		return JEDIS_PRESENT ? JedisCallChannel.open(source, this.simpleMethods) : null;
	}

}
