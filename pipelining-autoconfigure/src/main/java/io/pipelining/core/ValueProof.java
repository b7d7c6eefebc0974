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

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.pipelining.callsite.Body;
import io.pipelining.callsite.BodyFrames;
import io.pipelining.callsite.BodyProofs;
import io.pipelining.callsite.ProvenRun;

/**
 * Whether it is proven of the code of one scope that it uses no value, so that its calls
 * need no look. Confined to the collecting thread.
 */
final class ValueProof {

	static final BodyFrames FRAMES = new BodyFrames(PipelineScope.class.getName(), "run",
			Set.of(PipelineTemplate.class.getName(), DescribedCallback.class.getName(),
					"org.springframework.aop.framework.ReflectiveMethodInvocation",
					"org.springframework.aop.framework.CglibAopProxy$CglibMethodInvocation",
					"org.springframework.aop.support.AopUtils"));

	/** A proof looks at the stack too, so it does not pay for the first calls. */
	private static final int FIRST_CALL = 3;

	private final BodyProofs proofs;

	private final Body body;

	private final RedisConnectionFactory factory;

	private int calls;

	private @Nullable ProvenRun run;

	ValueProof(BodyProofs proofs, Body body, RedisConnectionFactory factory) {
		this.proofs = proofs;
		this.body = body;
		this.factory = factory;
	}

	/**
	 * Return whether no value is used from here on. To be asked during each call whose
	 * value would be looked at.
	 */
	boolean holds() {
		if (this.calls < FIRST_CALL && ++this.calls == FIRST_CALL) {
			this.run = this.proofs.prove(this.body, this.factory);
		}
		return this.run != null && this.run.holds();
	}

}
