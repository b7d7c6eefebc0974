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

import io.pipelining.sample.relay.WireCounters;

/**
 * How a lane did.
 *
 * @param lane which one
 * @param finished whether it made all calls
 * @param calls how many calls it made
 * @param milliseconds how long it took
 * @param roundTrips how often it waited for replies: for each call, or for each batch
 * @param packets how many packets passed the relay, both ways
 * @param bytes how many bytes passed, both ways
 * @param wire what passed the relay, in detail
 */
record LaneResult(Lane lane, boolean finished, int calls, double milliseconds, long roundTrips, long packets,
		long bytes, WireCounters wire) {
}
