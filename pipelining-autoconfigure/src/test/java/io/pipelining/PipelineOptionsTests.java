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

package io.pipelining;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link PipelineOptions}.
 */
class PipelineOptionsTests {

	@ParameterizedTest
	@MethodSource("changes")
	void aChangeChangesItsOwnAndLeavesTheRestAsItWas(Method change) throws ReflectiveOperationException {
		String property = property(change);
		for (Method earlier : changes().toList()) {
			PipelineOptions options = changed(PipelineOptions.defaults(), earlier);
			Map<String, Object> expected = values(options);
			expected.put(property, other(change));
			PipelineOptions changed = changed(options, change);
			assertThat(values(changed)).isEqualTo(expected);
			assertThat(changed.toString()).contains(property + "=" + expected.get(property));
		}
	}

	@Test
	void everyValueCanBeChanged() {
		assertThat(values(PipelineOptions.defaults()))
			.containsOnlyKeys(changes().map(PipelineOptionsTests::property).toList());
	}

	@Test
	void defaults() {
		PipelineOptions options = PipelineOptions.defaults();
		assertThat(options.name()).isEqualTo("default");
		assertThat(options.enabled()).isTrue();
		assertThat(options.results()).isEqualTo(Results.DEFAULT);
		assertThat(options.onException()).isEqualTo(OnException.DEFAULT);
		assertThat(options.propagation()).isEqualTo(PipelinePropagation.REQUIRED);
		assertThat(options.maxBatchSize()).isEqualTo(1000);
		assertThat(options.maxBatchBytes()).isEqualTo(4 * 1024 * 1024);
		assertThat(options.maxInFlight()).isEqualTo(2);
		assertThat(options.timeout()).isNull();
	}

	@Test
	void refusesWhatMakesNoSense() {
		PipelineOptions options = PipelineOptions.defaults();
		assertThatIllegalArgumentException().isThrownBy(() -> options.withName(" "));
		assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxBatchSize(-1));
		assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxBatchBytes(-1));
		assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxInFlight(0));
		assertThatIllegalArgumentException().isThrownBy(() -> options.withTimeout(Duration.ZERO));
		assertThatIllegalArgumentException().isThrownBy(() -> options.withTimeout(Duration.ofDays(25)));
		assertThat(options.withTimeout(Duration.ofSeconds(1)).withTimeout(null).timeout()).isNull();
	}

	static Stream<Method> changes() {
		return Arrays.stream(PipelineOptions.class.getMethods())
			.filter((method) -> method.getName().startsWith("with"));
	}

	private static String property(Method change) {
		return StringUtils.uncapitalize(change.getName().substring("with".length()));
	}

	private static PipelineOptions changed(PipelineOptions options, Method change) throws ReflectiveOperationException {
		return (PipelineOptions) change.invoke(options, other(change));
	}

	/** A value that is not the default. */
	private static Object other(Method change) {
		Class<?> type = change.getParameterTypes()[0];
		Object usual = values(PipelineOptions.defaults()).get(property(change));
		if (type.isEnum()) {
			return Arrays.stream(type.getEnumConstants())
				.filter((constant) -> constant != usual)
				.findAny()
				.orElseThrow();
		}
		return Map
			.<Class<?>, Object>of(boolean.class, !Boolean.TRUE.equals(usual), String.class, "other", int.class, 7,
					long.class, 8L, Duration.class, Duration.ofSeconds(9))
			.get(type);
	}

	private static Map<String, Object> values(PipelineOptions options) {
		Map<String, Object> values = new TreeMap<>();
		for (Method method : PipelineOptions.class.getDeclaredMethods()) {
			if (method.getParameterCount() == 0 && Modifier.isPublic(method.getModifiers())
					&& !Modifier.isStatic(method.getModifiers()) && !method.getName().equals("toString")) {
				try {
					values.put(method.getName(), method.invoke(options));
				}
				catch (ReflectiveOperationException ex) {
					throw new IllegalStateException(ex);
				}
			}
		}
		return values;
	}

}
