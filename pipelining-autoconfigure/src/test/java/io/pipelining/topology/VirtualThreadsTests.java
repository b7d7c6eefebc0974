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

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.embedded.RedisServer;

import io.pipelining.support.JavaMachine;
import io.pipelining.support.Observer;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Pipelines of virtual threads, in a JVM of Java 25 where that of the tests has none.
 */
class VirtualThreadsTests {

	@ParameterizedTest // 45
	@CsvSource({ "LETTUCE, 0", "LETTUCE_WITHOUT_CARRIER, 0", "JEDIS, 8" })
	void tenThousandThreadsSendABatchEach(String client, int poolSize) throws Exception {
		Path home = (Runtime.version().feature() >= 21) ? Path.of(System.getProperty("java.home"))
				: JavaMachine.java25();
		assumeTrue(home != null, "There is no Java with virtual threads here: name the home of one in JAVA25_HOME");
		RedisServer server = RedisServers.start(List.of());
		try (Observer observer = new Observer(server.ports().get(0))) {
			JavaMachine.of(home, Duration.ofMinutes(5))
				.run(VirtualThreadsProgram.class.getName(),
						List.of(client, String.valueOf(server.ports().get(0)), String.valueOf(poolSize)))
				.endedWell();
			assertThat(observer.keyCount())
				.isEqualTo((long) VirtualThreadsProgram.THREADS * VirtualThreadsProgram.CALLS);
		}
		finally {
			RedisServers.stop(server);
		}
	}

}
