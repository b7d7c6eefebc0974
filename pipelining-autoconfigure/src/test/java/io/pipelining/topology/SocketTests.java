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

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;

import org.springframework.boot.SpringBootVersion;

import io.pipelining.support.JavaMachine;
import io.pipelining.support.JavaMachine.Result;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Unix domain sockets and epoll, in a JVM of their own: with netty's native library on
 * the class path, Lettuce uses epoll for everything.
 */
@EnabledOnOs(value = OS.LINUX, architectures = { "amd64", "aarch64" })
class SocketTests {

	private static final Path NATIVE_LIBRARY = Path.of("target", "epoll", SpringBootVersion.getVersion());

	@Test
	void batchesGoOverUnixSocketsAndByEpollAsByTcp(@TempDir Path directory) throws Exception {
		Path socket = directory.resolve("redis.sock");
		RedisServer server = RedisServers.start(List.of("unixsocket " + socket));
		try {
			Result result = JavaMachine.ofThisJava(Duration.ofMinutes(5))
				.withClassPath(JavaMachine.classPath() + File.pathSeparator + nativeLibrary())
				.run(SocketProgram.class.getName(), List.of(String.valueOf(server.ports().get(0)), socket.toString()))
				.endedWell();
			assertThat(result.lines().stream().filter((line) -> line.endsWith(": fine"))).hasSize(8);
		}
		finally {
			RedisServers.stop(server);
		}
	}

	private static String nativeLibrary() throws IOException {
		try (Stream<Path> jars = Files.list(NATIVE_LIBRARY)) {
			return jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
		}
	}

}
