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

package io.pipelining;

import java.time.Duration;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * How a pipeline behaves. Immutable; each {@code with} method returns a changed copy.
 *
 * <pre class="code">
 * PipelineTemplate audits = template.with(options -&gt; options.withName("audits").withOnException(OnException.SEND));
 * </pre>
 *
 * @since 0.1.0
 */
public final class PipelineOptions {

	private static final PipelineOptions DEFAULTS = new PipelineOptions(new Draft());

	private final String name;

	private final boolean enabled;

	private final Results results;

	private final OnException onException;

	private final PipelinePropagation propagation;

	private final SendPhase phase;

	private final boolean atomic;

	private final ConnectionMode connection;

	private final int maxBatchSize;

	private final long maxBatchBytes;

	private final int maxInFlight;

	private final @Nullable Duration timeout;

	private PipelineOptions(Draft draft) {
		this.name = draft.name;
		this.enabled = draft.enabled;
		this.results = draft.results;
		this.onException = draft.onException;
		this.propagation = draft.propagation;
		this.phase = draft.phase;
		this.atomic = draft.atomic;
		this.connection = draft.connection;
		this.maxBatchSize = draft.maxBatchSize;
		this.maxBatchBytes = draft.maxBatchBytes;
		this.maxInFlight = draft.maxInFlight;
		this.timeout = draft.timeout;
	}

	/**
	 * Return the options that hold where nothing is said: name {@code default},
	 * {@link Results#DEFAULT}, {@link OnException#DEFAULT},
	 * {@link PipelinePropagation#REQUIRED}, {@link SendPhase#RETURN}, not atomic, at most
	 * 1000 calls and 4 MiB in a batch, 2 batches in flight, and the time-out of the
	 * connection.
	 * @return the defaults
	 */
	public static PipelineOptions defaults() {
		return DEFAULTS;
	}

	/**
	 * Return the name of the pipeline, as in meters, properties and messages.
	 * @return the name, never empty
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Return whether calls are collected.
	 * @return {@code false} if the code runs without collecting, with the results of
	 * {@link Results#AUTO}; {@code true} by default
	 */
	public boolean enabled() {
		return this.enabled;
	}

	/**
	 * Return what calls return to the code that makes them.
	 * @return the results
	 */
	public Results results() {
		return this.results;
	}

	/**
	 * Return what becomes of waiting calls when the code throws.
	 * @return the choice
	 */
	public OnException onException() {
		return this.onException;
	}

	/**
	 * Return how the pipeline behaves inside another one.
	 * @return the propagation
	 */
	public PipelinePropagation propagation() {
		return this.propagation;
	}

	/**
	 * Return when the calls are sent.
	 * @return the phase; {@link SendPhase#RETURN} by default
	 */
	public SendPhase phase() {
		return this.phase;
	}

	/**
	 * Return whether MULTI and EXEC stand around the batch.
	 * @return {@code true} if the calls are sent as one transaction of Redis, whole and
	 * never early; {@code false} by default
	 */
	public boolean atomic() {
		return this.atomic;
	}

	/**
	 * Return a copy with another name.
	 * @param name the name, with at least one character that is no white space
	 * @return the copy
	 */
	public PipelineOptions withName(String name) {
		Assert.hasText(name, "'name' must not be empty");
		return changed((draft) -> draft.name = name);
	}

	/**
	 * Return a copy that says whether calls are collected.
	 * @param enabled whether they are; if not, each goes at once
	 * @return the copy
	 */
	public PipelineOptions withEnabled(boolean enabled) {
		return changed((draft) -> draft.enabled = enabled);
	}

	/**
	 * Return a copy with other results.
	 * @param results the results
	 * @return the copy
	 */
	public PipelineOptions withResults(Results results) {
		Assert.notNull(results, "'results' must not be null");
		return changed((draft) -> draft.results = results);
	}

	/**
	 * Return a copy with another choice for exceptions.
	 * @param onException the choice
	 * @return the copy
	 */
	public PipelineOptions withOnException(OnException onException) {
		Assert.notNull(onException, "'onException' must not be null");
		return changed((draft) -> draft.onException = onException);
	}

	/**
	 * Return a copy with another propagation.
	 * @param propagation the propagation
	 * @return the copy
	 */
	public PipelineOptions withPropagation(PipelinePropagation propagation) {
		Assert.notNull(propagation, "'propagation' must not be null");
		return changed((draft) -> draft.propagation = propagation);
	}

	/**
	 * Return a copy with another phase.
	 * @param phase when the calls are sent
	 * @return the copy
	 */
	public PipelineOptions withPhase(SendPhase phase) {
		Assert.notNull(phase, "'phase' must not be null");
		return changed((draft) -> draft.phase = phase);
	}

	/**
	 * Return a copy that says whether MULTI and EXEC stand around the batch. Where they
	 * do, what would send it early or split it is refused: the use of a value,
	 * {@link Reply#get()} and {@link Pipeline#send()} before the end, a call that cannot
	 * wait, a call beyond {@link #maxBatchSize()} or {@link #maxBatchBytes()}.
	 * @param atomic whether they do
	 * @return the copy
	 */
	public PipelineOptions withAtomic(boolean atomic) {
		return changed((draft) -> draft.atomic = atomic);
	}

	/**
	 * Return which connection batches take.
	 * @return the mode; {@link ConnectionMode#AUTO} by default
	 */
	public ConnectionMode connection() {
		return this.connection;
	}

	/**
	 * Return a copy whose batches take another connection.
	 * @param connection the mode
	 * @return the copy
	 */
	public PipelineOptions withConnection(ConnectionMode connection) {
		Assert.notNull(connection, "'connection' must not be null");
		return changed((draft) -> draft.connection = connection);
	}

	/**
	 * Return how many calls a batch holds at the most.
	 * @return the number of calls, 0 for no limit; 1000 by default
	 */
	public int maxBatchSize() {
		return this.maxBatchSize;
	}

	/**
	 * Return how many bytes of arguments a batch holds at the most; the call that reaches
	 * the limit is the last one in it.
	 * @return the number of bytes, 0 for no limit; 4 MiB by default
	 */
	public long maxBatchBytes() {
		return this.maxBatchBytes;
	}

	/**
	 * Return how many batches of a pipeline await their replies at the most, while
	 * collecting goes on.
	 * @return the number of batches, at least 1; 2 by default
	 */
	public int maxInFlight() {
		return this.maxInFlight;
	}

	/**
	 * Return how long to wait for the replies of one batch.
	 * @return the time-out, {@code null} for that of the connection, which is the default
	 */
	public @Nullable Duration timeout() {
		return this.timeout;
	}

	/**
	 * Return a copy with another limit of calls.
	 * @param maxBatchSize the number of calls, 0 for no limit
	 * @return the copy
	 * @throws IllegalArgumentException if it is negative
	 */
	public PipelineOptions withMaxBatchSize(int maxBatchSize) {
		Assert.isTrue(maxBatchSize >= 0, () -> "'maxBatchSize' must be 0 (no limit) or more, not " + maxBatchSize);
		return changed((draft) -> draft.maxBatchSize = maxBatchSize);
	}

	/**
	 * Return a copy with another limit of bytes.
	 * @param maxBatchBytes the number of bytes, 0 for no limit
	 * @return the copy
	 * @throws IllegalArgumentException if it is negative
	 */
	public PipelineOptions withMaxBatchBytes(long maxBatchBytes) {
		Assert.isTrue(maxBatchBytes >= 0, () -> "'maxBatchBytes' must be 0 (no limit) or more, not " + maxBatchBytes);
		return changed((draft) -> draft.maxBatchBytes = maxBatchBytes);
	}

	/**
	 * Return a copy with another number of batches that may await replies.
	 * @param maxInFlight the number of batches
	 * @return the copy
	 * @throws IllegalArgumentException if it is less than 1
	 */
	public PipelineOptions withMaxInFlight(int maxInFlight) {
		Assert.isTrue(maxInFlight >= 1, () -> "'maxInFlight' must be 1 or more, not " + maxInFlight);
		return changed((draft) -> draft.maxInFlight = maxInFlight);
	}

	/**
	 * Return a copy with another time-out.
	 * @param timeout how long to wait for the replies of one batch, {@code null} for the
	 * time-out of the connection
	 * @return the copy
	 * @throws IllegalArgumentException if it is shorter than a millisecond or longer than
	 * 24 days, which clients cannot count in milliseconds
	 */
	public PipelineOptions withTimeout(@Nullable Duration timeout) {
		Assert.isTrue(timeout == null || isCountable(timeout),
				() -> "'timeout' must be from 1 ms to 24 days, not " + timeout);
		return changed((draft) -> draft.timeout = timeout);
	}

	private PipelineOptions changed(Consumer<Draft> change) {
		Draft draft = new Draft(this);
		change.accept(draft);
		return new PipelineOptions(draft);
	}

	private static boolean isCountable(Duration timeout) {
		return timeout.compareTo(Duration.ofMillis(1)) >= 0 && timeout.compareTo(Duration.ofDays(24)) <= 0;
	}

	@Override
	public String toString() {
		return "PipelineOptions[name=" + this.name + ", enabled=" + this.enabled + ", results=" + this.results
				+ ", onException=" + this.onException + ", propagation=" + this.propagation + ", phase=" + this.phase
				+ ", atomic=" + this.atomic + ", connection=" + this.connection + ", maxBatchSize=" + this.maxBatchSize
				+ ", maxBatchBytes=" + this.maxBatchBytes + ", maxInFlight=" + this.maxInFlight + ", timeout="
				+ this.timeout + "]";
	}

	/** What is changed on the way to a copy; as it stands, the defaults. */
	private static final class Draft {

		private String name = "default";

		private boolean enabled = true;

		private Results results = Results.DEFAULT;

		private OnException onException = OnException.DEFAULT;

		private PipelinePropagation propagation = PipelinePropagation.REQUIRED;

		private SendPhase phase = SendPhase.RETURN;

		private boolean atomic;

		private ConnectionMode connection = ConnectionMode.AUTO;

		private int maxBatchSize = 1000;

		private long maxBatchBytes = 4 * 1024 * 1024;

		private int maxInFlight = 2;

		private @Nullable Duration timeout;

		Draft() {
		}

		Draft(PipelineOptions options) {
			this.name = options.name;
			this.enabled = options.enabled;
			this.results = options.results;
			this.onException = options.onException;
			this.propagation = options.propagation;
			this.phase = options.phase;
			this.atomic = options.atomic;
			this.connection = options.connection;
			this.maxBatchSize = options.maxBatchSize;
			this.maxBatchBytes = options.maxBatchBytes;
			this.maxInFlight = options.maxInFlight;
			this.timeout = options.timeout;
		}

	}

}
