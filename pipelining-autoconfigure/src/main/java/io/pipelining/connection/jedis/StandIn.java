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

package io.pipelining.connection.jedis;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A reply that a call gets while it is recorded, so that it ends as usual: to throw
 * through all the frames of Spring and Jedis takes longer than everything else together.
 * What the call makes of it is thrown away.
 */
enum StandIn {

	NIL, NUMBER, TEXT, LIST,

	/** There is none: the call ends by an exception. */
	NONE;

	@Nullable Object reply() {
		return switch (this) {
			case NIL -> null;
			case NUMBER -> 0L;
			case TEXT -> "OK".getBytes(StandardCharsets.US_ASCII);
			case LIST -> List.of();
			case NONE -> throw new ReplyNeeded();
		};
	}

}
