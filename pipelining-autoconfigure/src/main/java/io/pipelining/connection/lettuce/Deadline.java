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

package io.pipelining.connection.lettuce;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.resource.ClientResources;
import io.netty.util.Timeout;

/**
 * When a batch ends.
 *
 * @param timeout how long it may take, not positive for no limit
 * @param nanoTime when that is over
 */
record Deadline(Duration timeout, long nanoTime) {

	static Deadline in(Duration timeout) {
		return new Deadline(timeout, System.nanoTime() + timeout.toNanos());
	}

	boolean isFinite() {
		return !this.timeout.isZero() && !this.timeout.isNegative();
	}

	boolean isOver() {
		return isFinite() && remainingNanos() <= 0;
	}

	/**
	 * Return how many nanoseconds are left, at least one where there is no limit.
	 */
	long remainingNanos() {
		return isFinite() ? this.nanoTime - System.nanoTime() : Long.MAX_VALUE;
	}

	/**
	 * Return what completes as another stage does, or exceptionally when this is over. By
	 * the driver's timer, which ends with it: that of the JDK goes on.
	 */
	<T> CompletionStage<T> limit(CompletableFuture<T> future, ClientResources resources) {
		if (future.isDone() || !isFinite()) {
			return future;
		}
		try {
			CompletableFuture<T> limited = new CompletableFuture<>();
			Timeout timer = resources.timer()
				.newTimeout((expired) -> limited.completeExceptionally(timeoutException()),
						Math.max(remainingNanos(), 1), TimeUnit.NANOSECONDS);
			CompletionStage<T> source = future;
			source.whenComplete((value, failure) -> {
				timer.cancel();
				if (failure != null) {
					limited.completeExceptionally(failure);
				}
				else {
					limited.complete(value);
				}
			});
			return limited;
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * Return why a stage of {@link #limit} failed.
	 */
	static Throwable reason(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	RedisCommandTimeoutException timeoutException() {
		return new RedisCommandTimeoutException("Command timed out after " + this.timeout.toMillis() + " ms");
	}

}
