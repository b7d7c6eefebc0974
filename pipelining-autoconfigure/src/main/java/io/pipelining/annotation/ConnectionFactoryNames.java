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

package io.pipelining.annotation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.data.redis.connection.ReactiveRedisConnectionFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The connection factories among beans, by their names, for messages. No bean is made to
 * learn them.
 *
 * @param all the names of all that pipelines can use, in alphabetical order
 * @param reactive the names of those that only reactive code can use
 */
public record ConnectionFactoryNames(List<String> all, List<String> reactive) {

	/**
	 * Look for connection factories.
	 * @param beanFactory whose beans, and those of its ancestors, are looked at
	 * @return the names
	 */
	public static ConnectionFactoryNames of(ListableBeanFactory beanFactory) {
		List<String> all = names(beanFactory, RedisConnectionFactory.class);
		List<String> reactive = names(beanFactory, ReactiveRedisConnectionFactory.class);
		return new ConnectionFactoryNames(all, reactive.stream().filter((name) -> !all.contains(name)).toList());
	}

	private static List<String> names(ListableBeanFactory beanFactory, Class<?> type) {
		return Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, type, true, false))
			.sorted()
			.toList();
	}

	/**
	 * Return the names of all that pipelines can use.
	 * @return the names in quotes, with commas
	 */
	public String list() {
		return join(this.all);
	}

	/**
	 * Say that there is none.
	 * @return a sentence
	 */
	public String absence() {
		return this.reactive.isEmpty() ? "A pipeline needs a RedisConnectionFactory bean, and there is none."
				: "A pipeline needs a RedisConnectionFactory bean, and there are only reactive ones: "
						+ join(this.reactive) + ".";
	}

	/**
	 * Say what to do where there is none.
	 * @return a sentence
	 */
	public String wayOutOfAbsence() {
		return this.reactive.isEmpty()
				? "Put Lettuce or Jedis on the class path, for which Spring Boot declares one, or declare one."
				: "Declare one, such as a LettuceConnectionFactory, or leave the calls to reactive templates, which"
						+ " pipeline by themselves.";
	}

	private static String join(List<String> names) {
		return names.stream().map((name) -> "'" + name + "'").collect(Collectors.joining(", "));
	}

}
