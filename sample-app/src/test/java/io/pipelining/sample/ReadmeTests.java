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

package io.pipelining.sample;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.json.JsonParserFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the README says is so: its Java compiles, its commands are those that continuous
 * integration runs, its properties exist.
 */
class ReadmeTests {

	private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

	private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern PROPERTY_ROW = Pattern.compile("^\\| `(pipelining\\.[a-z.-]+)` \\| `([^`]+)` \\|",
			Pattern.MULTILINE);

	private static final Pattern LINK = Pattern.compile("]\\(([^)]+)\\)");

	private static final Pattern TYPE = Pattern.compile("^(public )?(final )?(class|interface|record|enum) ",
			Pattern.MULTILINE);

	private static final Pattern MEMBER = Pattern.compile("\\A(@|public |private )");

	private static final String IMPORTS = """
			import java.util.*;
			import io.pipelining.*;
			import io.pipelining.annotation.*;
			import io.lettuce.core.resource.*;
			import io.pipelining.connection.lettuce.*;
			import io.pipelining.core.*;
			import io.pipelining.test.*;
			import org.junit.jupiter.api.*;
			import org.springframework.context.annotation.*;
			import org.springframework.data.redis.connection.*;
			import org.springframework.data.redis.core.*;
			import org.springframework.stereotype.*;
			import org.springframework.transaction.annotation.*;
			""";

	/**
	 * What snippets that are less than a type may use.
	 */
	private static final String SURROUNDINGS = """
			class Snippet {
				interface Catalog {
					void warm(Map<String, String> products);
				}
				org.apache.commons.logging.Log logger;
				interface Orders {
					void save(Product product);
				}
				record Product(String id, String json) {
				}
				Orders orders;
				RedisConnectionFactory connectionFactory;
				StringRedisTemplate redis;
				PipelineOperations pipelines;
				Catalog catalog;
				BatchRecorder batches;
				Map<String, String> products;
				List<String> keys;
				String mail;
			%s
			}
			""";

	@ParameterizedTest
	@MethodSource("javaBlocks")
	void javaCompiles(String block, @TempDir Path classes) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		StringWriter messages = new StringWriter();
		boolean compiled = compiler
			.getTask(messages, null, null,
					List.of("-d", classes.toString(), "-proc:none", "-Xlint:all,-processing,-classfile", "-Werror"),
					null, List.of(new Source(unit(block))))
			.call();
		assertThat(compiled).as(messages.toString()).isTrue();
	}

	@Test
	void commandsComeFirstAndAreTheTwoThatMatter() {
		assertThat(readme()).startsWith("# ");
		assertThat(blocks("bash").get(0)).isEqualTo("mvn -pl sample-app -am spring-boot:run\nmvn verify\n");
		assertThat(readme().indexOf("```bash")).isLessThan(readme().indexOf("\n## "));
	}

	@Test
	void commandsAreRunByContinuousIntegration() {
		String script = read(".ci/run");
		List<String> commands = blocks("bash", "console", "sh", "shell").stream().flatMap(String::lines).toList();
		assertThat(commands).hasSizeGreaterThan(2)
			.allSatisfy((command) -> assertThat(script).contains(requestOrCommand(command)));
	}

	@Test
	void propertiesAndTheirDefaultsAreThoseOfTheMetadata() {
		Map<String, String> documented = new TreeMap<>();
		PROPERTY_ROW.matcher(readme()).results().forEach((row) -> documented.put(row.group(1), row.group(2)));
		assertThat(documented).isNotEmpty().isEqualTo(metadata());
	}

	@Test
	void linksLeadSomewhere() {
		List<String> headings = readme().lines()
			.filter((line) -> line.startsWith("## "))
			.map((line) -> "#"
					+ line.substring(3).toLowerCase(Locale.ROOT).replaceAll("[^a-z -]", "").replace(' ', '-'))
			.toList();
		assertThat(LINK.matcher(readme()).results().map((match) -> match.group(1))).isNotEmpty()
			.allSatisfy((target) -> {
				if (target.startsWith("#")) {
					assertThat(headings).contains(target);
				}
				else {
					assertThat(ROOT.resolve(target)).exists();
				}
			});
	}

	static List<String> javaBlocks() {
		return blocks("java");
	}

	private static String unit(String block) {
		if (TYPE.matcher(block).find()) {
			return IMPORTS + block;
		}
		if (MEMBER.matcher(block).find()) {
			return IMPORTS + SURROUNDINGS.formatted(block);
		}
		return IMPORTS + SURROUNDINGS.formatted("void snippet() {\n" + block + "}");
	}

	private static String requestOrCommand(String command) {
		if (!command.startsWith("curl ")) {
			return command;
		}
		return command.substring(command.indexOf("/", command.indexOf("//") + 2), command.lastIndexOf('\''));
	}

	private static Map<String, String> metadata() {
		Map<String, String> properties = new TreeMap<>();
		try {
			for (URL url : Collections
				.list(ReadmeTests.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
				String json = new String(url.openStream().readAllBytes(), StandardCharsets.UTF_8);
				List<?> entries = (List<?>) JsonParserFactory.getJsonParser().parseMap(json).get("properties");
				entries.stream()
					.map((entry) -> (Map<?, ?>) entry)
					.filter((entry) -> entry.get("name").toString().startsWith("pipelining."))
					.forEach((entry) -> properties.put(entry.get("name").toString(),
							(entry.get("defaultValue") != null) ? String.valueOf(entry.get("defaultValue")) : "-"));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return properties;
	}

	private static List<String> blocks(String... languages) {
		return BLOCK.matcher(readme())
			.results()
			.filter((block) -> Stream.of(languages).anyMatch(block.group(1)::equals))
			.map((MatchResult block) -> block.group(2))
			.toList();
	}

	private static String readme() {
		return read("README.md");
	}

	private static String read(String file) {
		try {
			return Files.readString(ROOT.resolve(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static final class Source extends SimpleJavaFileObject {

		private final String code;

		private Source(String code) {
			super(URI.create("string:///" + fileName(code)), JavaFileObject.Kind.SOURCE);
			this.code = code;
		}

		private static String fileName(String code) {
			return Pattern.compile("^(?:public )?(?:final )?(?:class|interface|record|enum) (\\w+)", Pattern.MULTILINE)
				.matcher(code)
				.results()
				.findFirst()
				.orElseThrow()
				.group(1) + ".java";
		}

		@Override
		public CharSequence getCharContent(boolean ignoreEncodingErrors) {
			return this.code;
		}

	}

}
