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

package io.pipelining.benchmark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;

import org.springframework.boot.SpringBootVersion;

import io.pipelining.support.Observer;

/**
 * Where it is measured, without the name of the machine.
 */
final class Machine {

	private Machine() {
	}

	static String describe() throws IOException {
		OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
		return String.format(Locale.ROOT, "%d cores%s, %.0f GiB, %s %s %s, %s %s, Redis %s, Spring Boot %s",
				Runtime.getRuntime().availableProcessors(), processor(),
				system.getTotalMemorySize() / Math.pow(1024, 3), System.getProperty("os.name"),
				System.getProperty("os.version").replaceAll("-.*", ""), System.getProperty("os.arch"),
				System.getProperty("java.vm.name").replace(" 64-Bit Server VM", ""), javaVersion(), redisVersion(), SpringBootVersion.getVersion());
	}

	private static String javaVersion() {
		return Runtime.version().version().stream().map(String::valueOf).collect(Collectors.joining("."));
	}

	/** Where Linux tells it. */
	private static String processor() throws IOException {
		Path file = Path.of("/proc/cpuinfo");
		if (!Files.isReadable(file)) {
			return "";
		}
		try (Stream<String> lines = Files.lines(file)) {
			return lines.filter((line) -> line.startsWith("model name"))
				.findFirst()
				.map((line) -> " (" + line.substring(line.indexOf(':') + 1).replace("(R)", "").strip() + ")")
				.orElse("");
		}
	}

	private static String redisVersion() throws IOException {
		try (Server server = Server.start(Line.LOOPBACK); Observer observer = new Observer(server.port())) {
			return observer.info("server").getOrDefault("redis_version", "of an unknown version");
		}
	}

}
