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

import io.pipelining.annotation.Pipelined;
import io.pipelining.sample.lab.Lab;

import static io.pipelining.sample.lab.Lab.LAB;

/**
 * Calls whose value is ignored wait, and values that are used are real.
 */
@Component
@Order(3)
class AutoGreeting implements Greeting {

	private final StringRedisTemplate redis;

	AutoGreeting(Lab lab) {
		this.redis = lab.redis();
	}

	@Override
	@Pipelined(connectionFactory = LAB)
	public String greet(String user) {
		this.redis.opsForValue().increment("visits");
		this.redis.opsForSet().add("visitors", user);
		this.redis.expire("visitors", Duration.ofDays(30));
		Long visits = this.redis.opsForValue().increment("visits:" + user);
		String name = this.redis.opsForValue().get("name:" + user);
		return "Welcome back, " + name + " (visit " + visits + ")";
	}

}
