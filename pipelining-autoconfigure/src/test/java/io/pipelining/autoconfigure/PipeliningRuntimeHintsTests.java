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

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

import io.lettuce.core.RedisClient;
import io.lettuce.core.protocol.ConnectionIntent;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.UnifiedJedis;

import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.ExecutableHint;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.AnnotationConfigUtils;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.data.redis.connection.RedisCommands;
import org.springframework.data.redis.connection.RedisCommandsProvider;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStringCommands;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.javapoet.ClassName;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.pipelining.annotation.Pipelined;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a native image has to keep. Every hint names something that exists on the line of
 * Spring Boot that the tests run on.
 */
class PipeliningRuntimeHintsTests {

	@Test
	void isFoundByAheadOfTimeProcessing() {
		assertThat(SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)).hasAtLeastOneElementOfType(PipeliningRuntimeHints.class);
	}

	@Test
	void keepsTheProxies() {
		RuntimeHints hints = hints(getClass().getClassLoader());
		for (Class<?> type : List.of(RedisConnection.class, Cursor.class)) {
			assertThat(RuntimeHintsPredicates.proxies().forInterfaces(type)).accepts(hints);
		}
	}

	@Test
	void keepsTheMethodsThatAreInvoked() {
		RuntimeHints hints = hints(getClass().getClassLoader());
		for (Class<?> type : List.of(RedisConnection.class, RedisStringCommands.class, RedisCommands.class,
				RedisCommandsProvider.class, Cursor.class, Iterator.class)) {
			assertThat(RuntimeHintsPredicates.reflection()
				.onType(type)
				.withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS)).accepts(hints);
		}
		for (Method method : RedisConnection.class.getMethods()) {
			assertThat(RuntimeHintsPredicates.reflection()
				.onType(method.getDeclaringClass())
				.withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS)).as(method.toString()).accepts(hints);
		}
	}

	@Test
	void keepsTheAnnotation() {
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(Pipelined.class)
			.withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS)).accepts(hints(getClass().getClassLoader()));
	}

	@Test
	void keepsTheHookOfTemplatesThatSeesValues() {
		assertThat(hints(getClass().getClassLoader()).reflection()
			.getTypeHint(TypeReference.of(RedisTemplate.class))
			.methods()).singleElement().satisfies((hint) -> {
				Method method = ReflectionUtils.findMethod(RedisTemplate.class, hint.getName(), Object.class,
						RedisConnection.class, boolean.class);
				assertThat(method).isNotNull();
				assertThat(hint.getName()).isEqualTo("postProcessResult");
			});
	}

	@Test
	void keepsThePropertiesOnceABeanHasThem() {
		GenericApplicationContext context = new GenericApplicationContext();
		context.registerBean(PipeliningAutoConfiguration.class);
		AnnotationConfigUtils.registerAnnotationConfigProcessors(context);
		InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
		DefaultGenerationContext generation = new DefaultGenerationContext(
				new ClassNameGenerator(ClassName.get("com.example", "Application")), files);
		new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		RuntimeHints hints = generation.getRuntimeHints();
		for (Class<?> type : List.of(PipeliningProperties.class, PipeliningProperties.Overrides.class,
				PipeliningProperties.Metrics.class, PipeliningProperties.Observations.class)) {
			assertThat(hints.reflection().getTypeHint(type)).as(type.getName()).isNotNull();
		}
		List<String> setters = Arrays.stream(PipeliningProperties.class.getDeclaredMethods())
			.map(Method::getName)
			.filter((name) -> name.startsWith("set"))
			.toList();
		assertThat(setters).hasSizeGreaterThan(5);
		assertThat(hints.reflection().getTypeHint(PipeliningProperties.class).methods())
			.extracting(ExecutableHint::getName)
			.containsAll(setters);
	}

	@Test
	void keepsTheFieldsThatHaveNoGetter() {
		RuntimeHints hints = hints(getClass().getClassLoader());
		assertKept(hints, Connection.class, "socket");
		assertKept(hints, UnifiedJedis.class, "provider");
		assertKept(hints, RedisTemplate.class, "enableTransactionSupport");
	}

	@Test
	void keepsTheWayToTheNodesBehindAConnection() {
		RuntimeHints hints = hints(getClass().getClassLoader());
		assertKeptMethod(hints, "io.lettuce.core.masterreplica.MasterReplicaChannelWriter",
				"getUpstreamReplicaConnectionProvider");
		assertKeptMethod(hints, "io.lettuce.core.masterreplica.MasterReplicaConnectionProvider", "getConnectionAsync",
				ConnectionIntent.class);
	}

	private static void assertKeptMethod(RuntimeHints hints, String type, String name, Class<?>... parameters) {
		assertThat(ReflectionUtils.findMethod(ClassUtils.resolveClassName(type, null), name, parameters))
			.as(type + "." + name)
			.isNotNull();
		assertThat(hints.reflection().getTypeHint(TypeReference.of(type)).methods()).singleElement()
			.satisfies((hint) -> {
				assertThat(hint.getName()).isEqualTo(name);
				assertThat(hint.getParameterTypes()).isEqualTo(TypeReference.listOf(parameters));
			});
	}

	@Test
	void keepsTheNamesThatTellWhichDriverIsThere() {
		RuntimeHints hints = hints(getClass().getClassLoader());
		for (Class<?> type : List.of(RedisClient.class, Connection.class)) {
			assertThat(RuntimeHintsPredicates.reflection().onType(type)).accepts(hints);
		}
	}

	@Test
	void namesNoClassOfADriverThatIsAbsent() {
		RuntimeHints hints = hints(new FilteredClassLoader(Connection.class));
		assertThat(hints.reflection().typeHints()).extracting((hint) -> hint.getType().getPackageName())
			.doesNotContain("redis.clients.jedis")
			.contains("io.lettuce.core");
		assertThat(hints(new FilteredClassLoader("io.lettuce")).reflection().typeHints())
			.extracting((hint) -> hint.getType().getPackageName())
			.noneMatch((name) -> name.startsWith("io.lettuce"))
			.contains("redis.clients.jedis");
		assertThat(hints(new FilteredClassLoader(RedisConnection.class)).reflection().typeHints())
			.extracting((hint) -> hint.getType().getName())
			.containsExactly(Pipelined.class.getName());
	}

	private static void assertKept(RuntimeHints hints, Class<?> type, String name) {
		Field field = ReflectionUtils.findField(type, name);
		assertThat(field).as(type.getName() + "." + name).isNotNull();
		assertThat(hints.reflection().getTypeHint(TypeReference.of(type)).fields())
			.anyMatch((hint) -> hint.getName().equals(name));
	}

	private static RuntimeHints hints(ClassLoader classLoader) {
		RuntimeHints hints = new RuntimeHints();
		new PipeliningRuntimeHints().registerHints(hints, classLoader);
		return hints;
	}

}
