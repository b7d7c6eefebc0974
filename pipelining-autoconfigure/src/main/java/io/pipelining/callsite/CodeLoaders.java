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

import java.util.Set;

/**
 * Which class loaders define classes as their files are. By exact name: any other may
 * transform what it reads.
 */
final class CodeLoaders {

	private static final Set<String> KNOWN = Set.of("jdk.internal.loader.ClassLoaders$AppClassLoader",
			"java.net.URLClassLoader", "org.springframework.boot.loader.launch.LaunchedClassLoader",
			"org.springframework.boot.devtools.restart.classloader.RestartClassLoader");

	private CodeLoaders() {
	}

	static boolean loadUnchanged(Class<?> type) {
		ClassLoader loader = type.getClassLoader();
		return loader != null && KNOWN.contains(loader.getClass().getName());
	}

}
