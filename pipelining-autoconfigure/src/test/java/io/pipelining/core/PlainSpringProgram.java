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

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.Reply;

/**
 * A program of someone who uses plain Spring Data Redis with one driver.
 */
final class PlainSpringProgram {

	private PlainSpringProgram() {
	}

	public static void main(String[] arguments) throws Exception {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1",
				Integer.parseInt(arguments[1]));
		RedisConnectionFactory factory = arguments[0].equals("lettuce") ? Lettuce.factory(server)
				: Jedis.factory(server);
		((InitializingBean) factory).afterPropertiesSet();
		StringRedisTemplate redis = new StringRedisTemplate(factory);
		PipelineTemplate pipelines = new PipelineTemplate(factory);
		Reply<String> reply = pipelines.execute((pipeline) -> {
			redis.opsForList().rightPush("calls", "waits");
			redis.opsForValue().set("plain", "spring");
			Reply<String> deferred = pipeline.defer(() -> redis.opsForValue().get("plain"));
			System.out.println("waiting: " + pipeline.size());
			return deferred;
		});
		System.out.println("value: " + ((reply != null) ? reply.get() : null));
		((DisposableBean) factory).destroy();
		// Not kept alive by what a driver leaves running
		System.exit(0);
	}

	/**
	 * Loads nothing of Jedis.
	 */
	private static final class Lettuce {

		static RedisConnectionFactory factory(RedisStandaloneConfiguration server) {
			return new LettuceConnectionFactory(server);
		}

	}

	/**
	 * Loads nothing of Lettuce.
	 */
	private static final class Jedis {

		static RedisConnectionFactory factory(RedisStandaloneConfiguration server) {
			return new JedisConnectionFactory(server);
		}

	}

}
