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

import org.jspecify.annotations.Nullable;

import io.pipelining.CallFailure;
import io.pipelining.connection.Outcome;
import io.pipelining.connection.RecordedCall;

/**
 * A collected call, its place in the pipeline, and what became of it. Confined to the
 * collecting thread.
 */
final class PendingCall {

	private final int index;

	private final RecordedCall call;

	private final @Nullable DeferredReply<?> reply;

	private final @Nullable PendingCall scriptShipper;

	private @Nullable Outcome outcome;

	PendingCall(int index, RecordedCall call, @Nullable DeferredReply<?> reply, @Nullable PendingCall scriptShipper) {
		this.index = index;
		this.call = call;
		this.reply = reply;
		this.scriptShipper = scriptShipper;
	}

	int index() {
		return this.index;
	}

	RecordedCall call() {
		return this.call;
	}

	/**
	 * Return the reply whose supplier made the call, {@code null} if plain code made it.
	 */
	@Nullable DeferredReply<?> reply() {
		return this.reply;
	}

	@Nullable Outcome outcome() {
		return this.outcome;
	}

	/**
	 * Settle the call. A script whose text another call shipped fails as that one did:
	 * its own error would be that nobody knows the script.
	 */
	void settle(Outcome outcome) {
		PendingCall shipper = this.scriptShipper;
		boolean failsWithShipper = outcome.kind() == Outcome.Kind.FAILED && shipper != null && shipper.isFailed()
				&& saysNoScript(outcome.cause());
		this.outcome = (failsWithShipper && shipper != null) ? shipper.outcome : outcome;
	}

	private static boolean saysNoScript(@Nullable Throwable failure) {
		for (Throwable ex = failure; ex != null; ex = ex.getCause()) {
			if (ex.getMessage() != null && ex.getMessage().contains("NOSCRIPT")) {
				return true;
			}
		}
		return false;
	}

	boolean isFailed() {
		return this.outcome != null && this.outcome.kind() == Outcome.Kind.FAILED;
	}

	/**
	 * Return whether it is unknown what became of the call, or was not sent.
	 */
	boolean isLost() {
		return this.outcome != null
				&& (this.outcome.kind() == Outcome.Kind.UNKNOWN || this.outcome.kind() == Outcome.Kind.NOT_SENT);
	}

	@Nullable Throwable cause() {
		return (this.outcome != null) ? this.outcome.cause() : null;
	}

	CallFailure failure() {
		Throwable cause = cause();
		return new CallFailure(this.index, this.call.command(), this.call.key(),
				(cause != null) ? cause : new IllegalStateException("The call did not fail"));
	}

}
