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

package io.pipelining.connection.lettuce;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Slots of which redirections told that they are elsewhere than the driver believes.
 * Thread-safe; shared by the pipelines of a cluster.
 */
final class MovedSlots {

	private final Map<Integer, Move> moves = new ConcurrentHashMap<>();

	/**
	 * Return the node that has a slot.
	 * @param known where the driver believes it to be
	 */
	Node nodeOf(int slot, Node known) {
		if (this.moves.isEmpty()) {
			return known;
		}
		Move move = this.moves.get(slot);
		if (move == null) {
			return known;
		}
		if (!move.from().equals(known)) {
			// The driver has learned of it, or of something later
			this.moves.remove(slot, move);
			return known;
		}
		return move.to();
	}

	/**
	 * Learn that a slot has moved.
	 * @param known where the driver believes it to be
	 * @param to where it is
	 */
	void moved(int slot, Node known, Node to) {
		if (known.equals(to)) {
			this.moves.remove(slot);
		}
		else {
			this.moves.put(slot, new Move(known, to));
		}
	}

	/**
	 * Believe the driver again.
	 */
	void forget(int slot) {
		this.moves.remove(slot);
	}

	/**
	 * A move.
	 *
	 * @param from where the driver believes the slot to be
	 * @param to where it is
	 */
	private record Move(Node from, Node to) {

	}

}
