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

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs hints, each kind once for a pipeline. Thread-safe.
 */
final class PipelineHintLog {

	private static final Log logger = LogFactory.getLog(PipelineHintLog.class);

	private final PipelineCatalog catalog;

	private final PipelineHints hints;

	private final Set<Logged> logged = ConcurrentHashMap.newKeySet();

	PipelineHintLog(PipelineCatalog catalog) {
		this.catalog = catalog;
		this.hints = new PipelineHints(catalog);
	}

	/**
	 * Look at all pipelines.
	 */
	void review() {
		this.catalog.entries().forEach(this::review);
	}

	/**
	 * Look at one pipeline.
	 * @return its hints
	 */
	List<PipelineHint> review(PipelineEntry entry) {
		List<PipelineHint> found = this.hints.of(entry);
		for (PipelineHint hint : found) {
			if (this.logged.add(new Logged(entry.name(), hint.kind()))) {
				logger.info("Pipeline '" + entry.name() + "' gains nothing. " + hint.text());
			}
		}
		return found;
	}

	private record Logged(String pipeline, PipelineHint.Kind kind) {

	}

}
