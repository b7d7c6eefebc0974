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

package io.pipelining.callsite;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for {@link SelfInvocations}.
 */
class SelfInvocationsTests {

	@Test
	void findsCallsOfTheClassAndItsSuperClasses() {
		assertThat(SelfInvocations.of(Child.class, method(Parent.class, "called", String.class)))
			.extracting(Site::className, Site::methodName)
			.containsExactlyInAnyOrder(tuple(Parent.class.getName(), "inParent"),
					tuple(Child.class.getName(), "inChild"), tuple(Child.class.getName(), "inLambda"));
		assertThat(SelfInvocations.of(Child.class, method(Parent.class, "called", String.class)))
			.allSatisfy((site) -> assertThat(site.line()).isPositive());
	}

	@Test
	void findsNothingWhereOthersCall() {
		assertThat(SelfInvocations.of(Child.class, method(Parent.class, "calledByOthers"))).isEmpty();
	}

	@Test
	void findsNothingWithoutAClassFile() {
		Object proxy = Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Supplier.class },
				(self, method, arguments) -> null);
		assertThat(SelfInvocations.of(proxy.getClass(), method(Supplier.class, "get"))).isEmpty();
	}

	private static Method method(Class<?> type, String name, Class<?>... parameters) {
		return ReflectionUtils.findMethod(type, name, parameters);
	}

	static class Parent {

		void inParent() {
			called("x");
		}

		void called(String argument) {
			called(1);
		}

		void called(int other) {
			Stranger.call(this);
		}

		void calledByOthers() {
		}

	}

	static class Child extends Parent {

		void inChild() {
			called("y");
		}

		Runnable inLambda() {
			return () -> called("z");
		}

		@Override
		void called(String argument) {
			super.called(argument);
		}

	}

	static class Stranger {

		static void call(Parent parent) {
			parent.calledByOthers();
		}

	}

}
