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
package io.pipelining.sample.run;

/**
 * An experiment.
 */
public interface RunTask {

	/**
	 * Return what kind of experiment it is.
	 * @return one word
	 */
	String kind();

	/**
	 * Return what was asked for.
	 * @return the request, in a form that JSON has
	 */
	Object request();

	/**
	 * Run it. Asks {@link RunContext#checkActive()} often, at least once in each call to
	 * the server.
	 * @param context tells what is found, and when to stop
	 */
	void run(RunContext context);

}
