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

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.util.ClassUtils;

import io.pipelining.annotation.Pipelined;

/**
 * What ahead-of-time processing cannot find by itself: the proxies that collect calls,
 * the methods that are invoked on a driver's connection later, the annotation where a
 * method is named without being a bean's own, and what is reached by reflection for want
 * of another way. The properties and the drivers in {@code spring.factories} are found by
 * Spring.
 */
class PipeliningRuntimeHints implements RuntimeHintsRegistrar {

	private static final String JEDIS_CONNECTION = "redis.clients.jedis.Connection";

	private static final String JEDIS_CLIENT = "redis.clients.jedis.UnifiedJedis";

	private static final String LETTUCE_CLIENT = "io.lettuce.core.RedisClient";

	private static final String LETTUCE_NODES = "io.lettuce.core.masterreplica.MasterReplicaConnectionProvider";

	private static final String LETTUCE_WRITER = "io.lettuce.core.masterreplica.MasterReplicaChannelWriter";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.reflection().registerType(Pipelined.class, MemberCategory.INVOKE_DECLARED_METHODS);
		if (!ClassUtils.isPresent("org.springframework.data.redis.connection.RedisConnection", classLoader)) {
			return;
		}
		hints.proxies().registerJdkProxy(RedisConnection.class).registerJdkProxy(Cursor.class);
		hints.reflection().registerTypes(invoked(), (hint) -> hint.withMembers(MemberCategory.INVOKE_PUBLIC_METHODS));
		registerField(hints, TypeReference.of(RedisTemplate.class), "enableTransactionSupport");
		hints.reflection()
			.registerType(RedisTemplate.class, (hint) -> hint.withMethod("postProcessResult",
					TypeReference.listOf(Object.class, RedisConnection.class, boolean.class), ExecutableMode.INVOKE));
		if (ClassUtils.isPresent(JEDIS_CONNECTION, classLoader)) {
			registerField(hints, TypeReference.of(JEDIS_CONNECTION), "socket");
			registerField(hints, TypeReference.of(JEDIS_CLIENT), "provider");
		}
		if (ClassUtils.isPresent(LETTUCE_CLIENT, classLoader)) {
			// Asked for by name, to know whether the driver is there
			hints.reflection().registerType(TypeReference.of(LETTUCE_CLIENT));
		}
		if (ClassUtils.isPresent(LETTUCE_WRITER, classLoader)) {
			registerMethod(hints, LETTUCE_WRITER, "getUpstreamReplicaConnectionProvider");
			registerMethod(hints, LETTUCE_NODES, "getConnectionAsync", "io.lettuce.core.protocol.ConnectionIntent");
		}
	}

	private static void registerMethod(RuntimeHints hints, String type, String method, String... parameters) {
		List<TypeReference> types = Stream.of(parameters).map(TypeReference::of).toList();
		hints.reflection()
			.registerType(TypeReference.of(type), (hint) -> hint.withMethod(method, types, ExecutableMode.INVOKE));
	}

	/** The interfaces that declare calls. */
	private static List<TypeReference> invoked() {
		Set<Class<?>> types = new LinkedHashSet<>(List.of(RedisConnection.class, Cursor.class, Iterator.class));
		Collections.addAll(types, ClassUtils.getAllInterfacesForClass(RedisConnection.class));
		for (Method method : RedisConnection.class.getMethods()) {
			types.add(method.getDeclaringClass());
		}
		return types.stream().map(TypeReference::of).toList();
	}

	private static void registerField(RuntimeHints hints, TypeReference type, String field) {
		hints.reflection().registerType(type, (hint) -> hint.withField(field));
	}

}
