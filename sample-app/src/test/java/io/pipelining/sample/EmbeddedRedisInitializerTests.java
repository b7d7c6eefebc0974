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

package io.pipelining.sample;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringApplicationRunListener;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * When the server is started, and that it never outlives the application.
 */
@ExtendWith(OutputCaptureExtension.class)
class EmbeddedRedisInitializerTests {

	private final Set<ProcessHandle> serversBefore = servers();

	private ConfigurableApplicationContext context;

	@AfterEach
	void noServerIsLeft() {
		assertThat(newServers()).isEmpty();
	}

	@Test
	void serverLivesAsLongAsTheContext() {
		int port;
		try (ConfigurableApplicationContext context = run()) {
			port = redisPort();
			assertThat(newServers()).hasSize(1);
			assertThat(answers(port)).isTrue();
			context.getBean(StringRedisTemplate.class).opsForValue().set("a", "1");
		}
		assertThat(answers(port)).isFalse();
	}

	@Test
	void consoleSaysWhatToTry(CapturedOutput output) {
		try (ConfigurableApplicationContext context = run()) {
			String address = "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
			assertThat(output).contains("See what pipelining does:", "  " + address + "/\n",
					"curl -X POST '" + address + "/products/warm?count=1000&mode=plain'",
					"curl -X POST '" + address + "/products/warm?count=1000&mode=pipelined'",
					"curl '" + address + "/products?count=1000&mode=pipelined'",
					"curl -X POST '" + address + "/products/views?count=1000&mode=pipelined'",
					"curl '" + address + "/actuator/metrics/redis.pipeline.batch.size'");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "--spring.data.redis.url=redis://127.0.0.1:%d", "--spring.data.redis.host=127.0.0.1" })
	void configuredServerIsUsedAndNoneStarted(String server) {
		EmbeddedRedis redis = EmbeddedRedis.start();
		try (ConfigurableApplicationContext context = run(server.formatted(redis.port()),
				"--spring.data.redis.port=" + redis.port())) {
			assertThat(newServers()).hasSize(1);
			context.getBean(ProductCatalog.class).warm(Product.samples(1));
			assertThat(context.getBean(StringRedisTemplate.class).hasKey("product:1")).isTrue();
		}
		finally {
			redis.stop();
		}
	}

	@Test
	void portInUseIsSaidOnceAndStopsTheServer(CapturedOutput output) throws IOException {
		try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
			assertThatException().isThrownBy(() -> run("--server.port=" + other.getLocalPort()));
			assertThat(output)
				.containsOnlyOnce("Web server failed to start. Port " + other.getLocalPort() + " was already in use.")
				.doesNotContain("\tat ");
		}
		assertThat(answers(redisPort())).isFalse();
	}

	@Test
	void failingBeanStopsTheServer() {
		assertThatExceptionOfType(BeanCreationException.class).isThrownBy(() -> run(Set.of(Failing.class)));
		assertThat(answers(redisPort())).isFalse();
	}

	private ConfigurableApplicationContext run(String... arguments) {
		return run(Set.of(), arguments);
	}

	private ConfigurableApplicationContext run(Set<Class<?>> further, String... arguments) {
		SpringApplication.withHook((application) -> {
			application.addPrimarySources(further);
			application.setDefaultProperties(Map.of("server.port", "0"));
			return new SpringApplicationRunListener() {

				@Override
				public void contextPrepared(ConfigurableApplicationContext context) {
					EmbeddedRedisInitializerTests.this.context = context;
				}

			};
		}, () -> SampleApplication.main(arguments));
		return this.context;
	}

	private int redisPort() {
		return this.context.getEnvironment().getRequiredProperty("spring.data.redis.port", Integer.class);
	}

	private Set<ProcessHandle> newServers() {
		Set<ProcessHandle> servers = servers();
		servers.removeAll(this.serversBefore);
		return servers;
	}

	private static Set<ProcessHandle> servers() {
		return ProcessHandle.current()
			.children()
			.filter((child) -> child.info().command().orElse("").contains("redis-server"))
			.collect(Collectors.toCollection(HashSet::new));
	}

	private static boolean answers(int port) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	@Configuration
	static class Failing {

		@Bean
		String failing() {
			throw new IllegalStateException("fails on purpose");
		}

	}

}
