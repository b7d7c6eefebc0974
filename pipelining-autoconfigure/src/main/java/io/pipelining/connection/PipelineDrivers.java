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

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.ConnectionMode;
import io.pipelining.PipelineSetupException;

/**
 * The drivers that are there, those for one client before the one for any. Thread-safe.
 */
public final class PipelineDrivers {

	private static final Log logger = LogFactory.getLog(PipelineDrivers.class);

	private final List<PipelineDriver> drivers;

	/** Of what it was said how batches travel. */
	private final Set<Travel> said = ConcurrentHashMap.newKeySet();

	private PipelineDrivers(List<PipelineDriver> drivers) {
		this.drivers = drivers;
	}

	/**
	 * Load the drivers that {@code META-INF/spring.factories} lists, in its order.
	 * @return the drivers
	 */
	public static PipelineDrivers load() {
		ClassLoader classLoader = PipelineDrivers.class.getClassLoader();
		return new PipelineDrivers(
				SpringFactoriesLoader.forDefaultResourceLocation(classLoader).load(PipelineDriver.class));
	}

	/**
	 * Open a channel through the first driver that serves a source.
	 * @param source where connections come from
	 * @return the channel
	 * @throws PipelineSetupException if no driver can send the calls of that source
	 */
	public CallChannel open(ConnectionSource source) {
		for (PipelineDriver driver : this.drivers) {
			CallChannel channel = driver.open(source);
			if (channel != null) {
				sayOnce(source, channel);
				return channel;
			}
		}
		throw new PipelineSetupException(
				"No pipeline driver serves the connections of " + source.factory().getClass().getName() + ".",
				"Use the connection factory of Lettuce or Jedis.", null);
	}

	private void sayOnce(ConnectionSource source, CallChannel channel) {
		if (this.said.add(new Travel(source.factory(), source.mode()))) {
			logger.info("Batches on " + source.factory().getClass().getSimpleName() + " go " + channel.way());
		}
	}

	/**
	 * Close the connections that the drivers keep for themselves.
	 */
	public void close() {
		this.drivers.forEach(PipelineDriver::close);
	}

	/**
	 * Keep connections again.
	 */
	public void reopen() {
		this.drivers.forEach(PipelineDriver::reopen);
	}

	private record Travel(RedisConnectionFactory factory, ConnectionMode mode) {

	}

}
