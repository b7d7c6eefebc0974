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

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.pipelining.SendTrigger;
import io.pipelining.connection.Outcome;
import io.pipelining.core.Observers.Observed;

/**
 * A batch that was sent and awaits its replies.
 *
 * @param calls its calls
 * @param trigger why it was sent
 * @param start when, in the terms of {@link System#nanoTime()}
 * @param observed what goes along with it
 * @param commands how many of each command, {@code null} if nobody asks
 * @param outcomes completes with the outcomes of the calls
 */
record Flight(List<PendingCall> calls, SendTrigger trigger, long start, Observed observed,
		@Nullable Map<String, Integer> commands, CompletionStage<List<Outcome>> outcomes) {

}
