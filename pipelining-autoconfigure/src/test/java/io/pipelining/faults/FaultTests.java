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

package io.pipelining.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

import io.pipelining.support.Seeds;

/**
 * Batches of fifty INCR on keys of their own, sent while faults happen: no call runs
 * twice, what was answered ran, what was not sent did not, nobody waits beyond the
 * time-out, the next batch is fine and nothing is left over. {@code -Dfaults=long} sends
 * 300 batches for each fault and driver one by one, 300 more in a crowd, and prints the
 * figures of the table in the README.
 */
@Timeout(1800)
@DisabledOnOs(OS.WINDOWS)
class FaultTests {

	private static final boolean LONG = Way.isLong();

	private static final Duration TIMEOUT = Duration.ofMillis(LONG ? 250 : 100);

	private static final long SEED = Seeds.of("faults");

	private static final Map<String, FaultFigures> FIGURES = new LinkedHashMap<>();

	/** Those that a crowd, and Lettuce without the carrier, meets in each build. */
	private static final Set<Fault> FEW = EnumSet.of(Fault.CLIENT_KILL, Fault.RESET_REPLIES, Fault.FREEZE);

	private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());

	static Stream<Arguments> faultsAndWays() {
		return Fault.wanted()
			.flatMap((fault) -> (FEW.contains(fault) ? Way.usual() : Way.few()).map((way) -> Arguments.of(fault, way)));
	}

	static Stream<Arguments> faultsAndWaysOfACrowd() {
		return Fault.wanted()
			.filter((fault) -> LONG || FEW.contains(fault))
			.flatMap((fault) -> Way.few().map((way) -> Arguments.of(fault, way)));
	}

	/** The driver tells of each connection that it does not get. */
	@BeforeEach
	void silenceDriver() {
		this.logging.setLogLevel("io.lettuce.core.protocol", LogLevel.ERROR);
	}

	@AfterEach
	void letDriverSpeak() {
		this.logging.setLogLevel("io.lettuce.core.protocol", null);
	}

	@ParameterizedTest
	@MethodSource("faultsAndWays")
	void noCallRunsTwiceAndWhatIsSaidOfEachIsTrue(Fault fault, Way way) throws Exception {
		FaultRun run = new FaultRun(fault, way, TIMEOUT, SEED);
		note(way, run.oneByOne(LONG ? 300 : 6, LONG ? 100 : 2));
	}

	@ParameterizedTest
	@MethodSource("faultsAndWaysOfACrowd")
	void theSameHoldsInACrowd(Fault fault, Way way) throws Exception {
		FaultRun run = new FaultRun(fault, way, TIMEOUT, SEED);
		note(way, run.inACrowd(8, LONG ? 300 : 30, LONG ? 100 : 4));
	}

	private static void note(Way way, FaultFigures figures) {
		System.out.println("faults.seed=" + SEED + " " + way + " " + figures);
		FIGURES.merge(figures.title(), figures, FaultFigures::plus);
	}

	@AfterAll
	static void writeTable() throws IOException {
		FaultFigures.write(FIGURES.values(), "faults.md");
	}

}
