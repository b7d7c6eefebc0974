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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.util.function.SingletonSupplier;

import io.pipelining.BatchExecution;
import io.pipelining.BatchObservation;
import io.pipelining.BatchObserver;
import io.pipelining.OutgoingBatch;

/**
 * Has batches observed. An observer that throws harms nobody. Thread-safe.
 */
final class Observers {

	private static final Log logger = LogFactory.getLog(Observers.class);

	private final SingletonSupplier<List<BatchObserver>> observers;

	Observers(Supplier<? extends List<BatchObserver>> observers) {
		this.observers = SingletonSupplier.of(() -> List.copyOf(observers.get()));
	}

	boolean isEmpty() {
		return observers().isEmpty();
	}

	/**
	 * Obtain the observers now: once the context is closed, they cannot be had any more.
	 */
	void obtain() {
		observers();
	}

	/** They may not be there yet, or never, and that must not keep a batch. */
	private List<BatchObserver> observers() {
		try {
			return this.observers.obtain();
		}
		catch (RuntimeException ex) {
			logger.warn("Batch observers are not there, so batches are not observed", ex);
			return List.of();
		}
	}

	/**
	 * Have a batch observed that is about to be sent.
	 */
	Observed begin(PipelineStack stack, OutgoingBatch batch) {
		Observed observed = new Observed(stack, new ArrayList<>(1));
		stack.whileNotifying(() -> observers().forEach((observer) -> safely(() -> {
			BatchObservation observation = observer.begin(batch);
			if (observation != null) {
				observed.observations().add(observation);
			}
		}, observer)));
		return observed;
	}

	/** Errors too: the outcomes of the batch are not told yet. */
	private static void safely(Runnable action, Object observer) {
		try {
			action.run();
		}
		catch (Throwable ex) {
			logger.warn("Batch observer " + observer.getClass().getName() + " failed", ex);
		}
	}

	/**
	 * What goes along with one batch.
	 *
	 * @param stack the pipelines of the thread
	 * @param observations in the order in which they began
	 */
	record Observed(PipelineStack stack, List<BatchObservation> observations) {

		static Observed byNobody(PipelineStack stack) {
			return new Observed(stack, List.of());
		}

		boolean isByNobody() {
			return this.observations.isEmpty();
		}

		/**
		 * The calls were handed to the driver.
		 */
		void sent() {
			tell(BatchObservation::sent);
		}

		/**
		 * The replies are in, or lost.
		 */
		void ended(BatchExecution batch) {
			tell((observation) -> observation.ended(batch));
		}

		/**
		 * The last to begin is the first to end: what it made current hides the others'.
		 */
		private void tell(Consumer<BatchObservation> event) {
			if (isByNobody()) {
				return;
			}
			List<BatchObservation> reversed = new ArrayList<>(this.observations);
			Collections.reverse(reversed);
			this.stack.whileNotifying(
					() -> reversed.forEach((observation) -> safely(() -> event.accept(observation), observation)));
		}

	}

}
