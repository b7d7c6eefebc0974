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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.pipelining.Pipeline;
import io.pipelining.Reply;
import io.pipelining.Results;
import io.pipelining.support.Client;
import io.pipelining.support.Client.Settings;
import io.pipelining.support.Observer;
import io.pipelining.support.Redis;
import io.pipelining.support.RedisServers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of round trips in the README: each row is a method here.
 */
@TestInstance(Lifecycle.PER_CLASS)
class RoundTripsTests {

	private static final Pattern ROW = Pattern.compile("^\\| ([^|]+) \\| (\\d+) \\| (\\d+) \\| (\\d+|-) \\|$",
			Pattern.MULTILINE);

	private final Map<String, Method> methods = new LinkedHashMap<>();

	private Observer observer;

	private Redis redis;

	private StringRedisTemplate strings;

	RoundTripsTests() {
		add("warm 100 products: `set` in a loop", this::warm, null);
		add("count 100 views: `increment`, its value ignored", this::count, null);
		add("delete 50 keys: `keys.forEach(redis::delete)`", this::deleteAll, null);
		add("add to a cart: `put`, `expire`", this::addToCart, null);
		add("leaderboard: 10 x `add`, then its top three", this::leaderboard, this::leaderboardDeferred);
		add("load 20 products: `get` into a list", this::load, this::loadDeferred);
		add("dashboard: five sizes, all shown", this::dashboard, this::dashboardDeferred);
		add("sign in: read the user, then 3 writes", this::signIn, this::signInDeferred);
		add("rate limit: `increment` used, `expire`", this::rateLimit, this::rateLimitDeferred);
		add("lock: `setIfAbsent` used, a write, `delete` in `finally`", this::lock, null);
		add("copy: `get`, then `set` of the value", this::copy, this::copyDeferred);
		add("10 users: id by mail, then name by id", this::users, this::usersDeferred);
	}

	private void add(String name, Runnable plain, @Nullable Deferring deferring) {
		this.methods.put(name, new Method(plain, deferring));
	}

	@BeforeEach
	void connect() {
		int port = RedisServers.standalone();
		this.observer = new Observer(port);
		this.redis = new Redis(Client.LETTUCE.connect(Settings.of(port)), Results.AUTO);
		this.strings = this.redis.strings();
		this.strings.hasKey("connected");
	}

	@AfterEach
	void close() {
		this.observer.close();
		this.redis.close();
	}

	static List<Row> rows() throws IOException {
		List<Row> rows = new ArrayList<>();
		Matcher matcher = ROW.matcher(Files.readString(Path.of("..", "README.md")));
		while (matcher.find()) {
			rows.add(new Row(matcher.group(1), Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3)),
					matcher.group(4).equals("-") ? null : Integer.valueOf(matcher.group(4))));
		}
		assertThat(rows).hasSizeGreaterThanOrEqualTo(12);
		return rows;
	}

	@ParameterizedTest
	@MethodSource("rows")
	void makesTheRoundTripsThatTheReadmeSays(Row row) {
		assertThat(this.methods).containsKey(row.name());
		Method method = this.methods.get(row.name());
		assertThat(readsDuring(method.plain())).as("plain").isEqualTo(row.plain());
		assertThat(readsDuring(() -> this.redis.pipelines().executeWithoutResult((pipeline) -> method.plain().run())))
			.as("AUTO")
			.isEqualTo(row.auto());
		assertThat(method.deferring() == null).as("defer").isEqualTo(row.defer() == null);
		if (method.deferring() != null) {
			assertThat(readsDuring(() -> this.redis.pipelines().executeWithoutResult(method.deferring()::run)))
				.as("defer")
				.isEqualTo(row.defer());
		}
	}

	/** Each round trip is one read of the server from the socket. */
	private int readsDuring(Runnable code) {
		this.observer.flush();
		this.observer.call("SET", "id-of:mail", "7");
		return (int) this.observer.readsDuring(code);
	}

	private void warm() {
		for (int i = 0; i < 100; i++) {
			this.strings.opsForValue().set("product:" + i, "p" + i);
		}
	}

	private void count() {
		for (int i = 0; i < 100; i++) {
			this.strings.opsForValue().increment("views:" + (i % 7));
		}
	}

	private void deleteAll() {
		List<String> keys = IntStream.range(0, 50).mapToObj((i) -> "k" + i).toList();
		keys.forEach(this.strings::delete);
	}

	private void addToCart() {
		this.strings.opsForHash().put("cart", "sku", "2");
		this.strings.expire("cart", Duration.ofMinutes(30));
	}

	private void leaderboard() {
		for (int i = 0; i < 10; i++) {
			this.strings.opsForZSet().add("board", "player" + i, i);
		}
		assertThat(this.strings.opsForZSet().reverseRange("board", 0, 2)).hasSize(3);
	}

	private void leaderboardDeferred(Pipeline pipeline) {
		for (int i = 0; i < 10; i++) {
			this.strings.opsForZSet().add("board", "player" + i, i);
		}
		assertThat(pipeline.defer(() -> this.strings.opsForZSet().reverseRange("board", 0, 2)).get()).hasSize(3);
	}

	private void load() {
		List<String> loaded = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			loaded.add(this.strings.opsForValue().get("product:" + i));
		}
		assertThat(loaded).hasSize(20);
	}

	private void loadDeferred(Pipeline pipeline) {
		List<Reply<String>> replies = IntStream.range(0, 20)
			.mapToObj((i) -> pipeline.<String>defer(() -> this.strings.opsForValue().get("product:" + i)))
			.toList();
		List<String> loaded = new ArrayList<>();
		replies.forEach((reply) -> loaded.add(reply.get()));
		assertThat(loaded).hasSize(20);
	}

	private void dashboard() {
		Long users = this.strings.opsForSet().size("users");
		Long orders = this.strings.opsForList().size("orders");
		Long scores = this.strings.opsForZSet().size("scores");
		Long fields = this.strings.opsForHash().size("settings");
		Long length = this.strings.opsForValue().size("motd");
		assertThat(List.of(users, orders, scores, fields, length)).containsOnly(0L);
	}

	private void dashboardDeferred(Pipeline pipeline) {
		List<Reply<Long>> sizes = List.of(pipeline.defer(() -> this.strings.opsForSet().size("users")),
				pipeline.defer(() -> this.strings.opsForList().size("orders")),
				pipeline.defer(() -> this.strings.opsForZSet().size("scores")),
				pipeline.defer(() -> this.strings.opsForHash().size("settings")),
				pipeline.defer(() -> this.strings.opsForValue().size("motd")));
		assertThat(sizes).allSatisfy((size) -> assertThat(size.get()).isZero());
	}

	private void signIn() {
		Map<Object, Object> user = this.strings.opsForHash().entries("user:7");
		assertThat(user).isEmpty();
		signedIn();
	}

	private void signInDeferred(Pipeline pipeline) {
		Reply<Map<Object, Object>> user = pipeline.defer(() -> this.strings.opsForHash().entries("user:7"));
		signedIn();
		assertThat(user.get()).isEmpty();
	}

	private void signedIn() {
		this.strings.opsForValue().set("session:7", "s");
		this.strings.expire("session:7", Duration.ofMinutes(30));
		this.strings.opsForList().rightPush("sign-ins", "7");
	}

	private void rateLimit() {
		Long count = this.strings.opsForValue().increment("limit");
		this.strings.expire("limit", Duration.ofMinutes(1));
		assertThat(count).isPositive();
	}

	private void rateLimitDeferred(Pipeline pipeline) {
		Reply<Long> count = pipeline.defer(() -> this.strings.opsForValue().increment("limit"));
		this.strings.expire("limit", Duration.ofMinutes(1));
		assertThat(count.get()).isPositive();
	}

	private void lock() {
		Boolean locked = this.strings.opsForValue().setIfAbsent("lock", "me", Duration.ofSeconds(10));
		assertThat(locked).isTrue();
		try {
			this.strings.opsForValue().set("guarded", "1");
		}
		finally {
			this.strings.delete("lock");
		}
	}

	private void copy() {
		String value = this.strings.opsForValue().get("id-of:mail");
		this.strings.opsForValue().set("copy", value);
	}

	private void copyDeferred(Pipeline pipeline) {
		pipeline.defer(() -> {
			String value = this.strings.opsForValue().get("id-of:mail");
			this.strings.opsForValue().set("copy", value);
			return value;
		});
	}

	private void users() {
		List<String> names = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			String id = this.strings.opsForValue().get("id-of:mail");
			names.add(this.strings.opsForValue().get("name-of:" + id));
		}
		assertThat(names).hasSize(10);
	}

	private void usersDeferred(Pipeline pipeline) {
		List<Reply<String>> names = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			names.add(pipeline.defer(() -> {
				String id = this.strings.opsForValue().get("id-of:mail");
				return this.strings.opsForValue().get("name-of:" + id);
			}));
		}
		assertThat(names).allSatisfy((name) -> assertThat(name.get()).isNull());
	}

	private record Method(Runnable plain, @Nullable Deferring deferring) {

	}

	private record Row(String name, int plain, int auto, @Nullable Integer defer) {

	}

	@FunctionalInterface
	private interface Deferring {

		void run(Pipeline pipeline);

	}

}
