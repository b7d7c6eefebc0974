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

package io.pipelining.connection.jedis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.exceptions.JedisDataException;

import org.springframework.data.redis.RedisSystemException;

import io.pipelining.connection.Outcome;

/**
 * Calls between MULTI and EXEC, whose reply holds theirs.
 */
final class TransactionDialogue implements Dialogue {

	private final List<JedisRecordedCall> calls;

	private final List<CommandArguments> commands = new ArrayList<>();

	private @Nullable JedisDataException multiRefused;

	/** Why the server did not queue a call, for each. */
	private final List<@Nullable JedisDataException> refusals = new ArrayList<>();

	private boolean ended;

	private @Nullable String unreadable;

	TransactionDialogue(List<JedisRecordedCall> calls) {
		this.calls = calls;
		this.commands.add(new CommandArguments(Protocol.Command.MULTI));
		this.commands.addAll(new PlainDialogue(calls).commands());
		this.commands.add(new CommandArguments(Protocol.Command.EXEC));
	}

	@Override
	public List<CommandArguments> commands() {
		return this.commands;
	}

	@Override
	public void read(@Nullable RedisProtocol protocol, Supplier<@Nullable Object> replies) {
		this.multiRefused = error(replies.get());
		for (JedisRecordedCall call : this.calls) {
			JedisDataException refusal = null;
			for (int i = call.commands().size(); i > 0; i--) {
				JedisDataException error = error(replies.get());
				refusal = (refusal != null) ? refusal : error;
			}
			this.refusals.add(refusal);
		}
		Object reply = replies.get();
		this.ended = true;
		this.calls.forEach((call) -> call.expectReplies(protocol));
		if (this.multiRefused == null) {
			handOut(reply);
		}
	}

	private static @Nullable JedisDataException error(@Nullable Object reply) {
		return (reply instanceof JedisDataException ex) ? ex : null;
	}

	private void handOut(@Nullable Object reply) {
		JedisDataException aborted = error(reply);
		if (aborted != null) {
			abort(aborted);
		}
		else if (reply instanceof List<?> results && results.size() == this.commands.size() - 2) {
			Iterator<?> next = results.iterator();
			for (JedisRecordedCall call : this.calls) {
				call.commands().forEach((command) -> call.addReply(next.next()));
			}
		}
		else {
			this.unreadable = "EXEC was answered by something else than a reply for each call";
		}
	}

	/**
	 * None ran: a call that was refused says why, the others what EXEC says.
	 */
	private void abort(JedisDataException aborted) {
		for (int i = 0; i < this.calls.size(); i++) {
			JedisRecordedCall call = this.calls.get(i);
			JedisDataException refusal = this.refusals.get(i);
			call.commands().forEach((command) -> call.addReply((refusal != null) ? refusal : aborted));
		}
	}

	@Override
	public List<Outcome> outcomes(BatchExchange exchange, Function<JedisRecordedCall, Outcome> answered) {
		if (!this.ended) {
			return Collections.nCopies(this.calls.size(), lost(exchange));
		}
		JedisDataException refused = this.multiRefused;
		if (refused != null) {
			return ranAlone(refused);
		}
		if (this.unreadable != null) {
			return Collections.nCopies(this.calls.size(),
					Outcome.unknown(new RedisSystemException(this.unreadable, null)));
		}
		return this.calls.stream().map(answered).toList();
	}

	/**
	 * Without EXEC nothing ran.
	 */
	private Outcome lost(BatchExchange exchange) {
		Exception failure = exchange.failure();
		Throwable cause = (failure != null) ? JedisErrors.translate(failure)
				: new IllegalStateException("The exchange did not end");
		return (exchange.handedOver() == this.commands.size()) ? Outcome.unknown(cause) : Outcome.notSent(cause);
	}

	/**
	 * A user who may not MULTI may do the rest, which then was no transaction.
	 */
	private List<Outcome> ranAlone(JedisDataException multiRefused) {
		Throwable cause = new RedisSystemException(
				"MULTI was refused, so what the server did not refuse as well ran outside of a transaction",
				multiRefused);
		List<Outcome> outcomes = new ArrayList<>(this.calls.size());
		for (JedisDataException refusal : this.refusals) {
			outcomes.add((refusal != null) ? Outcome.failed(JedisErrors.translate(refusal)) : Outcome.unknown(cause));
		}
		return outcomes;
	}

}
