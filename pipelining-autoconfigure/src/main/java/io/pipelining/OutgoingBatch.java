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

package io.pipelining;

import java.util.Map;

/**
 * What is known of a batch before it is sent.
 *
 * @param pipeline the name of the pipeline
 * @param calls how many calls the batch holds, from 1
 * @param commands how many calls of each command it holds, by the command's name in upper
 * case
 * @param trigger why it is sent
 * @param atomic whether MULTI and EXEC stand around it
 * @since 0.1.0
 * @see BatchObserver
 */
public record OutgoingBatch(String pipeline, int calls, Map<String, Integer> commands, SendTrigger trigger,
		boolean atomic) {

	/**
	 * Create the record of a batch.
	 */
	public OutgoingBatch {
		commands = Map.copyOf(commands);
	}

}
