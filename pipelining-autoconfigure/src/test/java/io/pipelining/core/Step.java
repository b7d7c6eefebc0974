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
package io.pipelining.core;

import java.util.concurrent.Callable;

import io.pipelining.support.Outcomes;

/**
 * One template call of a random sequence, with its arguments, to be made as often as
 * wanted.
 *
 * @param operation the name of the operation
 * @param text the call as text
 * @param isVoid whether it returns nothing, so that its failure is reported elsewhere
 * @param call the call
 */
record Step(String operation, String text, boolean isVoid, Callable<?> call) {

	String outcome() {
		return Outcomes.of(this.call);
	}

	Object value() {
		try {
			return this.call.call();
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Make the call and ignore its value.
	 */
	void ignore() {
		try {
			this.call.call();
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public String toString() {
		return this.text;
	}

}
