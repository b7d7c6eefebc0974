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

import java.util.stream.Collectors;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

import io.pipelining.annotation.PipelinedMethodException;
import io.pipelining.annotation.PipelinedMethodException.Problem;

/**
 * Explains a {@link PipelinedMethodException}.
 */
class PipelinedMethodFailureAnalyzer extends AbstractFailureAnalyzer<PipelinedMethodException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, PipelinedMethodException cause) {
		return new FailureAnalysis(description(cause), action(cause), cause);
	}

	private static String description(PipelinedMethodException failure) {
		return failure.getProblems()
			.stream()
			.map((problem) -> "    - " + problem.place() + ": " + problem.reason() + ".")
			.collect(Collectors.joining("\n",
					"@Pipelined can never take effect in bean '" + failure.getBeanName() + "':\n\n", ""));
	}

	private static String action(PipelinedMethodException failure) {
		return failure.getProblems()
			.stream()
			.map(Problem::wayOut)
			.distinct()
			.collect(Collectors.joining("\n", "",
					"\nTo start all the same, set the property 'pipelining.checks' to 'warn' or 'off'."));
	}

}
