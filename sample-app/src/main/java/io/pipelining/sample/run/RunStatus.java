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
package io.pipelining.sample.run;

import org.jspecify.annotations.Nullable;

/**
 * What there is to say about a run.
 *
 * @param id its number
 * @param kind the experiment
 * @param state how far it is
 * @param request what was asked for
 * @param result what was found, so far or in the end; {@code null} at first
 * @param error what went wrong, or {@code null}
 */
public record RunStatus(String id, String kind, RunState state, Object request, @Nullable Object result,
		@Nullable String error) {
}
