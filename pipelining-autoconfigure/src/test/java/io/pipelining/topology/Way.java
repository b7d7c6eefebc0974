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

package io.pipelining.topology;

import io.pipelining.ConnectionMode;

/**
 * How a batch gets to its connection.
 */
enum Way {

	/** By the connection that all threads share. */
	LETTUCE,

	LETTUCE_DEDICATED,

	LETTUCE_POOLED,

	/** With resources of the client that nothing was added to. */
	LETTUCE_WITHOUT_CARRIER,

	JEDIS;

	ConnectionMode mode() {
		return (this == LETTUCE_DEDICATED || this == LETTUCE_POOLED) ? ConnectionMode.DEDICATED : ConnectionMode.AUTO;
	}

	boolean isLettuce() {
		return this != JEDIS;
	}

	/**
	 * Return whether a batch is one message to the driver.
	 */
	boolean isCarrying() {
		return isLettuce() && this != LETTUCE_WITHOUT_CARRIER;
	}

}
