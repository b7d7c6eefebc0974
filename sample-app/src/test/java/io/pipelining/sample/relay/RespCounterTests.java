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
package io.pipelining.sample.relay;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Messages are counted however they are cut.
 */
class RespCounterTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			+OK/                                         | 1
			-ERR no/:17/                                 | 2
			$5/he/o/$-1/$0//_/#t/,1.5/(123/              | 7
			*2/$3/GET/$1/a/*2/$3/GET/$1/b/               | 2
			*0/*-1/                                      | 2
			*2/*2/:1/:2/*1/*1/$2/*9/:5/                  | 2
			%2/+a/:1/+b/*2/:1/:2/~2/:1/:2/               | 2
			>2/+invalidate/*1/$1/k/+OK/                  | 1
			=7/txt:abc/!5/ERR x/                         | 2
			*2/$3/GET/$1/                                | 0
			""")
	void messages(String text, int count) {
		byte[] bytes = text.replace("/", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
		assertThat(new RespCounter().count(bytes, bytes.length)).isEqualTo(count);
	}

	@Test
	void anyCutGivesTheSameCount() {
		long seed = System.nanoTime();
		System.out.println("RespCounterTests seed " + seed);
		Random random = new Random(seed);
		for (int round = 0; round < 200; round++) {
			StringBuilder text = new StringBuilder();
			int messages = 1 + random.nextInt(20);
			for (int i = 0; i < messages; i++) {
				append(text, random, 3);
			}
			byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
			RespCounter counter = new RespCounter();
			int counted = 0;
			for (int from = 0; from < bytes.length;) {
				int length = Math.min(1 + random.nextInt(9), bytes.length - from);
				byte[] packet = new byte[16];
				System.arraycopy(bytes, from, packet, 0, length);
				counted += counter.count(packet, length);
				from += length;
			}
			assertThat(counted).as(text.toString()).isEqualTo(messages);
		}
	}

	private static void append(StringBuilder text, Random random, int depth) {
		switch (random.nextInt((depth > 0) ? 6 : 3)) {
			case 0 -> text.append("+OK\r\n");
			case 1 -> text.append(':').append(random.nextInt()).append("\r\n");
			case 2 -> {
				String value = "\r\n*$x".repeat(random.nextInt(4));
				text.append('$').append(value.length()).append("\r\n").append(value).append("\r\n");
			}
			case 3 -> elements(text, '%', random.nextInt(3), 2, random, depth);
			default -> elements(text, '*', random.nextInt(4), 1, random, depth);
		}
	}

	private static void elements(StringBuilder text, char type, int count, int each, Random random, int depth) {
		text.append(type).append(count).append("\r\n");
		for (int i = 0; i < count * each; i++) {
			append(text, random, depth - 1);
		}
	}

}
