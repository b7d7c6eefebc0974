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
package io.pipelining.sample.relay;

/**
 * What passed the relay.
 *
 * @param commands the commands that the client sent
 * @param replies the replies that reached it
 * @param requestPackets in how many reads the commands came, which is at most as many as
 * the client's writes
 * @param replyPackets in how many pieces the replies went to the client
 * @param requestBytes the bytes of the commands
 * @param replyBytes the bytes of the replies
 * @param turns how often a command set out while no other was waiting for its reply
 */
public record WireCounters(long commands, long replies, long requestPackets, long replyPackets, long requestBytes,
		long replyBytes, long turns) {

	/**
	 * Nothing passed.
	 */
	public static final WireCounters NONE = new WireCounters(0, 0, 0, 0, 0, 0, 0);

	/**
	 * Return the packets of both directions.
	 * @return the number of packets
	 */
	public long packets() {
		return this.requestPackets + this.replyPackets;
	}

	/**
	 * Return the bytes of both directions.
	 * @return the number of bytes
	 */
	public long bytes() {
		return this.requestBytes + this.replyBytes;
	}

	WireCounters plusRequests(int messages, int bytes, boolean turn) {
		return new WireCounters(this.commands + messages, this.replies, this.requestPackets + 1, this.replyPackets,
				this.requestBytes + bytes, this.replyBytes, this.turns + (turn ? 1 : 0));
	}

	WireCounters plusReplies(int messages, int bytes) {
		return new WireCounters(this.commands, this.replies + messages, this.requestPackets, this.replyPackets + 1,
				this.requestBytes, this.replyBytes + bytes, this.turns);
	}

}
