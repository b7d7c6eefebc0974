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

package io.pipelining.benchmark;

/**
 * What lies between the client and the data.
 */
public enum Line {

	LOOPBACK("loopback", 0),

	/**
	 * By netty's native epoll; all others are without.
	 */
	SOCKET("Unix socket", 0),

	NAGLE("loopback, TCP_NODELAY of the client off", 0),

	QUARTER_MS("0.25 ms round trip", 250),

	ONE_MS("1 ms round trip", 1000),

	CLUSTER("cluster of three on loopback", 0);

	private final String title;

	private final int roundTripMicros;

	Line(String title, int roundTripMicros) {
		this.title = title;
		this.roundTripMicros = roundTripMicros;
	}

	String title() {
		return this.title;
	}

	int roundTripMicros() {
		return this.roundTripMicros;
	}

}
