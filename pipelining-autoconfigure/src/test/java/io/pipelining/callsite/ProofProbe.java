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
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.pipelining.connection.ConnectionBinding;

/**
 * Runs code on a connection that asks, at its first call, for a proof of it, and judges
 * each call besides.
 */
final class ProofProbe {

	private final LettuceConnectionFactory factory;

	private final CallSites callSites = new CallSites(Set.of(Calls.class.getName()));

	private final BodyProofs proofs;

	/**
	 * Create a probe.
	 * @param factory the factory of the templates
	 */
	ProofProbe(LettuceConnectionFactory factory) {
		this.factory = factory;
		this.proofs = new BodyProofs(this.callSites, new BodyFrames(Opener.class.getName(), "run", Set.of()));
	}

	/**
	 * Run a method.
	 */
	Calls run(Object target, Method method, @Nullable Object... arguments) throws Exception {
		return run(Body.of(target, method, arguments), () -> Opener.run(target, method, arguments));
	}

	/**
	 * Run a callback.
	 */
	Calls run(Runnable callback) throws Exception {
		return run(Body.of(callback), () -> Opener.run(callback));
	}

	/**
	 * Run code.
	 * @param body what it is said to be
	 * @param code what it is
	 */
	Calls run(Body body, Code code) throws Exception {
		Calls calls = new Calls(body);
		ConnectionBinding.bind(this.factory, calls.connection());
		try {
			code.run();
		}
		finally {
			ConnectionBinding.unbind(this.factory);
		}
		return calls;
	}

	/**
	 * Code to run.
	 */
	interface Code {

		/**
		 * Run it.
		 */
		void run() throws Exception;

	}

	/**
	 * Where code begins.
	 */
	static final class Opener {

		private Opener() {
		}

		static void run(Object target, Method method, @Nullable Object... arguments)
				throws ReflectiveOperationException {
			method.invoke(target, arguments);
		}

		static void run(Runnable callback) {
			callback.run();
		}

	}

	/**
	 * What was seen.
	 */
	final class Calls implements InvocationHandler {

		private final Body body;

		private int count;

		private int used;

		private @Nullable ProvenRun proven;

		private Calls(Body body) {
			this.body = body;
		}

		int count() {
			return this.count;
		}

		/**
		 * Return how many calls count as used, looked at one by one.
		 */
		int used() {
			return this.used;
		}

		boolean isProven() {
			return this.proven != null && this.proven.holds();
		}

		private RedisConnection connection() {
			return (RedisConnection) Proxy.newProxyInstance(getClass().getClassLoader(),
					new Class<?>[] { RedisConnection.class }, this);
		}

		@Override
		public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
			if (method.getName().endsWith("Commands") && method.getParameterCount() == 0) {
				return proxy;
			}
			return switch (method.getName()) {
				case "isPipelined", "isQueueing", "isClosed" -> false;
				case "close" -> null;
				case "hashCode" -> 1;
				case "equals" -> proxy == arguments[0];
				default -> call(method);
			};
		}

		private @Nullable Object call(Method method) {
			if (this.count == 0) {
				this.proven = ProofProbe.this.proofs.prove(this.body, ProofProbe.this.factory);
			}
			this.count++;
			if (ProofProbe.this.callSites.judge().used()) {
				this.used++;
			}
			if (method.getReturnType() == Boolean.class) {
				return true;
			}
			return (method.getReturnType() == Long.class) ? 1L : null;
		}

	}

}
