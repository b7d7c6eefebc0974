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

import io.pipelining.annotation.Pipelined;
import io.pipelining.support.RecordingListener;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.AotApplicationContextInitializer;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.NativeDetector;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * An application to be processed ahead of time, and then started with what that made. It
 * prints what its methods returned and how many calls each batch held.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableCaching
public class AheadOfTimeProgram {

	@Bean
	Catalog catalog(StringRedisTemplate redis) {
		return new Catalog(redis);
	}

	@Bean
	Cached cached(StringRedisTemplate redis) {
		return new Cached(redis);
	}

	@Bean
	ConcurrentMapCacheManager cacheManager() {
		return new ConcurrentMapCacheManager();
	}

	/** No proxy can extend it, of which a warning tells. */
	@Bean
	Sealed sealed() {
		return new Sealed();
	}

	@Bean
	RecordingListener recordingListener() {
		return new RecordingListener();
	}

	public static void main(String[] args) {
		try (ConfigurableApplicationContext context = NativeDetector.inNativeImage() ? startWithoutBoot(args)
				: new SpringApplicationBuilder(AheadOfTimeProgram.class).web(WebApplicationType.NONE).run(args)) {
			Catalog catalog = context.getBean(Catalog.class);
			RecordingListener listener = context.getBean(RecordingListener.class);
			System.out.println("catalog: " + catalog.getClass().getSimpleName());
			catalog.three();
			print("three", "", listener);
			catalog.warm();
			print("warm", "", listener);
			print("load", catalog.load(), listener);
			catalog.count();
			print("count", "", listener);
			print("counted", context.getBean(StringRedisTemplate.class).opsForValue().get("views"), listener);
			Cached cached = context.getBean(Cached.class);
			print("cached", cached.load() + cached.load(), listener);
			cached.warm();
			print("warmed", "", listener);
			System.out.println("sealed: " + context.getBean(Sealed.class).getClass().getSimpleName());
			for (int i = 0; i < 20; i++) {
				catalog.load();
			}
			context.getBean(PipelinesEndpoint.class)
				.pipelines()
				.pipelines()
				.forEach((pipeline) -> System.out.println("pipeline " + pipeline.name() + ": "
						+ pipeline.settings().maxBatchSize() + " " + pipeline.hints()));
		}
	}

	/** Spring Boot would ask for a newer Java in a native image. */
	private static ConfigurableApplicationContext startWithoutBoot(String[] args) {
		GenericApplicationContext context = new GenericApplicationContext();
		context.getEnvironment().getPropertySources().addFirst(new SimpleCommandLinePropertySource(args));
		AotApplicationContextInitializer
			.forInitializerClasses(AheadOfTimeProgram.class.getName() + "__ApplicationContextInitializer")
			.initialize(context);
		context.refresh();
		return context;
	}

	private static void print(String method, String value, RecordingListener listener) {
		System.out.println(method + ": " + value + " " + listener.sizes());
		listener.clear();
	}

	/**
	 * Its methods run in pipelines.
	 */
	static class Catalog {

		private final StringRedisTemplate redis;

		Catalog(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		void three() {
			this.redis.opsForValue().set("a", "1");
			this.redis.opsForValue().set("b", "2");
			this.redis.opsForValue().set("c", "3");
		}

		@Pipelined
		void warm() {
			for (int i = 0; i < 250; i++) {
				this.redis.opsForValue().set("product" + i, "v" + i);
			}
		}

		@Pipelined
		String load() {
			return this.redis.opsForValue().get("product7") + "!";
		}

		@Pipelined(name = "counting")
		void count() {
			this.redis.delete("views");
			this.redis.opsForValue().increment("views");
			this.redis.opsForValue().increment("views");
		}

	}

	/**
	 * Is advised by others too.
	 */
	static class Cached {

		private final StringRedisTemplate redis;

		Cached(StringRedisTemplate redis) {
			this.redis = redis;
		}

		@Pipelined
		@Cacheable("loaded")
		String load() {
			this.redis.opsForValue().set("cached", "c");
			return this.redis.opsForValue().get("cached");
		}

		@Pipelined
		void warm() {
			this.redis.opsForValue().set("warmed", "1");
			this.redis.opsForValue().set("warmed", "2");
		}

	}

	static final class Sealed {

		@Pipelined
		void warm() {
		}

	}

}
