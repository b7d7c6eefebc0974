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

package io.pipelining.faults;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.pipelining.support.LiveObjects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Threads and objects that were there before, so that those that are left over show.
 */
final class Leftovers {

	/** What holds batches and calls while they are under way. */
	private static final List<String> PACKAGES = List.of("io.pipelining.core.", "io.pipelining.connection.",
			"io.pipelining.Pipeline", "io.pipelining.Batch", "io.pipelining.CallFailure");

	/** What is learned once, and kept: about methods of Spring, and where slots are. */
	private static final List<String> LEARNED = List.of(".SimpleMethod", ".MovedSlots$Move", ".lettuce.Node");

	private final Set<Thread> threads = Thread.getAllStackTraces().keySet();

	private final Map<String, Long> objects = new TreeMap<>();

	/**
	 * Remember the objects of now as well.
	 */
	void countObjects() {
		this.objects.clear();
		this.objects.putAll(live());
	}

	/**
	 * Wait until no batch, call or exception of ours is alive that was not before.
	 * @param use uses what there is, so that what is weakly held goes
	 */
	void assertNoObject(Runnable use) {
		await().pollInterval(Duration.ofMillis(500)).pollDelay(Duration.ZERO).untilAsserted(() -> {
			Map<String, Long> more = live();
			more.entrySet().removeIf((entry) -> entry.getValue() <= this.objects.getOrDefault(entry.getKey(), 0L));
			if (!more.isEmpty()) {
				use.run();
			}
			assertThat(more).isEmpty();
		});
	}

	/**
	 * Wait until no thread is alive that was not before.
	 */
	void assertNoThread() {
		await().untilAsserted(() -> {
			Set<Thread> more = new HashSet<>(Thread.getAllStackTraces().keySet());
			more.removeAll(this.threads);
			assertThat(more.stream().map(Thread::getName).filter(Leftovers::isOurs).collect(Collectors.toSet()))
				.isEmpty();
		});
	}

	/**
	 * Not those of the virtual machine and of the test itself, and not those that the
	 * drivers of all tests share.
	 */
	private static boolean isOurs(String name) {
		return !name.startsWith("globalEventExecutor") && !name.startsWith("lettuce-")
				&& !name.startsWith("process reaper") && !name.startsWith("ForkJoinPool.commonPool")
				&& !name.startsWith("awaitility");
	}

	private static Map<String, Long> live() {
		Map<String, Long> live = LiveObjects.of("io.pipelining.");
		live.keySet()
			.removeIf((name) -> PACKAGES.stream().noneMatch(name::startsWith) || name.contains("$$Lambda")
					|| LEARNED.stream().anyMatch(name::endsWith));
		return live;
	}

}
