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
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

import org.springframework.util.FileSystemUtils;

/**
 * Ends TLS before a server on loopback that may not know it, as proxies of clouds do,
 * with a certificate of its own for 127.0.0.1.
 */
public final class TlsRelay implements AutoCloseable {

	public static final String PASSWORD = "changeit";

	private static final int BUFFER = 64 * 1024;

	private final int target;

	private final Path directory;

	private final SSLContext context;

	private final SSLServerSocket listener;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final Set<String> addresses = ConcurrentHashMap.newKeySet();

	public TlsRelay(int target) {
		this.target = target;
		try {
			this.directory = Files.createTempDirectory("tls");
			makeCertificate();
			this.context = context();
			this.listener = (SSLServerSocket) this.context.getServerSocketFactory()
				.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (Exception ex) {
			throw new IllegalStateException("No TLS", ex);
		}
		start(this::accept);
	}

	private void makeCertificate() throws IOException, InterruptedException {
		JavaMachine.ofThisJava(Duration.ofMinutes(1))
			.runTool("keytool",
					List.of("-genkeypair", "-alias", "redis", "-keyalg", "EC", "-groupname", "secp256r1", "-dname",
							"CN=localhost", "-ext", "san=ip:127.0.0.1,dns:localhost", "-storetype", "PKCS12",
							"-storepass", PASSWORD, "-keystore", keyStore().toString()))
			.endedWell();
	}

	/**
	 * Return the file with the certificate, to be trusted, and its key.
	 */
	public Path keyStore() {
		return this.directory.resolve("redis.p12");
	}

	private SSLContext context() throws IOException, GeneralSecurityException {
		KeyStore store = KeyStore.getInstance(keyStore().toFile(), PASSWORD.toCharArray());
		KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		keys.init(store, PASSWORD.toCharArray());
		TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		trust.init(store);
		SSLContext made = SSLContext.getInstance("TLS");
		made.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
		return made;
	}

	/**
	 * Return what trusts the certificate.
	 */
	public SSLContext trusting() {
		return this.context;
	}

	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Return the addresses from which it ever connected to the server.
	 */
	public Set<String> addresses() {
		return Set.copyOf(this.addresses);
	}

	private void accept() {
		try {
			while (true) {
				Socket client = this.listener.accept();
				client.setTcpNoDelay(true);
				Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
				server.setTcpNoDelay(true);
				this.addresses.add("127.0.0.1:" + server.getLocalPort());
				this.sockets.add(client);
				this.sockets.add(server);
				start(() -> pump(client, server));
				start(() -> pump(server, client));
			}
		}
		catch (IOException ex) {
			// Closed
		}
	}

	private void pump(Socket from, Socket to) {
		byte[] buffer = new byte[BUFFER];
		try {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				out.write(buffer, 0, length);
				out.flush();
			}
		}
		catch (IOException ex) {
			// Cut from one side or the other
		}
		close(from);
		close(to);
	}

	private void close(Socket socket) {
		this.sockets.remove(socket);
		try {
			socket.close();
		}
		catch (IOException ex) {
			// It is gone anyway
		}
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "tls-relay");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		try {
			this.listener.close();
			this.sockets.forEach(this::close);
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
