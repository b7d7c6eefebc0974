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

package io.pipelining.faults;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.OwnServer;
import io.pipelining.support.Redis;
import io.pipelining.support.Relay;

/**
 * A server of the test's own, the line to it, and an application that uses both.
 */
final class Stage implements AutoCloseable {

	static final Duration PATIENCE = Duration.ofSeconds(20);

	private final Duration timeout;

	private final OwnServer server = new OwnServer();

	private final Relay relay = new Relay(this.server.port());

	private final Redis redis;

	private final PipelineTemplate patient;

	private final PipelineTemplate hurried;

	private Observer observer = new Observer(this.server.port());

	private boolean killed;

	Stage(Way way, Duration timeout, int poolSize) {
		this.timeout = timeout;
		Settings settings = Settings.of(this.relay.port()).withPoolSize((way == Way.JEDIS) ? poolSize : 0);
		this.redis = new Redis(way.connect(settings.withTimeout(PATIENCE)), Results.AUTO);
		this.patient = this.redis.pipelines().with(way::options);
		this.hurried = this.patient.with((options) -> options.withTimeout(timeout));
		this.relay.trickleRequests(200, 20, TimeUnit.MICROSECONDS);
	}

	Duration timeout() {
		return this.timeout;
	}

	OwnServer server() {
		return this.server;
	}

	Relay relay() {
		return this.relay;
	}

	Redis redis() {
		return this.redis;
	}

	/**
	 * Pipelines with the short time-out.
	 */
	PipelineTemplate hurried() {
		return this.hurried;
	}

	/**
	 * Pipelines that wait until a slow machine is ready.
	 */
	PipelineTemplate patient() {
		return this.patient;
	}

	Observer observer() {
		return this.observer;
	}

	void killServer() {
		this.server.kill();
		this.killed = true;
	}

	void restartServer() {
		if (this.killed) {
			this.observer.close();
			this.server.restart();
			this.observer = new Observer(this.server.port());
			this.killed = false;
		}
	}

	@Override
	public void close() {
		this.redis.close();
		this.relay.close();
		this.observer.close();
		this.server.close();
	}

}
