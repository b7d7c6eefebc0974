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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.cluster.SlotHash;
import redis.embedded.RedisServer;

import static org.awaitility.Awaitility.await;

/**
 * A cluster of real servers on loopback. The slots are spread over the masters in even
 * parts; replicas follow the masters in the order of their ports.
 */
public final class RedisCluster implements AutoCloseable {

	private static final int SLOTS = SlotHash.SLOT_COUNT;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final List<Node> nodes = new ArrayList<>();

	private final int masters;

	private RedisCluster(int masters) {
		this.masters = masters;
	}

	/**
	 * Start a cluster that belongs to the caller.
	 * @param masters how many masters
	 * @param replicas how many replicas each master has
	 * @param settings further settings of each node
	 */
	public static RedisCluster start(int masters, int replicas, String... settings) {
		RedisCluster cluster = new RedisCluster(masters);
		for (int i = 0; i < masters * (1 + replicas); i++) {
			cluster.nodes.add(Node.start(settings));
		}
		cluster.join();
		return cluster;
	}

	private void join() {
		Node first = this.nodes.get(0);
		for (int i = 0; i < this.nodes.size(); i++) {
			Node node = this.nodes.get(i);
			if (i < this.masters) {
				node.call(command("CLUSTER", "ADDSLOTS", slots(i)));
			}
			// So that no two nodes claim a slot in the same epoch
			node.call("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
			node.call("CLUSTER", "MEET", "127.0.0.1", String.valueOf(first.port()));
		}
		await().atMost(PATIENCE).until(() -> this.nodes.stream().allMatch((node) -> node.knows(this.nodes.size())));
		for (int i = this.masters; i < this.nodes.size(); i++) {
			Node master = this.nodes.get(i % this.masters);
			this.nodes.get(i).call("CLUSTER", "REPLICATE", master.id());
		}
		await().atMost(PATIENCE).until(() -> this.nodes.stream().allMatch(Node::isOk));
		for (int i = this.masters; i < this.nodes.size(); i++) {
			Node replica = this.nodes.get(i);
			await().atMost(PATIENCE)
				.until(() -> "up".equals(replica.observer().info("replication").get("master_link_status")));
		}
		// So that a client learns of all replicas, whichever node it asks
		int servers = this.nodes.size() / this.masters;
		await().atMost(PATIENCE).until(() -> this.nodes.stream().allMatch((node) -> node.knowsServers(servers)));
	}

	private List<String> slots(int master) {
		return IntStream.range(master * SLOTS / this.masters, (master + 1) * SLOTS / this.masters)
			.mapToObj(String::valueOf)
			.toList();
	}

	private static String[] command(String name, String subcommand, List<String> arguments) {
		List<String> command = new ArrayList<>(List.of(name, subcommand));
		command.addAll(arguments);
		return command.toArray(String[]::new);
	}

	/**
	 * Return the nodes, masters first, as they were at the start.
	 */
	public List<Node> nodes() {
		return this.nodes;
	}

	public List<Node> masters() {
		return this.nodes.subList(0, this.masters);
	}

	public List<Integer> ports() {
		return this.nodes.stream().map(Node::port).toList();
	}

	/**
	 * Return the ports of the nodes that a cluster says it has, whatever port it was
	 * asked on; none if nobody answers.
	 */
	static List<Integer> portsBehind(int port) {
		try (Observer observer = new Observer(port)) {
			List<Integer> ports = new ArrayList<>();
			for (Object range : (List<?>) Objects.requireNonNull(observer.call("CLUSTER", "SLOTS"))) {
				for (Object node : ((List<?>) range).subList(2, ((List<?>) range).size())) {
					ports.add(((Long) ((List<?>) node).get(1)).intValue());
				}
			}
			return ports.stream().distinct().toList();
		}
		catch (UncheckedIOException ex) {
			return List.of();
		}
	}

	/**
	 * Return the master that has the slot of a key, as the first node sees it.
	 */
	public Node masterOf(String key) {
		return masterOf(slotOf(key));
	}

	public static int slotOf(String key) {
		return SlotHash.getSlot(key);
	}

	public Node masterOf(int slot) {
		for (Object range : (List<?>) Objects.requireNonNull(this.nodes.get(0).call("CLUSTER", "SLOTS"))) {
			List<?> words = (List<?>) range;
			if ((Long) words.get(0) <= slot && slot <= (Long) words.get(1)) {
				long port = (Long) ((List<?>) words.get(2)).get(1);
				return this.nodes.stream().filter((node) -> node.port() == port).findFirst().orElseThrow();
			}
		}
		throw new IllegalStateException("Nobody has slot " + slot);
	}

	/**
	 * Move a slot and its keys, as the tools of Redis do it.
	 * @param during runs for each stretch of keys that has moved
	 */
	public void moveSlot(int slot, Node from, Node to, Runnable during) {
		String number = String.valueOf(slot);
		to.call("CLUSTER", "SETSLOT", number, "IMPORTING", from.id());
		from.call("CLUSTER", "SETSLOT", number, "MIGRATING", to.id());
		List<?> keys = keysOf(slot, from);
		while (!keys.isEmpty()) {
			List<String> command = new ArrayList<>(
					List.of("MIGRATE", "127.0.0.1", String.valueOf(to.port()), "", "0", "10000", "KEYS"));
			keys.forEach((key) -> command.add(String.valueOf(key)));
			from.call(command.toArray(String[]::new));
			during.run();
			keys = keysOf(slot, from);
		}
		to.call("CLUSTER", "SETSLOT", number, "NODE", to.id());
		from.call("CLUSTER", "SETSLOT", number, "NODE", to.id());
		masters().forEach((node) -> node.call("CLUSTER", "SETSLOT", number, "NODE", to.id()));
		awaitAgreement();
	}

	/**
	 * Wait until all nodes know the epoch in which the last slot moved. Before that a
	 * late claim of its old owner could win, for good.
	 */
	private void awaitAgreement() {
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(5))
			.until(() -> masters().stream().map(Node::configuration).distinct().count() == 1);
	}

	private static List<?> keysOf(int slot, Node node) {
		return (List<?>) Objects.requireNonNull(node.call("CLUSTER", "GETKEYSINSLOT", String.valueOf(slot), "2"));
	}

	/**
	 * Return a key of a master, one of many.
	 */
	public String keyOf(Node master, int number) {
		int found = 0;
		for (int i = 0;; i++) {
			String key = "key:" + i;
			if (masterAtStart(slotOf(key)) == master && found++ == number) {
				return key;
			}
		}
	}

	/**
	 * Return the master that had the slot of a key at the start.
	 */
	public Node masterAtStart(String key) {
		return masterAtStart(slotOf(key));
	}

	private Node masterAtStart(int slot) {
		for (int i = 0; i < this.masters; i++) {
			if (slot < (i + 1) * SLOTS / this.masters) {
				return this.nodes.get(i);
			}
		}
		throw new IllegalArgumentException(String.valueOf(slot));
	}

	/**
	 * Remove all keys.
	 */
	public void flush() {
		masters().forEach((node) -> node.call("FLUSHALL"));
	}

	@Override
	public void close() {
		this.nodes.forEach(Node::stop);
	}

	/**
	 * A node.
	 */
	public static final class Node {

		private final int port;

		private final Path directory;

		private final List<String> settings;

		private RedisServer server;

		private Observer observer;

		private ProcessHandle process;

		private boolean stopped;

		private Node(RedisServer server, Path directory, List<String> settings) {
			this.port = server.ports().get(0);
			this.directory = directory;
			this.settings = settings;
			this.server = server;
			connect();
		}

		private void connect() {
			this.observer = new Observer(this.port);
			this.process = ProcessHandle.of(Long.parseLong(this.observer.info("server").get("process_id")))
				.orElseThrow();
		}

		/**
		 * The port of the cluster's bus is higher by 10000, which is too high for some
		 * ports, and taken for others.
		 */
		static Node start(String... settings) {
			RuntimeException failure = null;
			for (int attempt = 0; attempt < 20; attempt++) {
				try {
					Path directory = Files.createTempDirectory("cluster");
					List<String> all = new ArrayList<>(List.of("cluster-enabled yes", "cluster-announce-ip 127.0.0.1",
							"cluster-node-timeout 2000", "cluster-replica-validity-factor 0",
							"repl-diskless-sync-delay 0", "dir " + directory));
					all.addAll(List.of(settings));
					return new Node(RedisServers.start(all), directory, all);
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
				catch (RuntimeException ex) {
					failure = ex;
				}
			}
			throw failure;
		}

		public int port() {
			return this.port;
		}

		public ProcessHandle process() {
			return this.process;
		}

		/**
		 * End the process without a chance to do anything (SIGKILL).
		 */
		public void kill() {
			this.process.destroyForcibly();
			this.process.onExit().join();
		}

		/**
		 * Start it again after it was killed, as the node that it was, with what it wrote
		 * to its log, where it was told to write one.
		 */
		public void restart() {
			this.observer.close();
			RedisServers.stop(this.server);
			this.server = RedisServers.start(this.port, this.settings);
			connect();
			await().atMost(PATIENCE).until(this::isOk);
		}

		public Observer observer() {
			return this.observer;
		}

		public Object call(String... command) {
			return this.observer.call(command);
		}

		public String id() {
			return String.valueOf(call("CLUSTER", "MYID"));
		}

		/**
		 * Return what it knows: of each node the id, the epoch and the slots.
		 */
		Set<String> configuration() {
			Set<String> configuration = new HashSet<>();
			for (String line : String.valueOf(call("CLUSTER", "NODES")).split("\n")) {
				String[] words = line.split(" ");
				configuration.add(words[0] + " " + words[6] + " "
						+ Stream.of(words).skip(8).filter((slots) -> !slots.startsWith("[")).toList());
			}
			return configuration;
		}

		boolean knows(int nodes) {
			return String.valueOf(call("CLUSTER", "INFO")).contains("cluster_known_nodes:" + nodes + "\r\n");
		}

		/**
		 * Return whether it knows so many nodes for each range of slots.
		 */
		boolean knowsServers(int servers) {
			return ((List<?>) Objects.requireNonNull(call("CLUSTER", "SLOTS"))).stream()
				.allMatch((range) -> ((List<?>) range).size() == 2 + servers);
		}

		boolean isOk() {
			return String.valueOf(call("CLUSTER", "INFO")).contains("cluster_state:ok");
		}

		public void stop() {
			if (!this.stopped) {
				this.stopped = true;
				this.observer.close();
				RedisServers.stop(this.server, this.directory);
			}
		}

		@Override
		public String toString() {
			return "node " + port();
		}

	}

}
