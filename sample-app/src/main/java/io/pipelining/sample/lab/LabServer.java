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
package io.pipelining.sample.lab;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;

import io.pipelining.sample.EmbeddedRedis;

/**
 * The server of the experiments: the one that the sample brings along, or, where the
 * sample was told to use another one, a server of its own, started when it is first
 * needed. An experiment empties databases and changes settings, which nobody's own server
 * should suffer.
 */
class LabServer implements DisposableBean {

	private final ObjectProvider<EmbeddedRedis> embedded;

	private @Nullable EmbeddedRedis own;

	LabServer(ObjectProvider<EmbeddedRedis> embedded) {
		this.embedded = embedded;
	}

	synchronized EmbeddedRedis server() {
		EmbeddedRedis server = this.embedded.getIfAvailable();
		if (server != null) {
			return server;
		}
		if (this.own == null) {
			this.own = EmbeddedRedis.start();
		}
		return this.own;
	}

	int port() {
		return server().port();
	}

	@Nullable Path socket() {
		return server().socket();
	}

	@Override
	public synchronized void destroy() {
		if (this.own != null) {
			this.own.stop();
		}
	}

}
