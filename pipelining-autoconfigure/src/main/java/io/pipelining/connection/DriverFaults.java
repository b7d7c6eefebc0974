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

import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.dao.support.PersistenceExceptionTranslator;
import org.springframework.data.redis.RedisSystemException;

/**
 * Tells what an exception of a driver says about the calls that it came from.
 */
final class DriverFaults {

	/**
	 * By convention of the protocol an error begins with a word in upper case.
	 */
	private static final Pattern SERVER_ERROR = Pattern.compile("[A-Z][A-Z0-9_]{2,} .*", Pattern.DOTALL);

	private DriverFaults() {
	}

	/**
	 * Translate as the direct call does.
	 */
	static Throwable translate(Throwable failure, PersistenceExceptionTranslator translator) {
		if (failure instanceof DataAccessException || !(failure instanceof Exception)) {
			return failure;
		}
		if (failure instanceof RuntimeException runtimeException) {
			DataAccessException translated = translator.translateExceptionIfPossible(runtimeException);
			if (translated != null) {
				return translated;
			}
		}
		return new RedisSystemException(String.valueOf(failure.getMessage()), failure);
	}

	/**
	 * Whether the connection gave out, or time, so that nobody knows what ran.
	 */
	static boolean isLoss(Throwable failure) {
		if (failure instanceof DataAccessResourceFailureException || failure instanceof QueryTimeoutException) {
			return true;
		}
		Throwable root = rootOf(failure);
		return root instanceof IOException || root instanceof TimeoutException
				|| (failure instanceof UncategorizedDataAccessException && !isAnswer(failure));
	}

	/**
	 * Whether it certainly is an error that the server replied, or one of handling an
	 * argument or a reply, and not one of the connection.
	 */
	static boolean isAnswer(Throwable failure) {
		Throwable root = rootOf(failure);
		String message = root.getMessage();
		return (message != null && SERVER_ERROR.matcher(message).matches()) || root instanceof IllegalArgumentException
				|| root instanceof NullPointerException || root instanceof ClassCastException
				|| root instanceof IndexOutOfBoundsException || root instanceof UnsupportedOperationException;
	}

	/**
	 * The outcome of the call that an exception stands for.
	 */
	static Outcome outcome(Throwable failure) {
		return isLoss(failure) ? Outcome.unknown(failure) : Outcome.failed(failure);
	}

	private static Throwable rootOf(Throwable failure) {
		Throwable root = failure;
		@Nullable Throwable cause = root.getCause();
		while (cause != null && cause != root) {
			root = cause;
			cause = root.getCause();
		}
		return root;
	}

}
