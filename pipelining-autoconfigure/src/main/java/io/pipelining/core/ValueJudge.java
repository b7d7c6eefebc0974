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

import java.lang.reflect.Method;
import java.util.List;

import io.pipelining.callsite.CallSites;
import io.pipelining.connection.CollectingConnection;

/**
 * Whether the value of the call that is being made is used. Thread-safe.
 */
final class ValueJudge {

	/** Between the code and the judgement lie these, and they only hand the value on. */
	private static final List<Class<?>> CARRIERS = List.of(ValueJudge.class, OpenPipeline.class,
			CollectingConnection.class);

	private final CallSites callSites = new CallSites(CARRIERS.stream().map(Class::getName).toList());

	/**
	 * Return whether the code uses what the method returns. A call that returns nothing,
	 * or can only say one thing, is spared the look at the code.
	 */
	boolean isUsed(Method method) {
		if (method.getReturnType() == void.class || Placeholders.hasConstantReply(method)) {
			return false;
		}
		return this.callSites.judge().used();
	}

}
