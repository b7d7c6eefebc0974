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

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

import org.springframework.util.function.SingletonSupplier;

/**
 * Whether anybody may change code after it was read from its file, or as it is read: an
 * agent, a debugger. Thread-safe.
 */
final class CodeAgents {

	private static final long CHECK_INTERVAL = TimeUnit.SECONDS.toNanos(1);

	private static final List<String> OPTIONS = List.of("-javaagent", "-agentlib", "-agentpath", "-Xrun", "-Xdebug",
			"--patch-module", "-Xbootclasspath", "-Djava.security.manager");

	/** Started by whoever attaches to the virtual machine, and there until its end. */
	private static final String ATTACHED = "Attach Listener";

	private final SingletonSupplier<Boolean> started = SingletonSupplier.of(CodeAgents::mayBeThereFromTheStart);

	private volatile boolean attached;

	private volatile long checkedAt = System.nanoTime() - CHECK_INTERVAL;

	/**
	 * Whether there may be one. Looked at once a second at most.
	 */
	boolean mayBeThere() {
		long now = System.nanoTime();
		if (!this.attached && now - this.checkedAt >= CHECK_INTERVAL) {
			this.checkedAt = now;
			this.attached = isAttached();
		}
		return this.attached || this.started.obtain();
	}

	private static boolean mayBeThereFromTheStart() {
		try {
			String machine = System.getProperty("java.vm.name", "");
			// Of others it is not known how they are attached to
			boolean known = (machine.contains("OpenJDK") || machine.contains("HotSpot")) && !machine.contains("OpenJ9");
			return !known || isOptionOf(ManagementFactory.getRuntimeMXBean().getInputArguments()) || isLaunched();
		}
		catch (RuntimeException | LinkageError | IOException ex) {
			return true;
		}
	}

	private static boolean isOptionOf(List<String> arguments) {
		return arguments.stream().anyMatch((argument) -> OPTIONS.stream().anyMatch(argument::startsWith));
	}

	/**
	 * Whether the archive that was started brings an agent.
	 */
	private static boolean isLaunched() throws IOException {
		String classPath = System.getProperty("java.class.path", "");
		if (!classPath.endsWith(".jar") || classPath.contains(File.pathSeparator)) {
			return false;
		}
		try (JarFile archive = new JarFile(classPath)) {
			Manifest manifest = archive.getManifest();
			return manifest != null && manifest.getMainAttributes().getValue("Launcher-Agent-Class") != null;
		}
	}

	private static boolean isAttached() {
		ThreadGroup group = Thread.currentThread().getThreadGroup();
		if (group == null) {
			return true;
		}
		while (group.getParent() != null) {
			group = group.getParent();
		}
		// More than there are may be started meanwhile, but this one is among the first
		Thread[] threads = new Thread[group.activeCount() * 2 + 64];
		int count = group.enumerate(threads);
		if (count == threads.length) {
			return true;
		}
		for (int i = 0; i < count; i++) {
			if (threads[i].getName().equals(ATTACHED)) {
				return true;
			}
		}
		return false;
	}

}
