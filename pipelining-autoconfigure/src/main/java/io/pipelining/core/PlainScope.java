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

package io.pipelining.core;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.Reply;

/**
 * A scope that collects nothing: each call goes at once.
 *
 * @param name the name of the pipeline that it would be
 * @param connectionFactory the factory
 * @param standingIn whether it stands in for a pipeline that is switched off or stands
 * aside, so that code which asks for the current one finds it
 */
record PlainScope(String name, RedisConnectionFactory connectionFactory,
		boolean standingIn) implements PipelineStack.Scope {

	@Override
	public int size() {
		return 0;
	}

	@Override
	public <T> Reply<T> defer(Supplier<? extends @Nullable T> call) {
		return ImmediateReply.of(call);
	}

	@Override
	public void send() {
	}

	@Override
	public void discard() {
	}

}
