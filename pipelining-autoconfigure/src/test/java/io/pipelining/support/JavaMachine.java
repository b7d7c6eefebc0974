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

package io.pipelining.support;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Another Java virtual machine, that runs a main class and ends.
 */
public final class JavaMachine {

	private final Path home;

	private final Duration limit;

	private final List<String> options = new ArrayList<>();

	private String classPath = classPath();

	private @Nullable Path directory;

	private JavaMachine(Path home, Duration limit) {
		this.home = home;
		this.limit = limit;
	}

	/**
	 * Choose the Java that runs the tests.
	 * @param limit how long a run may take
	 */
	public static JavaMachine ofThisJava(Duration limit) {
		return of(Path.of(System.getProperty("java.home")), limit);
	}

	/**
	 * Choose the Java of a directory.
	 * @param home the directory
	 * @param limit how long a run may take
	 */
	public static JavaMachine of(Path home, Duration limit) {
		return new JavaMachine(home, limit);
	}

	/**
	 * Return the home of a Java 25: what the system property {@code java25.home} or the
	 * variable {@code JAVA25_HOME} names, or one beside the Java that runs the tests.
	 * @return the directory, {@code null} if there is none
	 */
	public static @Nullable Path java25() {
		for (String home : new String[] { System.getProperty("java25.home"), System.getenv("JAVA25_HOME"),
				System.getenv("JAVA_HOME_25") }) {
			if (home != null && Files.isExecutable(Path.of(home, "bin/java"))) {
				return Path.of(home);
			}
		}
		// Beside the running one, as package managers put them
		try (Stream<Path> homes = Files.list(Path.of(System.getProperty("java.home")).getParent())) {
			return homes.filter((home) -> home.getFileName().toString().matches(".*\\b25\\b.*"))
				.filter((home) -> Files.isExecutable(home.resolve("bin/java")))
				.findFirst()
				.orElse(null);
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * Return the class path of the tests.
	 */
	public static String classPath() {
		return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
	}

	/**
	 * Return the entry of the class path that holds something.
	 */
	public static String classPathEntry(String part) {
		return Arrays.stream(classPath().split(File.pathSeparator))
			.filter((entry) -> entry.contains(part))
			.findFirst()
			.orElseThrow();
	}

	/**
	 * Add options of the virtual machine.
	 */
	public JavaMachine with(String... added) {
		this.options.addAll(List.of(added));
		return this;
	}

	/**
	 * Set another class path than that of the tests.
	 */
	public JavaMachine withClassPath(String path) {
		this.classPath = path;
		return this;
	}

	/**
	 * Set the directory to run in.
	 */
	public JavaMachine in(Path path) {
		this.directory = path;
		return this;
	}

	/**
	 * Run a main class to its end, which is bounded.
	 */
	public Result run(String main, List<String> arguments) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of(this.home.resolve("bin/java").toString()));
		command.addAll(this.options);
		command.addAll(List.of("-cp", this.classPath, main));
		command.addAll(arguments);
		return run(command);
	}

	/**
	 * Run a tool of that JDK to its end, which is bounded.
	 */
	public Result runTool(String tool, List<String> arguments) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of(this.home.resolve("bin").resolve(tool).toString()));
		command.addAll(arguments);
		return run(command);
	}

	private Result run(List<String> command) throws IOException, InterruptedException {
		Path output = Files.createTempFile("machine", ".txt");
		try {
			Process process = new ProcessBuilder(command)
				.directory((this.directory != null) ? this.directory.toFile() : null)
				.redirectErrorStream(true)
				.redirectOutput(output.toFile())
				.start();
			try {
				process.getOutputStream().close();
				assertThat(process.waitFor(this.limit.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
			}
			finally {
				process.destroyForcibly();
			}
			return new Result(process.exitValue(), Files.readAllLines(output));
		}
		finally {
			Files.delete(output);
		}
	}

	/**
	 * What came of it.
	 *
	 * @param exitValue the exit value
	 * @param lines what was printed
	 */
	public record Result(int exitValue, List<String> lines) {

		/**
		 * Return what was printed, as one text.
		 */
		public String text() {
			return String.join("\n", this.lines);
		}

		/**
		 * Return what was printed last.
		 */
		public String lastLine() {
			return this.lines.get(this.lines.size() - 1);
		}

		/**
		 * Check that it ended well.
		 */
		public Result endedWell() {
			assertThat(this.exitValue).as(this::text).isZero();
			return this;
		}

	}

}
