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
import java.util.UUID;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.PipelineUsageException;
import io.pipelining.connection.DriverHabits.Habit;

/**
 * One atomic batch on one connection, by Spring's own MULTI and EXEC. After each call
 * comes an ECHO of a unique word, a mark, so that the list of results tells which results
 * are those of which call.
 */
final class TransactionExchange {

	private static final Log logger = LogFactory.getLog(TransactionExchange.class);

	private final RedisConnection connection;

	private final RedisConnectionFactory factory;

	private final DriverHabits habits;

	private final String markPrefix = "pipelining-mark-" + UUID.randomUUID() + "-";

	private final List<BatchEntry> entries = new ArrayList<>();

	private boolean open;

	TransactionExchange(RedisConnection connection, RedisConnectionFactory factory, DriverHabits habits) {
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
		calls.forEach((call) -> this.entries.add(new BatchEntry(call)));
		try {
			begin();
			for (int i = 0; i < this.entries.size(); i++) {
				Throwable failure = queue(i);
				if (failure != null) {
					return notQueued(i, failure);
				}
			}
			execute();
		}
		finally {
			abandon();
		}
		return this.entries.stream().map(TransactionExchange::outcome).toList();
	}

	private void begin() throws NothingWrittenException {
		try {
			if (this.connection instanceof RedisClusterConnection) {
				throw new InvalidDataAccessApiUsageException("the connection is one to a cluster");
			}
			this.connection.multi();
			this.open = this.connection.isQueueing();
		}
		catch (UnsupportedOperationException | InvalidDataAccessApiUsageException ex) {
			throw new NothingWrittenException(noTransactions(ex));
		}
		catch (Exception ex) {
			throw new NothingWrittenException(DriverFaults.translate(ex, this.factory));
		}
		if (!this.open) {
			throw new NothingWrittenException(noTransactions(null));
		}
	}

	private Throwable noTransactions(@Nullable Throwable cause) {
		return new PipelineUsageException(
				"An atomic pipeline cannot be sent over " + this.connection.getClass().getName()
						+ ", which has no MULTI here. Nothing was sent; use Lettuce or" + " Jedis on a single server",
				cause);
	}

	private @Nullable Throwable queue(int index) {
		BatchEntry entry = this.entries.get(index);
		try {
			Object target = CommandTargets.of(entry.invocation().method(), this.connection);
			entry.returned = entry.invocation().invokeOn(target);
			mark(index);
			return null;
		}
		catch (VirtualMachineError ex) {
			throw ex;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	private void mark(int index) {
		try {
			this.connection.echo(word(index));
		}
		catch (UnsupportedOperationException | InvalidDataAccessApiUsageException ex) {
			this.connection.execute("ECHO", word(index));
		}
	}

	private byte[] word(int index) {
		return (this.markPrefix + index).getBytes(StandardCharsets.US_ASCII);
	}

	/** Without EXEC nothing runs. */
	private List<Outcome> notQueued(int index, Throwable failure) {
		Throwable cause = DriverFaults.translate(failure, this.factory);
		if (DriverFaults.isLoss(cause)) {
			return Collections.nCopies(this.entries.size(), Outcome.notSent(cause));
		}
		Throwable others = new RedisSystemException("The transaction was discarded, since "
				+ this.connection.getClass().getName() + " did not take another of its calls", cause);
		List<Outcome> outcomes = new ArrayList<>(Collections.nCopies(this.entries.size(), Outcome.failed(others)));
		outcomes.set(index, Outcome.failed(cause));
		return outcomes;
	}

	private void execute() {
		this.open = false;
		try {
			List<?> results = this.connection.exec();
			read((results != null) ? results : Collections.emptyList());
		}
		catch (VirtualMachineError ex) {
			throw ex;
		}
		catch (Exception ex) {
			failed(DriverFaults.translate(ex, this.factory));
		}
	}

	private void failed(Throwable failure) {
		Outcome outcome;
		if (DriverFaults.isLoss(failure)) {
			outcome = Outcome.unknown(failure);
		}
		else if (this.entries.size() == 1 || String.valueOf(failure.getMessage()).contains("EXECABORT")) {
			outcome = Outcome.failed(failure);
		}
		else {
			outcome = Outcome.unknown(new RedisSystemException("A call of the transaction failed, and "
					+ this.connection.getClass().getName() + " does not tell which, nor the replies of the others",
					failure));
		}
		this.entries.forEach((entry) -> entry.outcome = outcome);
	}

	private void read(List<?> results) {
		Iterator<?> elements = results.iterator();
		for (int i = 0; i < this.entries.size(); i++) {
			BatchEntry entry = this.entries.get(i);
			List<@Nullable Object> own = new ArrayList<>(1);
			boolean marked = takeUntil(word(i), elements, own);
			boolean shown = isShown(entry.invocation());
			ResultSection section = new ResultSection(Habit.UNKNOWN, this.habits);
			section.entries.add(entry);
			section.read(marked ? own : null, null);
			if (!shown && Outcome.ANSWERED.equals(entry.outcome)) {
				entry.answerUnreadable("the driver's list does not show its value");
			}
		}
	}

	private boolean isShown(Invocation invocation) {
		Object target = CommandTargets.of(invocation.method(), this.connection);
		return ReplyValues.isConstant(invocation) || this.habits.of(invocation, target) != Habit.NOT_IN_PIPELINE;
	}

	private static boolean takeUntil(byte[] mark, Iterator<?> elements, List<@Nullable Object> taken) {
		while (elements.hasNext()) {
			Object element = elements.next();
			if (element instanceof byte[] bytes && Arrays.equals(bytes, mark)) {
				return true;
			}
			taken.add(element);
		}
		return false;
	}

	private static Outcome outcome(BatchEntry entry) {
		Outcome outcome = entry.outcome;
		return (outcome != null) ? outcome : Outcome.unknown(new IllegalStateException("Not read"));
	}

	private void abandon() {
		if (this.open) {
			try {
				this.connection.discard();
			}
			catch (Exception ex) {
				logger.warn("A transaction could not be discarded", ex);
			}
		}
	}

}
