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

package io.pipelining.support;

import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.util.ClassUtils;

/**
 * Auto-configurations of Spring Boot that changed their names from 3.x to 4.x.
 */
public final class BootLine {

	private static final String[] REDIS = { "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
			"org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration" };

	private static final String[] METRICS = {
			"org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration",
			"org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
			"org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration",
			"org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
			"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
			"org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration" };

	private BootLine() {
	}

	/**
	 * Return whether the tests run on Spring Boot 3.
	 */
	public static boolean isThree() {
		return SpringBootVersion.getVersion().startsWith("3.");
	}

	/**
	 * Return whether Redisson has a module for the line. For 4.1 it has none yet: what is
	 * new in connections there, as a conditional SET, calls itself without end in its
	 * own.
	 */
	public static boolean hasRedisson() {
		return !SpringBootVersion.getVersion().startsWith("4.1.");
	}

	public static AutoConfigurations redis() {
		return AutoConfigurations.of(load(REDIS));
	}

	public static AutoConfigurations metrics() {
		return AutoConfigurations.of(load(METRICS));
	}

	private static Class<?>[] load(String... names) {
		List<Class<?>> classes = new ArrayList<>();
		for (String name : names) {
			if (ClassUtils.isPresent(name, null)) {
				classes.add(ClassUtils.resolveClassName(name, null));
			}
		}
		return classes.toArray(Class<?>[]::new);
	}

}
