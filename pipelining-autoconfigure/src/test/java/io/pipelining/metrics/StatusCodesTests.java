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

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.stream.Stream;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

import io.pipelining.PipelineOutcomeUnknownException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StatusCodes}.
 */
class StatusCodesTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			WRONGTYPE Operation against a key holding the wrong kind of value | WRONGTYPE
			OOM command not allowed when used memory > 'maxmemory'            | OOM
			READONLY You can't write against a read only replica.             | READONLY
			ERR value is not an integer or out of range                       | ERR
			NOSCRIPT                                                          | NOSCRIPT
			-WRONGTYPE Operation                                              | other
			SECRETKEY is not there                                            | other
			Wrongtype Operation                                               | other
			''                                                                | other
			""")
	void theFirstWordOfAReplyIsItsCode(String message, String code) {
		assertThat(StatusCodes
			.ofReply(new RedisSystemException("Error in execution", new RedisCommandExecutionException(message))))
			.isEqualTo(code);
		assertThat(StatusCodes.ofReply(new JedisDataException(message))).isEqualTo(code);
		assertThat(StatusCodes.isOfRedis(code)).isEqualTo(!code.equals("other"));
	}

	@ParameterizedTest
	@MethodSource
	void aLossHasACodeOfItsOwn(Throwable error, String code) {
		assertThat(StatusCodes.ofLoss(error)).isEqualTo(code);
		assertThat(StatusCodes.ofLoss(new PipelineOutcomeUnknownException("lost", 1, 2, List.of(), error)))
			.isEqualTo(code);
	}

	static Stream<Arguments> aLossHasACodeOfItsOwn() {
		return Stream.of(
				Arguments.of(new QueryTimeoutException("late", new RedisCommandTimeoutException("late")), "timeout"),
				Arguments.of(new RedisSystemException("late", new RedisCommandTimeoutException("late")), "timeout"),
				Arguments.of(new RedisConnectionFailureException("late",
						new JedisConnectionException(new SocketTimeoutException("Read timed out"))), "timeout"),
				Arguments.of(new RedisSystemException("lost", new RedisException("Connection lost")), "connection"),
				Arguments.of(new RedisConnectionFailureException("refused", new ConnectException("refused")),
						"connection"),
				Arguments.of(new RedisSystemException("x", new RedisCommandExecutionException("NOAUTH required.")),
						"NOAUTH"));
	}

}
