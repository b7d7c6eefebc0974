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
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.pipelining.support.SourceCompiler;

/**
 * Makes an {@link Operation} of each method, with a class file on disk as that of any
 * class has it: what a class file does not show counts as used.
 */
final class OperationClasses implements AutoCloseable {

	private final URLClassLoader loader;

	private final Map<OperationCatalog.Entry, Operation> operations = new HashMap<>();

	OperationClasses(Path directory, List<OperationCatalog.Entry> entries) throws Exception {
		Path sources = Files.createDirectories(directory.resolve("source/operations"));
		Path classes = Files.createDirectories(directory.resolve("classes"));
		List<Path> files = new ArrayList<>();
		for (int i = 0; i < entries.size(); i++) {
			Path file = sources.resolve("Operation" + i + ".java");
			Files.writeString(file, source("Operation" + i, entries.get(i)));
			files.add(file);
		}
		SourceCompiler.JAVAC.compile(files, classes);
		this.loader = new URLClassLoader(new URL[] { classes.toUri().toURL() }, getClass().getClassLoader());
		for (int i = 0; i < entries.size(); i++) {
			Object operation = this.loader.loadClass("operations.Operation" + i).getConstructor().newInstance();
			this.operations.put(entries.get(i), (Operation) operation);
		}
	}

	private static String source(String name, OperationCatalog.Entry entry) {
		String call = call(entry);
		String used = (entry.method().getReturnType() == void.class) ? call + ";\n\t\tObject value = null"
				: "Object value = " + call;
		return """
				package operations;

				@SuppressWarnings({ "unchecked", "rawtypes", "deprecation" })
				public class %s implements io.pipelining.core.Operation {

					@Override
					public Object used(Object target, Object[] arguments) throws Throwable {
						%s;
						return value;
					}

					@Override
					public void dropped(Object target, Object[] arguments) throws Throwable {
						%s;
					}

				}
				""".formatted(name, used, call);
	}

	private static String call(OperationCatalog.Entry entry) {
		Method method = entry.method();
		List<String> arguments = new ArrayList<>();
		Class<?>[] types = method.getParameterTypes();
		for (int i = 0; i < types.length; i++) {
			arguments.add("(" + types[i].getCanonicalName() + ") arguments[" + i + "]");
		}
		return "((" + entry.type().getCanonicalName() + ") target)." + method.getName() + "("
				+ String.join(", ", arguments) + ")";
	}

	Operation of(OperationCatalog.Entry entry) {
		return this.operations.get(entry);
	}

	@Override
	public void close() throws IOException {
		this.loader.close();
	}

}
