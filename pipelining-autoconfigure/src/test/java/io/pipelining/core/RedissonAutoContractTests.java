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

import org.junit.jupiter.api.condition.EnabledIf;

import io.pipelining.Results;
import io.pipelining.support.Client;

/**
 * The contract with Redisson, values real, by the driver for any other client. Left out,
 * since its list of results does not tell: which calls failed and what the others gave
 * where one fails, argument errors of the driver, and how many writes a batch takes.
 */
@EnabledIf("io.pipelining.support.BootLine#hasRedisson")
class RedissonAutoContractTests extends PipelineContractTests {

	RedissonAutoContractTests() {
		super(Client.REDISSON, Results.AUTO);
	}

}
