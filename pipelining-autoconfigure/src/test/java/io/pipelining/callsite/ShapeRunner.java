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

package io.pipelining.callsite;

import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

/**
 * Runs the call shapes of a directory of class files, here or as the main class of
 * another virtual machine.
 */
final class ShapeRunner {

	private final Path classes;

	ShapeRunner(Path classes) {
		this.classes = classes;
	}

	/**
	 * Run the shapes twice, so that remembered verdicts are seen too.
	 */
	List<Probe.Judgement> run() throws Exception {
		Probe probe = new Probe(new CallSites(Probe.OWN));
		StringRedisTemplate strings = new StringRedisTemplate(probe);
		RedisTemplate<Object, Object> objects = new RedisTemplate<>();
		objects.setConnectionFactory(probe);
		objects.setDefaultSerializer(RedisSerializer.string());
		objects.setKeySerializer(RedisSerializer.java());
		objects.afterPropertiesSet();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { this.classes.toUri().toURL() },
				ShapeRunner.class.getClassLoader())) {
			loader.setDefaultAssertionStatus(true);
			Class<?> type = loader.loadClass("shapes.Shapes");
			Object shapes = type.getConstructor(StringRedisTemplate.class, RedisTemplate.class)
				.newInstance(strings, objects);
			for (int i = 0; i < 2; i++) {
				for (Method method : type.getMethods()) {
					if (method.getDeclaringClass() == type && !Modifier.isStatic(method.getModifiers())) {
						method.invoke(shapes);
					}
				}
			}
		}
		return probe.judgements();
	}

	public static void main(String[] args) throws Exception {
		PrintStream out = System.out;
		List<Probe.Judgement> judgements = new ShapeRunner(Path.of(args[0])).run();
		List<String> printed = new ArrayList<>();
		for (Probe.Judgement judgement : judgements) {
			String line = judgement.key() + " " + judgement.use().used() + " " + judgement.use().site();
			if (!printed.contains(line)) {
				printed.add(line);
				out.println(
						((judgement.isWrong()) ? "WRONG " : judgement.isTooCareful() ? "careful " : "fine ") + line);
			}
		}
	}

}
