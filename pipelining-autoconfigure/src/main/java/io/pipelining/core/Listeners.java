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

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.util.function.SingletonSupplier;

import io.pipelining.PipelineListener;

/**
 * Tells the listeners. One that throws harms nobody. Thread-safe.
 */
final class Listeners {

	private static final Log logger = LogFactory.getLog(Listeners.class);

	private final SingletonSupplier<List<PipelineListener>> listeners;

	Listeners(Supplier<? extends List<PipelineListener>> listeners) {
		this.listeners = SingletonSupplier.of(() -> List.copyOf(listeners.get()));
	}

	boolean isEmpty() {
		return listeners().isEmpty();
	}

	/**
	 * Obtain the listeners now: once the context is closed, they cannot be had any more.
	 */
	void obtain() {
		listeners();
	}

	/** They may not be there yet, or never, and that must not cost the outcomes. */
	private List<PipelineListener> listeners() {
		try {
			return this.listeners.obtain();
		}
		catch (RuntimeException ex) {
			logger.warn("Pipeline listeners are not there, so they are not told", ex);
			return List.of();
		}
	}

	void tell(PipelineStack stack, Consumer<PipelineListener> event) {
		stack.whileNotifying(() -> listeners().forEach((listener) -> {
			try {
				event.accept(listener);
			}
			catch (Throwable ex) {
				// Errors too: the outcomes of the batch are not told yet
				logger.warn("Pipeline listener " + listener.getClass().getName() + " failed", ex);
			}
		}));
	}

}
