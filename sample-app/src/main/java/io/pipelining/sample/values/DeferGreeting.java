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
package io.pipelining.sample.values;

import java.time.Duration;

import org.springframework.core.annotation.Order;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

import io.pipelining.PipelineOperations;
import io.pipelining.Reply;
import io.pipelining.annotation.Pipelined;
import io.pipelining.sample.lab.Lab;

import static io.pipelining.sample.lab.Lab.LAB;

/**
 * Reads wait too, until the first of their values is asked for.
 */
@Component
@Order(4)
class DeferGreeting implements Greeting {

	private final StringRedisTemplate redis;

	private final PipelineOperations pipelines;

	DeferGreeting(Lab lab) {
		this.redis = lab.redis();
		this.pipelines = lab.pipelines();
	}

	@Override
	@Pipelined(connectionFactory = LAB)
	public String greet(String user) {
		this.redis.opsForValue().increment("visits");
		this.redis.opsForSet().add("visitors", user);
		this.redis.expire("visitors", Duration.ofDays(30));
		Reply<Long> visits = this.pipelines.defer(() -> this.redis.opsForValue().increment("visits:" + user));
		Reply<String> name = this.pipelines.defer(() -> this.redis.opsForValue().get("name:" + user));
		return "Welcome back, " + name.get() + " (visit " + visits.get() + ")";
	}

}
