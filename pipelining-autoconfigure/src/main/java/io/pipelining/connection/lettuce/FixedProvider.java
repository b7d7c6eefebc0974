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

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.api.StatefulConnection;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionProvider;

/**
 * Provides always the same connection: Spring asks for one of its own while in a
 * pipeline.
 *
 * @param connection the connection
 */
record FixedProvider(StatefulConnection<byte[], byte[]> connection) implements LettuceConnectionProvider {

	@Override
	public <T extends StatefulConnection<?, ?>> CompletionStage<T> getConnectionAsync(Class<T> connectionType) {
		return CompletableFuture.completedFuture(connectionType.cast(this.connection));
	}

	@Override
	public CompletableFuture<Void> releaseAsync(StatefulConnection<?, ?> connection) {
		return CompletableFuture.completedFuture(null);
	}

}
