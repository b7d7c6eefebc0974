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
import java.util.Collections;
import java.util.List;

import io.lettuce.core.internal.ExceptionFactory;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.RedisSystemException;

import io.pipelining.connection.Outcome;

/**
 * Calls between MULTI and EXEC, whose reply holds theirs.
 */
final class LettuceTransaction {

	private final List<LettuceRecordedCall> calls;

	private final List<RedisCommand<?, ?, ?>> commands = new ArrayList<>();

	private final ExecOutput exec;

	LettuceTransaction(List<LettuceRecordedCall> calls) {
		this.calls = calls;
		List<CommandOutput<?, ?, ?>> outputs = new ArrayList<>();
		this.commands.add(new Command<>(CommandType.MULTI, new QueuedOutput()));
		for (LettuceRecordedCall call : calls) {
			for (RedisCommand<?, ?, ?> command : call.commands()) {
				this.commands.add(queued(command));
				outputs.add(command.getOutput());
			}
		}
		this.exec = new ExecOutput(outputs);
		this.commands.add(new Command<>(CommandType.EXEC, this.exec));
	}

	/** What the server says when it queues a command is not for the command's output. */
	@SuppressWarnings("unchecked")
	private static RedisCommand<?, ?, ?> queued(RedisCommand<?, ?, ?> command) {
		return new Command<>(command.getType(), new QueuedOutput(), (CommandArgs<byte[], byte[]>) command.getArgs());
	}

	/**
	 * Return whether calls would leave no command between MULTI and EXEC.
	 */
	static boolean isEmpty(List<LettuceRecordedCall> calls) {
		return calls.stream().allMatch((call) -> call.commands().length == 0);
	}

	/**
	 * Return the commands to be written, in order.
	 */
	List<RedisCommand<?, ?, ?>> commands() {
		return this.commands;
	}

	/**
	 * Tell what became of the calls, once the batch is settled.
	 * @param delivery that of the commands
	 */
	List<Outcome> outcomes(Delivery delivery) {
		List<BatchCommand> sent = delivery.commands();
		BatchCommand last = sent.get(sent.size() - 1);
		Throwable loss = last.loss();
		if (loss != null) {
			Throwable cause = LettuceErrors.translate(loss);
			// Without EXEC nothing ran
			return all(last.isWritten() ? Outcome.unknown(cause) : Outcome.notSent(cause));
		}
		String multiRefused = sent.get(0).getOutput().getError();
		if (multiRefused != null) {
			return ranAlone(multiRefused, sent);
		}
		if (this.exec.hasError()) {
			return aborted(this.exec.getError(), sent);
		}
		return this.exec.isComplete() ? answered() : all(
				Outcome.unknown(new RedisSystemException("EXEC was not answered by a reply for each call", null)));
	}

	/**
	 * Return why the first of the calls that the server did not queue was refused,
	 * {@code null} if it queued them all.
	 * @param delivery that of the commands
	 */
	@Nullable String refusalOfCall(Delivery delivery) {
		List<BatchCommand> sent = delivery.commands();
		return firstError(sent.subList(1, sent.size() - 1));
	}

	private List<Outcome> all(Outcome outcome) {
		return Collections.nCopies(this.calls.size(), outcome);
	}

	/**
	 * A user who may not MULTI may do the rest, which then was no transaction.
	 */
	private List<Outcome> ranAlone(String multiRefused, List<BatchCommand> sent) {
		Throwable cause = new RedisSystemException(
				"MULTI was refused, so what the server did not refuse as well ran outside of a transaction",
				ExceptionFactory.createExecutionException(multiRefused));
		return byRefusal(Outcome.unknown(cause), sent);
	}

	/**
	 * None ran: a call that was refused says why, the others what EXEC says.
	 */
	private List<Outcome> aborted(String error, List<BatchCommand> sent) {
		return byRefusal(failed(error), sent);
	}

	private List<Outcome> byRefusal(Outcome others, List<BatchCommand> sent) {
		List<Outcome> outcomes = new ArrayList<>(this.calls.size());
		int first = 1;
		for (LettuceRecordedCall call : this.calls) {
			int end = first + call.commands().length;
			String refusal = firstError(sent.subList(first, end));
			outcomes.add((refusal != null) ? failed(refusal) : others);
			first = end;
		}
		return outcomes;
	}

	private static @Nullable String firstError(List<BatchCommand> commands) {
		return commands.stream()
			.map((command) -> command.getOutput().getError())
			.filter((error) -> error != null)
			.findFirst()
			.orElse(null);
	}

	private List<Outcome> answered() {
		List<Outcome> outcomes = new ArrayList<>(this.calls.size());
		int index = 0;
		for (LettuceRecordedCall call : this.calls) {
			Outcome failure = null;
			for (RedisCommand<?, ?, ?> command : call.commands()) {
				Outcome next = failure(command, this.exec.failure(index++));
				failure = (failure != null) ? failure : next;
			}
			outcomes.add((failure != null) ? failure : Outcome.ANSWERED);
		}
		return outcomes;
	}

	private static @Nullable Outcome failure(RedisCommand<?, ?, ?> command, @Nullable Throwable unreadable) {
		if (command.getOutput().hasError()) {
			return failed(command.getOutput().getError());
		}
		return (unreadable != null) ? Outcome.failed(LettuceErrors.translate(unreadable)) : null;
	}

	private static Outcome failed(String error) {
		return Outcome.failed(LettuceErrors.translate(ExceptionFactory.createExecutionException(error)));
	}

}
