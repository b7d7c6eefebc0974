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

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.Cursor;

/**
 * A cursor on a connection that cannot tell when it fetches a page: what waits is sent
 * before each step that may fetch one.
 */
final class PagedCursor implements InvocationHandler {

	private static final Set<String> STEPS = Set.of("hasNext", "next");

	private final Cursor<?> cursor;

	private final Runnable beforeStep;

	private PagedCursor(Cursor<?> cursor, Runnable beforeStep) {
		this.cursor = cursor;
		this.beforeStep = beforeStep;
	}

	static Cursor<?> of(Cursor<?> cursor, Runnable beforeStep) {
		return (Cursor<?>) Proxy.newProxyInstance(PagedCursor.class.getClassLoader(), new Class<?>[] { Cursor.class },
				new PagedCursor(cursor, beforeStep));
	}

	@Override
	public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
			throws Throwable {
		if (STEPS.contains(method.getName())) {
			this.beforeStep.run();
		}
		try {
			return method.invoke(this.cursor, arguments);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

}
