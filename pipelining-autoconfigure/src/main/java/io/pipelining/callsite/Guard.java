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

import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.HashOperations;
import org.springframework.data.redis.core.ListOperations;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.SetOperations;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ValueOperations;
import org.springframework.data.redis.core.ZSetOperations;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.StringRedisSerializer;

/**
 * What a proof takes for granted of an object that the code is given: to be asked before
 * each run that relies on the proof.
 */
sealed interface Guard {

	/**
	 * Return how the code comes by the object.
	 */
	InputPath path();

	/**
	 * Return whether it is so.
	 * @param inputs what the code is given
	 * @param factory the connection factory whose calls are collected
	 */
	boolean holds(@Nullable Object[] inputs, RedisConnectionFactory factory);

	/**
	 * The object is of exactly this class.
	 *
	 * @param path how the code comes by the object
	 * @param type the class
	 */
	record OfClass(InputPath path, Class<?> type) implements Guard {

		@Override
		public boolean holds(@Nullable Object[] inputs, RedisConnectionFactory factory) {
			Object object = this.path.follow(inputs);
			return object != null && object.getClass() == this.type;
		}

	}

	/**
	 * The object is a container of the platform.
	 *
	 * @param path how the code comes by the object
	 * @param known what is known of the container
	 */
	record OfContainer(InputPath path, Value known) implements Guard {

		@Override
		public boolean holds(@Nullable Object[] inputs, RedisConnectionFactory factory) {
			Object object = this.path.follow(inputs);
			return object != null && this.known.equals(PlatformCalls.containerOf(object.getClass()));
		}

	}

	/**
	 * The object is a template of the connection factory, or operations of one, and no
	 * code of an application runs in it.
	 *
	 * @param path how the code comes by the object
	 * @param values whether values and not only keys are serialized
	 */
	record OfTemplate(InputPath path, boolean values) implements Guard {

		private static final String PACKAGE = "org.springframework.data.redis.";

		private static final Set<String> OPERATIONS = Set.of(PACKAGE + "core.DefaultValueOperations",
				PACKAGE + "core.DefaultHashOperations", PACKAGE + "core.DefaultListOperations",
				PACKAGE + "core.DefaultSetOperations", PACKAGE + "core.DefaultZSetOperations");

		private static final Set<String> FACTORIES = Set.of(PACKAGE + "connection.lettuce.LettuceConnectionFactory",
				PACKAGE + "connection.jedis.JedisConnectionFactory");

		private static final Set<String> SERIALIZERS = Set.of(StringRedisSerializer.class.getName(),
				PACKAGE + "serializer.ByteArrayRedisSerializer");

		@Override
		public boolean holds(@Nullable Object[] inputs, RedisConnectionFactory factory) {
			Object object = this.path.follow(inputs);
			if (object != null && OPERATIONS.contains(object.getClass().getName())) {
				object = templateOf(object);
			}
			if (!(object instanceof RedisTemplate<?, ?> template)) {
				return false;
			}
			Class<?> type = template.getClass();
			return (type == StringRedisTemplate.class || type == RedisTemplate.class)
					&& template.getConnectionFactory() == factory && FACTORIES.contains(factory.getClass().getName())
					&& serializers(template).allMatch(OfTemplate::isHarmless);
		}

		private Stream<@Nullable RedisSerializer<?>> serializers(RedisTemplate<?, ?> template) {
			return this.values ? Stream.of(template.getKeySerializer(), template.getValueSerializer(),
					template.getHashKeySerializer(), template.getHashValueSerializer(), template.getStringSerializer())
					: Stream.of(template.getKeySerializer());
		}

		private static boolean isHarmless(@Nullable RedisSerializer<?> serializer) {
			return serializer == null || SERIALIZERS.contains(serializer.getClass().getName());
		}

		private static @Nullable RedisOperations<?, ?> templateOf(Object operations) {
			if (operations instanceof ValueOperations<?, ?> values) {
				return values.getOperations();
			}
			if (operations instanceof HashOperations<?, ?, ?> hashes) {
				return hashes.getOperations();
			}
			if (operations instanceof ListOperations<?, ?> lists) {
				return lists.getOperations();
			}
			if (operations instanceof SetOperations<?, ?> sets) {
				return sets.getOperations();
			}
			return (operations instanceof ZSetOperations<?, ?> sorted) ? sorted.getOperations() : null;
		}

	}

}
