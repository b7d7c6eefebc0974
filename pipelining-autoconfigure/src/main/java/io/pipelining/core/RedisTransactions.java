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

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Whether templates that take part in transactions ({@code enableTransactionSupport})
 * would begin a transaction of Redis on this thread: with the first call of such a
 * template, unless a connection is bound. A pipeline that binds one takes that from them
 * without a word. Thread-safe.
 */
final class RedisTransactions {

	/** It has a setter only. */
	private static final @Nullable Field FLAG = flag();

	private final SingletonSupplier<List<Object>> templates;

	RedisTransactions(Supplier<? extends Collection<? extends RedisOperations<?, ?>>> templates) {
		this.templates = SingletonSupplier
			.of(() -> templates.get().stream().<Object>map(RedisTransactions::target).toList());
	}

	private static Object target(Object template) {
		Object target = AopProxyUtils.getSingletonTarget(template);
		return (target != null) ? target(target) : template;
	}

	private static @Nullable Field flag() {
		Field field = ReflectionUtils.findField(RedisTemplate.class, "enableTransactionSupport", boolean.class);
		return (field != null && field.trySetAccessible()) ? field : null;
	}

	/**
	 * Return whether a template would begin a transaction of Redis.
	 */
	boolean mayBegin() {
		return isTransactionActive() && templates().stream().anyMatch(RedisTransactions::takesPart);
	}

	/**
	 * Return whether every template would.
	 */
	boolean mustBegin() {
		return isTransactionActive() && !templates().isEmpty()
				&& templates().stream().allMatch(RedisTransactions::takesPart);
	}

	/** Spring begins none in one that is read-only. */
	private static boolean isTransactionActive() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& !TransactionSynchronizationManager.isCurrentTransactionReadOnly();
	}

	private List<Object> templates() {
		return this.templates.obtain();
	}

	/**
	 * Where the flag cannot be read, it counts as set: the pipeline then stands aside for
	 * nothing, which is slow, but loses no transaction.
	 */
	private static boolean takesPart(Object template) {
		return template instanceof RedisTemplate
				&& (FLAG == null || Boolean.TRUE.equals(ReflectionUtils.getField(FLAG, template)));
	}

}
