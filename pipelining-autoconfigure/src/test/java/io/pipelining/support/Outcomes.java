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
package io.pipelining.support;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import org.springframework.data.geo.GeoResult;
import org.springframework.data.geo.GeoResults;
import org.springframework.data.redis.connection.RedisGeoCommands.GeoLocation;
import org.springframework.data.redis.connection.stream.Record;
import org.springframework.data.redis.connection.stream.StreamInfo.XInfoObject;
import org.springframework.data.redis.core.ExpireChanges;
import org.springframework.data.redis.core.ZSetOperations.TypedTuple;
import org.springframework.data.redis.serializer.SerializationException;
import org.springframework.data.redis.core.types.Expirations;

/**
 * Describes what a call did, value and types in depth, or exception, as a text that can
 * be compared.
 */
public final class Outcomes {

	private Outcomes() {
	}

	/**
	 * Run a call and describe what it returned or threw.
	 */
	public static String of(Callable<?> call) {
		Object value;
		try {
			value = call.call();
		}
		catch (Exception ex) {
			return describe(ex);
		}
		return describe(value);
	}

	/**
	 * Describe an exception: its class and message, and those of its innermost cause.
	 */
	public static String describe(Throwable failure) {
		if (failure instanceof SerializationException) {
			// Which of several values fails first may depend on the order of a hash table
			return "throws " + failure.getClass().getName() + ": " + failure.getMessage();
		}
		Throwable root = failure;
		while (root.getCause() != null) {
			root = root.getCause();
		}
		return "throws " + failure.getClass().getName() + ": " + failure.getMessage() + ((root != failure)
				? " <- " + root.getClass().getName() + ": " + withoutContent(root.getMessage()) : "");
	}

	/**
	 * Which of a hash's values is decoded first is chance on Jedis: it keeps no order.
	 */
	private static @Nullable String withoutContent(@Nullable String message) {
		return (message != null) ? message.replaceFirst("invalid stream header: .*", "invalid stream header") : null;
	}

	/**
	 * Describe a value.
	 */
	public static String describe(@Nullable Object value) {
		if (value == null) {
			return "null";
		}
		if (value instanceof Unordered unordered) {
			List<String> elements = elements(unordered.values());
			Collections.sort(elements);
			return type(unordered.values()) + elements;
		}
		if (value instanceof byte[] bytes) {
			return "byte[]:" + HexFormat.of().formatHex(bytes);
		}
		if (value instanceof Map<?, ?> map && !(value instanceof Properties)) {
			return type(value) + entries(map);
		}
		if (value instanceof Collection<?> collection) {
			return type(value) + elements(collection);
		}
		if (value instanceof TypedTuple<?> tuple) {
			return type(value) + "(" + describe(tuple.getValue()) + ", " + describe(tuple.getScore()) + ")";
		}
		if (value instanceof Record<?, ?> record) {
			return type(value) + "(" + describe(record.getStream()) + ", " + record.getId() + ", "
					+ describe(record.getValue()) + ")";
		}
		if (value instanceof GeoResults<?> results) {
			return type(value) + results.getAverageDistance() + elements(results.getContent());
		}
		if (value instanceof GeoResult<?> result) {
			return type(value) + "(" + result.getDistance() + ", " + describe(result.getContent()) + ")";
		}
		if (value instanceof GeoLocation<?> location) {
			return type(value) + "(" + describe(location.getName()) + ", " + location.getPoint() + ")";
		}
		if (value instanceof XInfoObject information) {
			// Spring makes the fields of a record texts in its own way, without their
			// content
			return type(value) + describe(information.getRaw()).replaceAll("\\[B@\\w+", "field");
		}
		if (value instanceof ExpireChanges<?> changes) {
			return type(value) + describe(changes.stateChanges());
		}
		if (value instanceof Expirations<?> expirations) {
			return type(value) + expirations.keys() + expirations.ttl();
		}
		return type(value) + ":" + value;
	}

	private static String entries(Map<?, ?> map) {
		List<String> entries = new ArrayList<>();
		map.forEach((key, value) -> entries.add(describe(key) + "=" + describe(value)));
		// The server gives them in the order of its hash table
		Collections.sort(entries);
		return entries.toString();
	}

	private static List<String> elements(Collection<?> collection) {
		List<String> elements = new ArrayList<>();
		collection.forEach((element) -> elements.add(describe(element)));
		return elements;
	}

	private static String type(Object value) {
		return value.getClass().getName().replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda");
	}

	/**
	 * A collection that the server gives in the order of a hash table, which may differ
	 * between two runs.
	 *
	 * @param values the collection
	 */
	public record Unordered(Collection<?> values) {

		/**
		 * Wrap a value, unless it is {@code null}.
		 */
		public static @Nullable Unordered of(@Nullable Collection<?> values) {
			return (values != null) ? new Unordered(values) : null;
		}

	}

}
