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

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.pipelining.support.JavaMachine;
import io.pipelining.support.Observer;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code new PipelineTemplate(connectionFactory)} needs nothing but Spring Data Redis and
 * one driver: a program runs in a JVM of its own, with those jars alone.
 */
class PlainSpringTests {

	private static final List<String> SPRING_DATA_REDIS = List.of("spring-core-", "spring-jcl-", "spring-beans-",
			"spring-context-", "spring-context-support-", "spring-aop-", "spring-expression-", "spring-tx-",
			"spring-oxm-", "spring-data-commons-", "spring-data-keyvalue-", "spring-data-redis-", "commons-logging-",
			"slf4j-api-", "jspecify-", "micrometer-commons-", "micrometer-observation-");

	@TempDir
	private Path directory;

	@Test
	void worksWithLettuceAlone() throws Exception {
		List<String> loaded = run("lettuce",
				List.of("lettuce-core-", "netty-[a-z-]+-", "reactor-core-", "reactive-streams-", "redis-authx-core-"));
		assertThat(loaded).contains("io.lettuce.core.RedisClient")
			.noneMatch((name) -> name.startsWith("redis.clients."));
	}

	@Test
	void worksWithJedisAlone() throws Exception {
		List<String> loaded = run("jedis", List.of("jedis-", "commons-pool2-", "gson-", "json-", "redis-authx-core-"));
		assertThat(loaded).contains("redis.clients.jedis.Jedis").noneMatch((name) -> name.startsWith("io.lettuce."));
	}

	/**
	 * Run the program and return the names of the classes that it loaded.
	 */
	private List<String> run(String driver, List<String> jars) throws IOException, InterruptedException {
		int port = RedisServers.standalone();
		Path classes = this.directory.resolve("classes");
		String text = JavaMachine.ofThisJava(Duration.ofSeconds(60))
			.with("-Xlog:class+load=info:file=" + classes.getFileName() + "::filecount=0")
			.withClassPath(classPath(jars))
			.in(this.directory)
			.run(PlainSpringProgram.class.getName(), List.of(driver, String.valueOf(port)))
			.endedWell()
			.text();
		assertThat(text).contains("waiting: 3", "value: spring");
		try (Observer observer = new Observer(port)) {
			assertThat(observer.get("plain")).isEqualTo("spring");
		}
		List<String> loaded = Files.readAllLines(classes)
			.stream()
			.map((line) -> line.replaceAll("^(\\[[^]]*])*\\s*(\\S+).*", "$2"))
			.toList();
		assertThat(loaded).contains(PipelineTemplate.class.getName())
			.noneMatch((name) -> name.startsWith("org.springframework.boot."))
			.noneMatch((name) -> name.startsWith("io.micrometer.core."));
		return loaded;
	}

	private static String classPath(List<String> driver) {
		List<String> jars = Stream.concat(SPRING_DATA_REDIS.stream(), driver.stream()).toList();
		String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> new File(entry).isDirectory() || isOneOf(jars, new File(entry).getName()))
			.collect(Collectors.joining(File.pathSeparator));
		assertThat(classPath).doesNotContain("spring-boot", "micrometer-core");
		return classPath;
	}

	private static boolean isOneOf(List<String> jars, String name) {
		return jars.stream().anyMatch((jar) -> name.matches(jar + "\\d.*"));
	}

}
