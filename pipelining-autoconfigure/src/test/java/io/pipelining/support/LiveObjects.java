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

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What is alive on the heap, counted by the virtual machine after a full collection.
 */
public final class LiveObjects {

	private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

	private LiveObjects() {
	}

	/**
	 * Count the objects of classes whose name begins with a prefix.
	 * @param prefix such as the name of a package
	 * @return the number of objects by the name of their class
	 */
	public static Map<String, Long> of(String prefix) {
		Map<String, Long> counts = new TreeMap<>();
		histogram().lines().map(LINE::matcher).filter(Matcher::matches).forEach((matcher) -> {
			if (matcher.group(3).startsWith(prefix)) {
				counts.put(matcher.group(3), Long.valueOf(matcher.group(1)));
			}
		});
		return counts;
	}

	/**
	 * Return how many bytes all live objects take.
	 */
	public static long bytes() {
		return histogram().lines()
			.map(LINE::matcher)
			.filter(Matcher::matches)
			.mapToLong((matcher) -> Long.parseLong(matcher.group(2)))
			.sum();
	}

	private static String histogram() {
		try {
			return String.valueOf(ManagementFactory.getPlatformMBeanServer()
				.invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
						new Object[] { new String[0] }, new String[] { String[].class.getName() }));
		}
		catch (JMException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
