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

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.Pipeline;
import io.pipelining.PipelineCallback;
import io.pipelining.PipelineListener;
import io.pipelining.PipelineOperations;
import io.pipelining.PipelineOptions;
import io.pipelining.Reply;
import io.pipelining.Results;

/**
 * Runs code in pipelines.
 */
public class PipelineTemplate implements PipelineOperations {

	public PipelineTemplate(RedisConnectionFactory connectionFactory) {
		this(builder(connectionFactory));
	}

	@SuppressWarnings("UnusedVariable")
	private PipelineTemplate(Builder builder) {
	}

	public static Builder builder(RedisConnectionFactory connectionFactory) {
		return new Builder(connectionFactory);
	}

	public PipelineTemplate with(UnaryOperator<PipelineOptions> change) {
		throw new UnsupportedOperationException();
	}

	public PipelineOptions options() {
		throw new UnsupportedOperationException();
	}

	public RedisConnectionFactory getConnectionFactory() {
		throw new UnsupportedOperationException();
	}

	@Override
	public <T> @Nullable T execute(PipelineCallback<T> action) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void executeWithoutResult(Consumer<Pipeline> action) {
		throw new UnsupportedOperationException();
	}

	@Override
	public <T> Reply<T> defer(Supplier<? extends @Nullable T> call) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Optional<Pipeline> current() {
		throw new UnsupportedOperationException();
	}

	/**
	 * Builds a template.
	 */
	public static final class Builder {

		Builder(RedisConnectionFactory connectionFactory) {
		}

		public Builder listeners(Supplier<? extends List<PipelineListener>> listeners) {
			return this;
		}

		public Builder enabled(boolean enabled) {
			return this;
		}

		public Builder results(Results results) {
			return this;
		}

		public Builder showKeys(boolean showKeys) {
			return this;
		}

		public PipelineTemplate build() {
			return new PipelineTemplate(this);
		}

	}

}
