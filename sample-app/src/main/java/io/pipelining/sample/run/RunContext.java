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
 * What an experiment sees of its run. Thread-safe.
 */
public interface RunContext {

	/**
	 * Go on only if the run shall go on.
	 * @throws RunStoppedException if it was stopped, or its time is over
	 */
	void checkActive();

	/**
	 * Tell those who watch.
	 * @param event the kind of event
	 * @param data what happened, in a form that JSON has; not changed afterwards
	 */
	void publish(String event, Object data);

	/**
	 * Say what was found so far.
	 * @param result in a form that JSON has; not changed afterwards
	 */
	void found(Object result);

}
