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

package io.pipelining.core;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisScriptingCommands;
import org.springframework.data.redis.connection.ReturnType;

import io.pipelining.connection.Invocation;

/**
 * The scripts whose texts wait in a batch. A text is shipped once: what repeats it within
 * the batch goes as EVALSHA, which comes after the EVAL on the same connection. Confined
 * to the collecting thread.
 */
final class ScriptTexts {

	/**
	 * Redis keeps the last 500 scripts that came by EVAL (since 7.4), so far fewer are
	 * relied on.
	 */
	private static final int MOST_TEXTS = 100;

	private static final Method EVAL_SHA = evalSha();

	private final Map<ByteBuffer, PendingCall> waiting = new HashMap<>();

	/**
	 * Return the waiting call that ships the text of this one, {@code null} if none does.
	 */
	@Nullable PendingCall shipperOf(Invocation invocation) {
		if (isFlush(invocation)) {
			this.waiting.clear();
		}
		byte[] text = textOf(invocation);
		return (text != null) ? this.waiting.get(ByteBuffer.wrap(text)) : null;
	}

	/**
	 * Make the same call without the text.
	 */
	Invocation shortened(Invocation invocation) {
		@Nullable Object[] arguments = invocation.arguments().clone();
		byte[] text = textOf(invocation);
		arguments[0] = sha1((text != null) ? text : new byte[0]);
		return new Invocation(EVAL_SHA, arguments);
	}

	void waits(Invocation invocation, PendingCall call) {
		byte[] text = textOf(invocation);
		if (text != null && this.waiting.size() < MOST_TEXTS) {
			this.waiting.put(ByteBuffer.wrap(text), call);
		}
	}

	/**
	 * Forget the texts of the calls from one on: they are not shipped after all.
	 */
	void discarded(int firstCall) {
		this.waiting.values().removeIf((call) -> call.index() >= firstCall);
	}

	void sent() {
		this.waiting.clear();
	}

	/** By its own method, or by any command of the kind. */
	private static boolean isFlush(Invocation invocation) {
		String method = invocation.method().getName();
		return method.equals("scriptFlush") || (method.equals("execute")
				&& invocation.arguments()[0] instanceof String command && command.trim().equalsIgnoreCase("SCRIPT"));
	}

	private static byte @Nullable [] textOf(Invocation invocation) {
		return (invocation.method().getName().equals("eval") && invocation.arguments()[0] instanceof byte[] text) ? text
				: null;
	}

	private static byte[] sha1(byte[] text) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-1").digest(text);
			return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-1", ex);
		}
	}

	private static Method evalSha() {
		try {
			return RedisScriptingCommands.class.getMethod("evalSha", byte[].class, ReturnType.class, int.class,
					byte[][].class);
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException("RedisScriptingCommands has no evalSha(byte[], ...)", ex);
		}
	}

}
