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

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import io.pipelining.support.JavaMachine;
import io.pipelining.support.Observer;
import io.pipelining.support.Observer.Seen;
import io.pipelining.support.RedisServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplicationAotProcessor;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that was processed ahead of time, in virtual machines of its own: one as
 * every other, and one that takes itself for a native image, where nothing is made at run
 * time and no class file is looked at.
 */
class AheadOfTimeTests {

	private static final List<String> ARGUMENTS = List.of("--spring.main.banner-mode=off",
			"--spring.data.redis.host=127.0.0.1", "--spring.data.redis.lettuce.pool.max-active=1",
			"--spring.data.redis.lettuce.pool.max-wait=2s", "--management.endpoints.web.exposure.include=pipelines",
			"--pipelining.checks=warn", "--pipelining.max-batch-size=600",
			"--pipelining.pipelines.counting.max-batch-size=7");

	@TempDir
	private static Path directory;

	@BeforeAll
	static void process() throws Exception {
		Path sources = directory.resolve("sources");
		Path classes = directory.resolve("classes");
		List<String> arguments = new ArrayList<>(List.of(AheadOfTimeProgram.class.getName(), sources.toString(),
				classes.toString(), classes.toString(), "io.pipelining", "ahead-of-time"));
		arguments.addAll(ARGUMENTS);
		machine().run(SpringApplicationAotProcessor.class.getName(), arguments).endedWell();
		compile(sources, classes);
	}

	@Test // 55
	void runsInPipelines() throws Exception {
		Started started = start("-Dspring.aot.enabled=true");
		assertThat(started.lines())
			.contains("catalog: AheadOfTimeProgram$Catalog$$SpringCGLIB$$0", "three:  [3]", "warm:  [250]",
					"load: v7! [1]", "count:  [3]", "counted: 2 []", "cached: cc [2]", "warmed:  [2]", "sealed: Sealed",
					"pipeline counting: 7 []")
			.anyMatch((line) -> line.startsWith("pipeline catalog-load: 600 [21 of 21 batches held a single call,"
					+ " since the code uses values at once: at "));
		List<Seen> sets = started.seen()
			.stream()
			.filter((seen) -> seen.text().matches("SET (a 1|b 2|c 3|product.*)"))
			.toList();
		assertThat(sets).hasSize(253).extracting(Seen::client).containsOnly(sets.get(0).client());
		assertThat(sets).extracting(Seen::text).startsWith("SET a 1", "SET b 2", "SET c 3", "SET product0 v0");
	}

	@Test
	void isRightWhereNoClassFileTellsWhatIsUsed() throws Exception {
		assertThat(start("-Dorg.graalvm.nativeimage.imagecode=runtime").lines())
			.contains("warm:  [250]", "load: v7! [1]", "count:  [1, 1, 1]", "counted: 2 []")
			.anyMatch((line) -> line.startsWith("pipeline catalog-load: 600 [21 of 21 batches held a single call,"
					+ " since each value counts as used in a native image"));
	}

	@Test
	void namesWhatANativeImageKeeps() throws IOException {
		try (Stream<Path> files = Files.walk(directory.resolve("classes/META-INF/native-image"))) {
			String kept = files.filter(Files::isRegularFile).map(AheadOfTimeTests::read).reduce("", String::concat);
			assertThat(kept).contains("\"io.pipelining.autoconfigure.PipeliningProperties$Overrides\"",
					"\"io.pipelining.connection.lettuce.LettucePipelineDriver\"",
					"\"io.pipelining.autoconfigure.PipelinesEndpoint$Pipeline\"",
					"\"io.pipelining.annotation.Pipelined\"", "\"" + AheadOfTimeProgram.Catalog.class.getName() + "\"",
					"\"org.springframework.data.redis.connection.RedisStringCommands\"");
		}
	}

	private static Started start(String option) throws Exception {
		int port = RedisServers.standalone();
		List<String> arguments = new ArrayList<>(ARGUMENTS);
		arguments.add("--spring.data.redis.port=" + port);
		JavaMachine machine = machine().with(option)
			.withClassPath(directory.resolve("classes") + File.pathSeparator + JavaMachine.classPath());
		try (Observer observer = new Observer(port)) {
			observer.flush();
			FutureTask<List<String>> run = new FutureTask<>(
					() -> machine.run(AheadOfTimeProgram.class.getName(), arguments).endedWell().lines());
			List<Seen> seen = observer.commandsDuring(run);
			return new Started(run.get(), seen);
		}
	}

	private static JavaMachine machine() {
		return JavaMachine.ofThisJava(Duration.ofSeconds(120)).with("-XX:TieredStopAtLevel=1", "-Xshare:auto");
	}

	private static void compile(Path sources, Path classes) throws IOException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter messages = new StringWriter();
		try (StandardJavaFileManager fileManager = compiler.getStandardFileManager(null, null, null);
				Stream<Path> files = Files.walk(sources)) {
			List<Path> units = files.filter((file) -> file.toString().endsWith(".java")).toList();
			List<String> options = List.of("-d", classes.toString(), "-proc:none", "-nowarn", "-classpath",
					classes + File.pathSeparator + JavaMachine.classPath());
			boolean compiled = compiler
				.getTask(messages, fileManager, null, options, null, fileManager.getJavaFileObjectsFromPaths(units))
				.call();
			assertThat(compiled).as(messages.toString()).isTrue();
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** What it printed, and which commands reached the server meanwhile. */
	private record Started(List<String> lines, List<Seen> seen) {

	}

}
