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

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Whether AspectJ may weave advice into classes as they are loaded. Such advice sees
 * values that the class file drops, and leaves no trace by which that could be told.
 */
final class Weaving {

	private static final List<String> DEFINITIONS = List.of("META-INF/aop.xml", "META-INF/aop-ajc.xml",
			"org/aspectj/aop.xml");

	/** Spring's own aspects have no advice on calls of Redis operations. */
	private static final String SPRING_ASPECTS = "/spring-aspects-";

	private Weaving() {
	}

	static boolean isPossible(@Nullable ClassLoader loader) {
		if (System.getProperty("org.aspectj.weaver.loadtime.configuration") != null) {
			return true;
		}
		ClassLoader asked = (loader != null) ? loader : ClassLoader.getSystemClassLoader();
		try {
			for (String definition : DEFINITIONS) {
				for (URL url : Collections.list(asked.getResources(definition))) {
					if (!url.toString().contains(SPRING_ASPECTS)) {
						return true;
					}
				}
			}
			return false;
		}
		catch (IOException | RuntimeException ex) {
			return true;
		}
	}

}
