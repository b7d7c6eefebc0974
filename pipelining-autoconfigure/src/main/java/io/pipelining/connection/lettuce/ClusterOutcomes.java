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

import java.util.ArrayList;
import java.util.List;

import org.springframework.util.Assert;

import io.pipelining.connection.Outcome;

/**
 * What became of the calls of a batch on a cluster, as their commands tell.
 */
final class ClusterOutcomes {

	private ClusterOutcomes() {
	}

	static List<Outcome> of(List<LettuceRecordedCall> calls, List<RoutedCommand> commands) {
		List<Outcome> outcomes = new ArrayList<>(calls.size());
		int next = 0;
		for (LettuceRecordedCall call : calls) {
			int count = call.commands().length;
			outcomes.add((count == 1) ? of(commands.get(next)) : of(commands.subList(next, next + count)));
			next += count;
		}
		return outcomes;
	}

	/**
	 * A call of which some commands were sent, and some not, may have done its work in
	 * part.
	 */
	private static Outcome of(List<RoutedCommand> commands) {
		Outcome failed = null;
		Outcome notSent = null;
		boolean sent = false;
		for (RoutedCommand command : commands) {
			Outcome outcome = of(command);
			switch (outcome.kind()) {
				case UNKNOWN -> {
					return outcome;
				}
				case NOT_SENT -> notSent = (notSent != null) ? notSent : outcome;
				case FAILED -> failed = (failed != null) ? failed : outcome;
				default -> {
				}
			}
			sent |= outcome.kind() != Outcome.Kind.NOT_SENT;
		}
		if (notSent != null) {
			Throwable cause = notSent.cause();
			return (sent && cause != null) ? Outcome.unknown(cause) : notSent;
		}
		return (failed != null) ? failed : Outcome.ANSWERED;
	}

	private static Outcome of(RoutedCommand command) {
		BatchCommand attempt = command.attempt();
		if (attempt != null) {
			return LettuceCallChannel.outcome(List.of(attempt), 0, 1);
		}
		Throwable refusal = command.refusal();
		Assert.state(refusal != null, "A command was neither sent nor refused");
		return Outcome.notSent(LettuceErrors.translate(refusal));
	}

}
