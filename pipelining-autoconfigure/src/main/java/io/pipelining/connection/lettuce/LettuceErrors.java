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

import java.io.IOException;

import io.netty.handler.codec.DecoderException;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.FallbackExceptionTranslationStrategy;
import org.springframework.data.redis.connection.lettuce.LettuceExceptionConverter;

/**
 * Translates exceptions of Lettuce as Spring's own connection does.
 */
final class LettuceErrors {

	private static final FallbackExceptionTranslationStrategy EXCEPTIONS = new FallbackExceptionTranslationStrategy(
			new LettuceExceptionConverter());

	private LettuceErrors() {
	}

	static Throwable translate(Throwable failure) {
		DataAccessException translated = (failure instanceof Exception ex) ? EXCEPTIONS.translate(ex) : null;
		return (translated != null) ? translated : failure;
	}

	/**
	 * Return whether something is what a connection breaks with, and not said by the
	 * driver, which has other exceptions for what it does not take.
	 */
	static boolean isOfConnection(Throwable failure) {
		return failure instanceof IOException || failure instanceof DecoderException;
	}

}
