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
package io.pipelining.sample.classics;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

import io.pipelining.sample.lab.Link;

/**
 * An experiment.
 *
 * @param id its name
 * @param group what it belongs to
 * @param title what is done
 * @param calls how many calls each thread makes
 * @param threads how many threads there are
 * @param link how they connect
 * @param atomic whether the pipeline is inside MULTI and EXEC
 * @param published the figure that was published, or {@code null} where none was
 * @param work what a call does
 */
record Classic(String id, String group, String title, int calls, int threads, Link link, boolean atomic,
		@Nullable Published published, @JsonIgnore Work work) {
}
