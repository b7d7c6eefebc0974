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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Redis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ten thousand virtual threads that send a batch each, in a JVM that has them.
 */
final class VirtualThreadsProgram {

	static final int THREADS = 10_000;

	static final int CALLS = 5;

	private VirtualThreadsProgram() {
	}

	/**
	 * Run the threads.
	 * @param arguments the client, the port of a server, and the size of the pool, 0 for
	 * none
	 */
	public static void main(String[] arguments) {
		int status = 1;
		Settings settings = Settings.of(Integer.parseInt(arguments[1])).withPoolSize(Integer.parseInt(arguments[2]));
		try (Redis redis = new Redis(Client.valueOf(arguments[0]).connect(settings.withPoolWait(Duration.ofMinutes(2))),
				Results.AUTO)) {
			ExecutorService threads = virtualThreads();
			List<Future<?>> batches = new ArrayList<>();
			for (int i = 0; i < THREADS; i++) {
				int number = i;
				batches.add(threads.submit(() -> batch(redis, number)));
			}
			for (Future<?> batch : batches) {
				batch.get(3, TimeUnit.MINUTES);
			}
			threads.shutdown();
			assertThat(redis.listener().sizes()).hasSize(THREADS).containsOnly(CALLS);
			System.out.println("all well");
			status = 0;
		}
		catch (Throwable ex) {
			ex.printStackTrace(System.out);
		}
		// Not kept alive by what a driver leaves running
		System.exit(status);
	}

	private static void batch(Redis redis, int number) {
		redis.pipelines().executeWithoutResult((pipeline) -> {
			for (int i = 0; i < CALLS; i++) {
				redis.strings().opsForValue().increment("virtual-" + number + "-" + i);
			}
		});
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		assertThat(redis.pipelines().current()).isEmpty();
	}

	/** Not there yet in the Java that this is compiled for. */
	private static ExecutorService virtualThreads() throws ReflectiveOperationException {
		return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
	}

}
