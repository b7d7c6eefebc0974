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

package io.pipelining.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;

import io.pipelining.PipelineExecutionException;
import io.pipelining.PipelineOutcomeUnknownException;
import io.pipelining.Reply;
import io.pipelining.core.PipelineTemplate;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the code that sent a batch of INCR on keys of its own was told about it.
 *
 * @param number tells the keys of one batch from those of the others
 * @param answered how many calls were answered, refusals included
 * @param refused how many of them the server refused
 * @param open how many may or may not have run
 * @param said the exception, as text, empty if there was none
 * @param duration how long the code waited
 * @param timeout how long it should wait at most
 */
record SentBatch(int number, int answered, int refused, int open, String said, Duration duration, Duration timeout) {

	static final int CALLS = 50;

	/** How much later than its time-out a batch may end on a machine that is busy. */
	private static final Duration SLACK = Duration.ofSeconds(10);

	/**
	 * Send a batch.
	 */
	static SentBatch send(Redis redis, PipelineTemplate pipelines, Duration timeout, int number) {
		List<Reply<Long>> replies = new ArrayList<>();
		long start = System.nanoTime();
		SentBatch batch;
		try {
			pipelines.executeWithoutResult((pipeline) -> {
				for (int i = 0; i < CALLS; i++) {
					String key = key(number, i);
					// Some of each kind: dropped values and deferred ones
					if (number / 2 % 2 == 0) {
						redis.strings().opsForValue().increment(key);
					}
					else {
						replies.add(pipeline.defer(() -> redis.strings().opsForValue().increment(key)));
					}
				}
			});
			batch = new SentBatch(number, CALLS, 0, 0, "", since(start), timeout);
		}
		catch (PipelineOutcomeUnknownException ex) {
			assertThat(ex.getAnswered() + ex.getUnanswered()).isLessThanOrEqualTo(CALLS);
			assertThat(ex).hasMessageContaining(ex.getAnswered() + " of " + CALLS);
			batch = new SentBatch(number, ex.getAnswered(), ex.getFailures().size(), ex.getUnanswered(), text(ex),
					since(start), timeout);
		}
		catch (PipelineExecutionException ex) {
			assertThat(ex.getCallCount()).isEqualTo(CALLS);
			batch = new SentBatch(number, CALLS, ex.getFailures().size(), 0, text(ex), since(start), timeout);
		}
		catch (DataAccessException ex) {
			// Nothing was sent: this is what the direct call throws
			String said = text(ex) + " / " + ex.getMostSpecificCause();
			batch = new SentBatch(number, 0, 0, 0, said, since(start), timeout);
		}
		batch.check(replies);
		return batch;
	}

	private static Duration since(long start) {
		return Duration.ofNanos(System.nanoTime() - start);
	}

	private static String text(Throwable failure) {
		Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
		return failure.getClass().getSimpleName() + ": " + failure.getMessage()
				+ ((root != failure) ? " by " + root : "");
	}

	/**
	 * Those of the answered calls give their values, and no other does.
	 */
	private void check(List<Reply<Long>> replies) {
		int values = 0;
		for (Reply<Long> reply : replies) {
			try {
				assertThat(reply.get()).isEqualTo(1);
				values++;
			}
			catch (DataAccessException ex) {
				assertThat(this.said).isNotEmpty();
			}
		}
		if (!replies.isEmpty()) {
			assertThat(values).as(this.said).isEqualTo(accepted());
		}
	}

	boolean isHit() {
		return !this.said.isEmpty();
	}

	boolean isHung() {
		return this.duration.compareTo(this.timeout.plus(SLACK)) > 0;
	}

	int notSent() {
		return CALLS - this.answered - this.open;
	}

	/**
	 * Return how many calls ran for certain.
	 */
	int accepted() {
		return this.answered - this.refused;
	}

	/**
	 * Look at what the server ran of it.
	 */
	Ran ran(Observer observer) {
		String[] command = new String[CALLS + 1];
		command[0] = "MGET";
		for (int i = 0; i < CALLS; i++) {
			command[i + 1] = key(this.number, i);
		}
		List<?> values = (List<?>) Objects.requireNonNull(observer.call(command));
		List<?> ran = values.stream().filter(Objects::nonNull).toList();
		if (this.refused == 0) {
			assertThat(values.subList(0, ran.size())).as("What ran is the beginning of %s", this).doesNotContainNull();
		}
		return new Ran(ran.size(), (int) ran.stream().filter((value) -> !value.equals("1")).count());
	}

	static String key(int number, int call) {
		return "batch-" + number + ":" + call;
	}

	/**
	 * What the server ran.
	 *
	 * @param calls how many calls
	 * @param twice how many of them more than once
	 */
	record Ran(int calls, int twice) {

	}

}
