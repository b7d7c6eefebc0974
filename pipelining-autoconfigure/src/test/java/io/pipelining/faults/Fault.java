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

package io.pipelining.faults;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A fault that is made for real. It strikes while a batch is on its way, and is healed
 * afterwards.
 */
enum Fault {

	CLIENT_KILL("`CLIENT KILL`") {

		@Override
		void strike(Stage stage, Random random) {
			awaitMoment(random);
			stage.observer().clients().forEach(stage.observer()::kill);
		}

	},

	CUT_REPLIES("line cut after k reply bytes (FIN)") {

		@Override
		void strike(Stage stage, Random random) {
			stage.relay().resetOnCut(false);
			stage.relay().cutAfterReplyBytes(random.nextInt(REPLY_BYTES));
		}

	},

	RESET_REPLIES("line cut after k reply bytes (RST)") {

		@Override
		void strike(Stage stage, Random random) {
			stage.relay().resetOnCut(true);
			stage.relay().cutAfterReplyBytes(random.nextInt(REPLY_BYTES));
		}

	},

	CUT_REQUESTS("line cut after k request bytes") {

		@Override
		void strike(Stage stage, Random random) {
			stage.relay().resetOnCut(random.nextBoolean());
			stage.relay().cutAfterRequestBytes(random.nextInt(REQUEST_BYTES));
		}

	},

	SWALLOW_REPLIES("replies swallowed after k bytes") {

		@Override
		void strike(Stage stage, Random random) {
			stage.relay().swallowAfterReplyBytes(random.nextInt(REPLY_BYTES));
		}

		@Override
		boolean isHealedByCut() {
			return true;
		}

	},

	SWALLOW_REQUESTS("requests swallowed after k bytes") {

		@Override
		void strike(Stage stage, Random random) {
			stage.relay().swallowAfterRequestBytes(random.nextInt(REQUEST_BYTES));
		}

		@Override
		boolean isHealedByCut() {
			return true;
		}

	},

	PAUSE("`CLIENT PAUSE`, time-out") {

		@Override
		void strike(Stage stage, Random random) {
			awaitMoment(random);
			// A little shorter than the time-out now and then
			long millis = stage.timeout().toMillis() * (8 + random.nextInt(40)) / 10;
			stage.observer().call("CLIENT", "PAUSE", String.valueOf(millis), "WRITE");
		}

		@Override
		void heal(Stage stage) {
			stage.observer().call("CLIENT", "UNPAUSE");
		}

	},

	FREEZE("server frozen (SIGSTOP), time-out") {

		@Override
		void strike(Stage stage, Random random) {
			awaitMoment(random);
			stage.server().freeze();
		}

		@Override
		void heal(Stage stage) {
			stage.server().thaw();
		}

	},

	SERVER_KILL("server killed (SIGKILL), restarted") {

		@Override
		void strike(Stage stage, Random random) {
			awaitMoment(random);
			stage.relay().resetOnCut(random.nextBoolean());
			stage.killServer();
		}

		@Override
		void heal(Stage stage) {
			stage.restartServer();
		}

	},

	OUT_OF_MEMORY("`maxmemory` reached") {

		@Override
		void strike(Stage stage, Random random) {
			awaitMoment(random);
			stage.observer().call("CONFIG", "SET", "maxmemory", "1");
		}

		@Override
		void heal(Stage stage) {
			stage.observer().call("CONFIG", "SET", "maxmemory", "0");
		}

	};

	/** Of a batch: ":1" and the end of the line for each reply. */
	static final int REPLY_BYTES = SentBatch.CALLS * 4 + 8;

	/** Of a batch: "INCR" and a key of 14 characters, about. */
	static final int REQUEST_BYTES = SentBatch.CALLS * 40;

	private final String title;

	Fault(String title) {
		this.title = title;
	}

	/**
	 * All of them, or those that {@code -Dfaults.kinds=PAUSE,FREEZE} names.
	 */
	static Stream<Fault> wanted() {
		String kinds = System.getProperty("faults.kinds", "");
		return kinds.isEmpty() ? Stream.of(values()) : Stream.of(kinds.split(",")).map(Fault::valueOf);
	}

	/**
	 * Let it happen, at a random moment of a batch that begins about now.
	 */
	abstract void strike(Stage stage, Random random);

	/**
	 * Let it be over. What strikes later than that is none of it.
	 */
	void heal(Stage stage) {
		stage.relay().heal();
	}

	/**
	 * Whether its end cuts the line of whoever still uses it.
	 */
	boolean isHealedByCut() {
		return false;
	}

	/**
	 * Return its name in the table of the README.
	 */
	String title() {
		return this.title;
	}

	/** A batch takes one or two milliseconds on the slow line. */
	private static void awaitMoment(Random random) {
		LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(2500)));
	}

}
