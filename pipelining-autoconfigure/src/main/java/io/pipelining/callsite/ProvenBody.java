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

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The proofs of one piece of code: several, since what it is given may be of different
 * classes. Thread-safe.
 */
final class ProvenBody {

	private static final int MOST_ATTEMPTS = 4;

	private final List<Proven> proofs = new CopyOnWriteArrayList<>();

	private final AtomicInteger attempts = new AtomicInteger();

	private final AtomicBoolean proving = new AtomicBoolean();

	/**
	 * Whether there is no proof, and no more are tried.
	 */
	boolean isHopeless() {
		return this.proofs.isEmpty() && this.attempts.get() >= MOST_ATTEMPTS;
	}

	void giveUp() {
		this.attempts.incrementAndGet();
	}

	@Nullable BodyProof find(MethodKey method, @Nullable Object[] inputs, RedisConnectionFactory factory) {
		for (Proven proven : this.proofs) {
			if (proven.method().equals(method) && proven.proof().holds(inputs, factory)) {
				return proven.proof();
			}
		}
		return null;
	}

	/**
	 * Try to prove it once more, if nobody else does.
	 */
	@Nullable BodyProof prove(MethodKey method, Supplier<@Nullable BodyProof> prover) {
		if (this.attempts.get() >= MOST_ATTEMPTS || !this.proving.compareAndSet(false, true)) {
			return null;
		}
		try {
			this.attempts.incrementAndGet();
			BodyProof proof = prover.get();
			if (proof != null) {
				this.proofs.add(new Proven(method, proof));
			}
			return proof;
		}
		finally {
			this.proving.set(false);
		}
	}

	private record Proven(MethodKey method, BodyProof proof) {

	}

}
