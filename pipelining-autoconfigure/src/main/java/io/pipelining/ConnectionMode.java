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

/**
 * Which connection the batches of a pipeline take.
 *
 * @since 0.1.0
 */
public enum ConnectionMode {

	/**
	 * The connection that the driver shares among all its users, where it does; one for
	 * each batch alone otherwise.
	 */
	AUTO,

	/**
	 * The connection that the driver shares. Refused where it has none: with Jedis, and
	 * with a factory of Lettuce that does not share.
	 */
	SHARED,

	/**
	 * One for each batch alone: from the factory's pool where it has one, otherwise one
	 * of a few that are kept open. A batch of large values then keeps nobody else
	 * waiting.
	 */
	DEDICATED

}
