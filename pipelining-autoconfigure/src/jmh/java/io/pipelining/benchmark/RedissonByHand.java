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

package io.pipelining.benchmark;

import org.redisson.Redisson;
import org.redisson.api.RBatch;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * A batch of Redisson, which has no PING.
 */
final class RedissonByHand implements Sender {

	private final Calls calls;

	private final RedissonClient client;

	RedissonByHand(Server server, Calls calls) {
		this.calls = calls;
		Config config = new Config();
		config.useSingleServer().setAddress(server.url());
		config.setCodec(StringCodec.INSTANCE);
		this.client = Redisson.create(config);
	}

	@Override
	public Object send() {
		RBatch batch = this.client.createBatch();
		for (String key : this.calls.keys()) {
			switch (this.calls.command()) {
				case INCR, INCR_ONE -> batch.getAtomicLong(key).incrementAndGetAsync();
				case SET -> batch.getBucket(key).setAsync(this.calls.value());
				case PING -> throw new IllegalArgumentException("A batch of Redisson has no PING");
			}
		}
		return batch.execute().getResponses();
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
