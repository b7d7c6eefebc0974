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

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.pipelining.annotation.PipelinedMethodException;
import io.pipelining.annotation.PipelinedMethodException.Problem;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PipelinedMethodFailureAnalyzer}.
 */
class PipelinedMethodFailureAnalyzerTests {

	@Test
	void namesThePlacesAndTheWayOut() {
		PipelinedMethodException problem = new PipelinedMethodException("catalog",
				List.of(new Problem("method a.Catalog.warm()", "it is final", "Remove 'final'."),
						new Problem("method a.Catalog.load()", "it is final", "Remove 'final'.")));
		FailureAnalysis analysis = new PipelinedMethodFailureAnalyzer()
			.analyze(new BeanCreationException("catalog", "Initialization of bean failed", problem));
		assertThat(analysis.getDescription()).contains("bean 'catalog'")
			.contains("- method a.Catalog.warm(): it is final.")
			.contains("- method a.Catalog.load(): it is final.");
		assertThat(analysis.getAction()).containsOnlyOnce("Remove 'final'.").contains("'pipelining.checks'");
		assertThat(analysis.getCause()).isSameAs(problem);
	}

}
