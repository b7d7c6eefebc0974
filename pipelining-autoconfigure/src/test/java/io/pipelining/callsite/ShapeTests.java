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

package io.pipelining.callsite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.pipelining.support.JavaMachine;
import io.pipelining.support.SourceCompiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Verdicts on the call shapes of {@code Shapes.java}, compiled and run in several ways.
 * Whatever the way, a value that is used never counts as dropped.
 */
class ShapeTests {

	/** The number of different calls in the shapes, so that none is left out unseen. */
	private static final int CALLS = 300;

	@TempDir
	static Path directory;

	private static Path source;

	private static Path compile(SourceCompiler compiler) throws IOException {
		Path classes = directory.resolve(compiler.name());
		if (!Files.exists(classes.resolve("shapes/Shapes.class"))) {
			compiler.compile(List.of(source), classes);
		}
		return classes;
	}

	@BeforeAll
	static void copySource() throws IOException {
		source = Files.createDirectories(directory.resolve("source/shapes")).resolve("Shapes.java");
		try (InputStream shapes = ShapeTests.class.getResourceAsStream("Shapes.java")) {
			Files.write(source, shapes.readAllBytes());
		}
	}

	@ParameterizedTest
	@EnumSource(SourceCompiler.class)
	void judgesShapes(SourceCompiler compiler) throws Exception {
		List<Probe.Judgement> judgements = new ShapeRunner(compile(compiler)).run();
		assertThat(judgements).filteredOn(Probe.Judgement::isWrong).isEmpty();
		assertThat(judgements.stream().map(Probe.Judgement::key).distinct()).hasSizeGreaterThan(CALLS);
		if (compiler.hasLines()) {
			assertThat(judgements).filteredOn(Probe.Judgement::isTooCareful).isEmpty();
		}
		else {
			assertThat(judgements).filteredOn((judgement) -> judgement.key().startsWith("d-"))
				.filteredOn((judgement) -> !judgement.use().used())
				.hasSizeGreaterThan(100);
		}
	}

	@ParameterizedTest
	@EnumSource(SourceCompiler.class)
	void judgesShapesUnderCoverage(SourceCompiler compiler) throws Exception {
		String agent = JavaMachine.classPathEntry("org.jacoco.agent");
		judgesInOtherMachine(compiler, Path.of(System.getProperty("java.home")),
				"-javaagent:" + agent + "=destfile=" + directory.resolve("jacoco.exec"));
	}

	@ParameterizedTest
	@EnumSource(SourceCompiler.class)
	void judgesShapesOnJava25(SourceCompiler compiler) throws Exception {
		Path java = JavaMachine.java25();
		assumeTrue(java != null,
				"No Java 25 found: name its home in the system property java25.home or the variable JAVA25_HOME");
		judgesInOtherMachine(compiler, java, "-Dshapes");
	}

	private void judgesInOtherMachine(SourceCompiler compiler, Path home, String option) throws Exception {
		List<String> lines = JavaMachine.of(home, Duration.ofMinutes(2))
			.with(option)
			.run(ShapeRunner.class.getName(), List.of(compile(compiler).toString()))
			.endedWell()
			.lines();
		Set<String> keys = lines.stream()
			.filter((line) -> line.startsWith("fine ") || line.startsWith("careful "))
			.map((line) -> line.split(" ")[1])
			.collect(Collectors.toCollection(TreeSet::new));
		assertThat(keys).hasSizeGreaterThan(CALLS);
		assertThat(lines).noneMatch((line) -> line.startsWith("WRONG"));
		if (compiler.hasLines()) {
			assertThat(lines).noneMatch((line) -> line.startsWith("careful"));
		}
	}

}
