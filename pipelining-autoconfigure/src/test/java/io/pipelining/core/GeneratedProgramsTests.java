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

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.embedded.RedisServer;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import io.pipelining.core.ProgramRunner.Run;
import io.pipelining.core.ProgramRunner.Tally;
import io.pipelining.support.Client;
import io.pipelining.support.JavaMachine;
import io.pipelining.support.MasterReplica;
import io.pipelining.support.RedisCluster;
import io.pipelining.support.RedisServers;
import io.pipelining.support.Seeds;
import io.pipelining.support.SourceCompiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Values are real, in whatever code: random programs, and a few nasty ones, compute in a
 * pipeline what they compute without. More of them by {@code -Dprograms.count=}, the same
 * again by {@code -Dprograms.seed=}.
 */
@Tag("slow")
class GeneratedProgramsTests {

	private static final int COUNT = Integer.getInteger("programs.count", 208);

	private static final long SEED = Seeds.of("programs");

	/** Every so many programs use no value. */
	private static final int DROPPED = 8;

	@TempDir
	static Path directory;

	private static List<Path> sources;

	private static List<Path> nasty;

	private static @Nullable Path classesForOtherMachines;

	@BeforeAll
	static void write() throws IOException {
		Path folder = Files.createDirectories(directory.resolve("programs"));
		sources = new ArrayList<>();
		for (int i = 0; i < COUNT; i++) {
			String source = RandomProgram.write("P" + i, SEED + i, i % DROPPED == 0);
			sources.add(Files.writeString(folder.resolve("P" + i + ".java"), source));
		}
		nasty = List.of(folder.resolve("Nasty.java"), folder.resolve("Traps.java"));
		for (Path file : nasty) {
			copy(file);
		}
	}

	private static void copy(Path file) throws IOException {
		try (InputStream source = GeneratedProgramsTests.class.getResourceAsStream(file.getFileName().toString())) {
			Files.copy(source, file);
		}
	}

	@Test
	void computesWhatItComputesWithoutAPipeline() throws Exception {
		int third = COUNT / 3;
		List<Run> runs = new ArrayList<>();
		runs.addAll(run(SourceCompiler.JAVAC, Client.LETTUCE, sources.subList(0, third)));
		runs.addAll(run(SourceCompiler.ECJ, Client.LETTUCE, sources.subList(third, 2 * third)));
		runs.addAll(run(SourceCompiler.JAVAC, Client.JEDIS, sources.subList(2 * third, COUNT)));
		Tally tally = new Tally(runs);
		say("seed " + SEED + ", " + tally);
		assertThat(tally.programs()).isEqualTo(COUNT);
		runs.forEach(GeneratedProgramsTests::assertEqual);
		assertThat(tally.batches()).isLessThan(tally.calls() / 2);
		assertThat(runs).filteredOn((run) -> number(run) % DROPPED == 0)
			.hasSize((COUNT + DROPPED - 1) / DROPPED)
			.allSatisfy((run) -> {
				assertThat(run.byTemplate().batches()).as(() -> source(run)).hasSize(1);
				assertThat(run.byAnnotation().batches()).hasSize(1);
			});
	}

	@Test
	void computesItWithoutLineNumbers() throws Exception {
		List<Run> runs = new ArrayList<>();
		runs.addAll(run(SourceCompiler.JAVAC_WITHOUT_LINES, Client.LETTUCE, sources.subList(0, COUNT / 6)));
		runs.addAll(run(SourceCompiler.ECJ_WITHOUT_LINES, Client.LETTUCE, sources.subList(COUNT / 6, COUNT / 4)));
		Tally tally = new Tally(runs);
		say("without line numbers: seed " + SEED + ", " + tally);
		runs.forEach(GeneratedProgramsTests::assertEqual);
		assertThat(tally.batches()).isLessThan(tally.calls());
	}

	@ParameterizedTest
	@EnumSource(SourceCompiler.class)
	void computesItInNastyCode(SourceCompiler compiler) throws Exception {
		Path classes = compile(compiler, nasty);
		for (Client client : List.of(Client.LETTUCE, Client.JEDIS)) {
			List<Run> runs = run(client, classes);
			assertThat(runs).hasSizeGreaterThan(100);
			runs.forEach(GeneratedProgramsTests::assertEqual);
		}
	}

	/**
	 * With a single node, since a program may use any keys together in scripts.
	 */
	@Test
	void computesItOnACluster() throws Exception {
		Path classes = classesForOtherMachines();
		try (RedisCluster cluster = RedisCluster.start(1, 0);
				ProgramRunner runner = new ProgramRunner(Client.LETTUCE_CLUSTER, cluster.ports().get(0), classes)) {
			List<Run> runs = runner.run(ProgramRunner.find(classes));
			Tally tally = new Tally(runs);
			say("cluster: seed " + SEED + ", " + tally);
			List<Run> impossible = runs.stream().filter(GeneratedProgramsTests::isImpossibleOnACluster).toList();
			assertThat(impossible).hasSizeLessThan(runs.size() / 20).allSatisfy((run) -> {
				assertThat(run.byTemplate().thrown()).hasToString(run.plain().thrown().toString());
				assertThat(run.byAnnotation().thrown()).hasToString(run.plain().thrown().toString());
			});
			runs.stream().filter((run) -> !impossible.contains(run)).forEach(GeneratedProgramsTests::assertEqual);
			assertThat(tally.batches()).isLessThan(tally.calls() * 2 / 3);
		}
	}

	@Test
	void computesItWhereReadsGoToAReplica() throws Exception {
		Path classes = classesForOtherMachines();
		try (MasterReplica servers = MasterReplica.start(1);
				ProgramRunner runner = new ProgramRunner(Client.LETTUCE_REPLICA, servers.master().port(), classes)) {
			List<Run> runs = runner.run(ProgramRunner.find(classes));
			Tally tally = new Tally(runs);
			say("replica: seed " + SEED + ", " + tally);
			runs.forEach(GeneratedProgramsTests::assertEqual);
			assertThat(tally.batches()).isLessThan(tally.calls() * 2 / 3);
		}
	}

	private static boolean isImpossibleOnACluster(Run run) {
		return run.plain().thrown() instanceof InvalidDataAccessApiUsageException thrown
				&& String.valueOf(thrown.getMessage()).contains("cluster mode");
	}

	@Test
	void computesItWhileCoverageIsMeasured() throws Exception {
		String agent = JavaMachine.classPathEntry("org.jacoco.agent");
		String option = "-javaagent:" + agent + "=destfile=" + directory.resolve("jacoco.exec")
				+ ",includes=programs.*:io.pipelining.*";
		runInOtherMachine("coverage", Path.of(System.getProperty("java.home")), option, classesForOtherMachines());
	}

	@Test
	void computesItOnJava25() throws Exception {
		runInOtherMachine("java25", java25(), "-ea", classesForOtherMachines());
	}

	@Test
	void computesItInTheLanguageOfJava25() throws Exception {
		Path java = java25();
		Path source = directory.resolve("Modern.java");
		copy(source);
		Path classes = Files.createTempDirectory(directory, "modern");
		JavaMachine.of(java, Duration.ofMinutes(1))
			.runTool("javac",
					List.of("--release", "25", "-g", "-nowarn", "-proc:none", "-cp", JavaMachine.classPath(), "-d",
							classes.toString(), source.toString()))
			.endedWell();
		runInOtherMachine("modern", java, "-ea", classes);
	}

	private static Path java25() {
		Path java = JavaMachine.java25();
		assumeTrue(java != null,
				"No Java 25 found: name its home in the system property java25.home or the variable JAVA25_HOME");
		return java;
	}

	private void runInOtherMachine(String name, Path home, String option, Path classes) throws Exception {
		RedisServer server = RedisServers.start(List.of());
		try {
			JavaMachine.Result result = JavaMachine.of(home, Duration.ofMinutes(3))
				.with(option, "-XX:TieredStopAtLevel=1")
				.run(ProgramRunner.class.getName(),
						List.of(Client.LETTUCE.name(), String.valueOf(server.ports().get(0)), classes.toString()));
			assertThat(result.exitValue()).as(() -> "seed " + SEED + "\n" + result.text()).isZero();
			say(name + ": seed " + SEED + ", " + result.lastLine());
		}
		finally {
			RedisServers.stop(server);
		}
	}

	private static List<Run> run(SourceCompiler compiler, Client client, List<Path> programs) throws Exception {
		return run(client, compile(compiler, programs));
	}

	private static List<Run> run(Client client, Path classes) throws Exception {
		RedisServer server = RedisServers.start(List.of());
		try (ProgramRunner runner = new ProgramRunner(client, server.ports().get(0), classes)) {
			return runner.run(ProgramRunner.find(classes));
		}
		finally {
			RedisServers.stop(server);
		}
	}

	private static Path compile(SourceCompiler compiler, List<Path> programs) throws IOException {
		Path classes = Files.createTempDirectory(directory, compiler.name());
		compiler.compile(programs, classes);
		return classes;
	}

	/**
	 * Return a few programs, with and without line numbers, for other virtual machines.
	 */
	private static synchronized Path classesForOtherMachines() throws IOException {
		if (classesForOtherMachines == null) {
			List<Path> withLines = new ArrayList<>(sources.subList(0, COUNT / 8));
			withLines.addAll(nasty);
			Path classes = compile(SourceCompiler.JAVAC, withLines);
			SourceCompiler.JAVAC_WITHOUT_LINES.compile(sources.subList(COUNT / 8, COUNT / 6), classes);
			classesForOtherMachines = classes;
		}
		return classesForOtherMachines;
	}

	private static void assertEqual(Run run) {
		String difference = run.difference();
		assertThat(difference).as(() -> "seed " + SEED + "\n" + difference + "\n" + source(run)).isNull();
	}

	private static int number(Run run) {
		return Integer.parseInt(run.program().replaceAll("\\D", ""));
	}

	private static String source(Run run) {
		if (!run.program().startsWith("P")) {
			return "";
		}
		try {
			return Files.readString(sources.get(number(run)));
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

	private static void say(String text) {
		System.out.println("Generated programs: " + text);
	}

}
