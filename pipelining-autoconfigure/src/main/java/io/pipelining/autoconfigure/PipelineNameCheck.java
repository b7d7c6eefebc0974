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

import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Once the application is ready, warns of properties for a pipeline that does not exist.
 */
final class PipelineNameCheck implements ApplicationListener<ApplicationReadyEvent> {

	private static final Log logger = LogFactory.getLog(PipelineNameCheck.class);

	private final PipeliningProperties properties;

	private final PipelineCatalog catalog;

	private final AtomicBoolean checked = new AtomicBoolean();

	PipelineNameCheck(PipeliningProperties properties, PipelineCatalog catalog) {
		this.properties = properties;
		this.catalog = catalog;
	}

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		Collection<String> configured = this.properties.getPipelines().keySet();
		if (configured.isEmpty() || !this.checked.compareAndSet(false, true)) {
			return;
		}
		Set<String> names = this.catalog.names();
		configured.stream()
			.filter((name) -> names.stream().noneMatch((pipeline) -> PipelineOverrides.isMeant(name, pipeline)))
			.forEach((name) -> logger.warn(warning(name, names)));
	}

	private static String warning(String name, Set<String> names) {
		return "The properties 'pipelining.pipelines." + name + ".*' have no effect so far: no pipeline is named '"
				+ name + "'. "
				+ names.stream()
					.min(Comparator.comparingInt((candidate) -> distance(name, candidate)))
					.map((nearest) -> "The nearest name is '" + nearest + "'.")
					.orElse("There is no pipeline at all.");
	}

	/** How many letters have to be put in, taken out or changed. */
	static int distance(String one, String other) {
		int[] previous = new int[other.length() + 1];
		for (int j = 0; j <= other.length(); j++) {
			previous[j] = j;
		}
		for (int i = 1; i <= one.length(); i++) {
			int[] current = new int[other.length() + 1];
			current[0] = i;
			for (int j = 1; j <= other.length(); j++) {
				int changed = previous[j - 1] + ((one.charAt(i - 1) != other.charAt(j - 1)) ? 1 : 0);
				current[j] = Math.min(changed, Math.min(previous[j], current[j - 1]) + 1);
			}
			previous = current;
		}
		return previous[other.length()];
	}

}
