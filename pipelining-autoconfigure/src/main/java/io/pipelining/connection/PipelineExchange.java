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
package io.pipelining.connection;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisPipelineException;

import io.pipelining.PipelineSetupException;
import io.pipelining.connection.DriverHabits.Habit;
import io.pipelining.connection.DriverHabits.MarkStyle;

/**
 * One batch on one connection. The calls go through the driver's own pipeline; where a
 * call cannot, the pipeline ends before it, the call runs directly, and another pipeline
 * begins after it, so that the order is kept.
 *
 * <p>
 * The result list of a pipeline is read in sections. A section is either a run of calls
 * that leave one result each, where the count proves that each result is that of its
 * call, or a single call that leaves none or of which it is not known, with an ECHO of a
 * unique word, a mark, before and after it.
 */
final class PipelineExchange {

	private static final Log logger = LogFactory.getLog(PipelineExchange.class);

	private final RedisConnection connection;

	private final RedisConnectionFactory factory;

	private final DriverHabits habits;

	private final String markPrefix = "pipelining-mark-" + UUID.randomUUID() + "-";

	private final List<BatchEntry> entries = new ArrayList<>();

	private final List<ResultSection> sections = new ArrayList<>();

	private int marks;

	private boolean pipelined;

	private boolean written;

	private @Nullable Throwable loss;

	PipelineExchange(RedisConnection connection, RedisConnectionFactory factory, DriverHabits habits) {
		this.connection = connection;
		this.factory = factory;
		this.habits = habits;
	}

	/**
	 * Send calls and read their outcomes.
	 * @param calls the calls
	 * @return an outcome for each
	 * @throws NothingWrittenException if nothing was written
	 */
	List<Outcome> run(Collection<ExecutePipelinedCall> calls) throws NothingWrittenException {
		for (ExecutePipelinedCall call : calls) {
			this.entries.add(new BatchEntry(call));
		}
		try {
			boolean inPipeline = markStyle() != MarkStyle.NONE;
			for (BatchEntry entry : this.entries) {
				if (this.loss != null) {
					break;
				}
				send(entry, inPipeline);
			}
			endPipeline();
		}
		finally {
			abandonPipeline();
		}
		return outcomes();
	}

	private List<Outcome> outcomes() {
		List<Outcome> outcomes = new ArrayList<>(this.entries.size());
		for (BatchEntry entry : this.entries) {
			Outcome outcome = entry.outcome;
			if (outcome == null) {
				Throwable cause = (this.loss != null) ? this.loss : new IllegalStateException("Not sent");
				outcome = Outcome.notSent(cause);
			}
			outcomes.add(outcome);
		}
		return outcomes;
	}

	/**
	 * Without marks no result list can be trusted, and a user that may not ECHO would
	 * lose each batch to it; so it is tried, once, in a pipeline of its own.
	 */
	private MarkStyle markStyle() throws NothingWrittenException {
		MarkStyle style = this.habits.markStyle();
		if (style == null) {
			style = MarkStyle.NONE;
			for (MarkStyle candidate : List.of(MarkStyle.ECHO, MarkStyle.EXECUTE)) {
				if (style == MarkStyle.NONE && works(candidate)) {
					style = candidate;
				}
			}
			if (style == MarkStyle.NONE) {
				logger.info("ECHO does not work in a pipeline of " + this.connection.getClass().getName()
						+ ", so the calls of a batch run one by one");
			}
			this.habits.markStyle(style);
		}
		return style;
	}

	private boolean works(MarkStyle style) throws NothingWrittenException {
		beginPipeline();
		byte[] word = word(0);
		Exception failure = null;
		List<?> results = Collections.emptyList();
		try {
			echo(style, word);
		}
		catch (Exception ex) {
			failure = ex;
		}
		this.pipelined = false;
		try {
			results = this.connection.closePipeline();
		}
		catch (RedisPipelineException ex) {
			failure = (ex.getCause() instanceof Exception cause) ? cause : ex;
		}
		catch (Exception ex) {
			failure = ex;
		}
		if (failure != null) {
			Throwable translated = DriverFaults.translate(failure, this.factory);
			if (DriverFaults.isLoss(translated)) {
				throw new NothingWrittenException(translated);
			}
			return false;
		}
		return results.size() == 1 && isMark(results.get(0), word);
	}

	private void echo(MarkStyle style, byte[] word) {
		if (style == MarkStyle.ECHO) {
			this.connection.echo(word);
		}
		else {
			this.connection.execute("ECHO", word);
		}
	}

	private void send(BatchEntry entry, boolean inPipeline) throws NothingWrittenException {
		Object target;
		try {
			target = CommandTargets.of(entry.invocation().method(), this.connection);
		}
		catch (RuntimeException ex) {
			entry.outcome = DriverFaults.outcome(ex);
			return;
		}
		Habit habit = this.habits.of(entry.invocation(), target);
		if (!inPipeline || habit == Habit.NOT_IN_PIPELINE) {
			endPipeline();
			if (this.loss == null) {
				runDirectly(entry);
			}
			return;
		}
		if (beginPipeline()) {
			queue(entry, target, habit);
		}
	}

	private boolean beginPipeline() throws NothingWrittenException {
		if (this.pipelined) {
			return true;
		}
		Throwable failure = null;
		try {
			this.connection.openPipeline();
			this.pipelined = this.connection.isPipelined();
		}
		catch (UnsupportedOperationException | InvalidDataAccessApiUsageException ex) {
			failure = ex;
		}
		catch (Exception ex) {
			return notOpened(DriverFaults.translate(ex, this.factory));
		}
		return this.pipelined || notOpened(new PipelineSetupException(
				"Connections of " + this.connection.getClass().getName() + " do not support pipelining.",
				"Run this code without a pipeline, or use a connection factory that supports it.", failure));
	}

	private boolean notOpened(Throwable failure) throws NothingWrittenException {
		if (!this.written) {
			throw new NothingWrittenException(failure);
		}
		this.loss = failure;
		return false;
	}

	private void queue(BatchEntry entry, Object target, Habit habit) throws NothingWrittenException {
		boolean alone = habit != Habit.LEAVES_ONE;
		if (alone && hasOpenSection()) {
			mark();
			if (this.loss != null) {
				return;
			}
		}
		ResultSection section = openSection(habit);
		section.entries.add(entry);
		this.written = true;
		try {
			entry.returned = entry.invocation().invokeOn(target);
		}
		catch (Throwable ex) {
			failedToQueue(entry, section, ex);
			return;
		}
		if (alone) {
			mark();
		}
	}

	/**
	 * What the driver will not do in a pipeline runs directly instead. Any other
	 * exception is the call's own, such as that of an argument, unless the connection is
	 * lost.
	 */
	private void failedToQueue(BatchEntry entry, ResultSection section, Throwable failure)
			throws NothingWrittenException {
		if (failure instanceof VirtualMachineError error) {
			throw error;
		}
		section.lastThrew = true;
		if (DriverFaults.isLoss(failure)) {
			entry.outcome = Outcome.unknown(failure);
			this.loss = failure;
			return;
		}
		if (!(failure instanceof UnsupportedOperationException)
				&& !(failure instanceof NonTransientDataAccessException)) {
			entry.outcome = Outcome.failed(failure);
			mark();
			return;
		}
		endPipeline();
		if (section.lastWasQueued) {
			entry.outcome = Outcome.failed(failure);
		}
		else if (this.loss == null) {
			runDirectly(entry);
			Throwable direct = (entry.outcome != null) ? entry.outcome.cause() : null;
			if (direct == null || direct.getClass() != failure.getClass()) {
				this.habits.learn(entry.invocation(), Habit.NOT_IN_PIPELINE);
			}
		}
	}

	private void runDirectly(BatchEntry entry) {
		this.written = true;
		try {
			Object target = CommandTargets.of(entry.invocation().method(), this.connection);
			entry.answer(entry.invocation().invokeOn(target));
		}
		catch (VirtualMachineError ex) {
			throw ex;
		}
		catch (Throwable ex) {
			entry.outcome = DriverFaults.outcome(ex);
			if (DriverFaults.isLoss(ex)) {
				this.loss = ex;
			}
		}
	}

	private boolean hasOpenSection() {
		return !this.sections.isEmpty() && this.sections.get(this.sections.size() - 1).mark == null;
	}

	private ResultSection openSection(Habit habit) {
		if (hasOpenSection()) {
			return this.sections.get(this.sections.size() - 1);
		}
		ResultSection section = new ResultSection(habit, this.habits);
		this.sections.add(section);
		return section;
	}

	private void mark() {
		byte[] word = word(++this.marks);
		this.sections.get(this.sections.size() - 1).mark = word;
		try {
			echo(Objects.requireNonNull(this.habits.markStyle()), word);
		}
		catch (Exception ex) {
			this.loss = DriverFaults.translate(ex, this.factory);
		}
	}

	private byte[] word(int number) {
		return (this.markPrefix + number).getBytes(StandardCharsets.US_ASCII);
	}

	private static boolean isMark(@Nullable Object element, byte[] word) {
		return (element instanceof byte[] bytes) ? Arrays.equals(bytes, word)
				: new String(word, StandardCharsets.US_ASCII).equals(element);
	}

	/**
	 * Close the pipeline, if one is open, and tell each of its calls what became of it.
	 */
	private void endPipeline() {
		if (!this.pipelined) {
			return;
		}
		this.pipelined = false;
		List<?> results = Collections.emptyList();
		Throwable failure = null;
		try {
			results = this.connection.closePipeline();
		}
		catch (RedisPipelineException ex) {
			results = ex.getPipelineResult();
			failure = (ex.getCause() != null) ? ex.getCause() : ex;
		}
		catch (Exception ex) {
			failure = ex;
		}
		if (failure != null && (results == null || results.isEmpty())) {
			listLost(DriverFaults.translate(failure, this.factory));
		}
		else {
			read((results != null) ? results : Collections.emptyList());
		}
		this.sections.clear();
	}

	/**
	 * An error of the server came from one of the calls, but nobody says from which.
	 */
	private void listLost(Throwable failure) {
		List<BatchEntry> open = this.sections.stream()
			.flatMap((section) -> section.entries.stream())
			.filter((entry) -> entry.outcome == null)
			.toList();
		if (DriverFaults.isLoss(failure)) {
			this.loss = failure;
			open.forEach((entry) -> entry.outcome = Outcome.unknown(failure));
		}
		else if (open.size() == 1 && DriverFaults.isAnswer(failure)) {
			open.get(0).outcome = Outcome.failed(failure);
		}
		else {
			Throwable cause = new RedisSystemException("A call of the batch failed, and "
					+ this.connection.getClass().getName() + " does not tell which, nor the replies of the others",
					failure);
			open.forEach((entry) -> entry.outcome = Outcome.unknown(cause));
		}
	}

	private void read(List<?> results) {
		Iterator<?> elements = results.iterator();
		boolean aligned = true;
		for (ResultSection section : this.sections) {
			List<@Nullable Object> own = new ArrayList<>();
			aligned = aligned && takeUntil(section.mark, elements, own);
			section.read(aligned ? own : null, this.loss);
		}
	}

	/**
	 * Take the elements before a mark, and the mark; all that are left where there is no
	 * mark.
	 */
	private static boolean takeUntil(byte @Nullable [] mark, Iterator<?> elements, List<@Nullable Object> taken) {
		while (elements.hasNext()) {
			Object element = elements.next();
			if (mark != null && isMark(element, mark)) {
				return true;
			}
			taken.add(element);
		}
		return mark == null;
	}

	/**
	 * Leave no pipeline open on a connection that goes back to its pool, should an error
	 * of the virtual machine have come between.
	 */
	private void abandonPipeline() {
		if (this.pipelined) {
			try {
				this.connection.closePipeline();
			}
			catch (Exception ex) {
				logger.warn("A pipeline could not be closed", ex);
			}
		}
	}

}
