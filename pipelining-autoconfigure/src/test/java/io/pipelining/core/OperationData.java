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

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

import io.pipelining.support.Observer;

/**
 * What the server holds before each call, and what it holds after it. Keys are text,
 * values as the template at hand writes them.
 */
final class OperationData {

	/** Times to live, and what is left of them, may differ by some seconds in a day. */
	static final long DAY = 86_400;

	/** Runs any number of commands, each preceded by the number of its words. */
	private static final String PREPARE = """
			local i = 1
			while i <= #ARGV do
				local command = {}
				for j = 1, tonumber(ARGV[i]) do
					command[j] = ARGV[i + j]
				end
				redis.call(unpack(command))
				i = i + tonumber(ARGV[i]) + 1
			end""";

	/**
	 * Without the count that a HyperLogLog keeps once a server was asked for it, which
	 * may have been a replica.
	 */
	private static final String CONTENTS = """
			local function value(type, key)
				if type == 'string' then
					local text = redis.call('get', key)
					if string.sub(text, 1, 4) == 'HYLL' then
						return string.sub(text, 1, 8) .. string.sub(text, 17)
					end
					return text
				end
				if type == 'list' then return redis.call('lrange', key, 0, -1) end
				if type == 'set' then
					local members = redis.call('smembers', key)
					table.sort(members)
					return members
				end
				if type == 'zset' then return redis.call('zrange', key, 0, -1, 'withscores') end
				if type == 'hash' then
					local fields = redis.call('hkeys', key)
					table.sort(fields)
					for i = 1, #fields do fields[i] = { fields[i], redis.call('hget', key, fields[i]) } end
					return fields
				end
				local groups = redis.call('xinfo', 'groups', key)
				local pending = {}
				local consumers = {}
				for _, group in ipairs(groups) do
					for _, entry in ipairs(redis.call('xpending', key, group[2], '-', '+', 100)) do
						pending[#pending + 1] = { entry[1], entry[2], entry[4] }
					end
					for _, consumer in ipairs(redis.call('xinfo', 'consumers', key, group[2])) do
						consumers[#consumers + 1] = { consumer[2], consumer[4] }
					end
				end
				return { redis.call('xrange', key, '-', '+'), groups, pending, consumers }
			end
			local contents = {}
			for database = 0, tonumber(ARGV[1]) - 1 do
				if ARGV[1] ~= '1' then redis.call('select', database) end
				local keys = redis.call('keys', '*')
				table.sort(keys)
				for _, key in ipairs(keys) do
					local type = redis.call('type', key).ok
					contents[#contents + 1] = { database, key, type, redis.call('pttl', key), value(type, key) }
				end
			end
			return contents""";

	private final Observer observer;

	private final String[] preparation;

	private final boolean onCluster;

	OperationData(Observer observer, RedisTemplate<String, ?> template) {
		this.observer = observer;
		this.onCluster = "1".equals(observer.info("cluster").get("cluster_enabled"));
		this.preparation = new Commands(template).evaluation();
	}

	void prepare() {
		if (!this.onCluster) {
			this.observer.call("REPLICAOF", "NO", "ONE");
		}
		this.observer.call(this.preparation);
	}

	/**
	 * Return what the databases hold, one line for each key.
	 */
	String contents() {
		StringBuilder contents = new StringBuilder(String.valueOf(((List<?>) call("ROLE")).get(0)));
		for (Object line : (List<?>) call("EVAL", CONTENTS, "0", this.onCluster ? "1" : "2")) {
			List<?> parts = (List<?>) line;
			contents.append('\n')
				.append(parts.get(0))
				.append(' ')
				.append(parts.get(1))
				.append(' ')
				.append(parts.get(2))
				.append(' ')
				.append(Nearly.mark((Long) parts.get(3)))
				.append(' ')
				.append(parts.get(4));
		}
		return contents.toString();
	}

	byte[] dump(String key) {
		return ((String) call("DUMP", key)).getBytes(StandardCharsets.ISO_8859_1);
	}

	private Object call(String... command) {
		return Objects.requireNonNull(this.observer.call(command));
	}

	private static final class Commands {

		private final RedisTemplate<String, ?> template;

		private final List<String> words = new ArrayList<>();

		Commands(RedisTemplate<String, ?> template) {
			this.template = template;
			add("FLUSHALL");
			strings();
			collections();
			hashes();
			places();
			streams();
		}

		private void strings() {
			add("SET", "str", value("hello"));
			add("SET", "str2", value("world"));
			add("SET", "num", "41");
			add("SET", "ttl", value("soon"), "EX", String.valueOf(DAY));
			add("SET", "raw", "abc");
			add("PFADD", "hll", value("a"), value("b"));
			add("PFADD", "hll2", value("b"), value("c"));
		}

		private void collections() {
			add("RPUSH", "list", value("a"), value("b"), value("c"), value("b"));
			add("RPUSH", "list2", value("x"), value("y"));
			add("SADD", "set", value("a"), value("b"), value("c"));
			add("SADD", "set2", value("b"), value("c"), value("d"));
			add("SADD", "set1", value("a"));
			add("ZADD", "zset", "1", value("a"), "2", value("b"), "3", value("c"));
			add("ZADD", "zset2", "10", value("b"), "20.5", value("c"), "30", value("d"));
			add("ZADD", "zset1", "1.5", value("a"));
			add("ZADD", "zlex", "0", value("a"), "0", value("b"), "0", value("c"), "0", value("d"));
			add("RPUSH", "wlist", value("w"));
			add("SET", "wstr", value("w"));
		}

		private void hashes() {
			add("HSET", "hash", field("f"), hashValue("1"), field("g"), hashValue("2"));
			add("HSET", "hash1", field("f"), hashValue("1"));
			add("HSET", "hashnum", field("f"), "5");
		}

		private void places() {
			add("GEOADD", "geo", "13.361389", "38.115556", value("Palermo"), "15.087269", "37.502669",
					value("Catania"));
		}

		/** One field in each record: Jedis does not keep their order. */
		private void streams() {
			add("XADD", "stream", "1-1", field("f"), hashValue("1"));
			add("XADD", "stream", "2-1", field("g"), hashValue("2"));
			add("XADD", "stream", "3-1", field("f"), hashValue("4"));
			add("XGROUP", "CREATE", "stream", "g", "0");
			add("XREADGROUP", "GROUP", "g", "c1", "COUNT", "1", "STREAMS", "stream", ">");
			add("XADD", "objects", "1-1", field("payload"), hashValue("one"));
			add("XADD", "objects", "2-1", field("payload"), hashValue("two"));
			add("XGROUP", "CREATE", "objects", "g", "0");
		}

		private void add(String... command) {
			this.words.add(String.valueOf(command.length));
			this.words.addAll(List.of(command));
		}

		private String value(String value) {
			return text(this.template.getValueSerializer(), value);
		}

		private String field(String field) {
			return text(this.template.getHashKeySerializer(), field);
		}

		private String hashValue(String value) {
			return text(this.template.getHashValueSerializer(), value);
		}

		@SuppressWarnings("unchecked")
		private static String text(RedisSerializer<?> serializer, @Nullable Object value) {
			return new String(((RedisSerializer<Object>) serializer).serialize(value), StandardCharsets.ISO_8859_1);
		}

		String[] evaluation() {
			List<String> evaluation = new ArrayList<>(List.of("EVAL", PREPARE, "0"));
			evaluation.addAll(this.words);
			return evaluation.toArray(String[]::new);
		}

	}

}
