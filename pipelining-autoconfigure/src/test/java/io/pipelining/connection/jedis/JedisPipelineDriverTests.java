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

package io.pipelining.connection.jedis;

import java.io.IOException;
import java.io.InputStream;

import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

class JedisPipelineDriverTests {

	@Test
	void servesNothingWhereJedisIsAbsent() throws Exception {
		ClassLoader loader = new WithoutJedis();
		Class<?> sourceType = loader.loadClass("io.pipelining.connection.ConnectionSource");
		Object source = sourceType.getConstructor(RedisConnectionFactory.class).newInstance(new Object[] { null });
		Class<?> driverType = loader.loadClass(JedisPipelineDriver.class.getName());
		assertThat(driverType).isNotSameAs(JedisPipelineDriver.class);
		Object driver = driverType.getConstructor().newInstance();
		assertThat(driverType.getMethod("open", sourceType).invoke(driver, source)).isNull();
	}

	/**
	 * Loads our own classes again, and knows no Jedis.
	 */
	private static final class WithoutJedis extends ClassLoader {

		WithoutJedis() {
			super(JedisPipelineDriver.class.getClassLoader());
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (name.startsWith("redis.clients.")) {
				throw new ClassNotFoundException(name);
			}
			Class<?> loaded = findLoadedClass(name);
			if (loaded != null || !name.startsWith("io.pipelining.")) {
				return (loaded != null) ? loaded : super.loadClass(name, resolve);
			}
			try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
				byte[] bytes = in.readAllBytes();
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (IOException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

	}

}
