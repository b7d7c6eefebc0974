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

import java.util.List;

import io.pipelining.sample.lab.Span;
import io.pipelining.sample.relay.WireCounters;
import io.pipelining.sample.relay.WireEvent;

/**
 * What passed the relay since the frame before.
 *
 * @param lane whose it is
 * @param micros how long the lane runs
 * @param done which part of its replies it has, from 0 to 1
 * @param packets for each packet: microseconds since the lane began, 0 for commands or 1
 * for replies, how many of them, bytes
 * @param wire what passed since the lane began
 */
record WireFrame(Lane lane, long micros, double done, List<int[]> packets, WireCounters wire) {

	static WireFrame of(Lane lane, Span span, int calls) {
		List<int[]> packets = span.recording().drain().stream().map(WireFrame::packet).toList();
		WireCounters wire = span.recording().counters();
		return new WireFrame(lane, span.micros(), Math.min(1, (double) wire.replies() / calls), packets, wire);
	}

	private static int[] packet(WireEvent event) {
		return new int[] { Math.toIntExact(event.micros()), event.reply() ? 1 : 0, event.messages(), event.bytes() };
	}

}
