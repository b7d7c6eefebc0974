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
package io.pipelining.sample.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests that need a browser. Where there is none they are skipped, and one line says so.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BrowserTest.IfBrowserIsThere.class)
@interface BrowserTest {

	/**
	 * Looks for a browser before the application is started for it.
	 */
	class IfBrowserIsThere implements ExecutionCondition {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			if (Browser.isThere()) {
				return ConditionEvaluationResult.enabled("There is a browser");
			}
			if (context.getTestMethod().isEmpty()) {
				System.out.println(context.getDisplayName()
						+ " is skipped: no Chromium and chromedriver on the PATH (Debian: chromium, chromium-driver)");
			}
			return ConditionEvaluationResult.disabled("There is no browser");
		}

	}

}
