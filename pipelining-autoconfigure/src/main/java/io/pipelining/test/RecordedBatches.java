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

package io.pipelining.test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.pipelining.BatchExecution;
import io.pipelining.SendTrigger;

/**
 * The batches that a {@link BatchRecorder} recorded, to be looked at or asserted on. Each
 * assertion returns this object or throws an {@link AssertionError} that shows what was
 * sent, never a key or a value. Immutable.
 *
 * @since 0.1.0
 */
public final class RecordedBatches {

	private final List<BatchExecution> batches;

	private final List<Discard> discards;

	RecordedBatches(List<BatchExecution> batches, List<Discard> discards) {
		this.batches = batches;
		this.discards = discards;
	}

	/**
	 * Return the batches.
	 * @return the batches in the order in which they ended
	 */
	public List<BatchExecution> toList() {
		return this.batches;
	}

	/**
	 * Return how many calls each batch held.
	 * @return the numbers of calls in the order in which the batches ended
	 */
	public List<Integer> sizes() {
		return this.batches.stream().map(BatchExecution::calls).toList();
	}

	/**
	 * Return how many calls of each command were sent in all.
	 * @return the counts, by the command's name in upper case
	 */
	public Map<String, Integer> commands() {
		Map<String, Integer> commands = new TreeMap<>();
		for (BatchExecution batch : this.batches) {
			batch.commands().forEach((command, calls) -> commands.merge(command, calls, Integer::sum));
		}
		return commands;
	}

	/**
	 * Return how many calls were sent in all.
	 * @return the number of calls
	 */
	public int calls() {
		return this.batches.stream().mapToInt(BatchExecution::calls).sum();
	}

	/**
	 * Return how many calls were discarded.
	 * @return the number of calls
	 */
	public int discarded() {
		return this.discards.stream().mapToInt(Discard::calls).sum();
	}

	/**
	 * Return those of one pipeline.
	 * @param pipeline the name of the pipeline
	 * @return its batches
	 */
	public RecordedBatches of(String pipeline) {
		return new RecordedBatches(this.batches.stream().filter((batch) -> batch.pipeline().equals(pipeline)).toList(),
				this.discards.stream().filter((discard) -> discard.pipeline().equals(pipeline)).toList());
	}

	/**
	 * Assert that one batch was sent.
	 * @param calls how many calls it held
	 * @param commands the commands that it held, in any order, each named once; none to
	 * leave that open
	 * @return this object
	 * @throws AssertionError if it is not so
	 */
	public RecordedBatches assertOneBatchOf(int calls, String... commands) {
		assertBatchesOf(calls);
		return (commands.length > 0) ? assertCommands(commands) : this;
	}

	/**
	 * Assert which batches were sent.
	 * @param calls how many calls each held, in order
	 * @return this object
	 * @throws AssertionError if it is not so
	 */
	public RecordedBatches assertBatchesOf(int... calls) {
		List<Integer> expected = Arrays.stream(calls).boxed().toList();
		return check(sizes().equals(expected), "batches of " + expected + " calls");
	}

	/**
	 * Assert that nothing was sent.
	 * @return this object
	 * @throws AssertionError if a batch was sent
	 */
	public RecordedBatches assertNoBatch() {
		return check(this.batches.isEmpty(), "no batch");
	}

	/**
	 * Assert which commands were sent, whatever number of each.
	 * @param commands the commands, in any order, each named once
	 * @return this object
	 * @throws AssertionError if others were sent, or one of these was not
	 */
	public RecordedBatches assertCommands(String... commands) {
		Set<String> expected = new TreeSet<>(List.of(commands));
		return check(commands().keySet().equals(expected), "the commands " + expected);
	}

	/**
	 * Assert how many calls of each command were sent in all.
	 * @param commands the counts, by the command's name in upper case
	 * @return this object
	 * @throws AssertionError if it is not so
	 */
	public RecordedBatches assertCommands(Map<String, Integer> commands) {
		return check(commands().equals(commands), "the commands " + new TreeMap<>(commands));
	}

	/**
	 * Assert why the batches were sent.
	 * @param triggers the trigger of each batch, in order
	 * @return this object
	 * @throws AssertionError if it is not so
	 */
	public RecordedBatches assertTriggers(SendTrigger... triggers) {
		List<SendTrigger> expected = List.of(triggers);
		return check(this.batches.stream().map(BatchExecution::trigger).toList().equals(expected),
				"batches triggered by " + expected);
	}

	/**
	 * Assert that every call was answered, and none failed.
	 * @return this object
	 * @throws AssertionError if a call failed or was not answered
	 */
	public RecordedBatches assertNoFailure() {
		return check(this.batches.stream().allMatch((batch) -> batch.failures().isEmpty() && batch.error() == null),
				"no failure");
	}

	/**
	 * Assert how many calls were discarded.
	 * @param calls the number of calls
	 * @return this object
	 * @throws AssertionError if it is not so
	 */
	public RecordedBatches assertDiscarded(int calls) {
		return check(discarded() == calls, calls + " discarded calls");
	}

	private RecordedBatches check(boolean holds, String expected) {
		if (!holds) {
			throw new AssertionError("Expected " + expected + ", but " + this);
		}
		return this;
	}

	/**
	 * What was recorded, in words.
	 */
	@Override
	public String toString() {
		String sent = this.batches.isEmpty() ? "nothing was sent"
				: this.batches.stream()
					.map((batch) -> "\n  " + batch)
					.collect(Collectors.joining("", "there were " + this.batches.size() + ":", ""));
		return (discarded() > 0) ? sent + "\n  " + discarded() + " calls were discarded" : sent;
	}

	/**
	 * Calls that were discarded.
	 *
	 * @param pipeline the name of the pipeline
	 * @param calls how many
	 */
	record Discard(String pipeline, int calls) {

	}

}
