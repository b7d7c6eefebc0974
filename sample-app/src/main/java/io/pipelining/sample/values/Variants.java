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
package io.pipelining.sample.values;

import java.util.List;
import java.util.Locale;

import org.springframework.aop.support.AopUtils;

/**
 * What the ways are called, and how they are written.
 */
final class Variants {

	private Variants() {
	}

	static String id(Greeting greeting) {
		String name = AopUtils.getTargetClass(greeting).getSimpleName();
		return name.substring(0, name.length() - Greeting.class.getSimpleName().length()).toLowerCase(Locale.ROOT);
	}

	static List<Variant> of(List<Greeting> greetings) {
		return greetings.stream()
			.map((greeting) -> new Variant(id(greeting), Sources.method(AopUtils.getTargetClass(greeting), "greet")))
			.toList();
	}

}
