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

package io.pipelining.callsite;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * That code uses no value of any Redis call, as long as what it takes for granted is so.
 *
 * @param guards what it takes for granted of the objects that the code is given
 * @param classes the classes whose files it was read from
 * @param methods the methods that may run
 */
record BodyProof(List<Guard> guards, List<JudgedClass> classes, Set<MethodKey> methods) {

	boolean holds(@Nullable Object[] inputs, RedisConnectionFactory factory) {
		return this.classes.stream().allMatch(JudgedClass::isAsRead)
				&& this.guards.stream().allMatch((guard) -> guard.holds(inputs, factory));
	}

	/**
	 * Begin a run, which ends the proof if one of the objects that were asked is
	 * replaced.
	 */
	ProvenRun run(@Nullable Object[] inputs) {
		return new ProvenRun(inputs,
				this.guards.stream().map(Guard::path).filter((path) -> !path.isLasting()).distinct().toList());
	}

}
