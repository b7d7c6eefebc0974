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
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.RedisProtocol;

import io.pipelining.connection.Outcome;

/**
 * Calls one after the other, each with the replies to its commands.
 */
final class PlainDialogue implements Dialogue {

	private final List<JedisRecordedCall> calls;

	PlainDialogue(List<JedisRecordedCall> calls) {
		this.calls = calls;
	}

	@Override
	public List<CommandArguments> commands() {
		List<CommandArguments> commands = new ArrayList<>(this.calls.size());
		for (JedisRecordedCall call : this.calls) {
			commands.addAll(call.commands());
		}
		return commands;
	}

	@Override
	public void read(@Nullable RedisProtocol protocol, Supplier<@Nullable Object> replies) {
		for (JedisRecordedCall call : this.calls) {
			call.expectReplies(protocol);
			for (int i = call.commands().size(); i > 0; i--) {
				call.addReply(replies.get());
			}
		}
	}

	@Override
	public List<Outcome> outcomes(BatchExchange exchange, Function<JedisRecordedCall, Outcome> answered) {
		Exception failure = exchange.failure();
		Throwable cause = (failure != null) ? JedisErrors.translate(failure) : null;
		List<Outcome> outcomes = new ArrayList<>(this.calls.size());
		int first = 0;
		for (JedisRecordedCall call : this.calls) {
			if (cause == null || call.isAnswered()) {
				outcomes.add(answered.apply(call));
			}
			else {
				outcomes.add((first < exchange.handedOver()) ? Outcome.unknown(cause) : Outcome.notSent(cause));
			}
			first += call.commands().size();
		}
		return outcomes;
	}

}
