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
package io.pipelining.sample.values;

/**
 * What a way came to.
 *
 * @param id its name
 * @param returned what the method returned
 * @param right whether that is what the plain method returned
 * @param commands how many commands passed the relay
 * @param roundTrips how often it waited for replies
 * @param milliseconds how long it took
 */
record VariantResult(String id, String returned, boolean right, long commands, long roundTrips, double milliseconds) {
}
