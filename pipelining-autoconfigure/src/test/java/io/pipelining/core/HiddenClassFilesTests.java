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
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.support.Client;
import io.pipelining.support.Observer;
import io.pipelining.support.RecordingListener;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Code whose class files are not to be had, as in a native image or where classes are
 * made in memory: each value counts as used, so the code computes what it computed, in
 * more batches.
 */
class HiddenClassFilesTests {

	private final Observer observer = new Observer(RedisServers.standalone());

	@AfterEach
	void close() {
		this.observer.close();
	}

	@ParameterizedTest
	@EnumSource(mode = Mode.INCLUDE, names = { "LETTUCE", "JEDIS" })
	void valuesAreRealAndNothingIsLost(Client client) throws Exception {
		Function<StringRedisTemplate, Object> code = new Code();
		Function<StringRedisTemplate, Object> hidden = hidden();
		assertThat(hidden.getClass()).isNotSameAs(Code.class);
		assertThat(hidden.getClass().getResource("HiddenClassFilesTests$Code.class")).isNull();
		List<Integer> sizes = new ArrayList<>();
		List<Integer> hiddenSizes = new ArrayList<>();
		try (Redis redis = new Redis(client.connect(RedisServers.standalone()))) {
			Object direct = run(redis, code);
			String data = data();
			assertThat(runInPipeline(redis, code, sizes)).isEqualTo(direct);
			assertThat(data()).isEqualTo(data);
			assertThat(runInPipeline(redis, hidden, hiddenSizes)).isEqualTo(direct);
			assertThat(data()).isEqualTo(data);
		}
		assertThat(sizes).containsExactly(12, 1, 7);
		// What can only say one thing waits all the same, and so do the calls of a
		// consumer
		assertThat(hiddenSizes).containsExactly(6, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1);
	}

	@Test
	void statisticsSayThatTheClassFileIsMissing() throws Exception {
		Function<StringRedisTemplate, Object> hidden = hidden();
		Function<StringRedisTemplate, Object> code = new Code();
		try (Redis redis = new Redis(Client.LETTUCE.connect(RedisServers.standalone()))) {
			PipelineTemplate pipelines = redis.builder().build();
			PipelineTemplate others = pipelines.with((options) -> options.withName("hidden"));
			pipelines.execute((pipeline) -> code.apply(redis.strings()));
			others.execute((pipeline) -> hidden.apply(redis.strings()));
			assertThat(pipelines.ownStatistics().valuesUsedAt().keySet()).isNotEmpty()
				.allMatch((place) -> place.matches("\\S+Code\\.apply:\\d+"));
			assertThat(others.ownStatistics().valuesUsedAt().keySet()).isNotEmpty()
				.allMatch(
						(place) -> place.matches("\\S+Code\\.apply:\\d+, whose class file is missing or has changed"));
		}
	}

	private Object run(Redis redis, Function<StringRedisTemplate, Object> code) {
		this.observer.flush();
		return code.apply(redis.strings());
	}

	private Object runInPipeline(Redis redis, Function<StringRedisTemplate, Object> code, List<Integer> sizes) {
		this.observer.flush();
		RecordingListener listener = new RecordingListener();
		PipelineTemplate pipelines = redis.builder().listeners(() -> List.of(listener)).build();
		Object result = pipelines.execute((pipeline) -> code.apply(redis.strings()));
		sizes.addAll(listener.sizes());
		return result;
	}

	private String data() {
		return Stream.of("k0", "k1", "k2", "k3", "k4", "n", "last")
			.map((key) -> key + "=" + this.observer.get(key))
			.toList()
			.toString();
	}

	@SuppressWarnings("unchecked")
	private static Function<StringRedisTemplate, Object> hidden() throws Exception {
		Class<?> type = new HidingLoader().loadClass(Code.class.getName());
		return (Function<StringRedisTemplate, Object>) type.getConstructor().newInstance();
	}

	/**
	 * Sets, counts without looking, reads what it uses, and writes again.
	 */
	public static class Code implements Function<StringRedisTemplate, Object> {

		@Override
		public Object apply(StringRedisTemplate redis) {
			for (int i = 0; i < 5; i++) {
				redis.opsForValue().set("k" + i, "v" + i);
			}
			for (int i = 0; i < 6; i++) {
				redis.opsForValue().increment("n");
			}
			String read = redis.opsForValue().get("k3") + redis.opsForValue().get("n");
			redis.opsForValue().set("last", read);
			redis.delete("k0");
			List.of("k1", "k2").forEach(redis::delete);
			redis.opsForValue().set("k4", "w");
			redis.opsForValue().increment("n");
			redis.opsForValue().set("k1", "w");
			return read;
		}

	}

	/**
	 * Defines the code from memory, and has no resource.
	 */
	private static final class HidingLoader extends ClassLoader {

		HidingLoader() {
			super(HiddenClassFilesTests.class.getClassLoader());
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (!name.equals(Code.class.getName())) {
				return super.loadClass(name, resolve);
			}
			Class<?> loaded = findLoadedClass(name);
			return (loaded != null) ? loaded : define(name);
		}

		private Class<?> define(String name) throws ClassNotFoundException {
			try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
				byte[] content = file.readAllBytes();
				return defineClass(name, content, 0, content.length);
			}
			catch (IOException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

		@Override
		public URL getResource(String name) {
			return null;
		}

		@Override
		public InputStream getResourceAsStream(String name) {
			return null;
		}

		@Override
		public Enumeration<URL> getResources(String name) {
			return Collections.emptyEnumeration();
		}

	}

}
