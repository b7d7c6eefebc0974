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

import io.pipelining.Results;
import io.pipelining.support.Client;

/**
 * The contract with Lettuce by a sentinel, values RAW.
 */
class LettuceSentinelRawContractTests extends PipelineContractTests {

	LettuceSentinelRawContractTests() {
		super(Client.LETTUCE_SENTINEL, Results.RAW);
	}

}
