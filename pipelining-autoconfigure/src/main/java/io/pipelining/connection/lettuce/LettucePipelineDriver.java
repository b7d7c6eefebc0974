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

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

import io.pipelining.connection.CallChannel;
import io.pipelining.connection.ConnectionSource;
import io.pipelining.connection.PipelineDriver;

/**
 * The driver for Lettuce. Thread-safe; it names no type of Lettuce itself, so that it can
 * be asked where Lettuce is absent.
 */
public final class LettucePipelineDriver implements PipelineDriver {

	private static final String LETTUCE_CLASS = "io.lettuce.core.RedisClient";

	private final @Nullable LettuceChannels channels;

	/**
	 * Create the driver.
	 */
	public LettucePipelineDriver() {
		this.channels = ClassUtils.isPresent(LETTUCE_CLASS, getClass().getClassLoader()) ? new LettuceChannels() : null;
	}

	@Override
	public @Nullable CallChannel open(ConnectionSource source) {
		return (this.channels != null) ? this.channels.open(source) : null;
	}

	@Override
	public void close() {
		if (this.channels != null) {
			this.channels.close();
		}
	}

	@Override
	public void reopen() {
		if (this.channels != null) {
			this.channels.reopen();
		}
	}

}
