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

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of a connection: each piece arrives so much later than it set out,
 * however many are on their way.
 */
final class Line {

	private static final Piece END = new Piece(0, new byte[0], 0);

	private final BlockingQueue<Piece> onTheWay = new LinkedBlockingQueue<>();

	private final OutputStream out;

	private final Packets arrivals;

	private final AtomicInteger waiting = new AtomicInteger();

	/**
	 * Create a line.
	 * @param out where the pieces go
	 * @param arrivals told of each piece just before it is written
	 */
	Line(OutputStream out, Packets arrivals) {
		this.out = out;
		this.arrivals = arrivals;
	}

	/**
	 * Send a piece. Without a delay it is written at once, on this thread.
	 */
	void send(byte[] buffer, int length, int messages, long delayNanos) throws IOException {
		if (delayNanos == 0 && this.waiting.get() == 0) {
			write(buffer, length, messages);
			return;
		}
		this.waiting.incrementAndGet();
		this.onTheWay.add(new Piece(System.nanoTime() + delayNanos, Arrays.copyOf(buffer, length), messages));
	}

	/**
	 * End the delivery, after what is on its way.
	 */
	void end() {
		this.onTheWay.add(END);
	}

	/**
	 * Deliver what was sent, until the end.
	 */
	void deliver() throws IOException, InterruptedException {
		for (Piece piece = this.onTheWay.take(); piece != END; piece = this.onTheWay.take()) {
			for (long left = piece.due() - System.nanoTime(); left > 0; left = piece.due() - System.nanoTime()) {
				LockSupport.parkNanos(left);
			}
			write(piece.content(), piece.content().length, piece.messages());
			this.waiting.decrementAndGet();
		}
	}

	private void write(byte[] buffer, int length, int messages) throws IOException {
		this.arrivals.passed(messages, length);
		this.out.write(buffer, 0, length);
	}

	/**
	 * Told of each packet.
	 */
	interface Packets {

		/**
		 * Those whom nobody asks about.
		 */
		Packets UNSEEN = (messages, bytes) -> {
		};

		void passed(int messages, int bytes);

	}

	private record Piece(long due, byte[] content, int messages) {

	}

}
