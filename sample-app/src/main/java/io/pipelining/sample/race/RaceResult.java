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
package io.pipelining.sample.race;

import org.jspecify.annotations.Nullable;

/**
 * How a race ended.
 *
 * @param plain the lane without pipelining, {@code null} until it ended
 * @param pipelined the annotated lane, {@code null} until it ended
 * @param timesFaster how many times faster the pipelined lane was, {@code null} unless
 * both made all calls
 */
record RaceResult(@Nullable LaneResult plain, @Nullable LaneResult pipelined, @Nullable Double timesFaster) {

	static RaceResult of(@Nullable LaneResult plain, @Nullable LaneResult pipelined) {
		boolean both = plain != null && pipelined != null && plain.finished() && pipelined.finished();
		return new RaceResult(plain, pipelined, both ? plain.milliseconds() / pipelined.milliseconds() : null);
	}

}
