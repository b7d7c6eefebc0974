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
package io.pipelining.sample.values;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.core.io.ClassPathResource;

/**
 * Shows source files, which the build packs beside their classes.
 */
final class Sources {

	private Sources() {
	}

	/**
	 * Return a public method with its annotations, as it stands in the source file.
	 */
	static String method(Class<?> type, String name) {
		List<String> lines = read(type).lines().toList();
		int declaration = 0;
		while (!lines.get(declaration).matches("\tpublic .* " + name + "\\(.*")) {
			declaration++;
		}
		int first = declaration;
		while (lines.get(first - 1).startsWith("\t@") && !lines.get(first - 1).equals("\t@Override")) {
			first--;
		}
		int last = declaration + lines.subList(declaration, lines.size()).indexOf("\t}");
		return lines.subList(first, last + 1)
			.stream()
			.map((line) -> line.replaceFirst("\t", "").replace("\t", "    "))
			.collect(Collectors.joining("\n"));
	}

	private static String read(Class<?> type) {
		try {
			return new ClassPathResource(type.getSimpleName() + ".java", type)
				.getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
