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

package io.pipelining.core;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.embedded.RedisServer;

import io.pipelining.core.ProgramRunner.Run;
import io.pipelining.support.Client;
import io.pipelining.support.JavaMachine;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Code of other languages computes in a pipeline what it computes without one. The
 * compilers are no part of the class path, on which Spring would notice them.
 */
class OtherLanguagesTests {

	@TempDir
	private static Path directory;

	private static Path kotlin;

	private static Path groovy;

	@BeforeAll
	static void compile() throws Exception {
		kotlin = compile("kotlin", "P1.kt", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-nowarn");
		groovy = compile("groovy", "P2.groovy", "org.codehaus.groovy.tools.FileSystemCompiler");
	}

	private static Path compile(String language, String source, String compiler, String... options) throws Exception {
		Path file = directory.resolve(source);
		try (InputStream program = OtherLanguagesTests.class.getResourceAsStream(source)) {
			Files.copy(program, file);
		}
		Path classes = Files.createDirectories(directory.resolve(language));
		String libraries = String.join(File.pathSeparator, libraries(language).map(Path::toString).toList());
		List<String> arguments = new ArrayList<>(List.of(options));
		arguments.addAll(List.of("-d", classes.toString(), "-cp",
				libraries + File.pathSeparator + JavaMachine.classPath(), file.toString()));
		JavaMachine.ofThisJava(Duration.ofMinutes(3))
			.with("-XX:TieredStopAtLevel=1")
			.withClassPath(libraries)
			.run(compiler, arguments)
			.endedWell();
		return classes;
	}

	private static Stream<Path> libraries(String language) throws IOException {
		return Files.list(Path.of("target", "languages", language).toAbsolutePath());
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void computesItInKotlin(Client client) throws Exception {
		List<Run> runs = run(client, "kotlin", kotlin);
		assertThat(runs).hasSizeGreaterThan(25);
		assertThat(runs).allSatisfy(OtherLanguagesTests::assertEqual);
		assertThat(runs).filteredOn((run) -> run.program().equals("P1.statements"))
			.allSatisfy((run) -> assertThat(run.byAnnotation().batches()).containsExactly(3));
	}

	@ParameterizedTest
	@EnumSource(names = { "LETTUCE", "JEDIS" })
	void computesItInGroovy(Client client) throws Exception {
		List<Run> runs = run(client, "groovy", groovy);
		assertThat(runs).hasSize(2);
		assertThat(runs).allSatisfy(OtherLanguagesTests::assertEqual);
	}

	private static void assertEqual(Run run) {
		assertThat(run.plain().thrown()).as(run.program()).isNull();
		assertThat(run.byAnnotation().batches()).as(run.program()).isNotEmpty();
		assertThat(run.difference()).isNull();
	}

	private static List<Run> run(Client client, String language, Path classes) throws Exception {
		List<URL> libraries = new ArrayList<>();
		for (Path library : libraries(language).toList()) {
			libraries.add(library.toUri().toURL());
		}
		RedisServer server = RedisServers.start(List.of());
		try (ProgramRunner runner = new ProgramRunner(client, server.ports().get(0), classes,
				libraries.toArray(URL[]::new))) {
			return runner.run(ProgramRunner.find(classes));
		}
		finally {
			RedisServers.stop(server);
		}
	}

}
