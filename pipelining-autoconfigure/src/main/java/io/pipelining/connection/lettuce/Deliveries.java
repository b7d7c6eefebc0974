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

import java.net.SocketAddress;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;

/**
 * The batches on their way on each connection, so that they learn of its loss: Lettuce
 * does not say it of commands that it may not send again. Thread-safe.
 */
final class Deliveries {

	/** The connection keeps its listener, and the listener does not refer to it. */
	private final Map<RedisChannelHandler<?, ?>, OnConnection> connections = Collections
		.synchronizedMap(new WeakHashMap<>());

	/**
	 * Watch a batch, from before it is written until it is settled.
	 */
	void watch(RedisChannelHandler<?, ?> connection, Delivery delivery) {
		this.connections.computeIfAbsent(connection, OnConnection::listen).watch(delivery);
	}

	private static final class OnConnection implements RedisConnectionStateListener {

		private final Set<Delivery> deliveries = ConcurrentHashMap.newKeySet();

		static OnConnection listen(RedisChannelHandler<?, ?> connection) {
			OnConnection listener = new OnConnection();
			connection.addListener(listener);
			return listener;
		}

		void watch(Delivery delivery) {
			this.deliveries.add(delivery);
			delivery.onSettled(() -> this.deliveries.remove(delivery));
		}

		/** Runs after the driver has set its queue aside, and before it reconnects. */
		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> connection) {
			this.deliveries.forEach(Delivery::connectionLost);
		}

		@Override
		public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress socketAddress) {
		}

		@Override
		public void onRedisExceptionCaught(RedisChannelHandler<?, ?> connection, Throwable cause) {
		}

	}

}
