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

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Streams runs to those who watch them. Each stream has a thread of its own, so that a
 * slow one holds up neither the run nor the others; their number is bounded.
 */
@Component
class RunStreams implements DisposableBean {

	private static final int MAX_STREAMS = 16;

	/** How often a quiet stream finds out whether its client is there. */
	private static final long HEARTBEAT_MILLIS = 500;

	private final ExecutorService executor = new ThreadPoolExecutor(0, MAX_STREAMS, 10, TimeUnit.SECONDS,
			new SynchronousQueue<>(), (task) -> Runs.daemon("lab-stream", task));

	/**
	 * Stream a run.
	 * @param run the run
	 * @param from the number of the first event that is wanted
	 * @return the stream
	 * @throws TooManyViewersException if too many watch already
	 */
	SseEmitter open(Run run, int from) {
		SseEmitter emitter = new SseEmitter(0L);
		run.viewerCame();
		try {
			this.executor.execute(() -> stream(run, from, emitter));
		}
		catch (RejectedExecutionException ex) {
			run.viewerWent();
			throw new TooManyViewersException(MAX_STREAMS);
		}
		return emitter;
	}

	private void stream(Run run, int from, SseEmitter emitter) {
		try {
			int next = from;
			while (true) {
				boolean running = run.isRunning();
				List<RunEvent> events = run.await(next, HEARTBEAT_MILLIS);
				for (RunEvent event : events) {
					emitter.send(SseEmitter.event()
						.id(String.valueOf(event.number()))
						.name(event.name())
						.data(event.data(), MediaType.APPLICATION_JSON));
				}
				next += events.size();
				if (events.isEmpty()) {
					if (!running) {
						break;
					}
					emitter.send(SseEmitter.event().comment(""));
				}
			}
			emitter.complete();
		}
		catch (IOException | IllegalStateException ex) {
			// The client is gone
		}
		catch (InterruptedException ex) {
			emitter.complete();
		}
		finally {
			run.viewerWent();
		}
	}

	@Override
	public void destroy() {
		this.executor.shutdownNow();
	}

}
