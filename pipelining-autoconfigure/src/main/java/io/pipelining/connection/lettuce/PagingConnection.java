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

import java.time.Duration;

import io.lettuce.core.api.StatefulRedisConnection;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnection;

/**
 * An ordinary connection for a cursor. Spring asks it before each page whether a
 * transaction is open, which is the moment to send what waits.
 */
final class PagingConnection extends LettuceConnection {

	private final RedisConnection ordinary;

	private final Runnable beforePage;

	PagingConnection(RedisConnection ordinary, StatefulRedisConnection<byte[], byte[]> nativeConnection,
			Duration timeout, Runnable beforePage) {
		super(nativeConnection, new FixedProvider(nativeConnection), timeout.toMillis(), 0);
		this.ordinary = ordinary;
		this.beforePage = beforePage;
	}

	@Override
	public boolean isQueueing() {
		this.beforePage.run();
		return super.isQueueing();
	}

	@Override
	public void close() {
		super.close();
		this.ordinary.close();
	}

}
