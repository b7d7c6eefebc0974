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

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

/**
 * Compiles sources at test time, against the class path of the tests.
 */
public enum SourceCompiler {

	/** With lines and names of variables, as builds do. */
	JAVAC("-g"),

	/** Without. */
	JAVAC_WITHOUT_LINES("-g:none"),

	/** The compiler of Eclipse. */
	ECJ("-g"),

	/** The same, without lines and names of variables. */
	ECJ_WITHOUT_LINES("-g:none");

	private final String debug;

	SourceCompiler(String debug) {
		this.debug = debug;
	}

	/**
	 * Return whether class files have lines.
	 */
	public boolean hasLines() {
		return this.debug.equals("-g");
	}

	/**
	 * Compile sources.
	 * @param sources the files
	 * @param classes where the class files go
	 */
	public void compile(List<Path> sources, Path classes) throws IOException {
		Files.createDirectories(classes);
		if (sources.isEmpty()) {
			return;
		}
		List<String> options = List.of(this.debug, "-parameters", "-nowarn", "-proc:none", "-cp",
				JavaMachine.classPath(), "-d", classes.toString());
		StringWriter messages = new StringWriter();
		boolean compiled = name().startsWith("ECJ") ? compileWithEcj(sources, options, messages)
				: compileWithJavac(sources, options, messages);
		if (!compiled) {
			throw new IllegalStateException("Not compiled: " + messages);
		}
	}

	private static boolean compileWithEcj(List<Path> sources, List<String> options, StringWriter messages) {
		PrintWriter writer = new PrintWriter(messages);
		// It drops the values of locals that nobody reads unless told otherwise
		String[] arguments = Stream
			.of(Stream.of("-17", "-preserveAllLocals"), options.stream(), sources.stream().map(Path::toString))
			.flatMap((part) -> part)
			.toArray(String[]::new);
		return BatchCompiler.compile(arguments, writer, writer, null);
	}

	private static boolean compileWithJavac(List<Path> sources, List<String> options, StringWriter messages)
			throws IOException {
		List<String> arguments = new ArrayList<>(List.of("--release", "17", "-Xlint:none", "-XDsuppressNotes"));
		arguments.addAll(options);
		var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "No compiler: a JDK is needed");
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
			return compiler.getTask(messages, files, null, arguments, null, files.getJavaFileObjectsFromPaths(sources))
				.call();
		}
	}

}
