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

package io.pipelining.autoconfigure;

import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Explains a value that a property of ours cannot have: which property, which value, from
 * where, and what it may be.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 100)
class PipeliningPropertyFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("pipelining");

	private static final String SWITCH = "true or false";

	/** By the last element of the name. */
	private static final Map<String, String> ALLOWED = Map.of("enabled", SWITCH, //
			"show-keys", SWITCH, //
			"results", "auto or raw", //
			"checks", "fail, warn or off", //
			"connection", "auto, shared or dedicated", //
			"max-batch-size", "a whole number, 0 (no limit) or more", //
			"max-batch-bytes", "a data size such as 512KB or 4MB, 0 (no limit) or more", //
			"max-in-flight", "a whole number, 1 or more", //
			"timeout", "a duration such as 500ms or 2s, from 1 ms to 24 days");

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		if (property == null || !PREFIX.isAncestorOf(property.getName())) {
			return null;
		}
		ConfigurationPropertyName name = property.getName();
		String last = name.getLastElement(ConfigurationPropertyName.Form.DASHED).toLowerCase(Locale.ROOT);
		String allowed = ALLOWED.get(last);
		if (allowed == null) {
			return null;
		}
		String from = (property.getOrigin() != null) ? " (from " + property.getOrigin() + ")" : "";
		return new FailureAnalysis("The property '" + name + "' cannot be '" + property.getValue() + "'" + from
				+ ". It must be " + allowed + ".", "Set '" + name + "' to " + allowed + ", or leave it out.", cause);
	}

}
