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
package io.pipelining.sample.lab;

/**
 * How to connect to the server of the lab.
 *
 * @param line the way
 * @param pool how many connections there are in a pool, from which each call takes one; 0
 * for one connection that all share
 * @param noDelay whether the client sets TCP_NODELAY
 */
public record Link(Line line, int pool, boolean noDelay) {

	/**
	 * Return one connection that all share, as Spring Boot has it.
	 * @param line the way
	 * @return the link
	 */
	public static Link shared(Line line) {
		return new Link(line, 0, true);
	}

	/**
	 * Return a pool of connections.
	 * @param line the way
	 * @param size how many there are at the most
	 * @return the link
	 */
	public static Link pooled(Line line, int size) {
		return new Link(line, size, true);
	}

	/**
	 * Return this link with or without TCP_NODELAY.
	 * @param noDelay whether the client sets it
	 * @return the link
	 */
	public Link withNoDelay(boolean noDelay) {
		return new Link(this.line, this.pool, noDelay);
	}

}
