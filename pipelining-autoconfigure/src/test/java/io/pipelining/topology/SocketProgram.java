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

package io.pipelining.topology;

import java.time.Duration;
import java.util.List;

import io.lettuce.core.resource.ClientResources;

import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.ConnectionMode;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks batches over Unix domain sockets and over TCP, both by epoll, in a JVM that has
 * netty's native library.
 */
final class SocketProgram {

	private SocketProgram() {
	}

	/**
	 * Run the checks.
	 * @param arguments the port of a server, and the path of its socket
	 */
	public static void main(String[] arguments) {
		int status = 1;
		try (Observer observer = new Observer(Integer.parseInt(arguments[0]))) {
			for (boolean carrying : new boolean[] { true, false }) {
				for (ConnectionMode mode : List.of(ConnectionMode.AUTO, ConnectionMode.DEDICATED)) {
					check(new RedisSocketConfiguration(arguments[1]), carrying, mode, observer, arguments[1] + ":0");
					check(new RedisStandaloneConfiguration("127.0.0.1", Integer.parseInt(arguments[0])), carrying, mode,
							observer, "127.0.0.1:");
				}
			}
			status = 0;
		}
		catch (Throwable ex) {
			ex.printStackTrace(System.out);
		}
		// Not kept alive by what a driver leaves running
		System.exit(status);
	}

	private static void check(RedisConfiguration server, boolean carrying, ConnectionMode mode, Observer observer,
			String address) {
		List.<Check>of(ConnectionChecks::aBatchIsOneWriteOverConnectionsThatAreOpen,
				ConnectionChecks::valuesAreThoseOfDirectCalls, ConnectionChecks::anAtomicBatchIsOneTransaction,
				ConnectionChecks::aLostConnectionLeavesTheOutcomeUnknownAndTheNextBatchFine)
			.forEach((check) -> {
				observer.flush();
				try (Redis redis = new Redis(connect(server, Client.resources(carrying)), Results.AUTO)) {
					ConnectionChecks checks = new ConnectionChecks(redis, mode, observer);
					check.run(checks);
					assertThat(eventLoops()).isNotEmpty().allMatch((name) -> name.contains("epoll"));
					assertThat(checks.clientLines()).isNotEmpty().allMatch((line) -> line.contains(" addr=" + address));
				}
			});
		System.out
			.println(server.getClass().getSimpleName() + " " + mode + (carrying ? " with carrier" : "") + ": fine");
	}

	private static List<String> eventLoops() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.contains("EventLoop"))
			.toList();
	}

	private static LettuceConnectionFactory connect(RedisConfiguration server, ClientResources resources) {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.commandTimeout(Duration.ofSeconds(20))
			.shutdownQuietPeriod(Duration.ZERO)
			.clientResources(resources)
			.build();
		LettuceConnectionFactory factory = (server instanceof RedisSocketConfiguration socket)
				? new LettuceConnectionFactory(socket, client)
				: new LettuceConnectionFactory((RedisStandaloneConfiguration) server, client);
		factory.afterPropertiesSet();
		return factory;
	}

	/**
	 * One of the checks.
	 */
	private interface Check {

		void run(ConnectionChecks checks);

	}

}
