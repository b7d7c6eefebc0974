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

package io.pipelining.connection;

import org.jspecify.annotations.Nullable;

/**
 * The interface behind which each driver lies. Implementations are listed in
 * {@code META-INF/spring.factories}, name no type of their driver in their own signatures
 * and load none where the driver is absent. Stateless or thread-safe.
 */
public interface PipelineDriver {

	/**
	 * Open a channel for one pipeline.
	 * @param source where connections come from
	 * @return the channel, or {@code null} if this driver does not serve that source
	 */
	@Nullable CallChannel open(ConnectionSource source);

	/**
	 * Close the connections that the driver keeps for itself. It works on, but keeps none
	 * from then on, until {@link #reopen()}.
	 */
	default void close() {
	}

	/**
	 * Keep connections again.
	 */
	default void reopen() {
	}

}
