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
package io.pipelining.sample.classics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.pipelining.sample.lab.Line;
import io.pipelining.sample.lab.Link;

/**
 * All the experiments.
 */
final class Catalogue {

	private static final Link LOOPBACK = Link.shared(Line.LOOPBACK);

	private static final int[] THREADS = { 1, 2, 4 };

	private static final int POOL = 4;

	private static final int CALLS_PER_THREAD = 200;

	private Catalogue() {
	}

	static List<Classic> all() {
		List<Classic> all = new ArrayList<>();
		String simple = "Many small commands";
		all.add(new Classic("ping-1000", simple, "1,000 PING", 1000, 1, LOOPBACK, false, Published.of("hiredis", 41, 3),
				Work.PING));
		all.add(new Classic("incr-2000", simple, "2,000 INCR", 2000, 1, LOOPBACK, false, Published.of("Jedis", 183, 47),
				Work.INCR));
		all.add(new Classic("ping-10000", simple, "10,000 PING", 10_000, 1, LOOPBACK, false,
				Published.of("Jedis", 346.4, 18.34), Work.PING));
		all.add(new Classic("ping-10000-atomic", simple, "10,000 PING inside MULTI/EXEC", 10_000, 1, LOOPBACK, true,
				Published.of("redigo", 256.53, 8.69), Work.PING));
		String noDelay = "Values of 2 KiB";
		all.add(new Classic("no-delay-on", noDelay, "1,000 SET, TCP_NODELAY on", 1000, 1, LOOPBACK, false, null,
				Work.SET));
		all.add(new Classic("no-delay-off", noDelay, "1,000 SET, TCP_NODELAY off", 1000, 1, LOOPBACK.withNoDelay(false),
				false, null, Work.SET));
		for (Line line : Line.values()) {
			for (int threads : THREADS) {
				all.add(threads(threads, Link.shared(line), "shared", "one shared connection"));
				all.add(threads(threads, Link.pooled(line, POOL), "pooled", "pooled connections"));
			}
		}
		return all;
	}

	private static Classic threads(int threads, Link link, String id, String connections) {
		String line = switch (link.line()) {
			case UNIX_SOCKET -> "Unix socket";
			case LOOPBACK -> "loopback";
			case DELAYED -> "delayed by 1 ms";
		};
		String title = threads + ((threads == 1) ? " thread, " : " threads, ") + connections;
		return new Classic(
				"threads-" + threads + "-" + id + "-" + link.line().name().toLowerCase(Locale.ROOT).replace('_', '-'),
				"200 INCR per thread, " + line, title, CALLS_PER_THREAD, threads, link, false, null, Work.INCR);
	}

}
