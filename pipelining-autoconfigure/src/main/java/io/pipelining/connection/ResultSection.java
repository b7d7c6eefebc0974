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

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.RedisSystemException;

import io.pipelining.connection.DriverHabits.Habit;

/**
 * Calls between two marks.
 */
final class ResultSection {

	private final boolean alone;

	private final DriverHabits habits;

	private final boolean unknownHabit;

	final List<BatchEntry> entries = new ArrayList<>();

	/** The word that ends it, {@code null} if it ends with the list. */
	byte @Nullable [] mark;

	/**
	 * The last call threw when it was queued, and whether it was queued regardless.
	 */
	boolean lastThrew;

	boolean lastWasQueued;

	ResultSection(Habit habit, DriverHabits habits) {
		this.alone = habit != Habit.LEAVES_ONE;
		this.unknownHabit = habit == Habit.UNKNOWN;
		this.habits = habits;
	}

	/**
	 * Read the results of the section.
	 * @param results the results, {@code null} if the list broke off before its end
	 * @param loss how the connection was lost, {@code null} if it was not
	 */
	void read(@Nullable List<@Nullable Object> results, @Nullable Throwable loss) {
		int answered = this.lastThrew ? this.entries.size() - 1 : this.entries.size();
		if (results == null) {
			unknown("the list of results does not hold the mark after it", loss);
			this.lastWasQueued = this.lastThrew;
		}
		else if (this.alone && !this.lastThrew) {
			readAlone(this.entries.get(0), results);
		}
		else if (results.size() == answered || (this.lastThrew && results.size() == answered + 1)) {
			this.lastWasQueued = results.size() > answered;
			for (int i = 0; i < answered; i++) {
				readOne(this.entries.get(i), results.get(i));
			}
		}
		else {
			unknown(answered + " calls left " + results.size() + " results", loss);
			this.lastWasQueued = this.lastThrew;
			this.entries.forEach((entry) -> learn(entry, Habit.UNKNOWN));
		}
	}

	private void unknown(String why, @Nullable Throwable loss) {
		Throwable cause = (loss != null) ? loss
				: new RedisSystemException("The outcome of a call cannot be told: " + why, null);
		for (BatchEntry entry : this.entries) {
			if (entry.outcome == null && !(this.lastThrew && entry == last())) {
				entry.outcome = Outcome.unknown(cause);
			}
		}
	}

	private BatchEntry last() {
		return this.entries.get(this.entries.size() - 1);
	}

	private void readAlone(BatchEntry entry, List<@Nullable Object> results) {
		if (results.size() == 1) {
			if (readOne(entry, results.get(0)) && this.unknownHabit) {
				learn(entry, Habit.LEAVES_ONE);
			}
		}
		else if (results.isEmpty()) {
			readNone(entry);
		}
		else {
			learn(entry, Habit.NOT_IN_PIPELINE);
			Throwable failure = firstFailure(results);
			if (failure != null) {
				entry.outcome = DriverFaults.outcome(failure);
			}
			else if (ReplyValues.isVoid(entry.invocation())) {
				entry.answer(null);
			}
			else {
				entry.answerUnreadable("left " + results.size() + " results in the driver's list");
			}
		}
	}

	/**
	 * A value that a call in a pipeline returns at once is its value if nothing was
	 * queued.
	 */
	private void readNone(BatchEntry entry) {
		if (ReplyValues.isConstant(entry.invocation())) {
			learn(entry, Habit.LEAVES_NONE);
			entry.answer(ReplyValues.constant(entry.invocation()));
		}
		else if (entry.returned != null) {
			entry.answer(entry.returned);
		}
		else {
			learn(entry, Habit.NOT_IN_PIPELINE);
			entry.answerUnreadable("the driver's list holds no result of it");
		}
	}

	/**
	 * A method that returns something in a pipeline makes it of the reply, where it has
	 * only null: so for the reply null that is its value, and for any other the list does
	 * not show it. Where both are of one simple type, the first only stands for null.
	 * @return whether the result is the call's value
	 */
	private boolean readOne(BatchEntry entry, @Nullable Object result) {
		Invocation invocation = entry.invocation();
		if (result instanceof Throwable failure) {
			entry.outcome = DriverFaults.outcome(failure);
			return false;
		}
		if (ReplyValues.isVoid(invocation)) {
			entry.answer(null);
			return true;
		}
		boolean shown = entry.returned == null || ReplyValues.isDefault(entry.returned, result);
		if (shown && ReplyValues.fits(invocation, result)) {
			entry.answer(ReplyValues.read(invocation, result));
			return true;
		}
		learn(entry, Habit.NOT_IN_PIPELINE);
		if (entry.returned == null) {
			entry.answerUnreadable("the driver's list holds another type than the call returns");
		}
		else if (result == null) {
			entry.answer(entry.returned);
		}
		else {
			entry.answerUnreadable("the driver changes the reply in a way that its list does not show");
		}
		return false;
	}

	private @Nullable Throwable firstFailure(List<@Nullable Object> results) {
		for (Object result : results) {
			if (result instanceof Throwable failure) {
				return failure;
			}
		}
		return null;
	}

	private void learn(BatchEntry entry, Habit habit) {
		this.habits.learn(entry.invocation(), habit);
	}

}
