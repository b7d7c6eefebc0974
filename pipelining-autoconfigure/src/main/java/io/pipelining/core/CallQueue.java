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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.pipelining.PipelineOptions;
import io.pipelining.SendTrigger;
import io.pipelining.connection.CallChannel;
import io.pipelining.connection.Invocation;

/**
 * The calls of one pipeline: those that wait, and the batches that await their replies.
 * Confined to the collecting thread.
 * <p>
 * <strong>Limits.</strong> At so many calls, or so many bytes of arguments, what waits is
 * sent while collecting goes on. Once as many batches as may be await their replies, the
 * oldest is waited for. A pipeline that may send nothing early is split at its end; one
 * that is atomic refuses what goes over a limit.
 */
final class CallQueue {

	private final PipelineOptions options;

	private final EarlySends earlySends;

	private final Supplier<CallChannel> channel;

	private final BatchSender sender;

	private final ScriptTexts scripts = new ScriptTexts();

	private final Deque<Flight> inFlight = new ArrayDeque<>(2);

	/** Suppliers whose calls were answered while collecting went on. */
	private final List<DeferredReply<?>> toResume = new ArrayList<>(0);

	private List<PendingCall> waiting = new ArrayList<>();

	private long waitingBytes;

	private int collected;

	private int alreadySent;

	private SendReport report = new SendReport();

	/** Read by a thread that closes; written by the collecting one alone. */
	private final AtomicInteger unfinished = new AtomicInteger();

	CallQueue(PipelineOptions options, Supplier<CallChannel> channel, BatchSender sender) {
		this.options = options;
		this.earlySends = new EarlySends(options);
		this.channel = channel;
		this.sender = sender;
	}

	int size() {
		return this.waiting.size();
	}

	int collected() {
		return this.collected;
	}

	int alreadySent() {
		return this.alreadySent;
	}

	/**
	 * Return how many calls wait or await their replies. May be asked on any thread.
	 */
	int unfinished() {
		return this.unfinished.getAcquire();
	}

	private void addUnfinished(int calls) {
		this.unfinished.setRelease(this.unfinished.getPlain() + calls);
	}

	/**
	 * Record a call, which waits from here on.
	 */
	PendingCall add(Invocation invocation, @Nullable DeferredReply<?> reply) throws Throwable {
		if (this.options.atomic()) {
			refuseIfItSplits(invocation);
		}
		CallChannel channel = this.channel.get();
		Invocation copied = invocation.copied();
		PendingCall shipper = channel.isInOrderOnOneConnection() ? this.scripts.shipperOf(copied) : null;
		Invocation recorded = (shipper != null) ? this.scripts.shortened(copied) : copied;
		PendingCall call = new PendingCall(this.collected, channel.record(recorded), reply, shipper);
		this.scripts.waits(recorded, call);
		this.collected++;
		this.waiting.add(call);
		addUnfinished(1);
		if (this.options.maxBatchBytes() > 0) {
			this.waitingBytes += recorded.size();
		}
		return call;
	}

	private void refuseIfItSplits(Invocation invocation) {
		if (this.alreadySent > 0) {
			throw this.earlySends.secondStage(invocation);
		}
		if (isFull()) {
			throw this.earlySends.limitReached(invocation, this.waiting.size());
		}
	}

	/**
	 * Send what waits if it has reached a limit, without waiting for its replies.
	 */
	void sendIfFull() {
		if (!this.earlySends.areRefused() && isFull()) {
			dispatchWaiting(SendTrigger.SIZE);
		}
	}

	/**
	 * Say at once that a batch was lost while collecting went on.
	 * @throws RuntimeException if an earlier batch was lost
	 */
	void throwIfLost() {
		if (this.report.isLost()) {
			throw this.report.lossAlone();
		}
	}

	private boolean isFull() {
		return isFull(this.waiting.size(), this.waitingBytes);
	}

	private boolean isFull(int size, long bytes) {
		int maxSize = this.options.maxBatchSize();
		long maxBytes = this.options.maxBatchBytes();
		return (maxSize > 0 && size >= maxSize) || (maxBytes > 0 && bytes >= maxBytes);
	}

	/**
	 * Send what waits, and what deferred suppliers ask for next, until nothing waits and
	 * every reply is in.
	 * @param trigger why
	 * @param resume runs a supplier whose call was answered
	 * @return what is to be reported since the last time
	 */
	SendReport flush(SendTrigger trigger, Consumer<DeferredReply<?>> resume) {
		while (!this.waiting.isEmpty() || !this.inFlight.isEmpty() || !this.toResume.isEmpty()) {
			if (!this.waiting.isEmpty()) {
				dispatchWaiting(trigger);
			}
			while (!this.inFlight.isEmpty()) {
				settleOldest();
			}
			List<DeferredReply<?>> resumed = List.copyOf(this.toResume);
			this.toResume.clear();
			resumed.forEach(resume);
		}
		SendReport reported = this.report;
		this.report = new SendReport();
		return reported;
	}

	private void dispatchWaiting(SendTrigger trigger) {
		List<PendingCall> calls = this.waiting;
		this.waiting = new ArrayList<>();
		this.waitingBytes = 0;
		this.scripts.sent();
		for (List<PendingCall> batch : split(calls)) {
			while (this.inFlight.size() >= this.options.maxInFlight()) {
				settleOldest();
			}
			this.alreadySent += batch.size();
			this.inFlight.add(this.sender.dispatch(this.channel.get(), batch, trigger, this.options.timeout()));
		}
	}

	/** More than one batch can hold has come together only where none could go early. */
	private List<List<PendingCall>> split(List<PendingCall> calls) {
		if (!this.earlySends.areRefused() || this.options.atomic()) {
			return List.of(calls);
		}
		List<List<PendingCall>> batches = new ArrayList<>(1);
		int first = 0;
		long bytes = 0;
		for (int i = 0; i < calls.size(); i++) {
			bytes += sizeOf(calls.get(i));
			if (i + 1 == calls.size() || isFull(i + 1 - first, bytes)) {
				batches.add(calls.subList(first, i + 1));
				first = i + 1;
				bytes = 0;
			}
		}
		return batches;
	}

	private void settleOldest() {
		Flight flight = this.inFlight.remove();
		this.sender.settle(flight, this.report);
		addUnfinished(-flight.calls().size());
		for (PendingCall call : flight.calls()) {
			DeferredReply<?> reply = call.reply();
			if (reply != null) {
				this.toResume.add(reply);
			}
		}
	}

	/**
	 * Forget the calls that wait, from one on.
	 * @return the forgotten calls
	 */
	List<PendingCall> discardFrom(int firstCall) {
		List<PendingCall> discarded = new ArrayList<>();
		List<PendingCall> kept = new ArrayList<>();
		for (PendingCall call : this.waiting) {
			((call.index() >= firstCall) ? discarded : kept).add(call);
		}
		this.waiting = kept;
		addUnfinished(-discarded.size());
		this.waitingBytes = bytesOf(kept);
		this.scripts.discarded(firstCall);
		return discarded;
	}

	private long bytesOf(List<PendingCall> calls) {
		return calls.stream().mapToLong(this::sizeOf).sum();
	}

	private long sizeOf(PendingCall call) {
		return (this.options.maxBatchBytes() > 0) ? call.call().invocation().size() : 0;
	}

}
