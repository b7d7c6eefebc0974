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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.ConnectionMode;
import io.pipelining.PipelineOptions;
import io.pipelining.Results;
import io.pipelining.annotation.Checks;
import io.pipelining.annotation.Pipelined;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.BootLine;
import io.pipelining.support.Observer;
import io.pipelining.support.RecordingListener;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PipeliningProperties}, general and of single pipelines.
 */
@ExtendWith(OutputCaptureExtension.class)
class PipeliningPropertiesTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(PipeliningAutoConfiguration.class))
		.withConfiguration(BootLine.redis())
		.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + RedisServers.standalone())
		.withBean(RecordingListener.class);

	@BeforeEach
	void flush() {
		this.observer.flush();
	}

	@AfterEach
	void close() {
		this.observer.close();
	}

	@Test
	void defaults() {
		PipeliningProperties properties = new PipeliningProperties();
		assertThat(properties.isEnabled()).isTrue();
		assertThat(properties.getResults()).isEqualTo(Results.AUTO);
		assertThat(properties.getChecks()).isEqualTo(Checks.FAIL);
		assertThat(properties.isShowKeys()).isFalse();
		assertThat(properties.getMetrics().isEnabled()).isTrue();
		assertThat(properties.getObservations().isEnabled()).isTrue();
		assertThat(properties.getPipelines()).isEmpty();
		assertThat(properties.applyTo(PipelineOptions.defaults())).hasToString(PipelineOptions.defaults().toString());
		assertThat(new PipeliningProperties.Overrides().applyTo(PipelineOptions.defaults()))
			.hasToString(PipelineOptions.defaults().toString());
	}

	@Test
	void everyPropertyHasADescriptionOfWhatItMayBe() throws IOException {
		Stream<String> names = metadata().stream()
			.map((property) -> (String) property.get("name"))
			.filter((name) -> name.startsWith("pipelining.") && !name.equals("pipelining.pipelines"));
		assertThat(names).isNotEmpty().allSatisfy(this::explainsNonsense);
	}

	@ParameterizedTest
	@ValueSource(strings = { "enabled", "results", "max-batch-size", "max-batch-bytes", "timeout", "connection" })
	void everyPropertyOfAPipelineHasADescriptionOfWhatItMayBe(String property) {
		explainsNonsense("pipelining.pipelines.warm." + property);
	}

	private void explainsNonsense(String property) {
		analyze(property + "=!nonsense", (analysis) -> {
			assertThat(analysis.getDescription())
				.startsWith("The property '" + property + "' cannot be '!nonsense' (from ")
				.contains("It must be ");
			assertThat(analysis.getAction()).startsWith("Set '" + property + "' to ").endsWith(", or leave it out.");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			max-batch-size=-1               | a whole number, 0 (no limit) or more
			max-batch-bytes=-1B             | a data size such as 512KB or 4MB, 0 (no limit) or more
			max-in-flight=0                 | a whole number, 1 or more
			timeout=0                       | a duration such as 500ms or 2s, from 1 ms to 24 days
			timeout=25d                     | a duration such as 500ms or 2s, from 1 ms to 24 days
			results=default                 | auto or raw
			checks=nonsense                 | fail, warn or off
			show-keys=nonsense              | true or false
			metrics.enabled=nonsense        | true or false
			connection=nonsense             | auto, shared or dedicated
			observations.enabled=nonsense   | true or false
			pipelines.a.enabled=nonsense    | true or false
			pipelines.a.results=default     | auto or raw
			pipelines.a.max-batch-size=-1   | a whole number, 0 (no limit) or more
			pipelines.a.max-batch-bytes=-1B | a data size such as 512KB or 4MB, 0 (no limit) or more
			pipelines.a.timeout=-1s         | a duration such as 500ms or 2s, from 1 ms to 24 days
			""")
	void explainsAValueThatIsNotAllowed(String property, String allowed) {
		String name = property.substring(0, property.indexOf('='));
		String value = property.substring(property.indexOf('=') + 1);
		analyze("pipelining." + property, (analysis) -> {
			assertThat(analysis.getDescription())
				.startsWith("The property 'pipelining." + name + "' cannot be '" + value + "'")
				.endsWith(". It must be " + allowed + ".");
			assertThat(analysis.getAction())
				.isEqualTo("Set 'pipelining." + name + "' to " + allowed + ", or leave it out.");
		});
	}

	@Test
	void leavesOtherPropertiesToOthers() {
		this.contextRunner.withPropertyValues("spring.data.redis.port=nonsense")
			.run((context) -> assertThat(new PipeliningPropertyFailureAnalyzer().analyze(context.getStartupFailure()))
				.isNull());
	}

	@Test
	void leavesWhatHoldsOtherPropertiesToOthers() {
		this.contextRunner.withPropertyValues("pipelining.pipelines=nonsense").run((context) -> {
			assertThat(context).hasFailed();
			assertThat(new PipeliningPropertyFailureAnalyzer().analyze(context.getStartupFailure())).isNull();
		});
	}

	@Test
	void theReportOfAStartThatFailedExplainsIt(CapturedOutput output) {
		try {
			run(Application.class, "pipelining.max-batch-size=-5").close();
		}
		catch (RuntimeException ex) {
			// Reported
		}
		assertThat(output).contains("APPLICATION FAILED TO START")
			.contains("The property 'pipelining.max-batch-size' cannot be '-5'")
			.contains("Set 'pipelining.max-batch-size' to a whole number, 0 (no limit) or more");
	}

	@Test
	void aPipelinesOwnSettingsWinOverItsAnnotationAndTheGeneralOnes() {
		this.contextRunner.withBean(Catalog.class)
			.withPropertyValues("pipelining.max-batch-size=5", "pipelining.pipelines.fast.results=auto",
					"pipelining.pipelines.fast.max-batch-size=2")
			.run((context) -> {
				Catalog catalog = context.getBean(Catalog.class);
				assertThat(catalog.fast(3)).isEqualTo("2");
				assertThat(sizes(context)).containsExactly(2, 2, 1);
				assertThat(catalog.slow(6)).isNull();
				assertThat(sizes(context)).containsExactly(2, 2, 1, 5, 3);
			});
	}

	@Test
	void aPipelinesOwnSettingsHoldForTemplates() {
		this.contextRunner
			.withPropertyValues("pipelining.pipelines.fast.timeout=3s", "pipelining.pipelines.fast.max-batch-bytes=3B",
					"pipelining.connection=shared", "pipelining.pipelines.fast.connection=dedicated")
			.run((context) -> {
				PipelineTemplate template = context.getBean(PipelineTemplate.class);
				PipelineTemplate fast = template
					.with((options) -> options.withName("fast").withTimeout(Duration.ofSeconds(9)));
				assertThat(fast.effectiveOptions().timeout()).isEqualTo(Duration.ofSeconds(3));
				assertThat(fast.effectiveOptions().maxBatchBytes()).isEqualTo(3);
				assertThat(fast.effectiveOptions().connection()).isEqualTo(ConnectionMode.DEDICATED);
				assertThat(template.effectiveOptions().timeout()).isNull();
				assertThat(template.effectiveOptions().connection()).isEqualTo(ConnectionMode.SHARED);
			});
	}

	@Test
	void aPipelinesOwnSettingsHoldForFactoriesWithoutATemplateBean() {
		this.contextRunner.withUserConfiguration(TwoFactories.class)
			.withPropertyValues("pipelining.pipelines.main-only.max-batch-size=1")
			.run((context) -> {
				context.getBean(OnMain.class).warm();
				assertThat(sizes(context)).containsExactly(1, 1);
			});
	}

	@Test
	void onePipelineIsSwitchedOff() {
		this.contextRunner.withBean(Catalog.class)
			.withPropertyValues("pipelining.pipelines.fast.enabled=false")
			.run((context) -> {
				assertThat(context.getBean(Catalog.class).fast(3)).isEqualTo("2");
				assertThat(sizes(context)).isEmpty();
				context.getBean(Catalog.class).slow(3);
				assertThat(sizes(context)).containsExactly(5);
			});
	}

	@ParameterizedTest
	@CsvSource({ "pipelining.pipelines.catalog-named.max-batch-size, catalog-named",
			"pipelining.pipelines[a.b/C d].max-batch-size, a.b/C d",
			"pipelining.pipelines.Warm_Up.max-batch-size, Warm_Up",
			"pipelining.pipelines.warmup.max-batch-size, warm-up", "pipelining.pipelines.a-b.max-batch-size, a.b" })
	void aPipelineIsFoundByItsName(String property, String name) {
		this.contextRunner.withPropertyValues(property + "=3").run((context) -> {
			PipelineTemplate template = context.getBean(PipelineTemplate.class);
			assertThat(template.with((options) -> options.withName(name)).effectiveOptions().maxBatchSize())
				.isEqualTo(3);
			assertThat(template.with((options) -> options.withName(name + "s")).effectiveOptions().maxBatchSize())
				.isEqualTo(1000);
		});
	}

	@Test
	void theExactNameComesFirst() {
		this.contextRunner
			.withPropertyValues("pipelining.pipelines.ab.max-batch-size=3", "pipelining.pipelines.a-b.max-batch-size=4")
			.run((context) -> {
				PipelineTemplate template = context.getBean(PipelineTemplate.class);
				assertThat(template.with((options) -> options.withName("ab")).effectiveOptions().maxBatchSize())
					.isEqualTo(3);
				assertThat(template.with((options) -> options.withName("a-b")).effectiveOptions().maxBatchSize())
					.isEqualTo(4);
			});
	}

	@Test
	void anEnvironmentVariableNamesAPipeline() {
		this.contextRunner
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment",
						Map.of("PIPELINING_PIPELINES_CATALOGWARM_MAXBATCHSIZE", "3"))))
			.run((context) -> assertThat(context.getBean(PipelineTemplate.class)
				.with((options) -> options.withName("catalog-warm"))
				.effectiveOptions()
				.maxBatchSize()).isEqualTo(3));
	}

	@Test
	void warnsOnceOfANameThatNoPipelineBears(CapturedOutput output) {
		run(Application.class, "pipelining.pipelines.lazy-catalog-warn.enabled=false",
				"pipelining.pipelines.lazy-catalog-warm.enabled=false",
				"pipelining.pipelines.by-template.enabled=false", "pipelining.pipelines.bytemplates.enabled=false",
				"pipelining.pipelines.BY_TEMPLATE.results=raw")
			.close();
		assertThat(output)
			.containsOnlyOnce("The properties 'pipelining.pipelines.lazy-catalog-warn.*' have no effect so"
					+ " far: no pipeline is named 'lazy-catalog-warn'. The nearest name is 'lazy-catalog-warm'.")
			.containsOnlyOnce("no pipeline is named 'bytemplates'. The nearest name is 'by-template'.")
			.containsPattern("WARN .*no pipeline is named 'bytemplates'")
			.doesNotContain("'lazy-catalog-warm.*'", "is named 'lazy-catalog-warm'", "is named 'by-template'",
					"BY_TEMPLATE", "The lazy bean was created");
		assertThat(output.getAll().split("no pipeline is named", -1)).hasSize(3);
	}

	@Test
	void warnsWhereThereIsNoPipeline(CapturedOutput output) {
		run(Nothing.class, "pipelining.pipelines.x.enabled=false").close();
		assertThat(output).contains("no pipeline is named 'x'. There is no pipeline at all.");
	}

	@Test
	void doesNotWarnWhereNothingIsSet(CapturedOutput output) {
		run(Application.class, "pipelining.enabled=true").close();
		assertThat(output).contains("Started").doesNotContain("WARN");
	}

	@ParameterizedTest
	@CsvSource({ "'', '', 0", "a, '', 1", "'', ab, 2", "warm, warm, 0", "warm, worm, 1", "warm, arm, 1",
			"kitten, sitting, 3" })
	void distances(String one, String other, int distance) {
		assertThat(PipelineNameCheck.distance(one, other)).isEqualTo(distance);
		assertThat(PipelineNameCheck.distance(other, one)).isEqualTo(distance);
	}

	private void analyze(String property, Consumer<FailureAnalysis> assertions) {
		this.contextRunner.withPropertyValues(property).run((context) -> {
			assertThat(context).hasFailed();
			FailureAnalysis analysis = new PipeliningPropertyFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis).isNotNull();
			assertions.accept(analysis);
		});
	}

	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> metadata() throws IOException {
		try (InputStream file = PipeliningProperties.class
			.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
			String json = new String(file.readAllBytes(), StandardCharsets.UTF_8);
			return (List<Map<String, Object>>) JsonParserFactory.getJsonParser().parseMap(json).get("properties");
		}
	}

	private static List<Integer> sizes(ApplicationContext context) {
		return context.getBean(RecordingListener.class).sizes();
	}

	private static ConfigurableApplicationContext run(Class<?> application, String... properties) {
		return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.run(Stream
				.concat(Stream.of("spring.main.banner-mode=off", "spring.data.redis.host=127.0.0.1"),
						Stream.of(properties))
				.map("--"::concat)
				.toArray(String[]::new));
	}

	static class Catalog {

		private final StringRedisTemplate redis;

		Catalog(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined(name = "fast", results = Results.RAW)
		String fast(int count) {
			return work(count);
		}

		@Pipelined(name = "slow", results = Results.RAW)
		String slow(int count) {
			return work(count);
		}

		private String work(int count) {
			for (int i = 0; i < count; i++) {
				this.redis.opsForValue().increment("n" + i, i);
			}
			this.redis.opsForValue().increment("other");
			return this.redis.opsForValue().get("n2");
		}

	}

	static class LazyCatalog {

		LazyCatalog() {
			System.out.println("The lazy bean was created");
		}

		@Pipelined
		void warm() {
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		@Lazy
		LazyCatalog lazyCatalog() {
			return new LazyCatalog();
		}

		@Bean
		Object namedByTemplate(PipelineTemplate template) {
			return template.with((options) -> options.withName("by-template"));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(PipeliningAutoConfiguration.class)
	static class Nothing {

	}

	static class OnMain {

		private final StringRedisTemplate redis;

		OnMain(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined(name = "main-only", connectionFactory = "main")
		void warm() {
			this.redis.opsForValue().set("a", "1");
			this.redis.opsForValue().set("b", "1");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoFactories {

		@Bean
		LettuceConnectionFactory main() {
			return new LettuceConnectionFactory("127.0.0.1", RedisServers.standalone());
		}

		@Bean
		LettuceConnectionFactory sessions() {
			return new LettuceConnectionFactory("127.0.0.1", RedisServers.standalone());
		}

		@Bean
		OnMain onMain(@Qualifier("main") RedisConnectionFactory connectionFactory) {
			return new OnMain(new StringRedisTemplate(connectionFactory));
		}

	}

}
