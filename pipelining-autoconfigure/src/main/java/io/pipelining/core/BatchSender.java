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

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.pipelining.BatchExecution;
import io.pipelining.CallFailure;
import io.pipelining.OutgoingBatch;
import io.pipelining.PipelineOptions;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.SendTrigger;
import io.pipelining.connection.CallChannel;
import io.pipelining.connection.Outcome;
import io.pipelining.connection.Outcome.Kind;
import io.pipelining.connection.RecordedCall;
import io.pipelining.core.Observers.Observed;

/**
 * Sends a batch, waits for its outcomes and tells the listeners. Confined to the
 * collecting thread.
 */
final class BatchSender {

	private final String pipeline;

	private final boolean atomic;

	private final Listeners listeners;

	private final Observers observers;

	private final PipelineStatistics statistics;

	private final UnfinishedCalls unfinished;

	private final Supplier<PipelineStack> stack;

	BatchSender(PipelineOptions options, PipelineEngine engine, PipelineStatistics statistics,
			Supplier<PipelineStack> stack) {
		this.pipeline = options.name();
		this.atomic = options.atomic();
		this.listeners = engine.listeners();
		this.observers = engine.observers();
		this.unfinished = engine.unfinished();
		this.statistics = statistics;
		this.stack = stack;
	}

	/**
	 * Send calls, without waiting for the replies.
	 */
	Flight dispatch(CallChannel channel, List<PendingCall> calls, SendTrigger trigger, @Nullable Duration timeout) {
		Map<String, Integer> commands = (this.observers.isEmpty() && this.listeners.isEmpty()) ? null : commands(calls);
		Observed observed = observe(calls, commands, trigger);
		long start = System.nanoTime();
		try {
			List<RecordedCall> recorded = recorded(calls);
			CompletionStage<List<Outcome>> outcomes = this.atomic ? channel.sendAtomically(recorded, timeout)
					: channel.send(recorded, timeout);
			return new Flight(calls, trigger, start, observed, commands, outcomes);
		}
		finally {
			observed.sent();
		}
	}

	private Observed observe(List<PendingCall> calls, @Nullable Map<String, Integer> commands, SendTrigger trigger) {
		return (commands == null || this.observers.isEmpty()) ? Observed.byNobody(this.stack.get()) : this.observers
			.begin(this.stack.get(), new OutgoingBatch(this.pipeline, calls.size(), commands, trigger, this.atomic));
	}

	/**
	 * Wait for the replies, settle each call and tell the listeners.
	 */
	void settle(Flight flight, SendReport report) {
		List<PendingCall> calls = flight.calls();
		RuntimeException loss = settle(calls, flight.outcomes());
		Duration duration = Duration.ofNanos(System.nanoTime() - flight.start());
		List<CallFailure> failures = new ArrayList<>();
		for (PendingCall call : calls) {
			if (call.isFailed()) {
				failures.add(call.failure());
				if (call.reply() == null) {
					report.failed(call);
				}
			}
		}
		if (loss != null) {
			report.lost(loss);
			this.unfinished.lost(this.pipeline, (int) calls.stream().filter(PendingCall::isLost).count());
		}
		this.statistics.batchSent(calls.size(), flight.trigger(), failures.size(), loss);
		Map<String, Integer> commands = flight.commands();
		if (commands == null) {
			return;
		}
		BatchExecution batch = new BatchExecution(this.pipeline, calls.size(), commands, flight.trigger(), this.atomic,
				duration, failures, loss);
		flight.observed().ended(batch);
		this.listeners.tell(this.stack.get(), (listener) -> listener.batchSent(batch));
	}

	private static List<RecordedCall> recorded(List<PendingCall> calls) {
		List<RecordedCall> recorded = new ArrayList<>(calls.size());
		for (PendingCall call : calls) {
			recorded.add(call.call());
		}
		return recorded;
	}

	/**
	 * Wait for the outcomes. Return why they are incomplete, {@code null} if they are
	 * not.
	 */
	private @Nullable RuntimeException settle(List<PendingCall> calls, CompletionStage<List<Outcome>> sending) {
		try {
			return settle(calls, sending.toCompletableFuture().get());
		}
		catch (ExecutionException ex) {
			// Nothing was written, so this is what the direct call throws
			RuntimeException failure = (ex.getCause() instanceof RuntimeException cause) ? cause
					: new IllegalStateException("The batch could not be sent", ex.getCause());
			calls.forEach((call) -> call.settle(Outcome.notSent(failure)));
			return failure;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			RuntimeException failure = new PipelineOutcomeUnknownException(
					"Interrupted while waiting for the replies to " + calls.size() + " calls of pipeline '"
							+ this.pipeline + "', which may or may not have run",
					0, calls.size(), List.of(), ex);
			calls.forEach((call) -> call.settle(Outcome.unknown(failure)));
			return failure;
		}
	}

	private @Nullable RuntimeException settle(List<PendingCall> calls, List<Outcome> outcomes) {
		int unknown = 0;
		int notSent = 0;
		Throwable cause = null;
		for (int i = 0; i < outcomes.size(); i++) {
			Outcome outcome = outcomes.get(i);
			calls.get(i).settle(outcome);
			if (outcome.kind() == Kind.UNKNOWN) {
				unknown++;
				cause = (cause != null) ? cause : outcome.cause();
			}
			else if (outcome.kind() == Kind.NOT_SENT) {
				notSent++;
				cause = (cause != null) ? cause : outcome.cause();
			}
		}
		if (notSent == calls.size() && cause instanceof RuntimeException nothingWritten) {
			return nothingWritten;
		}
		return (unknown + notSent > 0) ? outcomeUnknown(calls, unknown, notSent, cause) : null;
	}

	private RuntimeException outcomeUnknown(List<PendingCall> calls, int unknown, int notSent,
			@Nullable Throwable cause) {
		int answered = calls.size() - unknown - notSent;
		List<CallFailure> failures = calls.stream().filter(PendingCall::isFailed).map(PendingCall::failure).toList();
		String message = "Pipeline '" + this.pipeline + "' got replies to " + answered + " of " + calls.size()
				+ " calls: " + unknown + " may or may not have run"
				+ ((notSent > 0) ? ", " + notSent + " were not sent" : "");
		RuntimeException exception = new PipelineOutcomeUnknownException(message, answered, unknown, failures, cause);
		for (PendingCall call : calls) {
			Outcome outcome = call.outcome();
			if (outcome != null && outcome.kind() == Kind.UNKNOWN) {
				call.settle(Outcome.unknown(exception));
			}
		}
		return exception;
	}

	/** Calls of one command mostly follow each other, so they are counted in runs. */
	private static Map<String, Integer> commands(List<PendingCall> calls) {
		Map<String, Integer> commands = new LinkedHashMap<>();
		String command = null;
		int count = 0;
		for (PendingCall call : calls) {
			String next = call.call().command();
			if (command != null && !next.equals(command)) {
				commands.merge(command, count, Integer::sum);
				count = 0;
			}
			command = next;
			count++;
		}
		if (command != null) {
			commands.merge(command, count, Integer::sum);
		}
		return Map.copyOf(commands);
	}

}
