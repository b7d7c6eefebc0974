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

package io.pipelining.sample;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Says on the console what to try, once the sample is ready.
 */
@Component
class StartupGuide {

	private static final Log logger = LogFactory.getLog(StartupGuide.class);

	private static final String TEXT = """
			The sample is ready. See what pipelining does:

			  %1$s/

			Each operation can run plain or pipelined:

			  curl -X POST '%1$s/products/warm?count=1000&mode=plain'
			  curl -X POST '%1$s/products/warm?count=1000&mode=pipelined'
			  curl '%1$s/products?count=1000&mode=plain'
			  curl '%1$s/products?count=1000&mode=pipelined'
			  curl -X POST '%1$s/products/views?count=1000&mode=plain'
			  curl -X POST '%1$s/products/views?count=1000&mode=pipelined'

			How many calls each batch held:

			  curl '%1$s/actuator/metrics/redis.pipeline.batch.size'
			""";

	private final Environment environment;

	StartupGuide(Environment environment) {
		this.environment = environment;
	}

	@EventListener(ApplicationReadyEvent.class)
	void print() {
		String address = "http://localhost:" + this.environment.getProperty("local.server.port");
		logger.info(TEXT.formatted(address));
	}

}
