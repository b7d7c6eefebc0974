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
package io.pipelining.sample.relay;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.pipelining.sample.EmbeddedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The relay between a client and a real server.
 */
class RelayTests {

	private static final String PING = "*1\r\n$4\r\nPING\r\n";

	private static final String PONG = "+PONG\r\n";

	private static EmbeddedRedis redis;

	private final Relay relay = new Relay(() -> redis.port());

	@BeforeAll
	static void startServer() {
		redis = EmbeddedRedis.start();
	}

	@AfterAll
	static void stopServer() {
		redis.stop();
	}

	@AfterEach
	void closeRelay() {
		this.relay.close();
	}

	@Test
	void eachCallOnItsOwnIsATurn() throws IOException {
		try (Client client = new Client(this.relay)) {
			Recording recording = this.relay.record();
			for (int i = 0; i < 50; i++) {
				client.exchange(PING, PONG);
			}
			assertThat(recording.counters())
				.isEqualTo(new WireCounters(50, 50, 50, 50, 50 * PING.length(), 50 * PONG.length(), 50));
			assertThat(recording.drain()).hasSize(100)
				.extracting(WireEvent::reply)
				.startsWith(false, true, false, true);
			assertThat(recording.drain()).isEmpty();
		}
	}

	@Test
	void whatIsSentTogetherIsOneTurn() throws IOException {
		try (Client client = new Client(this.relay)) {
			this.relay.setRoundTrip(Duration.ofMillis(5));
			Recording recording = this.relay.record();
			client.exchange(PING.repeat(50), PONG.repeat(50));
			WireCounters counters = recording.counters();
			assertThat(List.of(counters.commands(), counters.replies(), counters.turns())).containsExactly(50L, 50L,
					1L);
			assertThat(counters.requestPackets()).isEqualTo(1);
			assertThat(counters.bytes()).isEqualTo(50 * (PING.length() + PONG.length()));
		}
	}

	@Test
	void nothingArrivesBeforeItsTime() throws IOException {
		try (Client client = new Client(this.relay)) {
			client.exchange(PING, PONG);
			this.relay.setRoundTrip(Duration.ofMillis(20));
			Recording recording = this.relay.record();
			for (int i = 0; i < 5; i++) {
				client.exchange(PING, PONG);
			}
			List<WireEvent> events = recording.drain();
			for (int i = 0; i < 10; i += 2) {
				assertThat(events.get(i + 1).micros() - events.get(i).micros()).isGreaterThanOrEqualTo(20_000);
			}
		}
	}

	@Test
	void aDelayedLineKeepsTheOrderWhenItGetsShort() throws IOException {
		try (Client client = new Client(this.relay)) {
			StringBuilder replies = new StringBuilder();
			for (int i = 0; i < 40; i++) {
				this.relay.setRoundTrip(Duration.ofMillis((i % 2 == 0) ? 4 : 0));
				client.send("*2\r\n$4\r\nECHO\r\n$2\r\n" + (10 + i) + "\r\n");
				replies.append("$2\r\n").append(10 + i).append("\r\n");
			}
			client.expect(replies.toString());
		}
	}

	@Test
	void aClosedServerClosesTheClient() throws IOException {
		Relay nowhere = new Relay(() -> 1);
		try (Client client = new Client(nowhere)) {
			assertThat(client.read()).isEqualTo(-1);
		}
		finally {
			nowhere.close();
		}
	}

	@Test
	void closingClosesTheConnections() throws IOException {
		try (Client client = new Client(this.relay)) {
			client.exchange(PING, PONG);
			this.relay.close();
			assertThat(client.read()).isEqualTo(-1);
		}
	}

	private static final class Client implements AutoCloseable {

		private final Socket socket;

		private final OutputStream out;

		private final DataInputStream in;

		Client(Relay relay) throws IOException {
			this.socket = new Socket(InetAddress.getLoopbackAddress(), relay.port());
			this.socket.setTcpNoDelay(true);
			this.socket.setSoTimeout(30_000);
			this.out = this.socket.getOutputStream();
			this.in = new DataInputStream(this.socket.getInputStream());
		}

		void exchange(String requests, String replies) throws IOException {
			send(requests);
			expect(replies);
		}

		void send(String requests) throws IOException {
			this.out.write(requests.getBytes(StandardCharsets.ISO_8859_1));
		}

		void expect(String replies) throws IOException {
			byte[] bytes = new byte[replies.length()];
			this.in.readFully(bytes);
			assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).isEqualTo(replies);
		}

		int read() throws IOException {
			try {
				return this.in.read();
			}
			catch (IOException ex) {
				return -1;
			}
		}

		@Override
		public void close() throws IOException {
			this.socket.close();
		}

	}

}
