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
 */
final class PlainScope implements PipelineStack.Scope {

	private final String name;

	private final RedisConnectionFactory connectionFactory;

	private final boolean standingIn;

	private final ImmediateReplies replies = new ImmediateReplies();

	/**
	 * Create a scope.
	 * @param name the name of the pipeline that it would be
	 * @param connectionFactory the factory
	 * @param standingIn whether it stands in for a pipeline that is switched off or
	 * stands aside, so that code which asks for the current one finds it
	 */
	PlainScope(String name, RedisConnectionFactory connectionFactory, boolean standingIn) {
		this.name = name;
		this.connectionFactory = connectionFactory;
		this.standingIn = standingIn;
	}

	boolean standingIn() {
		return this.standingIn;
	}

	/**
	 * Return what is to be reported at the end, {@code null} if nothing is.
	 */
	@Nullable RuntimeException unreportedFailure() {
		return this.replies.unreportedFailure();
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public RedisConnectionFactory connectionFactory() {
		return this.connectionFactory;
	}

	@Override
	public int size() {
		return 0;
	}

	@Override
	public <T> Reply<T> defer(Supplier<? extends @Nullable T> call) {
		return this.replies.run(call);
	}

	@Override
	public void send() {
	}

	@Override
	public void discard() {
	}

}
