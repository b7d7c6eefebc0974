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

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisChannelWriter;
import io.lettuce.core.protocol.CommandExpiryWriter;

/**
 * Hands a batch to the driver: on a carrier where the connection takes it from there, as
 * a collection of commands elsewhere.
 */
final class BatchWriter {

	private BatchWriter() {
	}

	/**
	 * Write a batch in the way that the connection allows.
	 */
	static void write(Delivery delivery, RedisChannelHandler<?, ?> connection, ClientOptions options) {
		write(delivery, connection, options, isCarrying(connection, options));
	}

	/**
	 * Write a batch.
	 * @param carrying whether it goes on a carrier
	 */
	static void write(Delivery delivery, RedisChannelHandler<?, ?> connection, ClientOptions options,
			boolean carrying) {
		RedisChannelWriter writer = writer(connection, options);
		if (carrying) {
			writer.write(delivery.load());
		}
		else {
			writer.write(delivery.commands());
		}
	}

	/**
	 * Return whether a connection takes batches from carriers.
	 */
	static boolean isCarrying(RedisChannelHandler<?, ?> connection, ClientOptions options) {
		return seesNoSingleCommand(options) && PipelineNettyCustomizer.isCarrying(writer(connection, options));
	}

	/**
	 * Return the writer of a connection without the one that gives each command a timer
	 * with the connection's time-out: the batch has one.
	 */
	static RedisChannelWriter writer(RedisChannelHandler<?, ?> connection, ClientOptions options) {
		RedisChannelWriter writer = connection.getChannelWriter();
		return (writer instanceof CommandExpiryWriter expiry && options.getTimeoutOptions().isApplyConnectionTimeout())
				? expiry.getDelegate() : writer;
	}

	/**
	 * Return whether the driver may take a batch for one command: it neither counts those
	 * that wait nor picks those that it keeps for the next connection.
	 */
	private static boolean seesNoSingleCommand(ClientOptions options) {
		return options.getRequestQueueSize() == Integer.MAX_VALUE
				&& options.getReplayFilter() == ClientOptions.DEFAULT_REPLAY_FILTER;
	}

}
