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

package io.pipelining.benchmark;

import java.util.Collection;
import java.util.List;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

import io.pipelining.support.Observer;

/**
 * Tells how many connections the servers accepted in each iteration, and how often they
 * read from a socket. Public, since JMH creates it.
 */
public final class ServerCounters implements InternalProfiler {

	/**
	 * How the benchmark, whose server is gone before JMH asks profilers, leaves word.
	 */
	private static final String CONNECTIONS = "benchmark.connections";

	private static final String READS = "benchmark.reads";

	@Override
	public String getDescription() {
		return "New connections for a thousand batches, and reads of the servers for one";
	}

	@Override
	public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
		System.clearProperty(CONNECTIONS);
		System.clearProperty(READS);
	}

	@Override
	public Collection<ScalarResult> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
			IterationResult result) {
		long connections = Long.getLong(CONNECTIONS, -1);
		long reads = Long.getLong(READS, -1);
		double batches = result.getMetadata().getAllOps();
		return (connections < 0 || reads < 0 || batches == 0) ? List.of()
				: List.of(scalar(Measured.CONNECTIONS, 1000 * connections / batches, "connections/1000 batches"),
						scalar(Measured.READS, reads / batches, "reads/batch"));
	}

	private static ScalarResult scalar(String name, double value, String unit) {
		return new ScalarResult(name, value, unit, AggregationPolicy.AVG);
	}

	/**
	 * What the servers had counted when an iteration began.
	 */
	static final class Iteration {

		private final List<Observer> observers;

		private final long connections;

		private final long reads;

		Iteration(Server server) {
			this.observers = server.ports().stream().map(Observer::new).toList();
			this.connections = connections();
			this.reads = reads();
		}

		private long connections() {
			return this.observers.stream().mapToLong(Observer::connectionsReceived).sum();
		}

		private long reads() {
			return this.observers.stream().mapToLong(Observer::readsProcessed).sum();
		}

		void end() {
			System.setProperty(CONNECTIONS, String.valueOf(connections() - this.connections));
			// Two of each server's were for the questions that were asked since
			System.setProperty(READS, String.valueOf(reads() - this.reads - 2 * this.observers.size()));
			this.observers.forEach(Observer::close);
		}

	}

}
