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
package io.pipelining.sample.sweep;

/**
 * What a batch size costs.
 *
 * @param batchSize the most calls in one batch
 * @param calls how many calls were timed
 * @param microsPerCall the time per call, in microseconds
 * @param outputBufferBytes the most bytes of replies that were seen waiting in the
 * server's output buffer for the connection
 * @param memoryBytes the most memory that the server was seen to use beyond what it used
 * before
 */
record SweepPoint(int batchSize, int calls, double microsPerCall, long outputBufferBytes, long memoryBytes) {
}
