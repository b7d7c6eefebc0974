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
package io.pipelining.connection;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * The driver of last resort: serves every connection factory, Redisson's first among
 * them, with nothing but Spring's own interfaces. A batch goes as one
 * {@code executePipelined} does, on an ordinary connection that is taken when the batch
 * is sent and given back before the stage of {@link CallChannel#send} completes, which is
 * when that method returns.
 *
 * <p>
 * What a driver's result list tells is all that is known here. Which methods leave a
 * result in it is found out at their first use, by an {@code ECHO} of a unique word after
 * the call. Where one failing call makes the driver drop the whole list, as Redisson and
 * Lettuce do, the outcome of each call of a batch of several is unknown and says so.
 * Whether what was written is written again after a lost connection is the driver's
 * affair: Redisson does that as often as its {@code retryAttempts} allows.
 *
 * <p>
 * Thread-safe.
 */
@Order(Ordered.LOWEST_PRECEDENCE)
public final class ExecutePipelinedDriver implements PipelineDriver {

	private final DriverHabits.Registry habits = new DriverHabits.Registry();

	private final DriverHabits.Registry transactionHabits = new DriverHabits.Registry();

	@Override
	public CallChannel open(ConnectionSource source) {
		source.checkNotShared(source.factory().getClass().getName() + " does not say which of its connections is");
		return new ExecutePipelinedChannel(source, this.habits, this.transactionHabits);
	}

}
