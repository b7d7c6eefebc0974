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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import redis.embedded.RedisSentinel;
import redis.embedded.RedisServer;

import static org.awaitility.Awaitility.await;

/**
 * A master and its replicas on loopback, and a sentinel that watches them where one is
 * asked for. The sentinel takes nobody for dead by itself, however busy the machine is.
 */
public final class MasterReplica implements AutoCloseable {

	private static final String NAME = "main";

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	/** The sentinels of masters, by their ports. */
	private static final Map<Integer, Integer> SENTINELS = new ConcurrentHashMap<>();

	private final List<Node> nodes = new ArrayList<>();

	private @Nullable RedisSentinel sentinel;

	private MasterReplica() {
	}

	/**
	 * Start a master with replicas that belong to the caller.
	 */
	public static MasterReplica start(int replicas) {
		MasterReplica servers = new MasterReplica();
		servers.nodes.add(Node.start());
		for (int i = 0; i < replicas; i++) {
			servers.nodes.add(Node.start("replicaof 127.0.0.1 " + servers.master().port()));
		}
		servers.replicas().forEach(Node::awaitMaster);
		return servers;
	}

	/**
	 * Start a master, a replica and a sentinel that belong to the caller.
	 */
	public static MasterReplica startWithSentinel() {
		MasterReplica servers = start(1);
		try {
			var builder = RedisSentinel.newRedisSentinel()
				.bind("127.0.0.1")
				.port(RedisServers.freePort())
				.masterName(NAME)
				.masterPort(servers.master().port())
				.quorumSize(1)
				.downAfterMilliseconds(600_000)
				.failOverTimeout(60_000);
			RedisServers.binary().ifPresent((binary) -> builder.executableProvider(binary::toFile));
			RedisSentinel sentinel = builder.build();
			Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(sentinel)));
			sentinel.start();
			servers.sentinel = sentinel;
			SENTINELS.put(servers.master().port(), servers.sentinelPort());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		// It finds the replica by itself
		servers.nodes.forEach((node) -> await().atMost(PATIENCE).until(node.observer()::overlookSentinel));
		return servers;
	}

	public Node master() {
		return this.nodes.get(0);
	}

	/**
	 * Return what were replicas at the start.
	 */
	public List<Node> replicas() {
		return this.nodes.subList(1, this.nodes.size());
	}

	public Node replica() {
		return this.nodes.get(1);
	}

	public int sentinelPort() {
		return Objects.requireNonNull(this.sentinel).ports().get(0);
	}

	/**
	 * Return how a factory names the nodes one by one.
	 */
	public RedisStaticMasterReplicaConfiguration configuration() {
		RedisStaticMasterReplicaConfiguration configuration = new RedisStaticMasterReplicaConfiguration("127.0.0.1",
				master().port());
		replicas().forEach((replica) -> configuration.addNode("127.0.0.1", replica.port()));
		return configuration;
	}

	/**
	 * Return how a factory names the sentinel.
	 */
	public RedisSentinelConfiguration sentinelConfiguration() {
		return sentinel(sentinelPort());
	}

	private static RedisSentinelConfiguration sentinel(int port) {
		return new RedisSentinelConfiguration().master(NAME).sentinel("127.0.0.1", port);
	}

	/**
	 * Return the port of the server that is reached on a port, that port if there is
	 * none.
	 */
	static int masterBehind(int port) {
		try (Observer observer = new Observer(port)) {
			return Integer.parseInt(observer.info("server").get("tcp_port"));
		}
		catch (UncheckedIOException ex) {
			return port;
		}
	}

	/**
	 * Return the ports of the replicas of a master, none if there is no master.
	 */
	static List<Integer> replicasOf(int master) {
		try (Observer observer = new Observer(master)) {
			return observer.info("replication")
				.entrySet()
				.stream()
				.filter((line) -> line.getKey().matches("slave\\d+"))
				.map((line) -> Integer.valueOf(line.getValue().replaceAll(".*\\bport=(\\d+).*", "$1")))
				.toList();
		}
		catch (UncheckedIOException ex) {
			return List.of();
		}
	}

	/**
	 * Return how a factory names the sentinel of a master.
	 * @param port where the sentinel is if the master has none
	 */
	static RedisSentinelConfiguration sentinelOf(int master, int port) {
		return sentinel(SENTINELS.getOrDefault(master, port));
	}

	/**
	 * Wait until the replicas have what the master has now.
	 */
	public void awaitReplicas() {
		awaitReplicas(master().observer(), replicas().size());
	}

	/** WAIT counts from the last command of the same client. */
	static void awaitReplicas(Observer master, int replicas) {
		master.call("PING");
		Object reached = master.call("WAIT", String.valueOf(replicas), String.valueOf(PATIENCE.toMillis()));
		if (!Long.valueOf(replicas).equals(reached)) {
			throw new IllegalStateException("Only " + reached + " replicas have what the master has");
		}
	}

	/**
	 * Have the sentinel make the replica the master, and wait until clients can learn it.
	 */
	public void failOver() {
		try (Observer observer = new Observer(sentinelPort())) {
			await().atMost(PATIENCE).until(() -> isFailingOver(observer));
			List<String> replica = List.of("127.0.0.1", String.valueOf(replica().port()));
			await().atMost(PATIENCE)
				.until(() -> replica.equals(observer.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME)));
		}
		replica().observeAgain();
	}

	/** A sentinel that got no time of the machine refuses for a while. */
	private static boolean isFailingOver(Observer observer) {
		try {
			return "OK".equals(observer.call("SENTINEL", "FAILOVER", NAME));
		}
		catch (RespConnection.ServerError ex) {
			return false;
		}
	}

	/**
	 * Make what was the master a replica of the other. The sentinel does it in these
	 * words, some ten seconds later. Waits until it has what that has.
	 */
	public void demoteMaster() {
		master().call("MULTI");
		master().call("REPLICAOF", "127.0.0.1", String.valueOf(replica().port()));
		master().call("CLIENT", "KILL", "TYPE", "normal");
		master().call("EXEC");
		master().awaitMaster();
	}

	@Override
	public void close() {
		if (this.sentinel != null) {
			stop(this.sentinel);
		}
		this.nodes.forEach(Node::stop);
	}

	private static void stop(RedisSentinel sentinel) {
		try {
			sentinel.stop();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A server.
	 */
	public static final class Node {

		private final RedisServer server;

		private final Path directory;

		private Observer observer;

		private boolean stopped;

		private Node(RedisServer server, Path directory) {
			this.server = server;
			this.directory = directory;
			this.observer = new Observer(port());
		}

		static Node start(String... settings) {
			try {
				Path directory = Files.createTempDirectory("replicated");
				List<String> all = new ArrayList<>(List.of("repl-diskless-sync-delay 0", "dir " + directory));
				all.addAll(List.of(settings));
				return new Node(RedisServers.start(all), directory);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		public int port() {
			return this.server.ports().get(0);
		}

		public Observer observer() {
			return this.observer;
		}

		public @Nullable Object call(String... command) {
			return this.observer.call(command);
		}

		/**
		 * Wait until it has what its master had.
		 */
		public void awaitMaster() {
			await().atMost(PATIENCE)
				.until(() -> "up".equals(this.observer.info("replication").get("master_link_status")));
		}

		/** A sentinel that changes a server's role ends all its connections. */
		private void observeAgain() {
			this.observer.close();
			this.observer = new Observer(port());
		}

		public void stop() {
			if (this.stopped) {
				return;
			}
			this.stopped = true;
			this.observer.close();
			RedisServers.stop(this.server, this.directory);
		}

	}

}
