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
package io.pipelining.sample.lab;

import java.time.Duration;
import java.util.function.UnaryOperator;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

import io.pipelining.PipelineOptions;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.sample.relay.Relay;

/**
 * Redis behind a relay: what experiments work with. One experiment at a time.
 */
@Component
public class Lab {

	/**
	 * The connection factory whose connections go through the relay.
	 */
	public static final String LAB = "labConnectionFactory";

	private final Relay relay;

	private final StringRedisTemplate redis;

	private final PipelineTemplate pipelines;

	private final BatchCount batches;

	Lab(Relay relay, @Qualifier(LAB) RedisConnectionFactory connectionFactory,
			@Qualifier("labPipelines") PipelineTemplate pipelines, BatchCount batches) {
		this.relay = relay;
		this.redis = new StringRedisTemplate(connectionFactory);
		this.pipelines = pipelines;
		this.batches = batches;
	}

	/**
	 * Return a template whose calls go through the relay.
	 * @return the template
	 */
	public StringRedisTemplate redis() {
		return this.redis;
	}

	/**
	 * Return what pipelines the calls of {@link #redis()}.
	 * @return the template
	 */
	public PipelineTemplate pipelines() {
		return this.pipelines;
	}

	/**
	 * Return what pipelines the calls of {@link #redis()}, with other options.
	 * @param options changes the options
	 * @return the template
	 */
	public PipelineTemplate pipelines(UnaryOperator<PipelineOptions> options) {
		return this.pipelines.with(options);
	}

	/**
	 * Empty the database of the experiments, over a line without delay.
	 */
	public void clear() {
		this.relay.setRoundTrip(Duration.ZERO);
		this.redis.execute((RedisCallback<Object>) (connection) -> {
			connection.serverCommands().flushDb();
			return null;
		});
	}

	/**
	 * Set how long the line to the server is.
	 * @param millis the time to the server and back
	 */
	public void setRoundTripMillis(double millis) {
		this.relay.setRoundTrip(Duration.ofNanos(Math.round(millis * 1_000_000)));
	}

	/**
	 * Begin to measure what this thread does.
	 * @return the measurement, which ends on the same thread
	 */
	public Span begin() {
		return new Span(this.relay.record(), this.batches);
	}

}
