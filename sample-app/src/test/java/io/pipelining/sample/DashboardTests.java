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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.web.client.RestClient;

import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * The dashboard and the README name what Prometheus gets from the running sample.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, useMainMethod = UseMainMethod.ALWAYS)
class DashboardTests {

	private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

	private static final Pattern SAMPLE = Pattern.compile("^(redis_pipeline\\w*)(?:\\{(.*)})? \\S+$",
			Pattern.MULTILINE);

	private static final Pattern METER = Pattern.compile("\\bredis_\\w+");

	private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");

	private static final Pattern MATCHER = Pattern.compile("(\\w+)=~?\"");

	private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");

	private static final Pattern README_ROW = Pattern.compile("^\\| `redis\\.[a-z.]+` \\| (`redis_.*`) \\|$",
			Pattern.MULTILINE);

	private static final Pattern README_TAGS = Pattern
		.compile("^\\| `(redis\\.[a-z.]+)` \\| [a-z].*?\\| (`pipeline`.*) \\|$", Pattern.MULTILINE);

	@Value("${local.server.port}")
	private int port;

	@Autowired
	private StringRedisTemplate redis;

	@Autowired
	private PipelineTemplate pipelines;

	private final Map<String, Set<String>> scraped = new HashMap<>();

	@BeforeEach
	void scrape() {
		this.redis.opsForValue().set("text", "t");
		PipelineTemplate template = this.pipelines.with((options) -> options.withName("dashboard"));
		assertThat(catchThrowable(
				() -> template.executeWithoutResult((pipeline) -> this.redis.opsForList().rightPush("text", "v"))))
			.isNotNull();
		assertThat(catchThrowable(
				() -> template.with((options) -> options.withResults(Results.RAW)).executeWithoutResult((pipeline) -> {
					this.redis.opsForValue().set("text", "u");
					throw new IllegalStateException("to discard what waits");
				})))
			.isInstanceOf(IllegalStateException.class);
		String samples = RestClient.create("http://127.0.0.1:" + this.port)
			.get()
			.uri("/actuator/prometheus")
			.retrieve()
			.body(String.class);
		SAMPLE.matcher(samples)
			.results()
			.forEach((sample) -> this.scraped.computeIfAbsent(sample.group(1), (name) -> new TreeSet<>())
				.addAll(labels(sample.group(2))));
	}

	@Test
	void everyQueryNamesMetersAndLabelsThatAreThere() {
		List<Map<?, ?>> targets = targets();
		assertThat(targets).hasSizeGreaterThanOrEqualTo(4).allSatisfy((target) -> {
			String query = (String) target.get("expr");
			List<String> meters = METER.matcher(query).results().map(MatchResult::group).toList();
			assertThat(meters).as(query).isNotEmpty();
			Set<String> grouped = new TreeSet<>();
			GROUPING.matcher(query)
				.results()
				.forEach((grouping) -> grouped.addAll(Arrays.asList(grouping.group(1).split(", "))));
			Set<String> used = new TreeSet<>(grouped);
			MATCHER.matcher(query).results().forEach((matcher) -> used.add(matcher.group(1)));
			assertThat(used).as(query).isNotEmpty();
			assertThat(meters).allSatisfy((meter) -> {
				assertThat(this.scraped).containsKey(meter);
				assertThat(this.scraped.get(meter)).as(meter).containsAll(used);
			});
			assertThat(LEGEND.matcher((String) target.get("legendFormat")).results().map((label) -> label.group(1)))
				.as(query)
				.isNotEmpty()
				.allMatch(grouped::contains);
		});
	}

	@Test
	void showsWhatIsToBeSeen() {
		assertThat(panels()).extracting((panel) -> (String) panel.get("title"))
			.contains("Calls per batch", "Round trips saved", "Batches by trigger", "Failures")
			.doesNotHaveDuplicates();
		assertThat(panels()).extracting((panel) -> (Integer) panel.get("id")).doesNotHaveDuplicates();
		assertThat(queryOf("Round trips saved")).matches("sum by .*calls_sum.* - sum by .*calls_count.*");
		assertThat(queryOf("Calls per batch")).matches("sum by .*calls_sum.* / sum by .*calls_count.*");
	}

	@Test
	void variablesNameWhatIsThere() {
		Map<?, ?> templating = (Map<?, ?>) dashboard().get("templating");
		assertThat((List<?>) templating.get("list")).extracting((variable) -> (Map<?, ?>) variable)
			.filteredOn((variable) -> variable.get("type").equals("query"))
			.singleElement()
			.satisfies((variable) -> {
				String meter = METER.matcher((String) variable.get("definition")).results().findFirst().get().group();
				assertThat(this.scraped.get(meter)).contains((String) variable.get("name"));
				assertThat(variable.get("definition")).isEqualTo("label_values(" + meter + ", pipeline)");
			});
	}

	@Test
	void theReadmeNamesWhatIsThere() throws IOException {
		String readme = Files.readString(ROOT.resolve("README.md"));
		List<String> named = README_ROW.matcher(readme).results().flatMap((row) -> names(row.group(1))).toList();
		assertThat(named).hasSize(8)
			.doesNotHaveDuplicates()
			.allSatisfy((name) -> assertThat(this.scraped).containsKey(name));
		Map<String, Set<String>> tags = new HashMap<>();
		README_TAGS.matcher(readme)
			.results()
			.forEach((row) -> tags.put(row.group(1),
					new TreeSet<>(Pattern.compile("`([a-z._]+)`")
						.matcher(row.group(2).replaceAll("\\([^)]*\\)", ""))
						.results()
						.map((tag) -> tag.group(1).replace('.', '_'))
						.toList())));
		assertThat(tags).hasSize(4);
		assertThat(this.scraped.get("redis_pipeline_batch_size_calls_count"))
			.isEqualTo(tags.get("redis.pipeline.batch.size"));
		assertThat(this.scraped.get("redis_pipeline_seconds_count")).isEqualTo(tags.get("redis.pipeline"));
		assertThat(this.scraped.get("redis_pipeline_failures_calls_total"))
			.isEqualTo(tags.get("redis.pipeline.failures"));
		assertThat(this.scraped.get("redis_pipeline_discarded_calls_total"))
			.isEqualTo(tags.get("redis.pipeline.discarded"));
	}

	/** The others of a row are endings of the first. */
	private static Stream<String> names(String row) {
		List<String> names = Pattern.compile("`(\\w+)`").matcher(row).results().map((name) -> name.group(1)).toList();
		String first = names.get(0);
		return names.stream()
			.map((name) -> name.startsWith("_") ? first.substring(0, first.lastIndexOf('_')) + name : name);
	}

	private static Set<String> labels(String labels) {
		return (labels != null)
				? new TreeSet<>(MATCHER.matcher(labels).results().map((label) -> label.group(1)).toList()) : Set.of();
	}

	private static String queryOf(String title) {
		return panels().stream()
			.filter((panel) -> title.equals(panel.get("title")))
			.map((panel) -> (Map<?, ?>) ((List<?>) panel.get("targets")).get(0))
			.map((target) -> (String) target.get("expr"))
			.findFirst()
			.orElseThrow();
	}

	private static List<Map<?, ?>> targets() {
		List<Map<?, ?>> targets = new ArrayList<>();
		panels()
			.forEach((panel) -> ((List<?>) panel.get("targets")).forEach((target) -> targets.add((Map<?, ?>) target)));
		return targets;
	}

	private static List<Map<?, ?>> panels() {
		List<Map<?, ?>> panels = new ArrayList<>();
		((List<?>) dashboard().get("panels")).forEach((panel) -> panels.add((Map<?, ?>) panel));
		return panels;
	}

	private static Map<String, Object> dashboard() {
		try {
			return JsonParserFactory.getJsonParser()
				.parseMap(Files.readString(ROOT.resolve("sample-app/grafana/redis-pipelines.json")));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
