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

import java.util.ArrayList;
import java.util.List;

import io.lettuce.core.resource.ClientResources;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.embedded.RedisServer;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.Reply;
import io.pipelining.connection.lettuce.PipelineNettyCustomizer;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.BootLine;
import io.pipelining.support.Observer;
import io.pipelining.support.RecordingListener;
import io.pipelining.support.RedisServers;
import io.pipelining.support.TlsRelay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Pipelines over TLS, as Spring Boot's properties set it up, with a password.
 */
@TestInstance(Lifecycle.PER_CLASS)
class EncryptedConnectionsTests {

	private static final String BUNDLE = "spring.ssl.bundle.jks.redis.truststore.";

	private static final String URL = "url";

	private RedisServer server;

	private Observer observer;

	private TlsRelay relay;

	@BeforeAll
	void start() {
		this.server = RedisServers.start(List.of());
		this.observer = new Observer(this.server.ports().get(0));
		this.observer.call("CONFIG", "SET", "requirepass", "secret");
		this.relay = new TlsRelay(this.server.ports().get(0));
	}

	@AfterAll
	void stop() {
		this.relay.close();
		this.observer.call("CONFIG", "SET", "requirepass", "");
		this.observer.close();
		RedisServers.stop(this.server);
	}

	@BeforeEach
	void clean() {
		this.observer.flush();
	}

	private ApplicationContextRunner application(String client, String way) {
		ApplicationContextRunner runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class, SslAutoConfiguration.class))
			.withConfiguration(BootLine.redis())
			.withBean(RecordingListener.class)
			.withPropertyValues("spring.data.redis.client-type=" + client, "spring.data.redis.ssl.bundle=redis",
					BUNDLE + "location=" + this.relay.keyStore().toUri(), BUNDLE + "password=" + TlsRelay.PASSWORD,
					BUNDLE + "type=PKCS12",
					// No PING from the pool's own thread among what is counted
					"spring.data.redis.jedis.pool.time-between-eviction-runs=-1ms");
		return way.equals(URL)
				? runner.withPropertyValues("spring.data.redis.url=rediss://:secret@127.0.0.1:" + this.relay.port())
				: runner.withPropertyValues("spring.data.redis.host=127.0.0.1",
						"spring.data.redis.port=" + this.relay.port(), "spring.data.redis.password=secret");
	}

	@ParameterizedTest
	@CsvSource({ "lettuce, url", "lettuce, bundle", "jedis, url", "jedis, bundle" })
	void aBatchIsOneWriteOverTheConnectionThatIsOpen(String client, String way) {
		application(client, way).run((context) -> {
			StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
			PipelineTemplate pipelines = context.getBean(PipelineTemplate.class);
			redis.hasKey("warm");
			pipelines.executeWithoutResult((pipeline) -> redis.opsForValue().increment("warm"));
			assertThatItIsCarriedBy(context, client);
			long connections = this.observer.connectionsReceived();
			for (int round = 0; round < 5; round++) {
				assertThat(this.observer.readsDuring(() -> pipelines.executeWithoutResult((pipeline) -> {
					for (int i = 0; i < 50; i++) {
						redis.opsForValue().increment("n" + i);
					}
				}))).isOne();
			}
			assertThat(this.observer.connectionsReceived()).isEqualTo(connections);
			List<Reply<String>> values = new ArrayList<>();
			pipelines.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < 50; i++) {
					String key = "n" + i;
					values.add(pipeline.defer(() -> redis.opsForValue().get(key)));
				}
			});
			assertThat(values).allSatisfy((value) -> assertThat(value.get()).isEqualTo("5"));
			assertThat(context.getBean(RecordingListener.class).sizes()).containsExactly(1, 50, 50, 50, 50, 50, 50);
			assertThat(this.relay.addresses()).containsAll(this.observer.clients());
			assertThat(pipelines.with((options) -> options.withAtomic(true))
				.execute((pipeline) -> pipeline.defer(() -> redis.opsForValue().increment("n0")))
				.get()).isEqualTo(6);
		});
	}

	private static void assertThatItIsCarriedBy(ApplicationContext context, String client) {
		if (client.equals("lettuce")) {
			assertThat(context.getBean(ClientResources.class).nettyCustomizer())
				.isInstanceOf(PipelineNettyCustomizer.class);
		}
	}

	@Test
	void whoIsNotTrustedGetsNothing() {
		// Without the bundle, of which nothing else knows the certificate
		application("lettuce", URL).withPropertyValues("spring.data.redis.ssl.bundle=").run((context) -> {
			StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
			Throwable direct = catchThrowable(() -> redis.opsForValue().set("a", "1"));
			Throwable inPipeline = catchThrowable(() -> context.getBean(PipelineTemplate.class)
				.executeWithoutResult((pipeline) -> redis.opsForValue().set("a", "1")));
			assertThat(inPipeline).isInstanceOf(DataAccessException.class).hasSameClassAs(direct);
			assertThat(inPipeline).hasStackTraceContaining("SSLHandshakeException");
			assertThat(this.observer.keyCount()).isZero();
		});
	}

}
