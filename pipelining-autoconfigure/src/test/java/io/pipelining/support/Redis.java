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

import java.util.List;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.core.PipelineTemplate;

/**
 * What an application has that uses one server: a connection factory, templates, and
 * pipelines whose batches are recorded.
 */
public final class Redis implements AutoCloseable {

	private final RedisConnectionFactory factory;

	private final StringRedisTemplate strings;

	private final RedisTemplate<String, Object> objects;

	private final RedisTemplate<byte[], byte[]> bytes;

	private final RecordingListener listener = new RecordingListener();

	private final PipelineTemplate pipelines;

	private final Results results;

	public Redis(RedisConnectionFactory factory) {
		this(factory, Results.DEFAULT);
	}

	public Redis(RedisConnectionFactory factory, Results results) {
		this.factory = factory;
		this.results = results;
		this.strings = new StringRedisTemplate(factory);
		this.objects = template(factory, RedisSerializer.string(), RedisSerializer.java());
		this.bytes = template(factory, RedisSerializer.byteArray(), RedisSerializer.byteArray());
		this.pipelines = builder().build();
	}

	private static <K, V> RedisTemplate<K, V> template(RedisConnectionFactory factory, RedisSerializer<K> keys,
			RedisSerializer<V> values) {
		RedisTemplate<K, V> template = new RedisTemplate<>();
		template.setConnectionFactory(factory);
		template.setKeySerializer(keys);
		template.setValueSerializer(values);
		template.setHashKeySerializer(keys);
		template.setHashValueSerializer(values);
		template.afterPropertiesSet();
		return template;
	}

	/**
	 * Return a builder of further pipelines, recorded as well.
	 */
	public PipelineTemplate.Builder builder() {
		return PipelineTemplate.builder(this.factory).results(this.results).listeners(() -> List.of(this.listener));
	}

	public RedisConnectionFactory factory() {
		return this.factory;
	}

	/**
	 * Return a template with keys and values as text.
	 */
	public StringRedisTemplate strings() {
		return this.strings;
	}

	/**
	 * Return a template with keys as text and values as Java serializes them.
	 */
	public RedisTemplate<String, Object> objects() {
		return this.objects;
	}

	/**
	 * Return a template with keys and values as they are.
	 */
	public RedisTemplate<byte[], byte[]> bytes() {
		return this.bytes;
	}

	public RecordingListener listener() {
		return this.listener;
	}

	public PipelineTemplate pipelines() {
		return this.pipelines;
	}

	/**
	 * Read texts by one batch of deferred GET.
	 */
	public List<String> readTogether(List<String> keys) {
		List<Reply<String>> replies = this.pipelines.execute((pipeline) -> keys.stream()
			.map((key) -> pipeline.defer(() -> this.strings.opsForValue().get(key)))
			.toList());
		return replies.stream().map(Reply::get).toList();
	}

	@Override
	public void close() {
		Client.close(this.factory);
	}

}
