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

package io.pipelining.callsite;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.DataType;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConnection;

/**
 * A probe of call sites: connections whose every command asks for the verdict on its
 * value and notes it under its key. A dropped value is answered as a waiting call is, a
 * used one with something of its type.
 */
final class Probe implements InvocationHandler, RedisConnectionFactory {

	static final Set<String> OWN = Set.of(Probe.class.getName());

	private static final Set<String> EMPTY_WHEN_WAITING = Set.of("sMIsMember", "sRandMember", "zDiffWithScores",
			"zPopMin", "zPopMax");

	private final CallSites callSites;

	private final List<Judgement> judgements = new CopyOnWriteArrayList<>();

	private final List<Boolean> scripts = new CopyOnWriteArrayList<>();

	Probe(CallSites callSites) {
		this.callSites = callSites;
	}

	List<Judgement> judgements() {
		return List.copyOf(this.judgements);
	}

	@Override
	public RedisConnection getConnection() {
		return (RedisConnection) Proxy.newProxyInstance(Probe.class.getClassLoader(),
				new Class<?>[] { RedisConnection.class }, this);
	}

	@Override
	public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
		if (method.getName().endsWith("Commands") && method.getParameterCount() == 0) {
			return Proxy.newProxyInstance(Probe.class.getClassLoader(), new Class<?>[] { method.getReturnType() },
					this);
		}
		if (method.isDefault()) {
			return InvocationHandler.invokeDefault(proxy, method, args);
		}
		String key = (args != null) ? key(args) : null;
		if (key == null) {
			return switch (method.getName()) {
				case "isPipelined" -> isPipelined();
				case "isQueueing", "isClosed" -> false;
				case "hashCode" -> System.identityHashCode(proxy);
				case "equals" -> proxy == args[0];
				default -> null;
			};
		}
		ValueUse use = this.callSites.judge();
		this.judgements.add(new Judgement(key, use));
		return use.used() ? someValue(method) : waitingValue(method);
	}

	/**
	 * A pipeline is pretended to the script executor only, where the script's value is
	 * dropped.
	 */
	private boolean isPipelined() {
		String executor = "org.springframework.data.redis.core.script.DefaultScriptExecutor";
		boolean asked = StackWalker.getInstance()
			.walk((frames) -> frames.limit(24)
				.filter((frame) -> !frame.getClassName().startsWith("io.pipelining")
						&& !frame.getClassName().contains("Proxy"))
				.filter((frame) -> !frame.getClassName().endsWith("CloseSuppressingInvocationHandler"))
				.filter((frame) -> !frame.getClassName().endsWith("DefaultStringRedisConnection"))
				.findFirst()
				.filter((frame) -> frame.getClassName().equals(executor)))
			.isPresent();
		if (asked) {
			boolean used = this.callSites.judgeReturnOf(executor).used();
			this.scripts.add(used);
			return !used;
		}
		return false;
	}

	/**
	 * Return for each script whether its value counts as used.
	 */
	List<Boolean> scripts() {
		return List.copyOf(this.scripts);
	}

	/**
	 * Return whether the only call so far, which had the given key, counts as used.
	 */
	boolean isUsed(String key) {
		return this.judgements.stream()
			.filter((judgement) -> judgement.key().equals(key))
			.findFirst()
			.orElseThrow()
			.use()
			.used();
	}

	private static @Nullable String key(Object[] args) {
		for (Object arg : args) {
			if (arg instanceof byte[] bytes) {
				return text(bytes);
			}
			if (arg instanceof byte[][] several && several.length > 0) {
				return text(several[0]);
			}
			if (arg instanceof Map<?, ?> map && map.keySet().iterator().next() instanceof byte[] bytes) {
				return text(bytes);
			}
			if (arg instanceof org.springframework.data.redis.connection.stream.MapRecord<?, ?, ?> record) {
				return text((byte[]) record.getStream());
			}
		}
		return null;
	}

	private static String text(byte[] key) {
		// The JDK serializer writes a header of seven bytes
		int start = (key.length > 7 && key[0] == (byte) 0xAC) ? 7 : 0;
		return new String(key, start, key.length - start, StandardCharsets.UTF_8);
	}

	private static @Nullable Object waitingValue(Method method) {
		if (EMPTY_WHEN_WAITING.contains(method.getName())) {
			return Set.class.isAssignableFrom(method.getReturnType()) ? new LinkedHashSet<>()
					: List.class.isAssignableFrom(method.getReturnType()) ? new ArrayList<>() : null;
		}
		return null;
	}

	private static @Nullable Object someValue(Method method) {
		Class<?> type = method.getReturnType();
		if (type == Boolean.class || type == boolean.class) {
			return true;
		}
		if (type == Long.class) {
			return 1L;
		}
		if (type == Double.class) {
			return 1.0;
		}
		if (type == DataType.class) {
			return DataType.STRING;
		}
		if (type == Duration.class) {
			return Duration.ZERO;
		}
		if (type == byte[].class) {
			return new byte[] { 'v' };
		}
		if (List.class.isAssignableFrom(type)) {
			return List.of();
		}
		if (Set.class.isAssignableFrom(type)) {
			return Set.of();
		}
		if (Map.class.isAssignableFrom(type)) {
			return Map.of();
		}
		return null;
	}

	@Override
	public RedisClusterConnection getClusterConnection() {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean getConvertPipelineAndTxResults() {
		return true;
	}

	@Override
	public RedisSentinelConnection getSentinelConnection() {
		throw new UnsupportedOperationException();
	}

	@Override
	public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException ex) {
		return null;
	}

	/**
	 * A verdict on one call.
	 *
	 * @param key the call's key
	 * @param use the verdict
	 */
	record Judgement(String key, ValueUse use) {

		/** Whether the value is dropped though the code uses it: what must never be. */
		boolean isWrong() {
			return this.key.startsWith("u-") && !this.use.used();
		}

		boolean isTooCareful() {
			return this.key.startsWith("d-") && this.use.used();
		}

	}

}
