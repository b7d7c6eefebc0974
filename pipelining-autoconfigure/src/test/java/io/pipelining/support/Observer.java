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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A second client that says what the server sees, and the only one to which a test
 * believes it. Used by one thread.
 */
public final class Observer implements AutoCloseable {

	private static final Pattern MONITORED = Pattern.compile("\\d+\\.\\d+ \\[(\\d+) (\\S+)] (.*)");

	private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

	private static final AtomicLong MARKERS = new AtomicLong();

	/** Of observers that no other is to see. */
	private static final Set<String> UNSEEN = ConcurrentHashMap.newKeySet();

	private final int port;

	private final RespConnection connection;

	public Observer(int port) {
		this.port = port;
		this.connection = new RespConnection(port);
	}

	/**
	 * Create one that no other counts among the clients.
	 */
	static Observer unseen(int port) {
		Observer observer = new Observer(port);
		UNSEEN.add(observer.address());
		return observer;
	}

	public int port() {
		return this.port;
	}

	/**
	 * Count the connections of sentinels to the server among the clients no more.
	 * @return whether one has all that it opens
	 */
	boolean overlookSentinel() {
		List<String> addresses = String.valueOf(call("CLIENT", "LIST"))
			.lines()
			.filter((line) -> line.contains(" name=sentinel-"))
			.map(Observer::addressIn)
			.toList();
		UNSEEN.addAll(addresses);
		return addresses.size() == 2;
	}

	/**
	 * Send a command. Strings are ISO-8859-1, one character for each byte.
	 */
	public @Nullable Object call(String... command) {
		return this.connection.call(command);
	}

	public @Nullable String get(String key) {
		return (String) call("GET", key);
	}

	public boolean exists(String key) {
		return Long.valueOf(1).equals(call("EXISTS", key));
	}

	public long keyCount() {
		return (Long) Objects.requireNonNull(call("DBSIZE"));
	}

	public void flush() {
		call("FLUSHALL");
	}

	/**
	 * Return a section of INFO.
	 */
	public Map<String, String> info(String section) {
		Map<String, String> info = new LinkedHashMap<>();
		for (String line : String.valueOf(call("INFO", section)).split("\r\n")) {
			int colon = line.indexOf(':');
			if (colon > 0) {
				info.put(line.substring(0, colon), line.substring(colon + 1));
			}
		}
		return info;
	}

	/**
	 * Return how often the server ran a command, from all clients.
	 */
	public long commandCalls(String command) {
		String statistics = info("commandstats").get("cmdstat_" + command.toLowerCase());
		return (statistics != null) ? Long.parseLong(statistics.replaceAll("^calls=(\\d+),.*", "$1")) : 0;
	}

	/**
	 * Return how many connections the server ever accepted.
	 */
	public long connectionsReceived() {
		return Long.parseLong(info("stats").get("total_connections_received"));
	}

	/**
	 * Return how many new connections code made.
	 */
	public long connectionsDuring(Runnable code) {
		long before = connectionsReceived();
		code.run();
		return connectionsReceived() - before;
	}

	/**
	 * Return how often the server read from a socket while code ran, the observer's own
	 * question left out.
	 */
	public long readsDuring(Runnable code) {
		long before = readsProcessed();
		code.run();
		return readsProcessed() - before - 1;
	}

	/**
	 * Return how often the server read from a socket of a client, for this question too.
	 */
	public long readsProcessed() {
		return Long.parseLong(info("stats").get("total_reads_processed"));
	}

	/**
	 * Return the addresses of the other clients that are connected.
	 */
	public List<String> clients() {
		return Arrays.stream(String.valueOf(call("CLIENT", "LIST")).split("\n"))
			.map(Observer::addressIn)
			.filter((address) -> !address.equals(this.connection.address()) && !UNSEEN.contains(address))
			.toList();
	}

	private static String addressIn(String line) {
		return line.replaceAll(".*\\baddr=(\\S+).*", "$1");
	}

	/**
	 * Return its own address, as the server knows it.
	 */
	public String address() {
		return this.connection.address();
	}

	/**
	 * Kill a client, unless it has gone by itself.
	 */
	public void kill(String address) {
		call("CLIENT", "KILL", "ADDR", address);
	}

	/**
	 * Return the commands that other clients ran while code ran, in the server's order.
	 */
	public List<Seen> commandsDuring(Runnable code) {
		try (Monitor monitor = new Monitor(this.port)) {
			monitor.commandsUntil(mark(), this.connection.address());
			code.run();
			return monitor.commandsUntil(mark(), this.connection.address());
		}
	}

	private String mark() {
		String marker = "marker-" + MARKERS.incrementAndGet();
		call("ECHO", marker);
		return marker;
	}

	/**
	 * Return everything that the current database holds: by key, the type, whether it
	 * expires, and the contents in an order that does not depend on the server's hash
	 * tables.
	 */
	public SortedMap<String, String> contents() {
		SortedMap<String, String> contents = new TreeMap<>();
		for (Object key : list("KEYS", "*")) {
			contents.put((String) key, contents((String) key));
		}
		return contents;
	}

	private String contents(String key) {
		String type = String.valueOf(call("TYPE", key));
		Object value = switch (type) {
			case "string" -> withoutCachedCount(get(key));
			case "list" -> list("LRANGE", key, "0", "-1");
			case "set" -> new TreeSet<>(list("SMEMBERS", key));
			case "zset" -> list("ZRANGE", key, "0", "-1", "WITHSCORES");
			case "hash" -> pairs(list("HGETALL", key));
			case "stream" -> list("XRANGE", key, "-", "+") + " " + groups(key);
			default -> throw new IllegalStateException(type);
		};
		long ttl = (Long) Objects.requireNonNull(call("TTL", key));
		// In steps of ten minutes, since two runs are not at the same second
		return type + " " + value + ((ttl >= 0) ? " expires ~" + Math.round(ttl / 600.0) : "");
	}

	/**
	 * A HyperLogLog keeps its count once a server was asked for it, which may have been a
	 * replica.
	 */
	private static String withoutCachedCount(@Nullable String text) {
		return (text != null && text.startsWith("HYLL")) ? text.substring(0, 8) + text.substring(16)
				: String.valueOf(text);
	}

	private List<Object> groups(String key) {
		List<Object> groups = new ArrayList<>();
		for (Object group : list("XINFO", "GROUPS", key)) {
			groups.add(group);
			for (Object pending : list("XPENDING", key, String.valueOf(((List<?>) group).get(1)), "-", "+", "100")) {
				groups.add(((List<?>) pending).subList(0, 2));
			}
		}
		return groups;
	}

	private static Map<Object, Object> pairs(List<Object> list) {
		Map<Object, Object> pairs = new TreeMap<>();
		for (int i = 0; i < list.size(); i += 2) {
			pairs.put(list.get(i), list.get(i + 1));
		}
		return pairs;
	}

	@SuppressWarnings("unchecked")
	private List<Object> list(String... command) {
		return (List<Object>) Objects.requireNonNull(call(command));
	}

	@Override
	public void close() {
		this.connection.close();
	}

	/**
	 * A command as MONITOR shows it.
	 *
	 * @param database the database it ran in
	 * @param client the address of the client
	 * @param arguments the command and its arguments
	 */
	public record Seen(int database, String client, List<String> arguments) {

		public String command() {
			return this.arguments.get(0).toUpperCase();
		}

		public String text() {
			return command() + String.join("", this.arguments.stream().skip(1).map((text) -> " " + text).toList());
		}

	}

	private static final class Monitor implements AutoCloseable {

		private final RespConnection connection;

		private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

		Monitor(int port) {
			this.connection = new RespConnection(port);
			this.connection.call("MONITOR");
			Thread reader = new Thread(this::read, "monitor");
			reader.setDaemon(true);
			reader.start();
		}

		private void read() {
			try {
				while (true) {
					this.lines.add(String.valueOf(this.connection.read()));
				}
			}
			catch (IOException ex) {
				// Closed
			}
		}

		List<Seen> commandsUntil(String marker, String observer) {
			List<Seen> commands = new ArrayList<>();
			while (true) {
				Seen seen = parse(next());
				if (seen.arguments().contains(marker)) {
					return commands;
				}
				if (!seen.client().equals(observer) && !UNSEEN.contains(seen.client())) {
					commands.add(seen);
				}
			}
		}

		private String next() {
			try {
				String line = this.lines.poll(30, TimeUnit.SECONDS);
				if (line == null) {
					throw new IllegalStateException("The server shows no more commands");
				}
				return line;
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		private static Seen parse(String line) {
			Matcher matcher = MONITORED.matcher(line);
			if (!matcher.matches()) {
				throw new IllegalStateException(line);
			}
			List<String> arguments = QUOTED.matcher(matcher.group(3))
				.results()
				.map((result) -> result.group(1))
				.toList();
			return new Seen(Integer.parseInt(matcher.group(1)), matcher.group(2), arguments);
		}

		@Override
		public void close() {
			this.connection.close();
		}

	}

}
