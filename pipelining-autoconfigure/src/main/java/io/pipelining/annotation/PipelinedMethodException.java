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

package io.pipelining.annotation;

import java.util.List;
import java.util.stream.Collectors;

/**
 * {@link Pipelined @Pipelined} stands where it can never take effect.
 *
 * @since 0.1.0
 * @see Checks
 */
public class PipelinedMethodException extends IllegalStateException {

	private final String beanName;

	private final transient List<Problem> problems;

	/**
	 * Create an exception.
	 * @param beanName the name of the bean
	 * @param problems what is wrong with it, at least one problem
	 */
	public PipelinedMethodException(String beanName, List<Problem> problems) {
		super(problems.stream().map(Problem::toString).collect(Collectors.joining(" ")) + " (bean '" + beanName + "')");
		this.beanName = beanName;
		this.problems = List.copyOf(problems);
	}

	/**
	 * Return the name of the bean.
	 * @return the name
	 */
	public String getBeanName() {
		return this.beanName;
	}

	/**
	 * Return what is wrong with the bean.
	 * @return the problems, never empty
	 */
	public List<Problem> getProblems() {
		return this.problems;
	}

	/**
	 * One place where the annotation can never take effect.
	 *
	 * @param place the class, or the class and the method
	 * @param reason why, as the rest of a sentence that starts with the place
	 * @param wayOut what to do, as a sentence
	 */
	public record Problem(String place, String reason, String wayOut) {

		@Override
		public String toString() {
			return "@Pipelined on " + this.place + " can never take effect: " + this.reason + ". " + this.wayOut;
		}

	}

}
