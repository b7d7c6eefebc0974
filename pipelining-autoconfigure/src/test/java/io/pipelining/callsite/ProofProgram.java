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

import java.io.PrintStream;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Says, at each line of its input, whether code that uses no value is proven to use none.
 * The main class of a virtual machine of its own.
 */
final class ProofProgram {

	private ProofProgram() {
	}

	/**
	 * Say it once, and then at each line of the input.
	 */
	public static void main(String[] arguments) throws Exception {
		PrintStream out = System.out;
		LettuceConnectionFactory factory = new LettuceConnectionFactory();
		StringRedisTemplate redis = new StringRedisTemplate(factory);
		ProofProbe probe = new ProofProbe(factory);
		Runnable code = new Dropping(redis);
		do {
			out.println("proven: " + probe.run(code).isProven());
			out.flush();
		}
		while (System.in.read() >= 0);
	}

	private record Dropping(StringRedisTemplate redis) implements Runnable {

		@Override
		public void run() {
			this.redis.delete("a");
		}

	}

}
