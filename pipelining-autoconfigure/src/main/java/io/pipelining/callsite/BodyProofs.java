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

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NativeDetector;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisConnectionUtils;

/**
 * Spares the look at each call where it is proven of the code that a pipeline runs that
 * it uses no value of any Redis call, whatever it does from now on until it returns.
 * <p>
 * A proof follows the code, from the class files, through every method that it may call,
 * and fails at the first one of which it is not certain. So it holds only where nothing
 * runs but what it followed: the code, Spring's templates with serializers that are
 * known, and classes of the platform that call nobody back. It takes for granted that
 * <ul>
 * <li>classes are as their files are: there are no proofs where an agent or a debugger
 * may be there, or where a class loader may transform, and a file that changes ends
 * them,</li>
 * <li>a template is not set up anew while a pipeline runs,</li>
 * <li>logging at the level of the application runs no Redis calls for Spring's own
 * messages below it, and loading a class runs none.</li>
 * </ul>
 * Each run looks at the stack once, so that nothing else lies between the pipeline and
 * the code, and at the objects that the code is given. Thread-safe; keeps no class loader
 * alive.
 */
public final class BodyProofs {

	private static final Log logger = LogFactory.getLog(BodyProofs.class);

	/** Spring writes a message for each call there. */
	private static final Log CALL_LOGGER = LogFactory.getLog(RedisConnectionUtils.class);

	private static final int EXPECTED_FRAMES = 32;

	private final StackWalker walker = CallSites.walker(EXPECTED_FRAMES);

	private final CodeAgents agents = new CodeAgents();

	private final ClassValue<JudgedClass> classes;

	private final BodyFrames frames;

	private final ClassValue<Map<Object, ProvenBody>> bodies = new ClassValue<>() {

		@Override
		protected Map<Object, ProvenBody> computeValue(Class<?> type) {
			return new ConcurrentHashMap<>();
		}

	};

	/**
	 * Create an instance.
	 * @param callSites what is known of classes
	 * @param frames the frames around code
	 */
	public BodyProofs(CallSites callSites, BodyFrames frames) {
		this.classes = callSites.classes();
		this.frames = frames;
	}

	/**
	 * Prove of the code that the current thread's pipeline runs that it uses no value of
	 * any Redis call from now on. To be asked during a call of that code.
	 * @param body the code
	 * @param factory the connection factory whose calls are collected
	 * @return what holds as long as the proof does, {@code null} if there is none
	 */
	public @Nullable ProvenRun prove(Body body, RedisConnectionFactory factory) {
		ProvenBody known = this.bodies.get(body.type()).computeIfAbsent(body.key(), (key) -> new ProvenBody());
		if (known.isHopeless() || NativeDetector.inNativeImage() || this.agents.mayBeThere()
				|| CALL_LOGGER.isDebugEnabled()) {
			return null;
		}
		BodyFinder finder = new BodyFinder(this.classes, this.frames);
		MethodKey method = this.walker.walk(finder);
		@Nullable Object[] inputs = (method != null) ? body.inputs(method, finder.caller()) : null;
		if (method == null || inputs == null) {
			known.giveUp();
			log(body.key(), "its method is not found on the stack");
			return null;
		}
		BodyProof proof = known.find(method, inputs, factory);
		if (proof == null) {
			proof = known.prove(method, () -> prove(body, method, inputs, factory));
		}
		return (proof != null && proof.methods().containsAll(finder.methods())) ? proof.run(inputs) : null;
	}

	private @Nullable BodyProof prove(Body body, MethodKey method, @Nullable Object[] inputs,
			RedisConnectionFactory factory) {
		try {
			BodyProof proof = new BodyProver(new CodeSources(this.classes, body.type()), inputs).prove(method);
			if (proof.holds(inputs, factory)) {
				return proof;
			}
			log(method, "a template with code of an application, or of another connection factory");
		}
		catch (Unproven ex) {
			log(method, ex.getMessage());
		}
		catch (RuntimeException | LinkageError | StackOverflowError ex) {
			log(method, ex.toString());
		}
		return null;
	}

	private static void log(Object code, @Nullable String reason) {
		if (logger.isDebugEnabled()) {
			logger.debug("Each call of " + code + " is looked at: " + reason);
		}
	}

}
