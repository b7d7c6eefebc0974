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

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.pipelining.connection.Outcome;

/**
 * A batch between MULTI and EXEC on its way to the node that has the slot of its keys. A
 * node that has it no more queues none of the calls and so runs none: the whole batch
 * goes on to where the slot is.
 */
final class ClusterTransaction {

	private final ClusterLink link;

	private final CommandTraces traces;

	private final List<LettuceRecordedCall> calls;

	private final int slot;

	private final Deadline deadline;

	private final CompletableFuture<List<Outcome>> done = new CompletableFuture<>();

	private boolean complete;

	private int redirections;

	/**
	 * @param link the connection to the cluster
	 * @param traces traces each command
	 * @param calls the calls, which are not without commands
	 * @param slot the slot of all keys, negative if there is no key
	 * @param deadline when the batch ends
	 */
	ClusterTransaction(ClusterLink link, CommandTraces traces, List<LettuceRecordedCall> calls, int slot,
			Deadline deadline) {
		this.link = link;
		this.traces = traces;
		this.calls = calls;
		this.slot = slot;
		this.deadline = deadline;
	}

	/**
	 * Send the batch.
	 * @return completes, never exceptionally, with the outcomes of the calls
	 */
	CompletionStage<List<Outcome>> send() {
		try {
			send(this.link.masterOf(this.slot));
		}
		catch (RuntimeException ex) {
			notSent(ex);
		}
		return this.done;
	}

	/**
	 * Return whether each command was answered. Known once it is done.
	 */
	boolean isComplete() {
		return this.complete;
	}

	private void send(Node node) {
		LettuceTransaction transaction = new LettuceTransaction(this.calls);
		NodeWrite write = NodeWrite.allOrNothing(node, this.traces.trace(transaction.commands()));
		write.write(this.link, this.link.connect(node), this.deadline, () -> {
		}, () -> settled(transaction, write));
	}

	private void settled(LettuceTransaction transaction, NodeWrite write) {
		Delivery delivery = write.delivery();
		if (delivery == null) {
			this.link.moves().forget(this.slot);
			Throwable refusal = write.refusal();
			notSent((refusal != null) ? refusal : this.deadline.timeoutException());
			return;
		}
		try {
			Node elsewhere = elsewhere(transaction, delivery, write.node());
			if (elsewhere != null && this.redirections++ < this.link.maxRedirects()) {
				send(elsewhere);
				return;
			}
			this.complete = delivery.isComplete();
			this.done.complete(new OutcomesOnDemand(() -> transaction.outcomes(delivery)));
		}
		catch (RuntimeException ex) {
			notSent(ex);
		}
	}

	/**
	 * Return the node to which the batch goes on, {@code null} if this was the last.
	 */
	private @Nullable Node elsewhere(LettuceTransaction transaction, Delivery delivery, Node from) {
		if (delivery.commands().stream().allMatch(BatchCommand::isWithdrawn)) {
			return this.link.masterOf(this.slot);
		}
		String error = transaction.refusalOfCall(delivery);
		Redirection redirection = (error != null) ? Redirection.of(error, from) : null;
		// While a slot is on its way, no node has all of it for a transaction
		if (redirection == null || redirection.ask()) {
			return null;
		}
		this.link.moved(redirection.slot(), redirection.target());
		return redirection.target();
	}

	private void notSent(Throwable why) {
		this.done.complete(Collections.nCopies(this.calls.size(), Outcome.notSent(LettuceErrors.translate(why))));
	}

}
