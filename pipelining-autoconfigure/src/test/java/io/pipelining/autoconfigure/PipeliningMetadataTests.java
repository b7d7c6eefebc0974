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

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.boot.diagnostics.FailureAnalyzer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the files that Spring Boot and editors read.
 */
class PipeliningMetadataTests {

	@Test
	void everyPropertyIsDescribed() throws IOException {
		List<Map<String, Object>> properties = properties("META-INF/spring-configuration-metadata.json").stream()
			.filter((property) -> !((String) property.get("name")).startsWith("management.endpoint.pipelines."))
			.toList();
		assertThat(properties).extracting((property) -> property.get("name"))
			.contains("pipelining.checks", "pipelining.enabled", "pipelining.metrics.enabled", "pipelining.results",
					"pipelining.show-keys");
		assertThat(properties).allSatisfy((property) -> {
			assertThat((String) property.get("name")).startsWith("pipelining.");
			assertThat((String) property.get("description")).as("description of %s", property.get("name"))
				.isNotBlank()
				.endsWith(".")
				.doesNotStartWith("The ")
				.doesNotStartWith("A ");
			if (!List.of("pipelining.pipelines", "pipelining.timeout").contains(property.get("name"))) {
				// Where these are not set, others hold
				assertThat(property).containsKey("defaultValue");
			}
			if ("java.lang.Boolean".equals(property.get("type"))) {
				assertThat((String) property.get("description")).startsWith("Whether ");
			}
		});
	}

	@Test
	void hintsNameEveryValueOfAChoice() throws IOException {
		Map<String, List<String>> hints = metadata("META-INF/spring-configuration-metadata.json", "hints").stream()
			.collect(Collectors.toMap((hint) -> (String) hint.get("name"), PipeliningMetadataTests::values));
		assertThat(hints).containsOnly(Map.entry("pipelining.checks", List.of("fail", "off", "warn")),
				Map.entry("pipelining.connection", List.of("auto", "dedicated", "shared")),
				Map.entry("pipelining.results", List.of("auto", "raw")));
	}

	@Test
	void everyAutoConfigurationIsListed() {
		List<String> listed = Stream
			.of(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()).getCandidates())
			.flatMap(List::stream)
			.filter((name) -> name.startsWith("io.pipelining"))
			.toList();
		assertThat(listed).containsExactly(PipeliningAutoConfiguration.class.getName());
	}

	@Test
	void theFailureAnalyzersAreListed() {
		assertThat(SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, ArgumentResolver.of(BeanFactory.class, new DefaultListableBeanFactory()),
					SpringFactoriesLoader.FailureHandler
						.logging(org.apache.commons.logging.LogFactory.getLog(PipeliningMetadataTests.class))))
			.hasAtLeastOneElementOfType(NoPipelineTemplateFailureAnalyzer.class)
			.hasAtLeastOneElementOfType(PipelineSetupFailureAnalyzer.class)
			.hasAtLeastOneElementOfType(PipelinedMethodFailureAnalyzer.class)
			.hasAtLeastOneElementOfType(PipeliningPropertyFailureAnalyzer.class);
	}

	private static List<Map<String, Object>> properties(String location) throws IOException {
		return metadata(location, "properties");
	}

	@SuppressWarnings("unchecked")
	private static List<String> values(Map<String, Object> hint) {
		List<Map<String, Object>> values = (List<Map<String, Object>>) hint.get("values");
		assertThat(values).allSatisfy((value) -> assertThat((String) value.get("description")).endsWith("."));
		return values.stream().map((value) -> (String) value.get("value")).toList();
	}

	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> metadata(String location, String part) throws IOException {
		try (InputStream file = PipeliningProperties.class.getResourceAsStream("/" + location)) {
			String json = new String(file.readAllBytes(), StandardCharsets.UTF_8);
			return (List<Map<String, Object>>) JsonParserFactory.getJsonParser().parseMap(json).get(part);
		}
	}

}
