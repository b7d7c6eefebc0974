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

package io.pipelining.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.BootLine;
import io.pipelining.support.Observer;
import io.pipelining.support.RecordingListener;
import io.pipelining.support.RedisServers;
import io.pipelining.support.TlsRelay;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for connections that Spring Boot makes by its own properties: a batch is one
 * write, and opens none.
 */
class BootConnectionsTests {

	private static TlsRelay tls;

	private static Observer observer;

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class, SslAutoConfiguration.class))
		.withConfiguration(BootLine.redis())
		.withBean(RecordingListener.class);

	@BeforeAll
	static void start() {
		int port = RedisServers.withSettings("requirepass secret");
		tls = new TlsRelay(port);
		observer = new Observer(port);
		observer.call("AUTH", "secret");
	}

	@AfterAll
	static void stop() {
		observer.close();
		tls.close();
	}

	private static String[] where(@Nullable String url) {
		return (url != null) ? new String[] { "spring.data.redis.url=" + url.formatted(tls.port()) }
				: new String[] { "spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + tls.port() };
	}

	@ParameterizedTest
	@CsvSource({ "lettuce,rediss://:secret@127.0.0.1:%d", "lettuce,rediss://:secret@127.0.0.1:%d/2", "lettuce,",
			"jedis,rediss://:secret@127.0.0.1:%d/2", "jedis," })
	void tlsByBundle(String client, @Nullable String url) {
		this.contextRunner
			.withPropertyValues("spring.data.redis.client-type=" + client, "spring.data.redis.password=secret",
					"spring.data.redis.client-name=shop", "spring.data.redis.timeout=20s",
					"spring.data.redis.ssl.bundle=redis",
					"spring.ssl.bundle.jks.redis.truststore.location=" + tls.keyStore().toUri(),
					"spring.ssl.bundle.jks.redis.truststore.password=" + TlsRelay.PASSWORD,
					"spring.ssl.bundle.jks.redis.truststore.type=PKCS12")
			.withPropertyValues(where(url))
			.run((context) -> {
				StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
				PipelineTemplate pipelines = context.getBean(PipelineTemplate.class);
				redis.hasKey("warm");
				long connections = observer.connectionsReceived();
				long reads = observer.readsDuring(() -> pipelines.executeWithoutResult((pipeline) -> {
					for (int i = 0; i < 20; i++) {
						redis.opsForValue().increment("k" + i);
					}
				}));
				assertThat(reads).isOne();
				assertThat(observer.connectionsReceived()).isEqualTo(connections);
				assertThat(context.getBean(RecordingListener.class).sizes()).containsExactly(20);
				assertThat(redis.opsForValue().get("k19")).isEqualTo("1");
				redis.delete(redis.keys("k*"));
			});
	}

}
