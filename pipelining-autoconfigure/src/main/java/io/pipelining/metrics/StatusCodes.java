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

package io.pipelining.metrics;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.springframework.dao.QueryTimeoutException;

import io.pipelining.BatchExecution;
import io.pipelining.CallFailure;
import io.pipelining.PipelineOutcomeUnknownException;

/**
 * The words for what went wrong with calls: the first word of what Redis answered, where
 * it is one of its own, {@value #TIMEOUT} and {@value #CONNECTION} for calls that were
 * not answered, and {@value #OTHER} for what is none of these, such as the words that
 * scripts make up. So there is a bounded number of them.
 */
final class StatusCodes {

	static final String TIMEOUT = "timeout";

	static final String CONNECTION = "connection";

	static final String OTHER = "other";

	private static final Set<String> OF_REDIS = Set.of("ASK", "BUSY", "BUSYGROUP", "BUSYKEY", "CLUSTERDOWN",
			"CROSSSLOT", "ERR", "EXECABORT", "INPROG", "LOADING", "MASTERDOWN", "MISCONF", "MOVED", "NOAUTH", "NOGROUP",
			"NOMASTERLINK", "NOPERM", "NOPROTO", "NOREPLICAS", "NOSCRIPT", "NOTBUSY", "OOM", "READONLY", "TRYAGAIN",
			"UNBLOCKED", "UNKILLABLE", "WRONGPASS", "WRONGTYPE");

	private StatusCodes() {
	}

	/**
	 * Return how many calls of a batch failed by each code, those included that were not
	 * answered.
	 */
	static Map<String, Integer> of(BatchExecution batch) {
		Map<String, Integer> codes = new TreeMap<>();
		for (CallFailure failure : batch.failures()) {
			codes.merge(ofReply(failure.cause()), 1, Integer::sum);
		}
		Throwable error = batch.error();
		if (error != null) {
			int answered = (error instanceof PipelineOutcomeUnknownException unknown) ? unknown.getAnswered() : 0;
			codes.merge(ofLoss(error), batch.calls() - answered, Integer::sum);
		}
		return codes;
	}

	/**
	 * Return whether a code is one of Redis.
	 */
	static boolean isOfRedis(String code) {
		return OF_REDIS.contains(code);
	}

	/**
	 * Return the code of the answer of Redis.
	 */
	static String ofReply(Throwable failure) {
		for (Throwable ex = failure; ex != null; ex = ex.getCause()) {
			String message = ex.getMessage();
			if (message != null) {
				String first = message.substring(0,
						(message.indexOf(' ') > 0) ? message.indexOf(' ') : message.length());
				if (OF_REDIS.contains(first)) {
					return first;
				}
			}
		}
		return OTHER;
	}

	/**
	 * Return the code of what kept calls from being answered, or from being sent.
	 */
	static String ofLoss(Throwable error) {
		for (Throwable ex = error; ex != null; ex = ex.getCause()) {
			if (ex instanceof QueryTimeoutException || ex.getClass().getSimpleName().contains("Timeout")) {
				return TIMEOUT;
			}
			if (ex instanceof IOException) {
				return CONNECTION;
			}
		}
		String reply = ofReply(error);
		return reply.equals(OTHER) ? CONNECTION : reply;
	}

}
