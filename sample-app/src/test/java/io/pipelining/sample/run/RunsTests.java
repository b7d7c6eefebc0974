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
package io.pipelining.sample.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Runs are bounded in time and number.
 */
class RunsTests {

	private Runs runs = new Runs(Duration.ofSeconds(60));

	@AfterEach
	void stop() throws InterruptedException {
		this.runs.destroy();
	}

	@Test
	void runEndsByItself() {
		RunStatus begun = this.runs.start(task((context) -> {
			context.publish("step", 1);
			context.found("result");
		}));
		assertThat(begun.kind()).isEqualTo("test");
		assertThat(begun.request()).isEqualTo("request");
		assertThat(ended(begun))
			.isEqualTo(new RunStatus(begun.id(), "test", RunState.COMPLETED, "request", "result", null));
	}

	@Test
	void runEndsWhenItsTimeIsOver() {
		this.runs = new Runs(Duration.ofMillis(50));
		RunStatus begun = this.runs.start(task(RunsTests::forEver));
		assertThat(ended(begun).state()).isEqualTo(RunState.TIMED_OUT);
		assertThat(ended(begun).result()).isEqualTo("so far");
	}

	@Test
	void timeBeforeARunBeginsIsNotItsOwn() {
		Run run = new Run("late", task(RunsTests::forEver), Duration.ZERO);
		run.run();
		assertThat(run.status().state()).isEqualTo(RunState.TIMED_OUT);
		assertThat(run.status().result()).isEqualTo("so far");
	}

	@Test
	void failureIsSaid() {
		RunStatus begun = this.runs.start(task((context) -> {
			throw new IllegalStateException("on purpose");
		}));
		assertThat(ended(begun).state()).isEqualTo(RunState.FAILED);
		assertThat(ended(begun).error()).isEqualTo("on purpose");
	}

	@Test
	void oneAtATime() {
		RunStatus first = this.runs.start(task(RunsTests::forEver));
		assertThatExceptionOfType(RunUnderWayException.class).isThrownBy(() -> this.runs.start(task((context) -> {
		}))).satisfies((ex) -> assertThat(ex.getBody().getProperties()).containsEntry("run", first.id()));
		this.runs.find(first.id()).stop();
		assertThat(ended(first).state()).isEqualTo(RunState.STOPPED);
		assertThat(ended(this.runs.start(task((context) -> {
		}))).state()).isEqualTo(RunState.COMPLETED);
	}

	@Test
	void onlyTheLatestAreKept() {
		List<RunStatus> begun = new ArrayList<>();
		for (int i = 0; i < 11; i++) {
			begun.add(this.runs.start(task((context) -> {
			})));
			ended(begun.get(i));
		}
		assertThatExceptionOfType(NoSuchRunException.class).isThrownBy(() -> this.runs.find(begun.get(0).id()));
		assertThat(this.runs.find(begun.get(1).id()).status().state()).isEqualTo(RunState.COMPLETED);
	}

	@Test
	void runWithoutViewersIsStoppedWhenTheLastOneWent() {
		RunStatus begun = this.runs.start(task(RunsTests::forEver));
		Run run = this.runs.find(begun.id());
		run.viewerCame();
		run.viewerCame();
		run.viewerWent();
		assertThat(run.isRunning()).isTrue();
		run.viewerWent();
		assertThat(ended(begun).state()).isEqualTo(RunState.STOPPED);
	}

	@Test
	void eventsAreReadFromAnywhere() throws InterruptedException {
		RunStatus begun = this.runs.start(task((context) -> context.publish("step", 1)));
		ended(begun);
		Run run = this.runs.find(begun.id());
		assertThat(run.await(0, 1000)).extracting(RunEvent::name).containsExactly("started", "step", "ended");
		assertThat(run.await(2, 1000)).extracting(RunEvent::number).containsExactly(2);
		assertThat(run.await(3, 60_000)).isEmpty();
		assertThat(run.await(99, 60_000)).isEmpty();
	}

	private RunStatus ended(RunStatus run) {
		return await().atMost(Duration.ofSeconds(60))
			.until(() -> this.runs.find(run.id()).status(), (status) -> status.state() != RunState.RUNNING);
	}

	private static void forEver(RunContext context) {
		context.found("so far");
		while (true) {
			context.checkActive();
			Thread.onSpinWait();
		}
	}

	private static RunTask task(Consumer<RunContext> work) {
		return new RunTask() {

			@Override
			public String kind() {
				return "test";
			}

			@Override
			public Object request() {
				return "request";
			}

			@Override
			public void run(RunContext context) {
				work.accept(context);
			}

		};
	}

}
