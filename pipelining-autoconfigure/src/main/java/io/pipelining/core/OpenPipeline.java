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

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.Cursor;
import org.springframework.util.Assert;

import io.pipelining.PipelineOptions;
import io.pipelining.PipelineUsageException;
import io.pipelining.Reply;
import io.pipelining.SendTrigger;
import io.pipelining.callsite.Body;
import io.pipelining.callsite.MissingValue;
import io.pipelining.callsite.ValueUse;
import io.pipelining.connection.CallChannel;
import io.pipelining.connection.CallCollector;
import io.pipelining.connection.CannotWaitException;
import io.pipelining.connection.CollectingConnection;
import io.pipelining.connection.ConnectionBinding;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.Invocation;

/**
 * A pipeline that is open on a thread: it collects that thread's calls and sends them.
 * Confined to that thread.
 */
final class OpenPipeline implements CallCollector {

	private final PipelineEngine engine;

	private final String name;

	private final PipelineOptions options;

	private final @Nullable CommitQueue queue;

	private final EarlySends earlySends;

	private final ConnectionSource source;

	private final CurrentSession session;

	private final RedisConnection connection;

	private final Deque<PipelineScope> scopes = new ArrayDeque<>(2);

	private final UnreportedReplies unreported = new UnreportedReplies();

	private final CallQueue calls;

	private final PipelineStatistics statistics;

	/** That of the thread that collects, or that sends what was held for it. */
	private PipelineStack stack;

	private Thread thread = Thread.currentThread();

	private boolean askedIfPipelined;

	/**
	 * A call of the code is at work, and whatever else makes one now is not that code.
	 */
	private boolean working;

	/** The code threw, and what it did not send is not to be sent. */
	private boolean discarding;

	/** What is on the thread for this pipeline. */
	private @Nullable Object bound;

	private @Nullable CallChannel channel;

	private boolean ended;

	/**
	 * Open a pipeline.
	 * @param queue where it waits for a commit, {@code null} if it does not
	 */
	OpenPipeline(PipelineEngine engine, PipelineOptions options, PipelineStack stack, @Nullable CommitQueue queue) {
		this.engine = engine;
		this.name = options.name();
		this.options = options;
		this.queue = queue;
		this.earlySends = new EarlySends(options);
		this.stack = stack;
		this.source = new ConnectionSource(engine.connectionFactory(), options.connection());
		this.session = new CurrentSession(options.name(), this.source.factory());
		this.statistics = engine.statisticsOf(options);
		this.calls = new CallQueue(options, this::channel,
				new BatchSender(options, engine, this.statistics, () -> this.stack));
		this.connection = CollectingConnection.create(this, engine.rules());
		engine.unfinished().opened(this);
	}

	// Scopes

	PipelineScope enter(PipelineOptions options) {
		PipelineScope scope = new PipelineScope(this, options);
		this.scopes.push(scope);
		return scope;
	}

	void leave(PipelineScope scope) {
		scope.end();
		this.scopes.pop();
	}

	void bind() {
		this.bound = ConnectionBinding.bind(connectionFactory(), this.connection);
	}

	// What scopes offer

	String name() {
		return this.name;
	}

	PipelineOptions options() {
		return this.options;
	}

	/**
	 * Return whether the pipeline waits for the commit of the transaction on this thread,
	 * or for none where there is none.
	 */
	boolean isOfCurrentTransaction() {
		return this.queue == CommitQueue.current();
	}

	boolean sendsNothingEarly() {
		return this.earlySends.areRefused();
	}

	RedisConnectionFactory connectionFactory() {
		return this.engine.connectionFactory();
	}

	int size() {
		return this.calls.size();
	}

	int collected() {
		return this.calls.collected();
	}

	/**
	 * Return how many calls wait or await their replies. May be asked on any thread.
	 */
	int unfinished() {
		return this.calls.unfinished();
	}

	boolean isOfCurrentThread() {
		return this.thread == Thread.currentThread();
	}

	/**
	 * Return the time-out of a batch.
	 * @param otherwise what holds where the pipeline has none
	 */
	Duration timeout(Duration otherwise) {
		Duration timeout = this.options.timeout();
		return (timeout != null) ? timeout : otherwise;
	}

	<T> Reply<T> defer(Supplier<? extends @Nullable T> call) {
		if (this.stack.supplier() != null || this.stack.isNotifying()) {
			return ImmediateReply.of(call);
		}
		checkNotSuspended("defer()");
		if (this.session.isOpen() || isImmediate()) {
			return this.unreported.runAtOnce(call);
		}
		DeferredReply<T> reply = new DeferredReply<>(this, call);
		run(reply);
		return reply;
	}

	void send() {
		checkAllowed("send()");
		checkNotSuspended("send()");
		if (sendsNothingEarly()) {
			throw this.earlySends.send();
		}
		sendNow(SendTrigger.EXPLICIT);
	}

	void discard(int firstCall) {
		checkAllowed("discard()");
		discardFrom(firstCall);
	}

	private void checkAllowed(String operation) {
		if (this.stack.isNotifying()) {
			throw new PipelineUsageException(operation + " inside a listener of pipeline '" + this.name
					+ "': what a listener does belongs to no pipeline");
		}
		if (this.stack.supplier() != null) {
			throw new PipelineUsageException(operation + " inside a deferred supplier of pipeline '" + this.name
					+ "': a supplier does nothing but Redis calls and computing");
		}
	}

	/** The calls of suppliers would run elsewhere, and again. */
	private void checkNotSuspended(String operation) {
		if (this.stack.find(connectionFactory()) != this) {
			throw new PipelineUsageException(operation + " while pipeline '" + this.name
					+ "' is suspended by one with propagation REQUIRES_NEW or NOT_SUPPORTED: do it after that one");
		}
	}

	/**
	 * Send for a reply that was asked for its value too early.
	 */
	void sendFor(DeferredReply<?> reply) {
		if (sendsNothingEarly() && isOnThread()) {
			throw this.earlySends.get(reply);
		}
		if (!isCollecting() || this.stack.supplier() != null || this.stack.isNotifying()
				|| !this.stack.isInnermost(this)) {
			throw new PipelineUsageException("The value of a deferred call of pipeline '" + this.name
					+ "' is not there yet, and cannot be sent for from here: ask for it on the thread that deferred it,"
					+ " in its own pipeline and outside of any supplier, or after the send");
		}
		sendNow(SendTrigger.VALUE);
		if (!reply.isDone()) {
			throw new PipelineUsageException("The deferred call of pipeline '" + this.name + "' was not sent");
		}
	}

	// Collecting

	@Override
	public boolean isCollecting() {
		return !this.ended && isOnThread();
	}

	private boolean isOnThread() {
		return Thread.currentThread() == this.thread;
	}

	@Override
	public @Nullable Object collect(Invocation invocation) throws Throwable {
		this.askedIfPipelined = false;
		if (this.stack.isNotifying()) {
			return runOutside(invocation);
		}
		this.engine.checkNoTransactionBegan(this.options);
		DeferredReply<?> supplier = this.stack.supplier();
		if (supplier != null) {
			return callOf(supplier, invocation);
		}
		if (this.session.isOpen()) {
			return this.session.run(invocation, "");
		}
		boolean within = this.working;
		this.working = true;
		try {
			if (sendsNothingEarly()) {
				return collectForTheEnd(invocation, within);
			}
			PendingCall call = add(invocation);
			if (isRaw()) {
				return call.call().placeholder();
			}
			if (isImmediate()) {
				return valueNow(call);
			}
			if (needsNoLook(invocation.method(), within)) {
				return Placeholders.of(invocation.method());
			}
			// From here, since each frame between costs time
			ValueUse use = this.engine.judge().isEveryValueSeen() ? ValueUse.USED
					: this.engine.judge().callSites().judge();
			if (!use.used()) {
				return Placeholders.of(invocation.method());
			}
			this.statistics.valueUsed(use.site());
			return valueNow(call);
		}
		catch (CannotWaitException ex) {
			return direct(invocation, ex.command());
		}
		finally {
			this.working = within;
		}
	}

	/** What a driver's hooks call within a call is not the code that a proof is of. */
	private boolean needsNoLook(Method method, boolean within) {
		if (this.engine.judge().needsNoLook(method)) {
			return true;
		}
		PipelineScope scope = this.scopes.peek();
		ValueProof proof = (scope != null && !within && !this.engine.judge().isEveryValueSeen()) ? scope.proof() : null;
		return proof != null && proof.holds();
	}

	ValueProof proofOf(Body body) {
		return this.engine.judge().proofOf(body, connectionFactory());
	}

	/** Nothing goes before the end, so what would is refused, and not recorded. */
	private @Nullable Object collectForTheEnd(Invocation invocation, boolean within) throws Throwable {
		boolean raw = isRaw();
		if (!raw && !needsNoLook(invocation.method(), within)) {
			refuseIfUsed(invocation);
		}
		PendingCall call;
		try {
			call = this.calls.add(invocation, null);
		}
		catch (CannotWaitException ex) {
			throw refuse(ex.command());
		}
		return raw ? call.call().placeholder() : Placeholders.of(invocation.method());
	}

	private void refuseIfUsed(Invocation invocation) {
		if (this.engine.judge().isEveryValueSeen()) {
			throw this.earlySends.usedValue(invocation, null);
		}
		ValueUse use = this.engine.judge().callSites().judge();
		if (use.used()) {
			throw this.earlySends.usedValue(invocation, use.site());
		}
	}

	private @Nullable Object callOf(DeferredReply<?> supplier, Invocation invocation) throws Throwable {
		if (supplier.pipeline() != this) {
			throw new PipelineUsageException("A deferred supplier of pipeline '" + supplier.pipeline().name()
					+ "' made a call on the connection factory of pipeline '" + this.name
					+ "': it is run once for each stage, so its calls must all be of its own pipeline");
		}
		try {
			return supplier.call(invocation);
		}
		catch (CannotWaitException ex) {
			throw refuse(ex.command());
		}
	}

	private PendingCall add(Invocation invocation) throws Throwable {
		PendingCall call = this.calls.add(invocation, null);
		sendIfFull();
		this.calls.throwIfLost();
		return call;
	}

	PendingCall addFor(DeferredReply<?> reply, Invocation invocation) throws Throwable {
		if (this.discarding) {
			throw discarded();
		}
		return this.calls.add(invocation, reply);
	}

	/**
	 * Send what waits if it has reached a limit. That an earlier batch was lost is kept
	 * for the code: it is not the failure of a supplier.
	 */
	void sendIfFull() {
		this.calls.sendIfFull();
	}

	private CallChannel channel() {
		CallChannel opened = this.channel;
		if (opened == null) {
			opened = this.engine.open(this.source);
			this.channel = opened;
		}
		return opened;
	}

	@Nullable Object value(PendingCall call) throws Throwable {
		return channel().value(call.call());
	}

	private @Nullable Object valueNow(PendingCall call) throws Throwable {
		flush(SendTrigger.VALUE).throwFor(call, this.calls.collected(), this.engine.showKeys());
		return value(call);
	}

	private boolean isRaw() {
		PipelineScope scope = this.scopes.peek();
		return scope != null && scope.isRaw();
	}

	/** Of a pipeline that is switched off inside one that is not, no call waits. */
	private boolean isImmediate() {
		PipelineScope scope = this.scopes.peek();
		return scope != null && scope.isImmediate() && !sendsNothingEarly();
	}

	// Sending

	private void sendNow(SendTrigger trigger) {
		RuntimeException failure = flush(trigger).toException(this.calls.collected(), this.engine.showKeys());
		if (failure != null) {
			throw failure;
		}
	}

	private SendReport flush(SendTrigger trigger) {
		return this.calls.flush(trigger, this::run);
	}

	private void run(DeferredReply<?> reply) {
		reply.run(this.stack);
		this.unreported.add(reply, this.discarding);
	}

	/**
	 * Forget the calls that wait, from one on.
	 */
	void discardFrom(int firstCall) {
		int alreadySent = this.calls.alreadySent();
		List<PendingCall> discarded = this.calls.discardFrom(firstCall);
		if (discarded.isEmpty()) {
			return;
		}
		for (PendingCall call : discarded) {
			DeferredReply<?> reply = call.reply();
			if (reply != null) {
				reply.fail(discarded());
			}
		}
		this.statistics.addDiscarded(discarded.size());
		this.engine.listeners()
			.tell(this.stack, (listener) -> listener.callsDiscarded(this.name, discarded.size(), alreadySent));
	}

	private PipelineUsageException discarded() {
		return new PipelineUsageException(
				"The deferred call was discarded with what waited in pipeline '" + this.name + "': it was never sent");
	}

	// What cannot wait

	@Override
	public @Nullable Object runDirectly(Invocation invocation, String command) throws Throwable {
		boolean within = this.working;
		this.working = true;
		try {
			return direct(invocation, command);
		}
		finally {
			this.working = within;
		}
	}

	private @Nullable Object direct(Invocation invocation, String command) throws Throwable {
		if (this.stack.isNotifying()) {
			return runOutside(invocation);
		}
		this.engine.checkNoTransactionBegan(this.options);
		if (this.session.isOpen()) {
			return this.session.run(invocation, command);
		}
		if (isRaw() || sendsNothingEarly() || this.stack.supplier() != null) {
			throw refuse(command);
		}
		sendNow(SendTrigger.VALUE);
		if (Cursor.class.isAssignableFrom(invocation.method().getReturnType())) {
			return openCursor(invocation);
		}
		channel().wroteElsewhere();
		try (RedisConnection ordinary = this.source.getConnection()) {
			return invocation.invokeOn(channel().directConnection(ordinary, invocation));
		}
	}

	/**
	 * The cursor closes its connection with itself, and may be read on after the
	 * pipeline.
	 */
	private Object openCursor(Invocation invocation) throws Throwable {
		RedisConnection ordinary = this.source.getConnection();
		RedisConnection paging = null;
		try {
			paging = channel().pagingConnection(ordinary, this::sendBeforePage);
			Object cursor = invocation.invokeOn((paging != null) ? paging : ordinary);
			Assert.isInstanceOf(Cursor.class, cursor);
			return (paging != null) ? cursor : PagedCursor.of((Cursor<?>) cursor, this::sendBeforePage);
		}
		catch (Throwable ex) {
			((paging != null) ? paging : ordinary).close();
			throw ex;
		}
	}

	/** Each page is a call of its own, and what waits comes before it. */
	private void sendBeforePage() {
		if (isCollecting() && this.stack.supplier() == null && !this.stack.isNotifying()) {
			sendNow(SendTrigger.VALUE);
		}
	}

	@Override
	public @Nullable Object runInSession(Invocation invocation, String command) throws Throwable {
		if (this.stack.isNotifying()) {
			throw refuse(command);
		}
		this.engine.checkNoTransactionBegan(this.options);
		if (!this.session.isOpen()) {
			if (this.stack.supplier() != null || sendsNothingEarly() || (isRaw() && !command.equals("MULTI"))) {
				throw refuse(command);
			}
			openSession();
		}
		return this.session.run(invocation, command);
	}

	private void openSession() {
		sendNow(SendTrigger.VALUE);
		channel().wroteElsewhere();
		this.session.open();
	}

	@Override
	public @Nullable Object runOutside(Invocation invocation) throws Throwable {
		try (RedisConnection ordinary = this.source.getConnection()) {
			return invocation.invokeOn(ordinary);
		}
	}

	@Override
	public RuntimeException refuse(String command) {
		String place = ((this.stack.supplier() != null) ? "a deferred supplier of " : "") + this.earlySends.place();
		return new PipelineUsageException(command + " cannot wait in " + place
				+ ": nothing of it was sent. Make this call outside of the pipeline, or in a method with"
				+ " propagation = NOT_SUPPORTED");
	}

	@Override
	public void openPipeline() {
		if (this.stack.supplier() != null || this.stack.isNotifying() || sendsNothingEarly()) {
			// What its callback does would not go into it, and its results would be lost
			throw refuse("executePipelined");
		}
		if (!this.session.isOpen()) {
			openSession();
		}
		this.session.openPipeline();
	}

	@Override
	public List<@Nullable Object> closePipeline() {
		return this.session.closePipeline();
	}

	@Override
	public boolean isPipelined() {
		if (this.session.isOpen()) {
			return this.session.isPipelined();
		}
		if (this.stack.isNotifying()) {
			return false;
		}
		DeferredReply<?> supplier = this.stack.supplier();
		if (supplier == null && isRaw()) {
			return true;
		}
		// A template asks once before each call; who asks again may be the script
		// executor
		boolean again = this.askedIfPipelined;
		this.askedIfPipelined = true;
		return again && this.engine.judge().isAskedByScriptExecutor() && canScriptWait(supplier);
	}

	/**
	 * Spring's script executor sends the text of a script, and returns nothing, where it
	 * believes itself in a pipeline: right if nobody wants the value now.
	 */
	private boolean canScriptWait(@Nullable DeferredReply<?> supplier) {
		return (supplier != null) ? supplier.isNextCallNew()
				: !isImmediate() && !this.engine.judge().isScriptValueUsed();
	}

	@Override
	public boolean isQueueing() {
		// Asked after isPipelined, if it denied, by a connection that converts what a
		// call returned: the next to ask is the template again
		this.askedIfPipelined = false;
		return this.session.isQueueing();
	}

	@Override
	public void connectionClosed() {
		if (isCollecting() && !ConnectionBinding.isBound(connectionFactory())) {
			bind();
		}
	}

	// The end

	/**
	 * The code returned: send what waits, and report what is to be reported.
	 */
	void complete() {
		RuntimeException failure = sendsNothingEarly() ? discardIfOneWasRefused() : null;
		if (failure == null) {
			failure = finish(SendTrigger.RETURN);
		}
		if (failure != null) {
			throw failure;
		}
	}

	/**
	 * The code returned: what waits goes on waiting, for the commit.
	 */
	void completeLater() {
		RuntimeException failure = discardIfOneWasRefused();
		if (failure != null) {
			throw failure;
		}
	}

	/**
	 * The code threw: discard what waits, or let it wait for the commit.
	 */
	void completeLaterWith(Throwable thrown, PipelineScope scope) {
		this.discarding = scope.isDiscardOnException();
		Exceptions.suppress(thrown, discardFor(thrown, scope));
	}

	/**
	 * The transaction has committed: send what was held for it.
	 * @return what is to be reported, {@code null} if nothing is
	 */
	@Nullable RuntimeException completeAfterCommit() {
		return finish(SendTrigger.COMMIT);
	}

	/**
	 * Where nothing has gone yet, and a deferred call could not even wait, the others do
	 * not go without it.
	 */
	private @Nullable RuntimeException discardIfOneWasRefused() {
		RuntimeException refusal = this.unreported.refusal();
		if (refusal != null && this.calls.size() > 0) {
			Exceptions.suppress(refusal,
					new PipelineNote("Pipeline '" + this.name + "' discarded " + this.calls.size() + " waiting calls"));
			discardFrom(0);
		}
		return refusal;
	}

	/**
	 * The code threw: send or discard what waits, and add what is to be reported.
	 */
	void completeWith(Throwable thrown, PipelineScope scope) {
		RuntimeException note = discardFor(thrown, scope);
		this.discarding = scope.isDiscardOnException();
		RuntimeException failure = finish(SendTrigger.EXCEPTION);
		if (failure != null) {
			Exceptions.suppress(failure, note);
		}
		Exceptions.suppress(thrown, (failure != null) ? failure : note);
	}

	/**
	 * The code of a scope that joined threw: its own calls are discarded, or go on
	 * waiting.
	 */
	void leaveWith(Throwable thrown, PipelineScope scope) {
		Exceptions.suppress(thrown, discardFor(thrown, scope));
	}

	private @Nullable RuntimeException discardFor(Throwable thrown, PipelineScope scope) {
		String missing = (scope.isRaw() && thrown instanceof NullPointerException ex) ? missingValue(ex) : "";
		int waitingBefore = this.calls.size();
		int alreadySent = this.calls.alreadySent();
		if (scope.isDiscardOnException()) {
			discardFrom(scope.firstCall());
		}
		int discarded = waitingBefore - this.calls.size();
		String what = (discarded > 0) ? "Pipeline '" + this.name + "' discarded " + discarded + " waiting calls; "
				+ alreadySent + " had been sent before, and stay. " : "";
		String message = what + missing;
		return message.isEmpty() ? null : new PipelineNote(message.trim());
	}

	private String missingValue(NullPointerException thrown) {
		return MissingValue.behind(thrown)
			.map((value) -> "The value of " + value.call() + " at " + value.site() + " was not there yet: in pipeline '"
					+ this.name + "' (results = RAW) every call waits for the batch. Read it with defer, or use"
					+ " results = AUTO")
			.orElse("");
	}

	private @Nullable RuntimeException finish(SendTrigger trigger) {
		RuntimeException unfinished = this.session.end();
		SendReport report = flush(trigger);
		this.unreported.addFailuresTo(report);
		RuntimeException failure = report.toException(this.calls.collected(), this.engine.showKeys());
		return this.unreported.joinTo(Exceptions.join(failure, unfinished));
	}

	/**
	 * Leave the thread. Never throws.
	 */
	void pause() {
		this.ended = true;
		ConnectionBinding.unbind(connectionFactory(), this.bound);
		this.bound = null;
	}

	/**
	 * Collect again, on this thread and on a stack of its own.
	 */
	void resume(PipelineStack current) {
		this.stack = current;
		this.thread = Thread.currentThread();
		this.ended = false;
	}

	/**
	 * Let go of what sends. Never throws.
	 */
	void close() {
		this.engine.unfinished().closed(this);
		if (this.channel != null) {
			this.channel.close();
		}
	}

	/**
	 * Leave the thread, and let go of everything. Never throws.
	 */
	void end() {
		pause();
		close();
	}

	@Override
	public String toString() {
		return "pipeline '" + this.name + "'";
	}

}
